"""Reading the iterations of a solve: all in order, or one with its surroundings."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, takewhile
from uuid import UUID

from django.db import connection
from django.db.models import Q, prefetch_related_objects
from django.http import Http404

from solver import engine
from solver.engine.core.board import Board
from solver.engine.core.steps import Step, candidates_left
from solver.engine.core.storage_codec import MOST_ITERATIONS
from solver.engine.methods import best, ladder
from solver.engine.techniques.events import CONTRADICTION, FORK, GUESS, REVEAL
from solver.engine.techniques.rungs import rungs
from solver.engine.techniques.singles import placed_digit
from solver.models import Chapter, Solve, SolveQuerySet

AT_ONCE = 4  # chapters in memory
# Iterations of a long solve that are searched. A slow worker writes them in more chapters than a quick one.
SEARCHED = AT_ONCE * MOST_ITERATIONS
SEARCHED_FIRST = 4 * SEARCHED  # for a step to show first
SINGLES = "easy"  # the level of their rungs
# Levels whose steps are one picture and one sentence.
FOLLOWED_AT_SIGHT = ("easy", "medium", "hard")
# In the ladder's stories too.
BESIDE_THE_LADDER = {placed_digit.technique.name, CONTRADICTION, FORK, GUESS, REVEAL}
BEYOND = 4  # the rank of a step beyond singles
MOST_STARTS = 256  # in the cache of a process, about 3 kB each
MOST_PATHS = 32  # in the cache of a process, about 100 kB each at 9×9

_paths: dict[engine.Grid, tuple[Step, ...]] = {}


class NoSuchIteration(Http404):
    """The solve has no iteration with this number, or the iteration no such step. A view answers 404."""


def iter_iterations(
    solve: Solve, after: int = 0, wanted: Container[int] | None = None
) -> Iterator[engine.Iteration]:
    """Yield the iterations of a solve after number `after`, in order, or only those with a `wanted` number."""
    last = after
    # The chapter of the next iteration may begin before it.
    chapters = solve.chapters.filter(first__gt=after - MOST_ITERATIONS)
    while rows := list(chapters[:AT_ONCE]):
        for row in rows:
            last = row.last
            if wanted is not None and not any(n in wanted for n in range(row.first, last + 1)):
                continue
            for iteration in row.iterations(solve, wanted):
                if iteration.number > after:
                    yield iteration
        chapters = solve.chapters.filter(first__gt=last)


def find(solve: Solve, number: int) -> engine.Iteration:
    """Return the iteration of a solve with this number, 0 for the start.

    Raise NoSuchIteration if there is none.
    """
    if not number:
        return engine.Iteration(0, (), start_of(solve))
    rows = _all_of_few(solve) or solve.chapters.filter(first__lte=number).reverse()[:1]
    row = next((row for row in rows if row.first <= number <= row.last), None)
    if row is None:
        raise NoSuchIteration(f"there is no iteration {number}")
    return row.iterations(solve)[number - row.first]


def _all_of_few(solve: Solve) -> list[Chapter]:
    """Return all chapters of a finished solve in one query, or [] if there are too many to keep in memory."""
    if not solve.is_over or solve.iteration_count > SEARCHED:
        return []
    prefetch_related_objects([solve], "chapters")
    return list(solve.chapters.all())


def path_of(grid: engine.Grid, get_solves: Callable[[], SolveQuerySet]) -> Sequence[Step] | None:
    """Return the steps of a puzzle's path as a worker stored it with one of some solves, or None if none did.

    They follow from the puzzle alone, so they are kept for the next hint, whoever asks for it.
    """
    if grid in _paths:
        return _paths[grid]
    by_ladder = ladder.method.read_options({})
    by_best = best.method.read_options({"first": ladder.method.name})
    solve = (
        get_solves()
        .select_related("puzzle")
        .filter(
            Q(method=ladder.method.name, options=by_ladder)
            | Q(method=best.method.name, options=by_best),
            puzzle__givens=grid.text,
            puzzle__shape="" if grid.shape.square_box else grid.shape.name,
            start=None,
            outcome=Solve.Outcome.SOLVED,
        )
        .first()
    )
    if solve is None:
        return None
    steps = (step for iteration in iter_iterations(solve, after=1) for step in iteration.steps)
    # Up to a guess or a revealed digit.
    path = tuple(takewhile(lambda step: step.technique in rungs(), steps))
    if len(_paths) == MOST_PATHS:
        _paths.pop(next(iter(_paths)), None)
    return _paths.setdefault(grid, path)


@dataclass(frozen=True)
class IterationSnapshot:
    """A solve after one of its iterations: all that drawing it needs, read once."""

    grid: engine.Grid
    iteration: engine.Iteration  # number 0, without steps, at the start
    before: tuple[int, ...]  # the masks of candidates when the iteration began
    previous: int  # the iteration that it began from, in its branch or in the parent branch
    following: int | None  # the next iteration of its branch, or else the first of a child branch
    since: int  # changes are shown since this iteration
    earlier: tuple[int, ...]  # the board after `since`
    # The nearest iterations before and after it with a step of the technique, or None without a technique.
    nearest: tuple[int | None, int | None] | None
    lefts: list[int]  # candidates left at the start, then after each iteration
    branches: list[int]  # the branch of iteration n at index n - 1
    branch_starts: list[int]  # the first iteration of each branch but the first
    total: int  # iterations, so far if it is still being solved


def get_snapshot(
    solve: Solve, number: int | None = None, since: int | None = None, technique: str = ""
) -> IterationSnapshot:
    """Return iteration `number` of a solve with its surroundings: 0 for the start, None for the latest.

    Changes are shown since iteration `since`, or the previous one if None. `technique` asks for the nearest
    iterations that use it. Raise NoSuchIteration if there is no iteration of this number. It needs one query
    besides those for iterations, and one more in each direction for a technique.
    """
    rows = _all_of_few(solve) or list(solve.chapters.only("branches", "lefts"))
    branches = [branch for row in rows for branch in row.branches]
    lefts = [left for row in rows for left in row.lefts]
    if number is not None and number > len(branches):  # it may be written just now
        raise NoSuchIteration(f"there is no iteration {number}")
    iteration = find(solve, len(branches) if number is None else number)
    previous = previous_of(branches, iteration)
    before = find(solve, previous).candidates
    newest = accumulate(branches, max, initial=1)
    return IterationSnapshot(
        grid=solve.grid,
        iteration=iteration,
        before=before,
        previous=previous,
        following=_following(solve, branches, iteration),
        since=previous if since is None else since,
        earlier=before if since is None else find(solve, since).candidates,
        nearest=_nearest_with(solve, technique, iteration.number) if technique else None,
        lefts=[candidates_left(start_of(solve)), *lefts],
        branches=branches,
        branch_starts=[
            n for n, (seen, its) in enumerate(zip(newest, branches, strict=False), 1) if its > seen
        ],
        total=len(branches),
    )


def previous_of(branches: list[int], iteration: engine.Iteration) -> int:
    """Return the number of the previous iteration of the same branch, or of the one from which it began.

    `branches` has the branch of each iteration. 0 is the start.
    """
    number = _last_of(iteration.branch, branches, iteration.number)
    if number or iteration.parent is None:
        return number
    number = _last_of(iteration.parent, branches, iteration.number)
    # A fork writes an iteration in its parent branch too, and a guess does not.
    if number and iteration.steps and iteration.steps[0].technique == FORK:
        number = _last_of(iteration.parent, branches, number)
    return number


def _last_of(branch: int, branches: list[int], before: int) -> int:
    """Return the number of a branch's last iteration before iteration `before`, or 0."""
    return next((n for n in range(before - 1, 0, -1) if branches[n - 1] == branch), 0)


def _following(solve: Solve, branches: list[int], iteration: engine.Iteration) -> int | None:
    number, branch = iteration.number, iteration.branch
    later = range(number + 1, len(branches) + 1)
    own = next((n for n in later if branches[n - 1] == branch), None)
    if own is not None:
        return own
    rows = solve.chapters.filter(first__gt=number - MOST_ITERATIONS, parents__contains=[branch])
    children = (
        child.number
        for row in rows
        for child in row.iterations(solve)
        # Iterations written after the branches were read come with the next snapshot.
        if child.parent == branch and number < child.number <= len(branches)
    )
    return next(children, None)


def _nearest_with(solve: Solve, technique: str, number: int) -> tuple[int | None, int | None]:
    """Return the nearest iterations before and after a number with a step of the technique."""
    rows = solve.chapters.filter(techniques__contains=[technique])

    def has_one(iteration: engine.Iteration) -> bool:
        return any(step.technique == technique for step in iteration.steps)

    earlier = (
        iteration.number
        for row in rows.filter(first__lt=number).reverse()
        for iteration in reversed(row.iterations(solve))
        if iteration.number < number and has_one(iteration)
    )
    later = (
        iteration.number
        for row in rows.filter(first__gt=number - MOST_ITERATIONS)
        for iteration in row.iterations(solve)
        if iteration.number > number and has_one(iteration)
    )
    return next(earlier, None), next(later, None)


def techniques_of(solve: Solve) -> set[str]:
    """Return the names of the techniques and events in a finished solve. No iteration is unpacked for them."""
    rows = _all_of_few(solve)
    lists = [row.techniques for row in rows] or solve.chapters.values_list("techniques", flat=True)
    return {name for names in lists for name in names}


def hardest_technique(solve: Solve) -> str:
    """Return the name of the hardest technique of the ladder in a finished solve, or "" without any."""
    used = techniques_of(solve) & rungs().keys()
    return max(used, key=lambda name: rungs()[name].index, default="")


def _places_beyond_singles() -> dict[str, int]:
    return {name: rung.index for name, rung in rungs().items() if rung.level != SINGLES}


def ranks_of(solve: Solve) -> list[int]:
    """Return how hard each iteration of a finished solve is: the place in the ladder of its hardest step.

    It is 0 for singles, and for guesses and what follows from them. Return [] if the solve is long, or if a
    technique that is not of the ladder did part of it.
    """
    rows = _all_of_few(solve)
    if not rows or not techniques_of(solve) <= rungs().keys() | BESIDE_THE_LADDER:
        return []
    places = _places_beyond_singles()
    return [
        max((places.get(step.technique, 0) for step in iteration.steps), default=0)
        for row in rows
        for iteration in row.iterations(solve)
    ]


def last_that_did(solve: Solve) -> tuple[int, int] | None:
    """Return (iteration's number, step's number) of the last step of a solve that did something.

    Steps count from 1. Return None if the last chapters have none. Few iterations find nothing, so that is
    rare.
    """
    done = (
        (iteration.number, number)
        for row in _all_of_few(solve)[::-1] or solve.chapters.reverse()[:AT_ONCE]
        for iteration in reversed(row.iterations(solve))
        for number, step in reversed([*enumerate(iteration.steps, 1)])
        if _did(step)
    )
    return next(done, None)


@dataclass(frozen=True)
class TellingStep:
    """A step of a solve, from 1, that is worth looking at first, and why."""

    iteration: int
    number: int
    is_hardest: bool = False
    is_beyond_singles: bool = False


def most_telling(solve: Solve) -> TellingStep | None:
    """Return the step of a solve that is worth looking at first, or None if there is none.

    It is the hardest step if that is followed at first sight, and else the first one beyond singles that is.
    Without these it is the hardest step, a single, or a stage of the joins. Before the solve is over it is the
    first one beyond singles, so that a page stays where it has opened, or None.
    """
    found, is_beyond = _first(solve)
    first = found and TellingStep(*found, is_beyond_singles=is_beyond)
    if not solve.is_over:
        return first if is_beyond else None
    technique = hardest_technique(solve)
    if technique and (not is_beyond or _is_followed(technique)):
        hardest = hardest_step(solve) or (None if is_beyond else _largest(solve, technique))
        if hardest:
            return TellingStep(*hardest, is_hardest=True)
    return first


def _is_followed(technique: str) -> bool:
    """Return whether a step of the ladder, or any step of an article, is followed at first sight."""
    rung = rungs().get(technique)
    return not rung or (rung.level in FOLLOWED_AT_SIGHT and not rung.rests_on_one_solution)


def hardest_step(solve: Solve) -> tuple[int, int] | None:
    """Return the iteration and the number of the step on the highest rung of the ladder in a finished solve.

    It is the one that removes most, among steps that rest on no guess, or else among those that lead to the
    solution. Return None if no step is beyond singles.
    """
    places = _places_beyond_singles()
    if techniques_of(solve).isdisjoint(places):
        return None
    return _hardest(_without_guesses(solve), places) or _hardest(_to_the_solution(solve), places)


def _hardest(
    iterations: Iterable[engine.Iteration], places: Mapping[str, int]
) -> tuple[int, int] | None:
    """Return the iteration and the number of the hardest step, of several the first that removes most.

    `places` has the places in the ladder of the techniques that count.
    """
    steps = (
        (places[step.technique], step.removed_count, -iteration.number, -number)
        for iteration in iterations
        for number, step in enumerate(iteration.steps, 1)
        if step.technique in places
    )
    hardest = max(steps, default=None)
    return None if hardest is None else (-hardest[2], -hardest[3])


def _without_guesses(solve: Solve) -> Iterator[engine.Iteration]:
    for row in _all_of_few(solve) or solve.chapters.filter(first__lte=SEARCHED):
        yield from (iteration for iteration in row.iterations(solve) if not iteration.depth)


def _to_the_solution(solve: Solve) -> list[engine.Iteration]:
    """Return the iterations of the branches that lead to the solution, or [] without one or in a long solve."""
    iterations = [each for row in _all_of_few(solve) for each in row.iterations(solve)]
    if solve.outcome != Solve.Outcome.SOLVED or not iterations:
        return []
    parents = {each.branch: each.parent for each in iterations}
    branch: int | None = iterations[-1].branch
    line = set()
    while branch:
        line.add(branch)
        branch = parents.get(branch)
    return [each for each in iterations if each.branch in line]


def _largest(solve: Solve, technique: str) -> tuple[int, int] | None:
    """Return the iteration and the number of the technique's first step that removes most.

    Of a long solve only the first chapters with the technique are read.
    """
    rows = _all_of_few(solve) or solve.chapters.filter(techniques__contains=[technique])[:AT_ONCE]
    return _hardest((each for row in rows for each in row.iterations(solve)), {technique: 0})


def _first(solve: Solve) -> tuple[tuple[int, int] | None, bool]:
    """Return the first step beyond singles, and True, or else the first step that did something, and False.

    Steps that are not followed at first sight do not count.

    Of an iteration it is the step of fewest cells, of equal ones the step that removes most. A placed digit
    counts for more than a removal, and a stage of the joins for less.
    """
    best: tuple[int, ...] = ()
    for row in _all_of_few(solve) or solve.chapters.filter(first__lte=SEARCHED_FIRST):
        for iteration in row.iterations(solve):
            for number, step in enumerate(iteration.steps, 1):
                rank = _rank(step)
                facts = (rank, -iteration.number, -len(step.cells), step.removed_count, -number)
                best = max(best, facts) if rank else best
            if best and best[0] == BEYOND:
                return (-best[1], -best[4]), True
    return ((-best[1], -best[4]) if best else None), False


def _rank(step: engine.Step) -> int:
    if not _did(step):
        return 1 if len(step.counts) > 1 else 0
    if not step.is_single:
        return BEYOND if _is_followed(step.technique) else 0
    return 3 if step.placed else 2


def _did(step: engine.Step) -> bool:
    return bool(step.placed or step.removed or step.technique == CONTRADICTION)


def start_of(solve: Solve) -> tuple[int, ...]:
    """Return the mask of candidates of each cell before the solve's first iteration."""
    return _start(solve.grid)


@lru_cache(maxsize=MOST_STARTS)
def _start(grid: engine.Grid) -> tuple[int, ...]:
    return tuple(Board.of(grid).candidates)


def curves_of(solves: Iterable[Solve]) -> dict[UUID, list[int]]:
    """Return, by solve id, the number of candidates left at the start and after each iteration. One query."""
    curves = {solve.pk: [candidates_left(start_of(solve))] for solve in solves}
    with connection.cursor() as cursor:
        cursor.execute(CURVES, [list(curves)])
        for solve_id, lefts in cursor:
            curves[solve_id] += lefts
    return curves


CURVES = (
    "SELECT solve_id, lefts FROM solver_chapter WHERE solve_id = ANY(%s) ORDER BY solve_id, first"
)
