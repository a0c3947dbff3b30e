"""The story of a solve read back: one iteration of it, what came before it, or all in order."""

from collections.abc import Container, Iterable, Iterator
from uuid import UUID

from solver import engine
from solver.engine.board import Board
from solver.engine.packing import MOST_ITERATIONS
from solver.engine.steps import candidates_left
from solver.engine.techniques.events import FORK
from solver.models import Chapter, Solve

AT_ONCE = 4  # chapters in memory


class NoSuchIteration(LookupError):
    """The story has no iteration of that number, or the iteration no such step."""


def walk(
    solve: Solve, after: int = 0, wanted: Container[int] | None = None
) -> Iterator[engine.Iteration]:
    """The iterations that come after a number, in order; of these the wanted ones alone, if any are named."""
    box = solve.puzzle.box
    last = after
    # The chapter that the next iteration is in may begin some before it.
    chapters = solve.chapters.filter(first__gt=after - MOST_ITERATIONS)
    while rows := list(chapters[:AT_ONCE]):
        for row in rows:
            for iteration in row.iterations(box, wanted):
                if iteration.number > after:
                    yield iteration
            last = row.last
        chapters = solve.chapters.filter(first__gt=last)


def find(solve: Solve, number: int) -> engine.Iteration:
    """The iteration of that number, from 1; NoSuchIteration when there is none."""
    row = solve.chapters.filter(first__lte=number).last()
    if row is None or number > row.last:
        raise NoSuchIteration(f"there is no iteration {number}")
    return row.iterations(solve.puzzle.box, (number,))[0]


def before(solve: Solve, iteration: engine.Iteration) -> engine.Iteration | None:
    """The last one of its branch, or the one that it branched from; None at the start."""
    number = _last_of(solve, iteration.branch, iteration.number)
    if number is None and iteration.parent is not None:
        number = _last_of(solve, iteration.parent, iteration.number)
        # The parent's last one is its own side of the fork; a guess has no such other side.
        if number is not None and iteration.steps and iteration.steps[0].technique == FORK:
            number = _last_of(solve, iteration.parent, number)
    return find(solve, number) if number else None


def after(solve: Solve, iteration: engine.Iteration) -> engine.Iteration | None:
    """The next one of its branch, or the first of a branch that came from it; None at the end."""
    rows = solve.chapters.filter(first__gt=iteration.number - MOST_ITERATIONS)
    for row in rows.filter(branches__contains=[iteration.branch]).defer("story"):
        for number, branch in enumerate(row.branches, row.first):
            if branch == iteration.branch and number > iteration.number:
                return find(solve, number)
    children = (
        child
        for row in rows.filter(parents__contains=[iteration.branch])
        for child in row.iterations(solve.puzzle.box)
        if child.parent == iteration.branch and child.number > iteration.number
    )
    return next(children, None)


def beside_with(solve: Solve, technique: str, number: int) -> tuple[int | None, int | None]:
    """The nearest iterations before and after that number that have a step of a technique."""
    box = solve.puzzle.box
    rows = solve.chapters.filter(techniques__contains=[technique])

    def has_one(iteration: engine.Iteration) -> bool:
        return any(step.technique == technique for step in iteration.steps)

    earlier = (
        iteration.number
        for row in rows.filter(first__lt=number).reverse()
        for iteration in reversed(row.iterations(box))
        if iteration.number < number and has_one(iteration)
    )
    later = (
        iteration.number
        for row in rows.filter(first__gt=number - MOST_ITERATIONS)
        for iteration in row.iterations(box)
        if iteration.number > number and has_one(iteration)
    )
    return next(earlier, None), next(later, None)


def _last_of(solve: Solve, branch: int, before: int) -> int | None:
    """The number of a branch's last iteration before another one."""
    rows = solve.chapters.filter(first__lt=before, branches__contains=[branch]).defer("story")
    for row in rows.reverse():
        numbers = [
            n for n, its in enumerate(row.branches, row.first) if its == branch and n < before
        ]
        if numbers:
            return numbers[-1]
    return None


def board_after(solve: Solve, iteration: engine.Iteration | None) -> tuple[int, ...]:
    """The candidates after an iteration; before the first, if it is None."""
    return iteration.candidates if iteration else start_of(solve)


def start_of(solve: Solve) -> tuple[int, ...]:
    """The candidates before the first iteration."""
    return tuple(Board.of(solve.grid).candidates)


def curves_of(solves: Iterable[Solve]) -> dict[UUID, list[int]]:
    """By a solve's id: the candidates left at its start and after each iteration, from one query."""
    curves = {solve.pk: [candidates_left(start_of(solve))] for solve in solves}
    rows = Chapter.objects.filter(solve__in=list(curves)).order_by("solve", "first")
    for solve_id, lefts in rows.values_list("solve_id", "lefts"):
        curves[solve_id] += lefts
    return curves


def branch_starts(solve: Solve) -> list[int]:
    """The iterations in which a branch began, beside the first."""
    born, newest, number = [], 1, 0
    for branches in solve.chapters.values_list("branches", flat=True):
        for branch in branches:
            number += 1
            if branch > newest:
                newest = branch
                born.append(number)
    return born
