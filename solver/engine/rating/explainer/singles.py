"""Singles, and what becomes a hidden single at once: the techniques that fill a cell in, and do no more."""

from collections.abc import Iterator

from ...core.masks import bits
from ...core.position import Position
from .hint import (
    BOXES,
    CELLS,
    COLUMNS,
    REGIONS,
    ROWS,
    UNITS,
    UNITS_OF,
    Hint,
    at,
    empty,
    lowest,
    places_in,
    single,
    tuples,
)

# A region that locks, and the one that it locks in; both in the order in which they are looked at.
CROSSINGS = tuple(
    (one, two, ones)
    for ones, twos in ((BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES))
    for one in ones
    for two in twos
    if UNITS[one] & UNITS[two]
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


def direct_hidden_sets(position: Position, degree: int, rating: float) -> Iterator[Hint]:
    """A hidden pair or triplet that leaves another digit of its region one place."""
    for unit in REGIONS:
        if empty(position, unit) <= degree:
            continue
        for values, cells in hidden_in(position, unit, degree):
            for digit in range(1, 10):
                places = position.places[digit] & UNITS[unit]
                left = places & ~cells
                if not values >> (digit - 1) & 1 and places != left and single(left):
                    yield Hint(rating, 0, (digit - 1) * CELLS + lowest(left))
                    break


def hidden_in(position: Position, unit: int, degree: int) -> Iterator[tuple[int, int]]:
    """Masks of so many digits of a unit, and of the so many cells that are all their places."""
    known = list(places_in(position, unit, degree))
    for chosen in tuples(len(known), degree):
        cells = values = 0
        for index in chosen:
            digit, places = known[index]
            cells |= places
            values |= 1 << (digit - 1)
        if cells.bit_count() == degree:
            yield values, cells
