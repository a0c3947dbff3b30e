"""Facts of a puzzle apart from how it is solved: its clues, which are needed, and their pattern."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.grid import Grid
from ..symmetry import pattern_symmetries
from . import count_many, count_solutions


@dataclass(frozen=True)
class Facts:
    """Facts of one puzzle.

    `needless` are the cells of clues that may be left out, each alone, while the solution stays unique. It is
    None for a puzzle with several solutions or none, whose clues are not tried.
    """

    clue_count: int
    needless: tuple[int, ...] | None
    symmetries: tuple[str, ...]  # of the clue pattern, names of `symmetry.SYMMETRIES`

    @property
    def is_minimal(self) -> bool | None:
        """Whether every clue is needed. None if it is not known, because the puzzle has not one solution."""
        return None if self.needless is None else not self.needless


def facts_of(grid: Grid) -> Facts:
    """Return the number of clues, the needless clues and the symmetries of one puzzle.

    On boards of size 16 and 25 it takes seconds.
    """
    return facts_of_many([grid])[0]


def facts_of_many(grids: Sequence[Grid]) -> list[Facts]:
    """Return the number of clues, the needless clues and the symmetries of each puzzle.

    All clues of all puzzles are tried in one call.
    """
    unique = [grid for grid, count in zip(grids, count_many(grids), strict=True) if count == 1]
    needless = dict(zip(unique, needless_clues(unique), strict=True))
    return [Facts(grid.clue_count, needless.get(grid), pattern_symmetries(grid)) for grid in grids]


def needless_clues(grids: Sequence[Grid]) -> list[tuple[int, ...]]:
    """Return, for each puzzle, the cells of clues that may each be left out alone without a second solution.

    Each puzzle must have one solution.
    """
    clues = [
        (index, cell) for index, grid in enumerate(grids) for cell, d in enumerate(grid.givens) if d
    ]
    needless: list[list[int]] = [[] for _ in grids]
    counts = count_many(_without(grids[index], cell) for index, cell in clues)
    for (index, cell), count in zip(clues, counts, strict=True):
        if count == 1:
            needless[index].append(cell)
    return [tuple(cells) for cells in needless]


def needs_all_clues(grid: Grid) -> bool:
    """Return whether a puzzle with one solution needs each of its clues."""
    clues = (cell for cell, digit in enumerate(grid.givens) if digit)
    return all(count_solutions(_without(grid, cell)) > 1 for cell in clues)


def _without(grid: Grid, cell: int) -> Grid | str:
    """Return the puzzle without one clue, as text if that is faster to read than a grid is to make."""
    if grid.shape.square_box == 3 and not grid.marks:
        return f"{grid.text[:cell]}0{grid.text[cell + 1 :]}"
    return Grid(grid.shape, (*grid.givens[:cell], 0, *grid.givens[cell + 1 :]), grid.marks)
