"""The logic that pointing and claiming share: digits that one unit can only hold where another crosses it."""

from collections.abc import Iterator

from ..board import Board
from ..folding import Way
from ..geometry import Geometry
from ..steps import Step
from ..words import say_count
from .base import say_cells, say_digits, say_unit


def find_in_boxes(board: Board, name: str) -> Iterator[Step]:
    """Digits that a box can only hold in one line, and what that line loses."""
    at = board.geometry.folds
    found: list[tuple[int, int, int]] = []
    for way in at.ways:
        here = at.over(board.whole & ~board.placed_whole, way.cell) & way.parts
        locked = here & ~at.others(here, way.box)
        if locked:
            whole = at.over(board.whole, way.cell) & way.parts
            crossings = _crossings(board.geometry, way, locked & at.others(whole, way.line))
            found += [(box, line, digits) for line, box, digits in crossings]
    return _all_steps(board, name, found)


def find_in_lines(board: Board, name: str) -> Iterator[Step]:
    """Digits that a line can only hold in one box, and what that box loses."""
    at = board.geometry.folds
    found: list[tuple[int, int, int]] = []
    for way in at.ways:
        here = at.over(board.whole & ~board.placed_whole, way.cell) & way.parts
        locked = here & ~at.others(here, way.line)
        if locked:
            whole = at.over(board.whole, way.cell) & way.parts
            found += _crossings(board.geometry, way, locked & at.others(whole, way.box))
    return _all_steps(board, name, found)


def _crossings(shape: Geometry, way: Way, found: int) -> list[tuple[int, int, int]]:
    """(line, box, digits) of each part that has any."""
    size, crossings = shape.size, []
    while found:
        head = ((found & -found).bit_length() - 1) // size
        digits = found >> head * size & shape.all_digits_mask
        units = shape.units_of[head]
        crossings.append((units[way.which], units[2], digits))
        found ^= digits << head * size
    return crossings


def _all_steps(board: Board, name: str, found: list[tuple[int, int, int]]) -> Iterator[Step]:
    candidates, crossings = board.candidates, board.geometry.crossings
    for unit, crossing, locked in sorted(found):
        shared, rest = crossings[unit, crossing]
        while locked:
            bit = locked & -locked
            locked ^= bit
            evidence = tuple([cell for cell in shared if candidates[cell] & bit])
            removed = tuple([(cell, bit) for cell in rest if candidates[cell] & bit])
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
