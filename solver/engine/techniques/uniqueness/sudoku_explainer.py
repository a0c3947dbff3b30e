"""Unique loops and graves, as Sudoku Explainer finds and rates them.

*Unique loop*: cells round a loop that two digits could fill in either way, if a few had no more digits. A
rectangle is a loop of four. If one cell has more candidates (type 1), it loses the two digits. If all cells
that have more share one digit (2), what sees them loses it. Two cells that have more are part of a set (3),
or have the one of the two digits that their region has nowhere else (4).

*Bivalue universal grave*: without a few candidates every cell has two, and every digit two places in a region.
Such a board would have two solutions or none, so one of the few is true. They are in one cell (type 1), of
one digit (2), in cells that go on as a naked set (3), or in two cells that share one more digit (4).
"""

from collections.abc import Iterator
from typing import NamedTuple

from ...core.deadline import spend
from ...core.masks import bits, mask_of, union_of
from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import (
    ALL_DIGITS,
    BOXES,
    COLUMNS,
    HOUSE,
    PEERS,
    ROWS,
    UNITS,
    UNITS_OF,
    at,
    empty,
    lowest,
    single,
    tuples,
)

# The regions of a cell, a bit each.
_REGIONS_OF = tuple(map(mask_of, UNITS_OF))

LOOPS = {number: f"unique loop type {number}" for number in range(1, 5)}
RATINGS = {4: 4.5, 6: 4.6, 8: 4.7}  # by cells. Longer loops have 5.0
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


class _Loop(NamedTuple):
    """A loop of cells (a mask) with the digits of `pair`, and two cells that have more: `extra` in all."""

    position: Position
    cells: int
    pair: int
    one: int
    two: int
    extra: int
    rating: float

    @property
    def both(self) -> int:
        return 1 << self.one | 1 << self.two

    @property
    def shared(self) -> list[int]:
        """The regions that have both cells, in the order of the program."""
        return [unit for unit in UNITS_OF[self.one] if not self.both & ~UNITS[unit]]


def _deductions(position: Position, loop: tuple[int, ...], pair: int) -> Iterator[_Found]:
    marks = position.marks
    more = [cell for cell in loop if marks[cell] != pair]
    cells, extra = mask_of(loop), position.digits_in(mask_of(more)) & ~pair
    rating = RATINGS.get(len(loop), 5.0)
    if len(more) == 1:
        removed = position.in_cells(1 << more[0], pair)
        yield (1, cells), Deduction(LOOPS[1], removed, rating=rating)
    elif single(extra):
        seen = position.masks.seen_by_all(mask_of(more))
        digit = lowest(extra) + 1
        removed = at(digit, position.places[digit] & seen)
        yield (2, cells), Deduction(LOOPS[2], removed, rating=rating)
    if len(more) == 2:
        with_two = _Loop(position, cells, pair, more[0], more[1], extra, rating)
        if not single(extra):
            yield from _subsets(with_two)
        yield from _conjugates(with_two)


def _conjugates(loop: _Loop) -> Iterator[_Found]:
    """Yield type 4: the first of the digits that a region of both cells has nowhere else. The other goes."""
    one, two = lowest(loop.pair) + 1, loop.pair.bit_length()
    for digit, other in ((one, two), (two, one)):
        places = loop.position.places[digit] & ~loop.both
        if any(not places & UNITS[unit] for unit in loop.shared):
            lost = at(other, loop.both)
            yield (4, loop.cells), Deduction(LOOPS[4], lost, rating=loop.rating)
            return


def _subsets(loop: _Loop) -> Iterator[_Found]:
    """Yield type 3: what the two cells have more is a naked set with others, or hidden in as many."""
    for degree in range(loop.extra.bit_count(), 8):
        for unit in loop.shared:
            count = empty(loop.position, unit)
            if 2 * degree <= count:
                yield from _naked(loop, unit, degree)
            if 2 * degree < count:
                yield from _hidden(loop, unit, degree)


def _naked(loop: _Loop, unit: int, degree: int) -> Iterator[_Found]:
    position, one, two = loop.position, loop.one, loop.two
    marks = position.marks
    common = loop.extra & marks[one] & marks[two]
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
        if values.bit_count() == degree and not loop.extra & ~values:
            taken = mask_of(others) | loop.both
            removed = position.in_cells(position.open & UNITS[unit] & ~taken, values)
            same = (3, loop.cells, unit, values, tuple(others))
            rating = loop.rating + (degree - 1) * 0.1
            yield same, Deduction(LOOPS[3], removed, rating=rating)


def _hidden(loop: _Loop, unit: int, degree: int) -> Iterator[_Found]:
    position, pair = loop.position, loop.pair
    others = list(bits(ALL_DIGITS & ~pair & ~loop.extra))
    inside = UNITS[unit] & ~(1 << loop.two)
    spend(32)
    for chosen in tuples(len(others), degree - 2):
        values = pair | mask_of(others[index] for index in chosen)
        places = [position.places[index + 1] & inside for index in bits(values)]
        union = union_of(places)
        if all(places) and union.bit_count() == degree:
            left = union & ~(1 << loop.one)
            removed = position.in_cells(left, ALL_DIGITS & ~values)
            same = (3, loop.cells, unit, values, left)
            rating = loop.rating + (left.bit_count() - 1) * 0.1
            yield same, Deduction(LOOPS[3], removed, rating=rating)


# --- Graves -------------------------------------------------------------------------------------------

GRAVES = {number: f"bivalue universal grave type {number}" for number in range(1, 5)}


def graves(position: Position) -> Iterator[Deduction]:
    """Yield bivalue universal graves of types 1, 2 and 4, then type 3, with Sudoku Explainer's ratings."""
    few = _few(position)
    if few is None:
        return
    cells, common = few
    values = union_of(cells.values())
    if len(cells) == 1:
        ((cell, mask),) = cells.items()
        removed = position.in_cells(1 << cell, position.marks[cell] & ~mask)
        yield Deduction(GRAVES[1], removed, rating=5.6)
    elif single(values):
        digit = lowest(values) + 1
        lost = position.places[digit] & common
        if lost:
            yield Deduction(GRAVES[2], at(digit, lost), rating=5.7)
        if len(cells) == 2:
            yield from _of_two(position, cells, values)
    elif common:
        if len(cells) == 2:
            yield from _of_two(position, cells, values)
        yield from _of_sets(position, cells, values, common)


def _few(position: Position) -> tuple[dict[int, int], int] | None:
    """Return the extra digits of each cell and the cells that see all of these, or None if it is no grave."""
    marks = list(position.marks)
    cells: dict[int, int] = {}
    common, values = position.masks.all_cells, 0
    for unit in (*BOXES, *ROWS, *COLUMNS):
        for digit in range(1, 10):
            places = position.places[digit] & UNITS[unit]
            if places.bit_count() in (0, 2):
                continue
            large = [cell for cell in bits(places) if position.marks[cell].bit_count() >= 3]
            if not large:
                return None
            if len(large) > 1:
                continue  # another region says which of them is one too many
            cell, bit = large[0], 1 << (digit - 1)
            cells[cell] = cells.get(cell, 0) | bit
            values |= bit
            marks[cell] &= ~bit
            common &= PEERS[cell] & ~mask_of(cells)
            if len(cells) > 1 and not single(values) and not common:
                return None
    is_grave = cells and all(marks[cell].bit_count() == 2 for cell in bits(position.open))
    return (cells, common) if is_grave and _twice(position, marks) else None


def _twice(position: Position, marks: list[int]) -> bool:
    """Return whether each digit has two places left in each region, or none."""
    for unit in UNITS:
        once = twice = 0
        for cell in bits(unit & position.open):
            if twice & marks[cell]:
                return False
            twice |= once & marks[cell]
            once |= marks[cell]
        if once != twice:
            return False
    return True


def _of_two(position: Position, cells: dict[int, int], values: int) -> Iterator[Deduction]:
    one, two = cells
    common = position.marks[one] & position.marks[two] & ~values
    if single(common) and set(UNITS_OF[one]) & set(UNITS_OF[two]):
        removed = union_of(
            position.in_cells(1 << cell, position.marks[cell] & ~mask & ~common)
            for cell, mask in cells.items()
        )
        yield Deduction(GRAVES[4], removed, rating=5.7)


def _of_sets(
    position: Position, cells: dict[int, int], values: int, common: int
) -> Iterator[Deduction]:
    for kind in range(3):
        units = {UNITS_OF[cell][kind] for cell in cells}
        if len(units) > 1:
            continue
        inside = common & UNITS[units.pop()]
        others = [cell for cell in HOUSE[next(iter(cells))] if inside >> cell & 1]
        for degree in range(2, 7):
            if len(others) < degree:
                continue
            for chosen in tuples(len(others), degree - 1):
                taken = [others[index] for index in chosen]
                union = position.digits_in(mask_of(taken))
                if union.bit_count() != degree or values & ~union:
                    continue
                if any(position.marks[cell].bit_count() < 2 for cell in taken):
                    continue
                rest = mask_of(cell for cell in others if cell not in taken)
                removed = position.in_cells(rest, union)
                if removed:
                    yield Deduction(GRAVES[3], removed, rating=5.7 + 0.1 * (degree - 1))
