"""Naked and hidden sets, fish and wings."""

from collections.abc import Iterator

from ...core.deadline import spend
from ...core.masks import bits
from ...core.position import Position
from .hint import (
    ALL_DIGITS,
    COLUMNS,
    HOUSE,
    PEERS,
    REGIONS,
    ROWS,
    UNITS,
    Hint,
    at,
    empty,
    lowest,
    single,
    tuples,
)
from .singles import hidden_in


def hidden_sets(position: Position, degree: int, rating: float) -> Iterator[Hint]:
    for unit in REGIONS:
        if empty(position, unit) > 2 * degree:
            for values, cells in hidden_in(position, unit, degree):
                removed = position.in_cells(cells, ALL_DIGITS & ~values)
                if removed:
                    yield Hint(rating, removed)


def naked_sets(position: Position, degree: int, rating: float) -> Iterator[Hint]:
    marks = position.marks
    for unit in REGIONS:
        if empty(position, unit) < 2 * degree:
            continue
        open_cells = position.open & UNITS[unit]
        known = [cell for cell in bits(open_cells) if 2 <= marks[cell].bit_count() <= degree]
        spend(8)
        for chosen in tuples(len(known), degree):
            values = cells = 0
            for index in chosen:
                values |= marks[known[index]]
                cells |= 1 << known[index]
            if values.bit_count() == degree:
                removed = position.in_cells(open_cells & ~cells, values)
                if removed:
                    yield Hint(rating, removed)


def fish(position: Position, degree: int, rating: float) -> Iterator[Hint]:
    """Columns are the base first, then rows."""
    for bases, covers in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        lines = [_lines(position, digit, bases, covers) for digit in range(1, 10)]
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
                            yield Hint(rating, at(digit, lost))


def _lines(position: Position, digit: int, bases: range, covers: range) -> list[int]:
    """By line of one kind, the lines of the other that cross it at a place of the digit."""
    places = position.places[digit]
    is_rows = bases is ROWS
    lines = [0] * 9
    for cell in bits(places):
        row, column = divmod(cell, 9)
        if is_rows:
            lines[row] |= 1 << column
        else:
            lines[column] |= 1 << row
    return lines


def wings(position: Position, count: int, rating: float) -> Iterator[Hint]:
    """XY-wing where the pivot has two candidates, XYZ-wing where it has three."""
    marks = position.marks
    pairs = [mark if mark.bit_count() == 2 else 0 for mark in marks]
    for pivot in bits(position.open):
        mark = marks[pivot]
        if mark.bit_count() != count:
            continue
        for one in HOUSE[pivot]:
            if not pairs[one] or not single(mark & ~pairs[one]):
                continue
            for two in HOUSE[pivot]:
                both = pairs[one] & pairs[two]
                whole = mark | pairs[one] | pairs[two]
                if whole.bit_count() != 3 or not single(both) or (both & mark != 0) != (count == 3):
                    continue
                seen = PEERS[one] & PEERS[two] & (PEERS[pivot] if count == 3 else ~0)
                digit = lowest(both) + 1
                lost = position.places[digit] & seen
                if lost:
                    yield Hint(rating, at(digit, lost))
