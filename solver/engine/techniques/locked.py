"""The logic that pointing and claiming share: digits that one unit can only hold where another crosses it."""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from ..board import Board
from ..geometry import Geometry, digits_of
from ..steps import Step
from ..words import say_count
from .base import say_cells, say_digits, say_unit


def find_locked(board: Board, name: str, units: Iterable[int]) -> Iterator[Step]:
    """For each of `units`, the digits locked into a unit that crosses it, and what that one loses."""
    candidates, crossings = board.candidates, board.geometry.crossings
    open_masks = [0 if held else mask for mask, held in zip(candidates, board.placed, strict=True)]
    for unit in units:
        for crossing in crossings[unit]:
            locked = reduce(or_, crossing.shared(open_masks))
            if locked:
                locked &= ~reduce(or_, crossing.own_rest(open_masks))
                if locked and locked & reduce(or_, crossing.other_rest(candidates)):
                    yield from _steps(board, name, unit, crossing.other, locked)


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


def say_locked(shape: Geometry, step: Step, crossing: int) -> str:
    """Why the rest of the unit that is crossed loses the digit."""
    return say_count(
        "{cells} is the only place for {digit} in {unit}, all in {crossing}: "
        "it goes from the rest of {crossing}.",
        "{cells} are the only places for {digit} in {unit}, all in {crossing}: "
        "it goes from the rest of {crossing}.",
        len(step.cells),
        cells=say_cells(shape, step.cells),
        digit=say_digits(step.digits_mask),
        unit=say_unit(shape, step.unit),
        crossing=say_unit(shape, crossing),
    )
