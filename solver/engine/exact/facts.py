"""Facts of a puzzle that do not tell how to solve it: its clues, which it needs, their pattern."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.grid import Grid
from ..symmetry import pattern_symmetries
from . import count_many, enumerate_solutions


@dataclass(frozen=True)
class Facts:
    """Facts of one puzzle.

    `needless` are the cells of the clues that may go, each alone, while the solution stays the only one.
    It is None for a puzzle that has several solutions or none: of those no clue is asked about.
    """

    clue_count: int
    needless: tuple[int, ...] | None
    symmetries: tuple[str, ...]  # of the clue pattern, names of `symmetry.SYMMETRIES`

    @property
    def is_minimal(self) -> bool | None:
        """Whether every clue is needed; None where `needless` is."""
        return None if self.needless is None else not self.needless


def facts_of(grid: Grid) -> Facts:
    """The facts of one puzzle; on boards of size 16 and 25 they take seconds."""
    return facts_of_many([grid])[0]


def facts_of_many(grids: Sequence[Grid]) -> list[Facts]:
    """The facts of many puzzles, all their clues tried in one go."""
    unique = [grid for grid, count in zip(grids, count_many(grids), strict=True) if count == 1]
    needless = dict(zip(unique, needless_clues(unique), strict=True))
    return [Facts(grid.clue_count, needless.get(grid), pattern_symmetries(grid)) for grid in grids]


def needless_clues(grids: Sequence[Grid]) -> list[tuple[int, ...]]:
    """Cells of the clues that may go, each alone, for each of some puzzles with one solution."""
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
    """Whether no clue of a puzzle with one solution may go."""
    for cell in (cell for cell, digit in enumerate(grid.givens) if digit):
        if enumerate_solutions(_without(grid, cell)).verdict == "unique":
            return False
    return True


def _without(grid: Grid, cell: int) -> Grid | str:
    """The puzzle without one clue: as text where that is quicker to read than a grid to make."""
    if grid.box == 3 and not grid.marks:
        return f"{grid.text[:cell]}0{grid.text[cell + 1 :]}"
    return Grid(grid.box, (*grid.givens[:cell], 0, *grid.givens[cell + 1 :]), grid.marks)
