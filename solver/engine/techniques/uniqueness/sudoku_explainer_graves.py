"""Bivalue universal grave: without a few candidates every cell has two, and every digit two places in a
region.

Such a board would have two solutions or none, so one of the few is true. They are in one cell (type 1), of
one digit (2), in cells that go on as a naked set (3), or in two cells that share one more digit (4).
"""

from collections.abc import Iterator

from ...core.masks import bits, mask_of, union_of
from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import (
    BOXES,
    COLUMNS,
    HOUSE,
    PEERS,
    ROWS,
    UNITS,
    UNITS_OF,
    at,
    lowest,
    single,
    tuples,
)

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
