"""The logic that pointing and claiming share: digits that one unit can only hold where another crosses it."""

from collections.abc import Iterator

from ..board import Board
from ..geometry import Geometry
from ..steps import Step
from ..words import say_count
from .base import say_cells, say_digits, say_unit


def find_in_boxes(board: Board, name: str) -> Iterator[Step]:
    """Digits that a box can only hold in one line, and what that line loses."""
    found: list[tuple[int, int, int]] = []
    for along_rows in (True, False):
        parts = Parts(board, along_rows)
        locked = parts.here & ~parts.elsewhere_in_box(parts.here)
        if locked:
            locked &= parts.elsewhere_in_line(parts.whole)
            found += [(box, line, digits) for line, box, digits in parts.crossings(locked)]
    return _all_steps(board, name, found)


def find_in_lines(board: Board, name: str) -> Iterator[Step]:
    """Digits that a line can only hold in one box, and what that box loses."""
    found: list[tuple[int, int, int]] = []
    for along_rows in (True, False):
        parts = Parts(board, along_rows)
        locked = parts.here & ~parts.elsewhere_in_line(parts.here)
        if locked:
            found += parts.crossings(locked & parts.elsewhere_in_box(parts.whole))
    return _all_steps(board, name, found)


class Parts:
    """The parts of a board where lines cross boxes, all at once: a mask of digits at the head of each."""

    def __init__(self, board: Board, along_rows: bool) -> None:
        self.shape = board.geometry
        self.along_rows = along_rows
        self.at = at = self.shape.folds
        cell = at.column if along_rows else at.row
        heads = at.parts_of_rows if along_rows else at.parts_of_columns
        self.here = at.over(board.whole & ~board.placed_whole, cell) & heads  # of open cells
        self.whole = at.over(board.whole, cell) & heads

    def elsewhere_in_line(self, parts: int) -> int:
        """For each part what the others of its line hold."""
        return self.at.others(parts, self.at.stack if self.along_rows else self.at.band)

    def elsewhere_in_box(self, parts: int) -> int:
        """For each part what the others of its box hold that lie the same way."""
        return self.at.others(parts, self.at.row if self.along_rows else self.at.column)

    def crossings(self, found: int) -> list[tuple[int, int, int]]:
        """(line, box, digits) of each part that has any."""
        size, which = self.shape.size, 0 if self.along_rows else 1
        crossings = []
        while found:
            head = ((found & -found).bit_length() - 1) // size
            digits = found >> head * size & self.shape.all_digits_mask
            units = self.shape.units_of[head]
            crossings.append((units[which], units[2], digits))
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
