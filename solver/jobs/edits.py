"""What an editor changes on a page, kept as a finished job, so that it is undone like any other action."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import get_language, gettext_noop

from solver.models import Collection, Job, JobPart, Puzzle
from solver.models.job import WORDS
from solver.models.said import Said, said
from solver.puzzles.undoing import SHELF, Changes, difference, order_of, states_of

from .bulk_update import CHANGED, job_type
from .job_type import Row

EDIT = "edit"  # stands for the change of such a job


@contextmanager
def recorded(user: Any, puzzle: Puzzle, what: Said | None = None) -> Iterator[None]:
    """Keep what the block, an edit by this account, does to a puzzle. It is one transaction."""
    with transaction.atomic():
        pk, before = puzzle.pk, states_of([puzzle.pk])
        yield
        title = what or said(gettext_noop("Edit: %(puzzle)s"), puzzle=puzzle)
        _keep(user, title, difference(before, states_of([pk])))


@contextmanager
def recorded_all(
    user: Any, title: Said, collection: Collection, names: list[Any]
) -> Iterator[None]:
    """Keep what the block does to a collection, also a new one, and to these puzzles, in one transaction."""
    with transaction.atomic():
        before = states_of([f"{SHELF}{collection.pk}", *names] if collection.pk else names)
        yield
        _keep(user, title, difference(before, states_of([f"{SHELF}{collection.pk}", *names])))


def delete_collection(user: Any, collection: Collection) -> None:
    """Delete a collection, its puzzles stay, as an action that brings it back with its order if undone."""
    with transaction.atomic():
        name = f"{SHELF}{collection.pk}"
        before, places = states_of([name]), order_of(collection.pk)
        title = said(gettext_noop("Deleted: %(title)s"), title=collection.title)
        collection.delete()
        changes = difference(places, {pk: {} for pk in places})
        _keep(user, title, changes | difference(before, {}))


@contextmanager
def recorded_order(user: Any, collection: Collection) -> Iterator[None]:
    """Keep how the block changes the order and contents of a collection. It is one transaction."""
    with transaction.atomic():
        before = order_of(collection.pk)
        yield
        after = order_of(collection.pk)
        both = before.keys() | after.keys()
        changes = difference(
            {pk: before.get(pk, {}) for pk in both}, {pk: after.get(pk, {}) for pk in both}
        )
        title = said(gettext_noop("The order of %(collection)s"), collection=collection.title)
        _keep(user, title, changes)


def _keep(user: Any, title: Said, changes: Changes) -> None:
    if not changes:
        return
    puzzle_ids = [name for name in changes if not name.startswith(SHELF)]
    lines = dict(Puzzle.objects.filter(pk__in=puzzle_ids).values_list("pk", "givens"))
    rows: list[Row] = [
        [CHANGED, pk, lines.get(UUID(pk), ""), {pk: changes[pk]}] for pk in sorted(puzzle_ids)
    ] or [[CHANGED, "", "", {}]]
    rows[0][-1] |= {name: pair for name, pair in changes.items() if name.startswith(SHELF)}
    size = job_type.part_size
    pieces = [rows[start : start + size] for start in range(0, len(rows), size)]
    job = Job.objects.create(
        kind=job_type.name,
        title=title[:200],
        spec={"change": EDIT, WORDS: title.facts},
        owner=user,
        status=Job.Status.FINISHED,
        total=len(rows),
        done=len(rows),
        cursor=len(pieces),
        counts={CHANGED: len(rows)},
        language=get_language() or "en",
        finished_at=Now(),
    )
    JobPart.objects.bulk_create(
        JobPart(
            job=job,
            number=number,
            first=1 + number * size,
            items=len(piece),
            given=[row[1] for row in piece],
            report=piece,
        )
        for number, piece in enumerate(pieces)
    )
