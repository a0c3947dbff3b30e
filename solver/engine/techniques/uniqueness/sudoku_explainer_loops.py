"""Unique loops: cells round a loop that two digits could fill in either way, if a few had no more digits.

A rectangle is a loop of four. If one cell has more candidates (type 1), it loses the two digits. If all cells
that have more share one digit (2), what sees them loses it. Two cells that have more are part of a set (3),
or have the one of the two digits that their region has nowhere else (4).
"""

from collections.abc import Iterator

from ...core.deadline import spend
from ...core.masks import bits
from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import PEERS, UNITS, UNITS_OF, at, empty, lowest, single, tuples

# The regions of a cell, a bit each.
_REGIONS_OF = tuple(sum(1 << unit for unit in units) for units in UNITS_OF)


LOOPS = {number: f"unique loop type {number}" for number in range(1, 5)}
# What those that say the same have in common, and the first of them.
_Found = tuple[tuple[object, ...], Deduction]


def unique_loops(position: Position) -> Iterator[Deduction]:
    """Yield unique loops by rating, then type, then as they were found."""
    found: dict[tuple[object, ...], Deduction] = {}
    for cell in bits(position.open):
        pair = position.marks[cell]
        if pair.bit_count() == 2:
            for loop in _loops(position, cell, pair):
                for same, loop_deduction in _deductions(position, loop, pair):
                    if loop_deduction.removed:
                        found.setdefault(same, loop_deduction)
    yield from sorted(found.values(), key=lambda each: (each.rating, each.technique))


def _loops(position: Position, first: int, pair: int) -> Iterator[tuple[int, ...]]:
    """Yield loops from a cell on through cells that have both digits, every region twice or never."""
    marks = position.marks
    one, two = lowest(pair) + 1, pair.bit_length()
    both = position.places[one] & position.places[two]

    def follow(
        loop: tuple[int, ...], seen: tuple[int, int], allowed: int, extra: int, last: int
    ) -> Iterator[tuple[int, ...]]:
        # Each region is met once by an even and once by an odd cell.
        parity = len(loop) & 1
        spend(4)
        for kind, unit in enumerate(UNITS_OF[loop[-1]]):
            if kind == last:
                continue
            for cell in bits(both & UNITS[unit]):
                if cell == first and len(loop) >= 4:
                    if seen[0] == seen[1]:
                        yield loop
                elif cell not in loop:
                    # Keep what its neighbours have more too, as Sudoku Explainer does.
                    extra |= marks[cell] & ~pair
                    more = marks[cell] != pair
                    regions = _REGIONS_OF[cell]
                    if (not more or single(extra) or allowed > 0) and not seen[parity] & regions:
                        met = (
                            (seen[0], seen[1] | regions) if parity else (seen[0] | regions, seen[1])
                        )
                        yield from follow((*loop, cell), met, allowed - more, extra, kind)

    yield from follow((first,), (_REGIONS_OF[first], 0), 2, 0, -1)


def _deductions(position: Position, loop: tuple[int, ...], pair: int) -> Iterator[_Found]:
    marks = position.marks
    more = [cell for cell in loop if marks[cell] != pair]
    cells = sum(1 << cell for cell in loop)
    rating = _rating(len(loop))
    extra = 0
    for cell in more:
        extra |= marks[cell] & ~pair
    if len(more) == 1:
        removed = position.in_cells(1 << more[0], pair)
        yield (1, cells), Deduction(LOOPS[1], removed, rating=rating)
    elif single(extra):
        seen = position.masks.all_cells
        for cell in more:
            seen &= PEERS[cell]
        digit = lowest(extra) + 1
        removed = at(digit, position.places[digit] & seen)
        yield (2, cells), Deduction(LOOPS[2], removed, rating=rating)
    if len(more) == 2:
        if not single(extra):
            yield from _subsets(position, cells, more[0], more[1], pair, extra, rating)
        yield from _conjugates(position, cells, more[0], more[1], pair, rating)


def _rating(length: int) -> float:
    rating = 4.5
    if length >= 10:
        rating += 0.3
    if length >= 8:
        rating += 0.2
    elif length >= 6:
        rating += 0.1
    return rating


def _conjugates(
    position: Position, cells: int, one: int, two: int, pair: int, rating: float
) -> Iterator[_Found]:
    """Yield type 4: the first of the digits that a region of both cells has nowhere else. The other goes."""
    here = 1 << one | 1 << two
    shared = [UNITS[unit] for unit in UNITS_OF[one] if UNITS[unit] & here == here]
    for digit, other in (
        (lowest(pair) + 1, pair.bit_length()),
        (pair.bit_length(), lowest(pair) + 1),
    ):
        if any(not position.places[digit] & unit & ~here for unit in shared):
            yield (4, cells), Deduction(LOOPS[4], at(other, here), rating=rating)
            return


def _subsets(
    position: Position, cells: int, one: int, two: int, pair: int, extra: int, rating: float
) -> Iterator[_Found]:
    """Yield type 3: what the two cells have more is a naked set with others, or hidden in as many."""
    here = 1 << one | 1 << two
    for degree in range(extra.bit_count(), 8):
        for unit in UNITS_OF[one]:
            if UNITS[unit] & here != here:
                continue
            if 2 * degree <= empty(position, unit):
                yield from _naked(position, cells, one, two, extra, unit, degree, rating)
            if 2 * degree < empty(position, unit):
                yield from _hidden(position, cells, one, two, pair, extra, unit, degree, rating)


def _naked(
    position: Position,
    cells: int,
    one: int,
    two: int,
    extra: int,
    unit: int,
    degree: int,
    rating: float,
) -> Iterator[_Found]:
    marks = position.marks
    common = extra & marks[one] & marks[two]
    inside = list(bits(UNITS[unit]))
    place = inside.index(one)
    spend(32)
    for chosen in tuples(9, degree):
        if place not in chosen:
            continue
        others = [inside[index] for index in chosen if index != place]
        if two in others or any(marks[cell].bit_count() < 2 for cell in others):
            continue
        values = common
        for cell in others:
            values |= marks[cell]
        if values.bit_count() == degree and not extra & ~values:
            taken = sum(1 << cell for cell in others) | 1 << one | 1 << two
            removed = position.in_cells(position.open & UNITS[unit] & ~taken, values)
            same = (3, cells, unit, values, tuple(others))
            yield same, Deduction(LOOPS[3], removed, rating=rating + (degree - 1) * 0.1)


def _hidden(
    position: Position,
    cells: int,
    one: int,
    two: int,
    pair: int,
    extra: int,
    unit: int,
    degree: int,
    rating: float,
) -> Iterator[_Found]:
    others = list(bits(0x1FF & ~pair & ~extra))
    inside = UNITS[unit] & ~(1 << two)
    spend(32)
    for chosen in tuples(len(others), degree - 2):
        values = pair
        for index in chosen:
            values |= 1 << others[index]
        places = [position.places[index + 1] & inside for index in bits(values)]
        if not all(places):
            continue
        union = 0
        for each in places:
            union |= each
        if union.bit_count() == degree:
            left = union & ~(1 << one)
            removed = position.in_cells(left, 0x1FF & ~values)
            more = (left.bit_count() - 1) * 0.1
            same = (3, cells, unit, values, left)
            yield same, Deduction(LOOPS[3], removed, rating=rating + more)
