"""What pointing and claiming share: digits that one unit can only hold where another crosses it."""

from collections.abc import Iterable, Iterator

from ..board import Board
from ..geometry import digits_of
from ..steps import Step


def find_locked(
    board: Board, name: str, units: Iterable[int], axes: tuple[int, ...]
) -> Iterator[Step]:
    """For each of `units`, the digits locked into one crossing unit, and what that one loses elsewhere.

    `axes` picks the crossing units of a cell: 0 its row, 1 its column, 2 its box.
    """
    shape, candidates = board.geometry, board.candidates
    for unit in units:
        cells = board.open_cells(shape.units[unit].cells)
        for axis in axes:
            held: dict[int, int] = {}  # by crossing unit
            for cell in cells:
                crossing = shape.units_of[cell][axis]
                held[crossing] = held.get(crossing, 0) | candidates[cell]
            for crossing, mask in held.items():
                for other, elsewhere in held.items():
                    if other != crossing:
                        mask &= ~elsewhere
                yield from _steps(board, name, unit, crossing, mask)


def _steps(board: Board, name: str, unit: int, crossing: int, locked: int) -> Iterator[Step]:
    shape, candidates = board.geometry, board.candidates
    inside = set(shape.units[unit].cells)
    for digit in digits_of(locked):
        bit = 1 << (digit - 1)
        holders = [cell for cell in shape.units[crossing].cells if candidates[cell] & bit]
        removed = tuple((cell, bit) for cell in holders if cell not in inside)
        if removed:
            evidence = tuple(cell for cell in holders if cell in inside)
            yield Step(name, unit, evidence, bit, (), removed)
