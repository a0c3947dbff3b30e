"""Take back what a job did to puzzles. The items are what it did to each, from its report."""

from datetime import timedelta
from typing import Any

from django.contrib.admin.models import CHANGE
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from solver.models import Job, JobPart, Puzzle
from solver.models.said import Said, said
from solver.models.statements import fetch_rows
from solver.puzzles import catalogue
from solver.puzzles.undoing import (
    LATER,
    SHELF,
    SOLVED,
    TAKEN,
    UNDONE,
    difference,
    states_of,
    take_back,
)

from .job_type import JobType, Row

KEPT_DAYS = 30  # that a change can be undone
LOOKED_AT = 5_000  # puzzles. The page of an action tells how many of the first ones will stay
KINDS = ("change", "revert")  # kinds of jobs that can be undone, an undo among them
GONE, NOTHING = "gone", ["", "", "", {}]
WORST_FIRST = (SOLVED, TAKEN, LATER, UNDONE)
FATE, PUZZLE, GIVENS, CHANGES = range(4)  # of a row of such a job's report


class Revert(JobType):
    """Undo a change. `spec` has the id of its job in `of`."""

    name = "revert"
    title = gettext_lazy("Undo")
    items = gettext_lazy("puzzles")
    is_brief = True
    part_size = 250
    columns = ("fate", "puzzle", "givens")
    shown = {"givens": gettext_lazy("givens")}  # noqa: RUF012
    fates = {  # noqa: RUF012
        UNDONE: gettext_lazy("undone"),
        LATER: gettext_lazy("kept: changed since"),
        SOLVED: gettext_lazy("kept: they have solves"),
        TAKEN: gettext_lazy("kept: the puzzle has been added again"),
        GONE: gettext_lazy("no longer known"),
    }

    def write(self, job: Job, part: JobPart, findings: None) -> list[Row]:
        rows = _rows(part)
        changes = {pk: pair for row in rows for pk, pair in row[CHANGES].items()}
        before = states_of(changes)
        fates = take_back(changes)
        done = difference(before, states_of(changes))
        names = [name for name, fate in fates.items() if fate == UNDONE]
        undone = Puzzle.objects.filter(pk__in=[pk for pk in names if not pk.startswith(SHELF)])
        catalogue.log(job.owner, list(undone), CHANGE, job.said, job)
        return [
            [
                min((fates[pk] for pk in row[CHANGES]), key=WORST_FIRST.index, default=GONE),
                row[PUZZLE],
                row[GIVENS],
                {pk: done[pk] for pk in row[CHANGES] if pk in done},
            ]
            for row in rows
        ]

    def set_aside(self, job: Job, part: JobPart) -> list[Row]:
        return [["set-aside", row[PUZZLE], row[GIVENS], {}] for row in _rows(part)]

    def export_row(self, row: Row, item: Any) -> Row:
        return row[:CHANGES]


def _rows(part: JobPart) -> list[Row]:
    """Return the rows that a part of an undo takes back. They are empty if their job has been deleted since."""
    reports = JobPart.objects.in_bulk({pk for pk, _at in part.given})
    return [reports[pk].report[at] if pk in reports else NOTHING for pk, at in part.given]


def undo_of(job: Job) -> Job | None:
    """Return the job that has undone this one or is doing so, or None."""
    later = Job.objects.filter(pk__gt=job.pk, kind=job_type.name, spec__of=str(job.pk))
    return later.exclude(status__in=(Job.Status.FAILED, Job.Status.CANCELLED)).first()


def why_not(job: Job) -> str:
    """Return why an action that is over cannot be undone, as a sentence, or "" if it can."""
    if undo_of(job):
        return _("This has been undone.")
    if not fetch_rows(f"{CHANGED} LIMIT 1", [job.pk]):
        return _("There is nothing to undo: no puzzle was changed.")
    if job.finished_at and timezone.now() - job.finished_at >= timedelta(days=KEPT_DAYS):
        when = date_format(job.finished_at, "DATE_FORMAT")
        return _("This was done on %(when)s. Actions can be undone for %(days)s days.") % {
            "when": when,
            "days": KEPT_DAYS,
        }
    return ""


def changed_since(job: Job) -> int:
    """Return how many of the first LOOKED_AT puzzles of an action would stay, at least in part, as they are."""
    [(count,)] = fetch_rows(IN_THE_WAY, [job.pk, LOOKED_AT])
    return int(count)


CHANGED = """
    SELECT part.id, at - 1
      FROM solver_jobpart part, jsonb_array_elements(report) WITH ORDINALITY AS numbered (line, at)
     WHERE part.job_id = %s AND line->3 <> '{}'"""
# What `take_back` keeps: deleted ones that were added again, added ones with solves, and values that differ.
# OFFSET keeps PostgreSQL from reading the whole library for a join.
IN_THE_WAY = """
    WITH changed AS (
        SELECT pk::uuid, pair->0 AS old, pair->1 AS new
          FROM solver_jobpart part, jsonb_array_elements(part.report) line,
               jsonb_each(line->3) each (pk, pair)
         WHERE part.job_id = %s AND part.first <= %s AND NOT starts_with(pk, 'collection '))
    SELECT count(*) FROM changed
      LEFT JOIN LATERAL (SELECT * FROM solver_puzzle WHERE id = pk OFFSET 0) puzzle ON true
     WHERE new = 'null' AND EXISTS (
            SELECT FROM solver_puzzle
             WHERE givens = old->>'givens' AND shape = coalesce(old->>'shape', ''))
        OR (old = 'null' OR old ? 'givens') AND new <> 'null'
           AND EXISTS (SELECT FROM solver_solve WHERE puzzle_id = pk)
        OR old <> 'null' AND new <> 'null' AND EXISTS (
           SELECT FROM jsonb_each(new) each (name, value)
             LEFT JOIN solver_membership place ON place.puzzle_id = pk AND place.collection_id =
                  CASE WHEN starts_with(name, 'place in ') THEN substr(name, 10)::bigint END
            WHERE CASE WHEN starts_with(name, 'place in ') AND 'null' IN (value, old->name)
                       THEN (place.id IS NULL) <> (value = 'null')
                       WHEN starts_with(name, 'place in ')
                       THEN place.position IS DISTINCT FROM value::int
                       WHEN name LIKE '%%_at'
                       THEN (to_jsonb(puzzle)->>name)::timestamptz
                            IS DISTINCT FROM (value #>> '{}')::timestamptz
                       ELSE to_jsonb(puzzle)->name IS DISTINCT FROM value END)"""


def undo_items(job: Job) -> list[tuple[int, int]]:
    """Return the items of a job that undoes this one: a part's id and the place of each row with a change."""
    return fetch_rows(f"{CHANGED} ORDER BY part.number, at", [job.pk])


def undo_title(job: Job) -> Said:
    return said(gettext_noop("Undo: %(title)s"), title=job.said)


job_type = Revert()
