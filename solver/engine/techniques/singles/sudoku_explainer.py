"""Singles as Sudoku Explainer finds and rates them."""

from collections.abc import Iterator

from ...core.masks import bits
from ...core.position import Position
from ..sudoku_explainer import (
    CELLS,
    UNITS,
    UNITS_OF,
    Hint,
    lowest,
)


def hidden_singles(position: Position) -> Iterator[Hint]:
    """The last cell of a region 1.0, of a box 1.2, of a line 1.5."""
    last = position.last_cells
    if last:
        cell = lowest(last)
        yield Hint(1.0, 0, (position.marks[cell].bit_length() - 1) * CELLS + cell)
        return
    in_line = -1
    for digit in range(1, 10):
        for cell in bits(position.hidden(digit)):
            placed = (digit - 1) * CELLS + cell
            if position.places[digit] & UNITS[UNITS_OF[cell][0]] == 1 << cell:
                yield Hint(1.2, 0, placed)
                return
            in_line = placed
    if in_line >= 0:
        yield Hint(1.5, 0, in_line)


def naked_singles(position: Position) -> Iterator[Hint]:
    for cell in bits(position.naked):
        yield Hint(2.3, 0, (position.marks[cell].bit_length() - 1) * CELLS + cell)
