"""What a change did to puzzles, in a form that is stored with the change, and taking it back."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from solver.models import Collection, Membership, Puzzle, Solve

from . import catalogue

# The columns of a puzzle, and its place in each collection, under PLACE with the collection's id.
State = dict[str, Any]
# For each id of a puzzle, or SHELF with the id of a collection, the values before and after the change. None
# instead of values: it was not there.
Changes = dict[str, tuple[State | None, State | None]]
PLACE = "place in "
SHELF = "collection "
UNDONE, LATER, SOLVED, TAKEN = "undone", "later", "solved", "taken"


def states_of(names: Iterable[Any]) -> dict[str, State]:
    """Return the stored values of puzzles by their ids, and of collections by their names among Changes.

    It leaves out those that are not there.
    """
    puzzle_ids, shelves = _split(names)
    puzzles = list(Puzzle.objects.filter(pk__in=puzzle_ids))
    states = {str(puzzle.pk): _state(puzzle) for puzzle in puzzles}
    states |= {f"{SHELF}{shelf.pk}": _state(shelf) for shelf in _shelves(shelves)}
    rows = Membership.objects.filter(puzzle__in=puzzles).order_by("collection")
    for pk, collection, position in rows.values_list("puzzle", "collection", "position"):
        states[str(pk)][f"{PLACE}{collection}"] = position
    return states


def _split(names: Iterable[Any]) -> tuple[list[Any], list[int]]:
    """Return the ids of the puzzles and those of the collections."""
    puzzles, shelves = [], []
    for name in names:
        if str(name).startswith(SHELF):
            shelves.append(int(str(name).removeprefix(SHELF)))
        else:
            puzzles.append(name)
    return puzzles, shelves


def _shelves(ids: Iterable[int]) -> list[Collection]:
    return list(Collection.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True))


def _state(row: Puzzle | Collection) -> State:
    fields = type(row)._meta.concrete_fields
    values = {field.attname: getattr(row, field.attname) for field in fields}
    return {name: _plain(value) for name, value in values.items()}


def order_of(collection_id: int) -> dict[str, State]:
    """Return the places in a collection by the ids of its puzzles."""
    rows = Membership.objects.filter(collection=collection_id).values_list("puzzle", "position")
    return {str(pk): {f"{PLACE}{collection_id}": position} for pk, position in rows}


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
        elif names := [name for name in {**old, **new} if old.get(name) != new.get(name)]:
            changes[pk] = (
                {name: old.get(name) for name in names},
                {name: new.get(name) for name in names},
            )
    return changes


def take_back(changes: Changes) -> dict[str, str]:
    """Give puzzles the values that they had before a change, and return what became of each by its id.

    A value that somebody has changed since stays (LATER). A puzzle that the change had added or given other
    givens stays if it has solves (SOLVED), and a deleted one stays away if the library has these givens again
    (TAKEN). The puzzles are locked until the commit.
    """
    shelves = {name: pair for name, pair in changes.items() if name.startswith(SHELF)}
    changes = {name: pair for name, pair in changes.items() if name not in shelves}
    _put_back(shelves)
    fates = _take_back_puzzles(changes)
    return fates | _take_back_shelves(shelves)


def _take_back_puzzles(changes: Changes) -> dict[str, str]:
    stored = {str(puzzle.pk): puzzle for puzzle in catalogue.lock(_named(changes), is_to_go=True)}
    now = states_of(changes)
    fates = _remove([pk for pk, (before, _after) in changes.items() if before is None])
    gone = {pk: before for pk, (before, after) in changes.items() if before and after is None}
    fates |= _bring_back(gone)
    by_names: dict[tuple[str, ...], list[Puzzle]] = defaultdict(list)
    places = {pk: _placed(gone[pk]) for pk in gone if fates[pk] == UNDONE}
    solved = _solved([pk for pk, (before, _after) in changes.items() if "givens" in (before or ())])
    for pk, (before, after) in changes.items():
        if before is None or after is None:
            continue
        if pk in solved:
            fates[pk] = SOLVED
            continue
        same = [name for name in before if pk in now and _is_same(name, now[pk], before, after)]
        fates[pk] = UNDONE if len(same) == len(before) else LATER
        values = {name: before[name] for name in same}
        places[pk] = _placed(values)
        if names := tuple(name for name in same if not name.startswith(PLACE)):
            _assign(stored[pk], values)
            by_names[names].append(stored[pk])
    for names, puzzles in by_names.items():
        Puzzle.objects.bulk_update(puzzles, names)
    _place(places)
    return fates


def _put_back(shelves: Changes) -> None:
    """Insert collections again that were deleted, before puzzles return to them."""
    for name, (before, after) in shelves.items():
        if before and after is None and name not in states_of([name]):
            shelf = Collection()
            _assign(shelf, before)
            if Collection._base_manager.filter(slug=shelf.slug).exists():
                shelf.slug = catalogue.free_slug(shelf.slug)
            shelf.save(force_insert=True)


def _take_back_shelves(shelves: Changes) -> dict[str, str]:
    """Give collections their values from before. One that was new goes, unless puzzles are in it."""
    fates = dict.fromkeys(shelves, UNDONE)
    for shelf in _shelves(_split(shelves)[1]):
        name = f"{SHELF}{shelf.pk}"
        before, after = shelves[name]
        now = _state(shelf)
        if before is None and not shelf.membership_set.exists():
            shelf.delete()
        elif before is None:
            fates[name] = LATER
        elif after is not None:
            same = {key: value for key, value in before.items() if now[key] == after[key]}
            fates[name] = UNDONE if len(same) == len(before) else LATER
            _assign(shelf, same)
            shelf.save()
    return fates


def _is_same(name: str, now: State, before: State, after: State) -> bool:
    """Return whether a value is still the one after the change. A puzzle may have moved since it was added."""
    if name.startswith(PLACE) and None in (before[name], after[name]):
        return (name in now) == (after[name] is not None)
    return bool(now.get(name) == after[name])


def _placed(values: State) -> dict[int, int | None]:
    """Return the places among these values by the collection's id."""
    return {
        int(name.removeprefix(PLACE)): at for name, at in values.items() if name.startswith(PLACE)
    }


def _named(changes: Changes) -> Any:
    return Puzzle.objects.filter(pk__in=list(changes))


def _assign(row: Puzzle | Collection, values: State) -> None:
    for field in type(row)._meta.concrete_fields:
        if field.attname in values:
            setattr(row, field.attname, field.to_python(values[field.attname]))


def _remove(puzzle_ids: list[str]) -> dict[str, str]:
    """Delete puzzles that nobody has solved."""
    kept = _solved(puzzle_ids)
    Puzzle.objects.filter(pk__in=[pk for pk in puzzle_ids if pk not in kept]).delete()
    return {pk: SOLVED if pk in kept else UNDONE for pk in puzzle_ids}


def _solved(puzzle_ids: Any) -> set[str]:
    solves = Solve.objects.filter(puzzle__in=puzzle_ids)
    return set(map(str, solves.values_list("puzzle", flat=True)))


def _bring_back(states: Mapping[str, State]) -> dict[str, str]:
    """Insert deleted puzzles again. A job of theirs may be gone, then they have none."""
    lines = [state["givens"] for state in states.values()]
    rows = Puzzle.objects.filter(givens__in=lines)
    taken = set(rows.values_list("givens", "shape"))
    jobs = Puzzle._meta.get_field("job").related_model._default_manager
    there = set(
        jobs.filter(pk__in={state["job_id"] for state in states.values()}).values_list("pk")
    )
    back = []
    for state in states.values():
        puzzle = Puzzle()
        _assign(puzzle, state)
        puzzle.job_id = puzzle.job_id if (puzzle.job_id,) in there else None
        if (puzzle.givens, puzzle.shape) not in taken:
            back.append(puzzle)
    Puzzle.objects.bulk_create(back)
    return {
        pk: TAKEN if (state["givens"], state.get("shape", "")) in taken else UNDONE
        for pk, state in states.items()
    }


def _place(places: Mapping[str, Mapping[int, int | None]]) -> None:
    """Give puzzles these places in the collections that are still there. None takes a puzzle out."""
    wanted = {(pk, shelf): at for pk, shelves in places.items() for shelf, at in shelves.items()}
    if not wanted:
        return
    # The base manager has the collections of accounts too.
    shelves = Collection._base_manager.filter(pk__in={shelf for _pk, shelf in wanted})
    there = set(shelves.order_by("pk").select_for_update(no_key=True).values_list("pk", flat=True))
    present = Membership.objects.filter(puzzle__in=list(places), collection__in=there)
    rows = {(str(row.puzzle_id), row.collection_id): row for row in present}
    out = [row.pk for key, row in rows.items() if wanted.get(key, 0) is None]
    Membership.objects.filter(pk__in=out).delete()
    moved = [row for key, row in rows.items() if wanted.get(key) is not None]
    for row in moved:
        row.position = int(wanted[str(row.puzzle_id), row.collection_id] or 0)
    Membership.objects.bulk_update(moved, ["position"])
    Membership.objects.bulk_create(
        Membership(puzzle_id=pk, collection_id=shelf, position=at)
        for (pk, shelf), at in wanted.items()
        if at is not None and (pk, shelf) not in rows and shelf in there
    )
