"""What pointing and claiming share on a board: digits that a unit can only have where another crosses it."""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import and_, or_

from ...core.bitboard import LineLayout
from ...core.board import Board, bits_of
from ...core.geometry import Geometry, digits_of
from ...core.i18n import ngettext, say_cells, say_digits, say_unit
from ...core.steps import Step


def find_in_boxes(board: Board, name: str) -> Iterator[Step]:
    """Yield the steps in which a box has some digits only in one line, with what the rest of the line loses.

    `name` is the technique. On other shapes a region, diagonal or window takes the place of a box, and
    each cell that sees all places loses the digit.
    """
    if not board.geometry.shape.square_box:
        return _seen_by_all(board, name, range(2 * board.geometry.size, len(board.geometry.units)))
    found = [
        (box, line, digits)
        for layout in board.geometry.bitboard.layouts
        for line, box, digits in _locked(board, layout, layout.box, layout.line)
    ]
    return _all_steps(board, name, found)


def find_in_lines(board: Board, name: str) -> Iterator[Step]:
    """Yield the steps in which a line has some digits only in one box, with what the rest of the box loses.

    `name` is the technique. On other shapes each cell that sees all places in the line loses the digit.
    """
    if not board.geometry.shape.square_box:
        return _seen_by_all(board, name, range(2 * board.geometry.size))
    layouts = board.geometry.bitboard.layouts
    found = [each for layout in layouts for each in _locked(board, layout, layout.line, layout.box)]
    return _all_steps(board, name, found)


def _locked(board: Board, layout: LineLayout, own: int, crossed: int) -> list[tuple[int, int, int]]:
    """Return (line, box, digits) if one unit has digits only in this part, and the other also elsewhere.

    `own` and `crossed` are the distances to the other parts of each of the two.
    """
    at = board.geometry.bitboard
    here = at.fold_once(board.candidate_bits & ~board.placed_bits, layout.cell) & layout.parts
    locked = here & ~at.others(here, own)
    if not locked:
        return []
    candidates = at.fold_once(board.candidate_bits, layout.cell) & layout.parts
    return _crossings(board.geometry, layout, locked & at.others(candidates, crossed))


def _crossings(geometry: Geometry, layout: LineLayout, found: int) -> list[tuple[int, int, int]]:
    """Return (line, box, digits) of each part that holds one of the digits."""
    size, crossings = geometry.size, []
    while found:
        head = ((found & -found).bit_length() - 1) // size
        digits = found >> head * size & geometry.all_digits_mask
        units = geometry.units_of[head]
        crossings.append((units[layout.which], units[2], digits))
        found ^= digits << head * size
    return crossings


def _seen_by_all(board: Board, name: str, units: Iterable[int]) -> Iterator[Step]:
    """Yield the steps in which all places of a digit in a unit see cells outside, which so cannot have it."""
    geometry, candidates = board.geometry, board.candidates
    for unit in units:
        cells = geometry.units[unit].cells
        held = reduce(or_, geometry.picks[unit](board.placed))
        for digit in digits_of(geometry.all_digits_mask & ~held):
            bit = 1 << (digit - 1)
            places = [cell for cell in cells if candidates[cell] & bit]
            if places:
                seen = reduce(and_, [geometry.sights[cell] for cell in places])
                lost = seen << (digit - 1) & board.candidate_bits
                removed = tuple([(place // geometry.size, bit) for place in bits_of(lost)])
                if removed:
                    yield Step(name, unit, tuple(places), bit, (), removed)


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


def crossing_of(geometry: Geometry, step: Step) -> int | None:
    """Return the index of the unit that has the evidence and the removals of a step, or None if none has."""
    together = {*step.cells, *(cell for cell, _ in step.removed)}
    indexes = (index for index in geometry.units_of[step.cells[0]] if index != step.unit)
    return next((each for each in indexes if together <= {*geometry.units[each].cells}), None)


def say_locked(geometry: Geometry, step: Step, crossing: int | None) -> str:
    """Return why the rest of a unit loses a digit that another unit has only where the two cross.

    `crossing` is the index of the unit that loses it, or None if cells lose it that see all places.
    """
    if crossing is None:
        return ngettext(
            "{cells} is the only place for {digit} in {unit}: {digit} is removed from the cells that see it.",
            "{cells} are the only places for {digit} in {unit}: {digit} is removed from the cells that see "
            "them all.",
            len(step.cells),
            cells=say_cells(geometry, step.cells),
            digit=say_digits(step.digits_mask),
            unit=say_unit(geometry, step.unit),
        )
    return ngettext(
        "In {unit}, {digit} can only go in **{cells}**, which is in {crossing}. So **no other cell of "
        "{crossing} can be {digit}**.",
        "In {unit}, {digit} can only go in **{cells}**, which are in {crossing}. So **no other cell of "
        "{crossing} can be {digit}**.",
        len(step.cells),
        cells=say_cells(geometry, step.cells),
        digit=say_digits(step.digits_mask),
        unit=say_unit(geometry, step.unit),
        crossing=say_unit(geometry, crossing),
    )
