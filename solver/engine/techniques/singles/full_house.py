"""Full house: the last open cell of a row, column or box is the digit that is missing there.

It is a naked single and a hidden single at once, and the easiest to see.
"""

from collections.abc import Iterator
from functools import lru_cache

from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits, say_unit
from ...core.masks import Masks
from ...core.position import Position
from ...core.proof import Proof, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction

KEPT_SINGLES = 5_103  # all of a 9×9 board
FULL_HOUSE, NAKED_SINGLE, HIDDEN_SINGLE = "full house", "naked single", "hidden single"


def full_houses(position: Position) -> Iterator[Deduction]:
    """Yield the last open cell of each unit as a deduction, once a cell: for its box, else row, else column."""
    last = position.last_cells
    if last:
        masks, open_cells, marks = position.masks, position.open, position.marks
        # One alone is not worth a look at the queue.
        for cell in position.naked_in_turn() if last & (last - 1) else (last.bit_length() - 1,):
            if last >> cell & 1 and marks[cell]:
                unit = _first_unit(masks, open_cells, cell)
                yield _placing(masks, FULL_HOUSE, cell, marks[cell].bit_length(), unit)


def naked_singles(position: Position) -> Iterator[Deduction]:
    masks, marks = position.masks, position.marks
    for cell in position.naked_in_turn():
        yield _placing(masks, NAKED_SINGLE, cell, marks[cell].bit_length(), None)


def hidden_singles(position: Position) -> Iterator[Deduction]:
    """Yield hidden singles, each cell once: for its box, else its row, else its column."""
    masks = position.masks
    for candidate in position.hidden_in_turn():
        digit, cell = masks.digit_and_cell(candidate)
        unit = _first_unit(masks, position.places[digit], cell)
        yield _placing(masks, HIDDEN_SINGLE, cell, digit, unit)


def _first_unit(masks: Masks, cells: int, cell: int) -> int | None:
    """Return the first unit that has no cell of a mask but one.

    Boxes and others of the board's shape come before rows and columns.
    """
    for unit, inside in masks.boxes_around[cell]:
        if cells & inside == 1 << cell:
            return unit
    return None


@lru_cache(maxsize=KEPT_SINGLES)
def _placing(masks: Masks, name: str, cell: int, digit: int, unit: int | None) -> Deduction:
    """Return a single. It is the same at every position, with its step and its proof."""
    of_unit = set_number(masks.geometry, digit, masks.units_of[cell][-1] if unit is None else unit)
    truth, link = cell, of_unit
    if name == HIDDEN_SINGLE:  # the unit needs it there, so the cell holds nothing else
        truth, link = link, truth
    proof, bit = Proof((SetCount((truth,), (link,)),)), 1 << (digit - 1)
    step = Step(name, unit, (cell,), bit, ((cell, digit),), proof=proof)
    placed = 1 << masks.candidate(digit, cell)
    return Deduction(name, 0, placed, 1 << cell, bit, lambda: proof, unit, told=step)


def explain(geometry: Geometry, step: Step) -> str:
    """Return the explanation of a full house. The two other singles are rules of the articles."""
    return gettext(
        "**{cell}** is the last open cell of {unit}, which lacks only **{digit}**.",
        cell=geometry.cell_names[step.cells[0]],
        unit=say_unit(geometry, step.unit),
        digit=say_digits(step.digits_mask),
    )
