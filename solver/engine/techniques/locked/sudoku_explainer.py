"""Locked candidates as Sudoku Explainer finds and rates them."""

from collections.abc import Iterator

from ...core.position import Position
from ..sudoku_explainer import (
    BOXES,
    CELLS,
    COLUMNS,
    ROWS,
    UNITS,
    Hint,
    at,
    lowest,
    single,
)

# A region that locks, and the one that it locks in; both in the order in which they are looked at.
CROSSINGS = tuple(
    (one, two, ones)
    for ones, twos in ((BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES))
    for one in ones
    for two in twos
    if UNITS[one] & UNITS[two]
)


def locked(position: Position) -> Iterator[tuple[int, int, int, int, range]]:
    """(digit, region that locks, region that it locks in, cells that lose it, regions of the first kind)."""
    for one, two, ones in CROSSINGS:
        inside, across = UNITS[one], UNITS[two]
        for digit in range(1, 10):
            places = position.places[digit]
            here = places & inside
            if here and not here & ~across and here & (here - 1):
                lost = places & across & ~inside
                if lost:
                    yield digit, one, two, lost, ones


def direct_locking(position: Position) -> Iterator[Hint]:
    """Pointing 1.7 or claiming 1.9 that leaves a region of the same kind one place."""
    for digit, one, two, _, ones in locked(position):
        for three in ones:
            if three != one and UNITS[three] & UNITS[two]:
                places = position.places[digit] & UNITS[three]
                left = places & ~UNITS[two]
                if places != left and single(left):
                    placed = (digit - 1) * CELLS + lowest(left)
                    yield Hint(1.7 if ones is BOXES else 1.9, 0, placed)


def locking(position: Position) -> Iterator[Hint]:
    for digit, _, _, lost, ones in locked(position):
        yield Hint(2.6 if ones is BOXES else 2.8, at(digit, lost))
