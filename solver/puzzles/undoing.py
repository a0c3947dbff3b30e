"""What a change did to puzzles, in a form that is stored with the change, and taking it back."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from solver.models import Collection, Membership, Puzzle, Solve

from . import catalogue

# The columns of a puzzle, and under COLLECTIONS its places: pairs of a collection's id and a position.
State = dict[str, Any]
# For each id of a puzzle the values before and after the change. None instead of values: it was not there.
Changes = dict[str, tuple[State | None, State | None]]
COLLECTIONS = "collections"
UNDONE, LATER, SOLVED, TAKEN = "undone", "later", "solved", "taken"


def states_of(puzzle_ids: Iterable[Any]) -> dict[str, State]:
    """Return the stored values of these puzzles by id, as far as they are there."""
    puzzles = list(Puzzle.objects.filter(pk__in=list(puzzle_ids)))
    states = {str(puzzle.pk): _state(puzzle) for puzzle in puzzles}
    places = Membership.objects.filter(puzzle__in=puzzles).order_by("collection", "pk")
    for puzzle_id, *place in places.values_list("puzzle", "collection", "position"):
        states[str(puzzle_id)][COLLECTIONS].append(place)
    return states


def _state(puzzle: Puzzle) -> State:
    values = {
        field.attname: getattr(puzzle, field.attname) for field in Puzzle._meta.concrete_fields
    }
    return {name: _plain(value) for name, value in values.items()} | {COLLECTIONS: []}


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def difference(before: Mapping[str, State], after: Mapping[str, State]) -> Changes:
    """Return what differs between two moments, for each puzzle that differs."""
    changes: Changes = {}
    for pk in before.keys() | after.keys():
        old, new = before.get(pk), after.get(pk)
        if old is None or new is None:
            changes[pk] = old, new
        elif names := [name for name in old if old[name] != new[name]]:
            changes[pk] = {name: old[name] for name in names}, {name: new[name] for name in names}
    return changes


def take_back(changes: Changes) -> dict[str, str]:
    """Give puzzles the values that they had before a change, and return what became of each by its id.

    A value that somebody has changed since stays (LATER). A puzzle that the change had added stays if it has
    solves (SOLVED), and a deleted one stays away if the library has these givens again (TAKEN). The puzzles are
    locked until the commit.
    """
    stored = {str(puzzle.pk): puzzle for puzzle in catalogue.lock(_named(changes), is_to_go=True)}
    now = states_of(changes)
    fates: dict[str, str] = {}
    by_names: dict[tuple[str, ...], list[Puzzle]] = defaultdict(list)
    places: dict[str, list[list[int]]] = {}
    for pk, (before, after) in changes.items():
        if before is None:
            fates[pk] = _remove(stored.get(pk))
        elif after is None:
            fates[pk] = _bring_back(before)
            if fates[pk] == UNDONE:
                places[pk] = before[COLLECTIONS]
        else:
            same = [name for name in before if now.get(pk, {}).get(name) == after[name]]
            fates[pk] = UNDONE if len(same) == len(before) else LATER
            names = tuple(name for name in same if name != COLLECTIONS)
            if COLLECTIONS in same:
                places[pk] = before[COLLECTIONS]
            if names:
                _assign(stored[pk], {name: before[name] for name in names})
                by_names[names].append(stored[pk])
    for names, puzzles in by_names.items():
        Puzzle.objects.bulk_update(puzzles, names)
    _place(places)
    return fates


def _named(changes: Changes) -> Any:
    return Puzzle.objects.filter(pk__in=list(changes))


def _assign(puzzle: Puzzle, values: State) -> None:
    for field in Puzzle._meta.concrete_fields:
        if field.attname in values:
            setattr(puzzle, field.attname, field.to_python(values[field.attname]))


def _remove(puzzle: Puzzle | None) -> str:
    if puzzle and Solve.objects.filter(puzzle=puzzle).exists():
        return SOLVED
    if puzzle:
        puzzle.delete()
    return UNDONE


def _bring_back(state: State) -> str:
    """Insert a deleted puzzle again. Its job may be gone, then it has none."""
    if Puzzle.objects.filter(givens=state["givens"]).exists():
        return TAKEN
    puzzle = Puzzle()
    _assign(puzzle, state)
    job = Puzzle._meta.get_field("job").related_model
    if not job._default_manager.filter(pk=puzzle.job_id).exists():
        puzzle.job = None
    puzzle.save(force_insert=True)
    return UNDONE


def _place(places: Mapping[str, list[list[int]]]) -> None:
    """Make these the places of puzzles in collections, in all that are still there."""
    if not places:
        return
    present = Membership.objects.filter(puzzle__in=list(places))
    wanted = {(pk, collection): at for pk, rows in places.items() for collection, at in rows}
    # The base manager has the collections of accounts too.
    shelves = Collection._base_manager.filter(
        pk__in={*present.values_list("collection", flat=True), *(key for _pk, key in wanted)}
    )
    there = set(shelves.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))
    have = {(str(row.puzzle_id), row.collection_id): row for row in present}
    gone = [row.pk for key, row in have.items() if key not in wanted]
    Membership.objects.filter(pk__in=gone).delete()
    moved = [row for key, row in have.items() if key in wanted and row.position != wanted[key]]
    for row in moved:
        row.position = wanted[str(row.puzzle_id), row.collection_id]
    Membership.objects.bulk_update(moved, ["position"])
    Membership.objects.bulk_create(
        Membership(puzzle_id=pk, collection_id=collection, position=at)
        for (pk, collection), at in wanted.items()
        if (pk, collection) not in have and collection in there
    )
