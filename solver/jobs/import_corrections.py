"""Correct an import that waits for its editor: edit lines, check them again, tick what is to be written.

This changes the report itself, in a transaction that locks the job. Once the job goes on, nothing here changes
the report any more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _, override

from solver.engine import GridError
from solver.models import Job, JobPart
from solver.models.statements import fetch_rows
from solver.puzzles.files.reading import Item

from .importing import (
    CHOICES,
    FATE,
    IMPROPER,
    NEW,
    NOTE,
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

EDITED = ("givens", "title", "tags")  # fields of an item that can be edited
LOOKED_AT_FIRST = (WRONG, IMPROPER)


@dataclass(frozen=True)
class RowStatus:
    """What an editor can do with a row of the report, and whether it will be written."""

    is_wrong: bool
    may_be_taken: bool
    is_taken: bool
    may_be_edited: bool  # False for the name of an unused column

    @classmethod
    def of(cls, job: Job, row: Row) -> "RowStatus":
        fate = row[FATE]
        return cls(fate == WRONG, fate in CHOICES, is_taken(row, job.spec), fate != UNUSED)


class ImportAlreadyStarted(Exception):
    """The import is being written already, or is over."""


def is_open(job: Job) -> bool:
    """Return whether an import waits for its editor: all items are checked and none is written yet."""
    is_waiting = job.status in (Job.Status.PAUSED, Job.Status.FAILED)
    return job.kind == "import" and is_waiting and job.phase == WRITE and not job.cursor


def first_fate(job: Job) -> str:
    """Return the first result of items, such as `invalid`, that an editor has to look at, or "" if none."""
    fates = (fate for fate in LOOKED_AT_FIRST if job.counts.get(fate))
    return next(fates, "") if is_open(job) else ""


def correct(job_id: UUID, number: int, fields: Mapping[str, str]) -> tuple[str, str, str]:
    """Replace the texts of an imported item by `fields` and check it again.

    Return (place, result before, result now). Raise ImportAlreadyStarted if it is too late, and
    JobPart.DoesNotExist if there is no item of this number.
    """
    with _locked(job_id) as job:
        part = _part_with(job, number)
        at = number - part.first
        old_fate, key = part.report[at][FATE], part.keys[at]
        part.given[at] = _corrected(part.given[at], part.report[at], fields)
        checked = _check(job, part, at)
        # A corrected line is meant to be written.
        _note(job, part, at, checked, checked.fate in CHOICES)
        if old_fate != REPEATED and part.keys[at] != key:
            _check_next_repeat(job, key)
        return part.report[at][PLACE], old_fate, part.report[at][FATE]


def tick(job_id: UUID, ticks: Mapping[int, bool]) -> None:
    """Tick or untick items of an import, by their numbers, to be written or not.

    Raise ImportAlreadyStarted if it is too late.
    """
    with _locked(job_id) as job:
        for part in _parts_with(job, ticks):
            for at, row in enumerate(part.report):
                if part.first + at in ticks and row[FATE] in CHOICES:
                    row[TAKEN:] = [ticks[part.first + at]]
            part.save(update_fields=["report"])


def tick_all(job_id: UUID, fate: str, to: bool) -> None:
    """Tick all items of an import with this result (`fate`) to be written, or untick them if not `to`.

    Raise ImportAlreadyStarted if it is too late.
    """
    with _locked(job_id) as job:
        for part in job.parts.filter(report__contains=[[fate]]).iterator(chunk_size=20):
            for row in part.report:
                if row[FATE] == fate and fate in CHOICES:
                    row[TAKEN:] = [to]
            part.save(update_fields=["report"])


def count_taken(job: Job) -> int:
    """Return how many puzzles an import would write if it went on now: the ticked ones."""
    return _number(COUNT_TAKEN, job=job.pk, choices=list(CHOICES), taken=TAKEN)


def count_wrong(job: Job, error: GridError) -> int:
    """Return how many items of an import are wrong for this reason."""
    with override(job.language):
        note = str(error)
    return _number(COUNT_NOTED, job=job.pk, at=NOTE, note=note)


def _number(statement: str, **facts: Any) -> int:
    """Return the number that a statement answers."""
    [(count,)] = fetch_rows(statement, facts)
    return int(count)


def items_of(job: Job, numbers: Iterable[int]) -> dict[int, Item]:
    """Return items of an import by their numbers, as they were given or corrected."""
    selected = set(numbers)
    return {
        part.first + at: item
        for part in _parts_with(job, selected)
        for at, item in enumerate(part.given)
        if part.first + at in selected
    }


@contextmanager
def _locked(job_id: UUID) -> Iterator[Job]:
    with transaction.atomic():
        job = Job.objects.select_for_update().get(pk=job_id)
        if not is_open(job):
            raise ImportAlreadyStarted
        yield job


def _check(job: Job, part: JobPart, at: int) -> CheckedItem:
    """Check an item again, among all other items as they are."""
    checked = read_item(part.given[at], part.first + at, job.spec)
    checked.place = part.report[at][PLACE]
    if checked.grid:
        for place, fate in _with_key(job, key_of(job, checked)):
            # A row that repeats this one is no reason to leave this one out.
            if place != checked.place and fate != REPEATED and checked.fate == NEW:
                checked.fate = REPEATED
                checked.note = _("the same as %(place)s") % {"place": place}
        check_new([checked], job.spec)
    return checked


def _with_key(job: Job, key: int) -> Iterator[tuple[str, str]]:
    """Yield place and fate of all lines with these givens."""
    for part in job.parts.filter(keys__contains=[key]):
        for row, other in zip(part.report, part.keys, strict=True):
            if other == key:
                yield row[PLACE], row[FATE]


def _check_next_repeat(job: Job, key: int) -> None:
    """Check the first line that repeated a line which has other givens now."""
    if part := job.parts.filter(keys__contains=[key]).first():
        at = part.keys.index(key)
        _note(job, part, at, _check(job, part, at))


def _note(
    job: Job, part: JobPart, at: int, checked: CheckedItem, is_ticked: bool | None = None
) -> None:
    """Write the item into the report, ticked by `is_ticked`, or by its fate if that is None."""
    old_fate, row = part.report[at][FATE], checked.row(job.spec)
    if is_ticked is not None:
        row[TAKEN] = is_ticked
    part.report[at], part.keys[at] = row, key_of(job, checked)
    part.save(update_fields=["given", "report", "keys"])
    _count(job, old_fate, checked.fate)


def _corrected(item: Item, row: Row, fields: Mapping[str, str]) -> Item:
    """Return the item with these texts. A plain line stays a line unless it gets a title or tags."""
    fields_before = item if isinstance(item, dict) else {"place": row[PLACE]}
    changed = {name: fields[name].strip("\r\n") for name in EDITED if name in fields}
    if isinstance(item, str) and not changed.get("title") and not changed.get("tags"):
        return changed.get("givens", item)
    unchanged = {name: value for name, value in fields_before.items() if name != "wrong"}
    return {**unchanged, **changed}


def _part_with(job: Job, number: int) -> JobPart:
    part = job.parts.filter(first__lte=number).last()
    if part is None or number >= part.first + part.items:
        raise JobPart.DoesNotExist
    return part


def _parts_with(job: Job, numbers: Iterable[int]) -> Iterator[JobPart]:
    """Yield the parts from the first of the numbered items to the last."""
    selected = sorted(numbers)
    if selected:
        parts = job.parts.filter(first__lte=selected[-1])
        yield from (part for part in parts if part.first + part.items > selected[0])


def _count(job: Job, old_fate: str, new_fate: str) -> None:
    counts = Counter(job.counts)
    counts[old_fate] -= 1
    counts[new_fate] += 1
    job.counts = dict(+counts)
    job.save(update_fields=["counts"])


COUNT_NOTED = """
    SELECT count(*) FROM solver_jobpart part, jsonb_array_elements(report) row
     WHERE part.job_id = %(job)s AND row->>%(at)s::int = %(note)s"""
COUNT_TAKEN = """
    SELECT count(*) FROM solver_jobpart part, jsonb_array_elements(report) row
     WHERE part.job_id = %(job)s AND row->>0 = ANY(%(choices)s) AND row->%(taken)s::int = 'true'::jsonb"""
