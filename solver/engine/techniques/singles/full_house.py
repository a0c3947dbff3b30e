"""Full house: the last open cell of a row, column or box is the digit that is missing there.

It is a naked single and a hidden single at once, and the easiest to see.
"""

from collections.abc import Iterator

from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits, say_unit
from ...core.position import Position
from ...core.proof import Proof, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction

FULL_HOUSE, NAKED_SINGLE, HIDDEN_SINGLE = "full house", "naked single", "hidden single"


def full_houses(position: Position) -> Iterator[Deduction]:
    """Yield the last open cell of each unit as a deduction, once a cell: for its box, else row, else column."""
    for cell in position.last_cells_in_turn():
        bit = position.marks[cell]
        if bit and not bit & (bit - 1):
            unit = next(
                u
                for u in _units(position, cell)
                if position.open & position.masks.units[u] == 1 << cell
            )
            yield _placing(position, FULL_HOUSE, cell, bit, unit)


def naked_singles(position: Position) -> Iterator[Deduction]:
    for cell in position.naked_in_turn():
        yield _placing(position, NAKED_SINGLE, cell, position.marks[cell], None)


def hidden_singles(position: Position) -> Iterator[Deduction]:
    """Yield hidden singles, each cell once: for its box, else its row, else its column."""
    masks = position.masks
    for candidate in position.hidden_in_turn():
        digit, cell = masks.digit_and_cell(candidate)
        here = 1 << cell
        unit = next(
            u for u in _units(position, cell) if position.places[digit] & masks.units[u] == here
        )
        yield _placing(position, HIDDEN_SINGLE, cell, 1 << (digit - 1), unit)


def _units(position: Position, cell: int) -> tuple[int, ...]:
    """Return the units of a cell: its box, and others of the board's shape, before its row and column."""
    row, column, *others = position.masks.units_of[cell]
    return (*others, row, column)


def _placing(position: Position, name: str, cell: int, bit: int, unit: int | None) -> Deduction:
    digit = bit.bit_length()
    placed = 1 << position.masks.candidate(digit, cell)

    def prove() -> Proof:
        seen_in = position.masks.units_of[cell][-1] if unit is None else unit
        of_unit = set_number(position.masks.geometry, digit, seen_in)
        if name == HIDDEN_SINGLE:  # the unit needs it there, so the cell holds nothing else
            return Proof((SetCount((of_unit,), (cell,)),))
        return Proof((SetCount((cell,), (of_unit,)),))

    return Deduction(name, 0, placed, 1 << cell, bit, prove, unit)


def explain(geometry: Geometry, step: Step) -> str:
    """Return the explanation of a full house. The two other singles are rules of the articles."""
    return gettext(
        "**{cell}** is the last open cell of {unit}, which lacks only **{digit}**.",
        cell=geometry.cell_names[step.cells[0]],
        unit=say_unit(geometry, step.unit),
        digit=say_digits(step.digits_mask),
    )
