"""An import that waits for its editor: lines are mended and checked again, and what is written is ticked.

It is the report itself that is changed, in a transaction that holds the job: as soon as it goes on, nothing
here changes it any more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db import connection, transaction
from django.utils.translation import gettext as _

from solver.models import Job, JobPart
from solver.puzzles.files.reading import Item

from .importing import (
    CHOICES,
    FATE,
    IMPROPER,
    NEW,
    PLACE,
    REPEATED,
    TAKEN,
    UNUSED,
    WRITE,
    WRONG,
    CheckedItem,
    check_new,
    is_taken,
    key_of,
    read_item,
)
from .job_type import Row

EDITED = ("givens", "title", "tags")  # of an item, where it stands
LOOKED_AT_FIRST = (WRONG, IMPROPER)


@dataclass(frozen=True)
class RowStatus:
    """What can be done with a row of the report, and what is to be."""

    is_wrong: bool
    may_be_taken: bool
    is_taken: bool
    may_be_edited: bool  # or it is the name of a column

    @classmethod
    def of(cls, job: Job, row: Row) -> "RowStatus":
        fate = row[FATE]
        return cls(fate == WRONG, fate in CHOICES, is_taken(row, job.spec), fate != UNUSED)


class ImportAlreadyStarted(Exception):
    """The import goes on already, or is over."""


def is_open(job: Job) -> bool:
    """Whether all is checked, and nothing is written yet."""
    is_waiting = job.status in (Job.Status.PAUSED, Job.Status.FAILED)
    return job.kind == "import" and is_waiting and job.phase == WRITE and not job.cursor


def first_fate(job: Job) -> str:
    """Of the rows that an editor has to look at; empty where there are none."""
    found = (fate for fate in LOOKED_AT_FIRST if job.counts.get(fate))
    return next(found, "") if is_open(job) else ""


def correct(job_id: UUID, number: int, fields: Mapping[str, str]) -> tuple[str, str, str]:
    """Put other texts in the place of an item, and check it again; its place, its fate before, and now.

    Raises ImportAlreadyStarted, and JobPart.DoesNotExist where there is no such item.
    """
    with _held(job_id) as job:
        part = _part_with(job, number)
        at = number - part.first
        before, key = part.report[at][FATE], part.keys[at]
        part.given[at] = _corrected(part.given[at], part.report[at], fields)
        judged = _check(job, part, at)
        _note(job, part, at, judged, judged.fate in CHOICES)  # nobody mends what is to be left out
        if before != REPEATED and part.keys[at] != key:
            _check_next_repeat(job, key)
        return part.report[at][PLACE], before, part.report[at][FATE]


def tick(job_id: UUID, ticks: Mapping[int, bool]) -> None:
    """Tick rows, or take their ticks away, by their numbers. Raises ImportAlreadyStarted."""
    with _held(job_id) as job:
        for part in _parts_with(job, ticks):
            for at, row in enumerate(part.report):
                if part.first + at in ticks and row[FATE] in CHOICES:
                    row[TAKEN:] = [ticks[part.first + at]]
            part.save(update_fields=["report"])


def tick_all(job_id: UUID, fate: str, to: bool) -> None:
    """The same for all rows of a fate, however many. Raises ImportAlreadyStarted."""
    with _held(job_id) as job:
        for part in job.parts.filter(report__contains=[[fate]]).iterator(chunk_size=20):
            for row in part.report:
                if row[FATE] == fate and fate in CHOICES:
                    row[TAKEN:] = [to]
            part.save(update_fields=["report"])


def count_taken(job: Job) -> int:
    """The number of puzzles that are written if it goes on now."""
    with connection.cursor() as cursor:
        cursor.execute(COUNT_TAKEN, {"job": job.pk, "choices": list(CHOICES), "taken": TAKEN})
        (count,) = cursor.fetchone()
    return int(count)


def items_of(job: Job, numbers: Iterable[int]) -> dict[int, Item]:
    """The items of these numbers, as they were given or mended."""
    wanted = set(numbers)
    return {
        part.first + at: item
        for part in _parts_with(job, wanted)
        for at, item in enumerate(part.given)
        if part.first + at in wanted
    }


@contextmanager
def _held(job_id: UUID) -> Iterator[Job]:
    with transaction.atomic():
        job = Job.objects.select_for_update().get(pk=job_id)
        if not is_open(job):
            raise ImportAlreadyStarted
        yield job


def _check(job: Job, part: JobPart, at: int) -> CheckedItem:
    """What becomes of an item, where all the others are as they are."""
    judged = read_item(part.given[at], part.first + at)
    judged.place = part.report[at][PLACE]
    if judged.grid:
        for place, fate in _with_key(job, key_of(job, judged)):
            # One that repeats this one is written only if this one is not: it is no reason to leave it out.
            if place != judged.place and fate != REPEATED and judged.fate == NEW:
                judged.fate = REPEATED
                judged.note = _("the same as %(place)s") % {"place": place}
        check_new([judged], job.spec)
    return judged


def _with_key(job: Job, key: int) -> Iterator[tuple[str, str]]:
    """The places and fates of all lines with these givens."""
    for part in job.parts.filter(keys__contains=[key]):
        for row, known in zip(part.report, part.keys, strict=True):
            if known == key:
                yield row[PLACE], row[FATE]


def _check_next_repeat(job: Job, key: int) -> None:
    """The first line that repeated one which is another puzzle now stands for itself."""
    if part := job.parts.filter(keys__contains=[key]).first():
        at = part.keys.index(key)
        _note(job, part, at, _check(job, part, at))


def _note(
    job: Job, part: JobPart, at: int, judged: CheckedItem, is_ticked: bool | None = None
) -> None:
    """Put it in the report, ticked as its fate is unless it is said."""
    before, row = part.report[at][FATE], judged.row(job.spec)
    if is_ticked is not None:
        row[TAKEN] = is_ticked
    part.report[at], part.keys[at] = row, key_of(job, judged)
    part.save(update_fields=["given", "report", "keys"])
    _count(job, before, judged.fate)


def _corrected(item: Item, row: Row, fields: Mapping[str, str]) -> Item:
    """The item with these texts; one that was a line stays one as long as it has no title and no tags."""
    known = item if isinstance(item, dict) else {"place": row[PLACE]}
    changed = {name: fields[name].strip("\r\n") for name in EDITED if name in fields}
    if isinstance(item, str) and not changed.get("title") and not changed.get("tags"):
        return changed.get("givens", item)
    kept = {name: value for name, value in known.items() if name != "wrong"}
    return {**kept, **changed}


def _part_with(job: Job, number: int) -> JobPart:
    part = job.parts.filter(first__lte=number).last()
    if part is None or number >= part.first + part.items:
        raise JobPart.DoesNotExist
    return part


def _parts_with(job: Job, numbers: Iterable[int]) -> Iterator[JobPart]:
    """The parts that hold these items."""
    wanted = sorted(numbers)
    if wanted:
        found = job.parts.filter(first__lte=wanted[-1])
        yield from (part for part in found if part.first + part.items > wanted[0])


def _count(job: Job, before: str, after: str) -> None:
    counts = Counter(job.counts)
    counts[before] -= 1
    counts[after] += 1
    job.counts = dict(+counts)
    job.save(update_fields=["counts"])


COUNT_TAKEN = """
    SELECT count(*) FROM solver_jobpart part, jsonb_array_elements(report) row
     WHERE part.job_id = %(job)s AND row->>0 = ANY(%(choices)s) AND row->%(taken)s::int = 'true'::jsonb"""
