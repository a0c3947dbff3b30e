"""Subsets as Sudoku Explainer rates them: those of the ladder, in the order of their masks in each region."""

from collections.abc import Callable, Iterator
from functools import partial

from ...core.position import Position, unit_marks
from ..deduction import Deduction
from ..sudoku_explainer import ALL_DIGITS, CELLS, REGIONS, UNITS, empty, lowest, single
from .finder import SIZES, hidden_in, naked_in


def _in_order(
    position: Position, search: Callable[..., list[tuple[int, int]]], unit: int, size: int
) -> list[tuple[int, int]]:
    return sorted(position.kept(search, (unit, size), position.fact(unit_marks)[unit]))


def direct_hidden_sets(position: Position, size: int, rating: float) -> Iterator[Deduction]:
    """Yield each hidden pair or triplet that leaves another digit of its unit one place, with that placement.

    `size` is 2 or 3, `rating` Sudoku Explainer's.
    """
    for unit in REGIONS:
        if empty(position, unit) <= size:
            continue
        for values, cells in _in_order(position, hidden_in, unit, size):
            for digit in range(1, 10):
                places = position.places[digit] & UNITS[unit]
                left = places & ~cells
                if not values >> (digit - 1) & 1 and places != left and single(left):
                    placed = 1 << (digit - 1) * CELLS + lowest(left)
                    yield Deduction(f"direct hidden {SIZES[size]}", 0, placed, rating=rating)
                    break


def hidden_sets(position: Position, size: int, rating: float) -> Iterator[Deduction]:
    for unit in REGIONS:
        if empty(position, unit) > 2 * size:
            for values, cells in _in_order(position, hidden_in, unit, size):
                removed = position.in_cells(cells, ALL_DIGITS & ~values)
                if removed:
                    yield Deduction(f"hidden {SIZES[size]}", removed, rating=rating)


def naked_sets(position: Position, size: int, rating: float) -> Iterator[Deduction]:
    for unit in REGIONS:
        if empty(position, unit) >= 2 * size:
            for cells, values in _in_order(position, naked_in, unit, size):
                removed = position.in_cells(UNITS[unit] & ~cells, values)
                if removed:
                    yield Deduction(f"naked {SIZES[size]}", removed, rating=rating)


direct_hidden_pairs = partial(direct_hidden_sets, size=2, rating=2.0)
direct_hidden_triplets = partial(direct_hidden_sets, size=3, rating=2.5)
naked_pairs = partial(naked_sets, size=2, rating=3.0)
naked_triplets = partial(naked_sets, size=3, rating=3.6)
naked_quads = partial(naked_sets, size=4, rating=5.0)
hidden_pairs = partial(hidden_sets, size=2, rating=3.4)
hidden_triplets = partial(hidden_sets, size=3, rating=4.0)
hidden_quads = partial(hidden_sets, size=4, rating=5.4)
