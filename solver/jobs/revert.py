"""Take back what a job did to puzzles. The items are what it did to each, from its report."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.contrib.admin.models import CHANGE
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver.models import Job, JobPart, Puzzle
from solver.puzzles import catalogue
from solver.puzzles.undoing import (
    LATER,
    SOLVED,
    TAKEN,
    UNDONE,
    difference,
    states_of,
    take_back,
)

from .job_type import JobType, Row

KEPT_DAYS = 30  # that a change can be undone
KINDS = ("change", "revert")  # kinds of jobs that can be undone, an undo among them
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
    }

    def compute(self, job: Job, part: JobPart) -> None:
        """Do nothing: what can be undone depends on the puzzles as they are when it is written."""

    def write(self, job: Job, part: JobPart, findings: None) -> list[Row]:
        changes = {pk: pair for item in part.given for pk, pair in item["changes"].items()}
        before = states_of(changes)
        fates = take_back(changes)
        done = difference(before, states_of(changes))
        undone = Puzzle.objects.filter(pk__in=[pk for pk, fate in fates.items() if fate == UNDONE])
        catalogue.log(job.owner, list(undone), CHANGE, job.title)
        return [
            [
                min((fates[pk] for pk in item["changes"]), key=WORST_FIRST.index),
                item["puzzle"],
                item["givens"],
                {pk: done[pk] for pk in item["changes"] if pk in done},
            ]
            for item in part.given
        ]

    def set_aside(self, job: Job, part: JobPart) -> list[Row]:
        return [["set-aside", item["puzzle"], item["givens"], {}] for item in part.given]

    def export_row(self, row: Row, item: Any) -> Row:
        return row[:CHANGES]


def can_undo(job: Job) -> bool:
    """Return whether a job has changed puzzles and ended less than KEPT_DAYS ago."""
    is_young = job.finished_at and timezone.now() - job.finished_at < timedelta(days=KEPT_DAYS)
    return bool(job.kind in KINDS and job.is_over and is_young and next(undo_items(job), None))


def undo_items(job: Job) -> Iterator[dict[str, Any]]:
    """Yield an item of a job that undoes this one for each puzzle that it changed."""
    for part in job.parts.exclude(report=[]).iterator(chunk_size=5):
        for row in part.report:
            if len(row) > CHANGES and row[CHANGES]:
                yield {"puzzle": row[PUZZLE], "givens": row[GIVENS], "changes": row[CHANGES]}


def undo_title(job: Job) -> str:
    return (_("Undo: %(title)s") % {"title": job.title})[:200]


job_type = Revert()
