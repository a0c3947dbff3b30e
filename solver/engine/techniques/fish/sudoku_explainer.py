"""Fish as Sudoku Explainer finds and rates them."""

from collections.abc import Iterator
from functools import partial

from ...core.deadline import spend
from ...core.masks import bits
from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import COLUMNS, ROWS, UNITS, at, tuples
from .finder import NAMES


def fish(position: Position, degree: int, rating: float) -> Iterator[Deduction]:
    """Yield fish of `degree` lines with this Sudoku Explainer `rating`, columns as bases first, then rows."""
    for bases, covers in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        lines = [_lines(position, digit, bases) for digit in range(1, 10)]
        for chosen in tuples(9, degree):
            spend()
            for digit, known in enumerate(lines, 1):
                covered = 0
                for index in chosen:
                    if not 2 <= known[index].bit_count() <= degree:
                        break
                    covered |= known[index]
                else:
                    if covered.bit_count() == degree:
                        base = sum(UNITS[bases[index]] for index in chosen)
                        cover = sum(UNITS[covers[index]] for index in bits(covered))
                        lost = position.places[digit] & cover & ~base
                        if lost:
                            yield Deduction(NAMES[degree], at(digit, lost), rating=rating)


def _lines(position: Position, digit: int, bases: range) -> list[int]:
    """Return, for each line of one kind, the lines of the other that cross it at a place of the digit."""
    lines = [0] * 9
    for cell in bits(position.places[digit]):
        row, column = divmod(cell, 9)
        base, cover = (row, column) if bases is ROWS else (column, row)
        lines[base] |= 1 << cover
    return lines


x_wings = partial(fish, degree=2, rating=3.2)
swordfish = partial(fish, degree=3, rating=3.8)
jellyfish = partial(fish, degree=4, rating=5.2)
