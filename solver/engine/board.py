"""The board while it is being solved: the candidates of every cell, and which cells are placed."""

from collections.abc import Iterable
from functools import lru_cache, reduce
from operator import or_
from typing import Self

from .errors import Contradiction
from .geometry import Geometry, geometry, mask_of
from .grid import Grid


class Board:
    """Candidate masks, one a cell; digit d is bit d - 1.

    A cell is *placed* when a rule has put its digit there; a cell with one candidate left that no rule
    has placed yet is still open. Which of the two a method minds is the method's affair.
    """

    __slots__ = ("candidates", "geometry", "placed", "placed_count")

    def __init__(self, shape: Geometry) -> None:
        self.geometry = shape
        self.candidates = [shape.all_digits_mask] * shape.cell_count
        self.placed = [0] * shape.cell_count  # the mask that a cell was placed with, 0 while open
        self.placed_count = 0

    @classmethod
    def of(cls, grid: Grid) -> Self:
        """The board as a method finds it: givens placed, every other cell full or as marked."""
        board = cls(grid.geometry)
        if grid.marks:
            board.candidates = list(grid.marks)
        for cell, digit in enumerate(grid.givens):
            if digit:
                board.place(cell, digit)
        return board

    @classmethod
    def of_candidates(
        cls, box: int, candidates: dict[str, str], placed: Iterable[str] = ()
    ) -> Self:
        """A position from names, for examples and tests: `{"r1c1": "12"}`; cells not named are full."""
        board = cls(geometry(box))
        for name, digits in candidates.items():
            board.candidates[board.geometry.cell_at(name)] = mask_of([int(d) for d in digits])
        for name in placed:
            cell = board.geometry.cell_at(name)
            board.place(cell, board.candidates[cell].bit_length())
        return board

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.geometry = self.geometry
        twin.candidates = self.candidates.copy()
        twin.placed = self.placed.copy()
        twin.placed_count = self.placed_count
        return twin

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into an open cell; its peers keep their candidates until a rule removes them.

        Raises Contradiction when the digit is no candidate of the cell.
        """
        bit = 1 << (digit - 1)
        if not self.candidates[cell] & bit:
            raise Contradiction(None, (cell,), bit)
        self.candidates[cell] = bit
        self.placed[cell] = bit
        self.placed_count += 1

    def eliminate(self, cell: int, digits_mask: int) -> int:
        """Take digits from a cell; returns the mask of those that it did hold."""
        removed = self.candidates[cell] & digits_mask
        self.candidates[cell] ^= removed
        return removed

    def is_placed(self, cell: int) -> bool:
        return self.placed[cell] != 0

    @property
    def is_complete(self) -> bool:
        """Whether every cell is placed."""
        return self.placed_count == self.geometry.cell_count

    def open_cells(self, cells: Iterable[int]) -> list[int]:
        placed = self.placed
        return [cell for cell in cells if not placed[cell]]

    def digits(self) -> tuple[int, ...]:
        """A digit a cell where one candidate is left, 0 elsewhere."""
        return tuple(mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in self.candidates)

    def check(self) -> None:
        """Raise Contradiction when the rules of the game are broken or can no longer be kept.

        That is: a cell without candidates, a digit placed twice in a unit, or a digit that has no
        place left in a unit.
        """
        candidates, placed = self.candidates, self.placed
        if 0 in candidates:
            raise Contradiction(None, (candidates.index(0),), 0)
        for index, pick in enumerate(self.geometry.picks):
            twice, missing = _fault(pick(candidates), pick(placed))
            if twice:
                cells = self.geometry.units[index].cells
                raise Contradiction(index, tuple(c for c in cells if placed[c] == twice), twice)
            if missing:
                raise Contradiction(index, (), missing)


@lru_cache(maxsize=1 << 16)  # most units are as they were at the last look
def _fault(masks: tuple[int, ...], placed: tuple[int, ...]) -> tuple[int, int]:
    """The digit that a unit has placed twice, and the lowest that has no place left, or 0 for none."""
    twice = seen = 0
    for mask in placed:
        twice = twice or seen & mask
        seen |= mask
    missing = (1 << len(masks)) - 1 & ~reduce(or_, masks)
    return twice, missing & -missing
