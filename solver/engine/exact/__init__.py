"""Exact search: the solutions of a puzzle, up to a limit, within a budget.

The verdict on a puzzle rests on it, apart from any method. One usual 9×9 board is searched as one integer
(`packed`). Boards of other shapes are searched as masks of candidates (`search`). Larger plain boards and
stubborn ones go to a SAT solver (`sat`). Many boards at once are columns of an array (`rows`).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from ..core.deadline import NODE, limited, spend
from ..core.errors import BudgetSpent, GridError
from ..core.geometry import Geometry, geometry_of
from ..core.grid import Grid
from ..notation import read
from . import packed, sat, search, singles

# Puzzles that are counted faster one at a time than all together: hard ones, and easy ones, all of which take
# at most so many nodes.
FEW, CROWD, EASY = 64, 250, 250

Verdict = Literal["unique", "multiple", "none", "unknown"]


@dataclass(frozen=True)
class Count:
    """The solutions found, a digit a cell each, and whether they are all.

    `is_complete` is False if the limit was reached or a budget ran out, so there may be more.
    """

    solutions: tuple[tuple[int, ...], ...]
    is_complete: bool

    @property
    def verdict(self) -> Verdict:
        """Whether the puzzle has one, several or no solution.

        It is `unknown` if a budget ran out before a second solution was found.
        """
        if len(self.solutions) > 1:
            return "multiple"
        if not self.is_complete:
            return "unknown"
        return "unique" if self.solutions else "none"


def enumerate_solutions(
    puzzle: Grid | str,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
) -> Count:
    """Return up to `limit` solutions of a puzzle of any shape, within a budget of nodes and CPU seconds.

    A node is a guess, or a conflict of the SAT solver. If the budget runs out, the count is not complete. Raise
    BudgetSpent if an enclosing deadline runs out, and GridError if `puzzle` is a text that is no puzzle.
    """
    grid = read(puzzle) if isinstance(puzzle, str) else puzzle
    solutions: list[tuple[int, ...]] = []
    with limited(nodes, seconds) as budget:
        solutions.extend(islice(_solutions(grid), limit))
    return Count(tuple(solutions), is_complete=not budget.is_spent and len(solutions) < limit)


def count_in_time(puzzle: Grid | str, limit: int, nodes: int) -> Count:
    """Return up to `limit` solutions of a puzzle, found within a budget of `nodes` (guesses).

    If an enclosing deadline runs out, the count has no solutions and is not complete.
    """
    try:
        return enumerate_solutions(puzzle, limit, nodes)
    except BudgetSpent:
        return Count((), is_complete=False)


def count_solutions(puzzle: Grid | str, limit: int = 2) -> int:
    """Return the number of solutions, up to `limit`. Raise GridError if a text is no puzzle."""
    if isinstance(puzzle, str) and packed.is_plain_line(puzzle):
        board = packed.load_line(puzzle)
        count = sum(1 for _ in islice(_nine_by_nine(board, is_count=True), limit))
        if not count:
            read(puzzle)  # raises GridError if givens clash
        return count
    return len(enumerate_solutions(puzzle, limit).solutions)


def some_solutions(grid: Grid, most: int) -> list[tuple[int, ...]]:
    """Return up to `most` solutions of a 9×9 grid that has one, at least one, and only those found soon."""
    solutions = []
    spend(NODE)
    try:
        for solved in islice(packed.explore(packed.load(grid)), most):
            solutions.append(packed.digits(solved))
    except search.Stubborn:
        pass
    return solutions or list(enumerate_solutions(grid, limit=1).solutions)


def other_solution(grid: Grid, solution: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return a solution of a 9×9 grid other than `solution`, or None if it is the only one."""
    return next((other for other in _solutions(grid) if other != solution), None)


def count_many(puzzles: Iterable[Grid | str], limit: int = 2) -> list[int]:
    """Return the numbers of solutions of many puzzles, each up to `limit`.

    Made for 9×9 boards by the thousand. Others are counted one at a time, and so are a few puzzles, and more if
    they turn out to be easy. Raise GridError for the first text that is no puzzle, with its place in the list,
    from 1.
    """
    puzzles, counts = list(puzzles), list[int]()
    if len(puzzles) < CROWD:
        with limited(EASY if len(puzzles) >= FEW else None):
            for place, puzzle in enumerate(puzzles, 1):
                counts.append(_count_at(place, puzzle, limit))
            return counts
    from . import rows  # NumPy takes longer to load than a puzzle to count

    left = puzzles[len(counts) :]
    return counts + rows.count_many(left, limit, count_solutions, len(counts) + 1)


def _count_at(place: int, puzzle: Grid | str, limit: int) -> int:
    try:
        return count_solutions(puzzle, limit)
    except GridError as error:
        raise GridError("puzzle {number}: {error}", number=place, error=error) from None


def _solutions(grid: Grid) -> Iterator[tuple[int, ...]]:
    box = grid.shape.square_box
    if box == 3:
        spend(NODE // 2)
        for solved in _nine_by_nine(packed.load(grid)):
            yield solved if isinstance(solved, tuple) else packed.digits(solved)
        return
    spend(grid.geometry.cell_count)
    full = (grid.geometry.all_digits_mask,) * len(grid.givens)
    candidates = [
        1 << (given - 1) if given else mask
        for given, mask in zip(grid.givens, grid.marks or full, strict=True)
    ]
    if singles.follow(grid.geometry, candidates):
        yield from (_searched if not box else sat.solutions)(grid.geometry, candidates)


def _searched(geometry: Geometry, candidates: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a board of any shape on which singles have been followed."""
    solutions = []
    try:
        for solved in search.explore(geometry, candidates):
            solutions.append(solved)
            yield solved
    except search.Stubborn:
        yield from sat.solutions(geometry, candidates, solutions)


def _nine_by_nine(board: int, is_count: bool = False) -> Iterator[int | tuple[int, ...]]:
    """Yield the solutions of a packed board, packed too, or as digits if the SAT solver found them."""
    solutions = []
    try:
        for solved in packed.explore(board, is_count):
            solutions.append(solved)
            yield solved
    except search.Stubborn:
        start = packed.candidates(packed.follow_singles(board))
        solver = sat.COUNTER if is_count else sat.SOLVER
        yield from sat.solutions(geometry_of(3), start, map(packed.digits, solutions), solver)
