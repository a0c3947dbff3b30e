"""Rows of article 000's CTEs at a moment, counted from the board."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.engine.core.geometry import digits_of, geometry_of

RANGES = {"row": 1, "column": 10, "box": 100}  # what article 000 multiplies a number by
FULL = 511


class Enclosed(NamedTuple):
    """A row of the CTE `x`, with the cells that fit the combo and those that lose digits."""

    range: int
    combo: int
    cells: tuple[int, ...]
    losing: tuple[int, ...]


def enclosed(masks: Sequence[int]) -> Iterator[Enclosed]:
    """Yield the rows of `x` for the masks of 81 cells, in the order of ranges and combos."""
    for unit in geometry_of(3).units:
        for combo in range(1, FULL + 1):
            cells = tuple(cell for cell in unit.cells if not masks[cell] & ~combo)
            if cells and len(cells) == combo.bit_count():
                losing = tuple(c for c in unit.cells if masks[c] & combo and masks[c] & ~combo)
                yield Enclosed(RANGES[unit.kind] * unit.number, combo, cells, losing)


def fitting(masks: Sequence[int]) -> int:
    """Return the number of rows of `#temp`: pairs of a cell and a combo that holds its candidates."""
    return sum(1 << 9 - mask.bit_count() for mask in masks)


def say_combo(combo: int) -> str:
    """Return a combo with its digits, such as `6 {23}`."""
    return f"{combo} {{{''.join(map(str, digits_of(combo)))}}}"
