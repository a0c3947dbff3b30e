"""Subsets as Sudoku Explainer finds and rates them: in the order of the binary numbers that choices are."""

from collections.abc import Iterator
from functools import partial

from ...core.deadline import spend
from ...core.position import Position
from ..sudoku_explainer import ALL_DIGITS, CELLS, REGIONS, UNITS, Hint, empty, lowest, single
from .finder import cells_in, closed, digits_in


def direct_hidden_sets(position: Position, degree: int, rating: float) -> Iterator[Hint]:
    """A hidden pair or triplet that leaves another digit of its region one place."""
    for unit in REGIONS:
        if empty(position, unit) <= degree:
            continue
        for values, cells in sorted(closed(digits_in(position, unit, degree), degree)):
            for digit in range(1, 10):
                places = position.places[digit] & UNITS[unit]
                left = places & ~cells
                if not values >> (digit - 1) & 1 and places != left and single(left):
                    yield Hint(rating, 0, (digit - 1) * CELLS + lowest(left))
                    break


def hidden_sets(position: Position, degree: int, rating: float) -> Iterator[Hint]:
    for unit in REGIONS:
        if empty(position, unit) > 2 * degree:
            for values, cells in sorted(closed(digits_in(position, unit, degree), degree)):
                removed = position.in_cells(cells, ALL_DIGITS & ~values)
                if removed:
                    yield Hint(rating, removed)


def naked_sets(position: Position, degree: int, rating: float) -> Iterator[Hint]:
    for unit in REGIONS:
        if empty(position, unit) >= 2 * degree:
            spend(8)
            for cells, values in sorted(closed(cells_in(position, unit, degree), degree)):
                removed = position.in_cells(UNITS[unit] & ~cells, values)
                if removed:
                    yield Hint(rating, removed)


direct_hidden_pairs = partial(direct_hidden_sets, degree=2, rating=2.0)
direct_hidden_triplets = partial(direct_hidden_sets, degree=3, rating=2.5)
naked_pairs = partial(naked_sets, degree=2, rating=3.0)
naked_triplets = partial(naked_sets, degree=3, rating=3.6)
naked_quads = partial(naked_sets, degree=4, rating=5.0)
hidden_pairs = partial(hidden_sets, degree=2, rating=3.4)
hidden_triplets = partial(hidden_sets, degree=3, rating=4.0)
hidden_quads = partial(hidden_sets, degree=4, rating=5.4)
