"""Full house: the last open cell of a row, column or box is the digit that is missing there.

It is a naked single and a hidden single at once, and the easiest to see.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits, say_unit
from ...core.masks import Masks
from ...core.position import Position
from ...core.proof import Proof, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction

KEPT_SINGLES = 5_103  # all of a 9×9 board
FULL_HOUSE, NAKED_SINGLE, HIDDEN_SINGLE = "full house", "naked single", "hidden single"


@dataclass(frozen=True)
class SinglesFinder:
    """A finder of singles: the cells or candidates in turn, and the deduction for one of them."""

    in_turn: Callable[[Position], Iterable[int]]
    deduction: Callable[[Position, int], Deduction]

    def __call__(self, position: Position) -> Iterator[Deduction]:
        return map(partial(self.deduction, position), self.in_turn(position))


def _last_cells(position: Position) -> Sequence[int]:
    """Return the last open cells of units, in turn."""
    last, marks = position.last_cells, position.marks
    if not last:
        return ()
    if last & (last - 1):
        return [cell for cell in position.naked_in_turn() if last >> cell & 1 and marks[cell]]
    # One alone is not worth a look at the queue.
    cell = last.bit_length() - 1
    return (cell,) if marks[cell] else ()


def _full_house(position: Position, cell: int) -> Deduction:
    masks, unit = position.masks, _first_unit(position.masks, position.open, cell)
    return _placing(masks, FULL_HOUSE, cell, position.marks[cell].bit_length(), unit)


def _naked_single(position: Position, cell: int) -> Deduction:
    return _placing(position.masks, NAKED_SINGLE, cell, position.marks[cell].bit_length(), None)


def _hidden_single(position: Position, candidate: int) -> Deduction:
    digit, cell = position.masks.digit_and_cell(candidate)
    unit = _first_unit(position.masks, position.places[digit], cell)
    return _placing(position.masks, HIDDEN_SINGLE, cell, digit, unit)


# Each cell once: for its box, else its row, else its column.
full_houses = SinglesFinder(_last_cells, _full_house)
naked_singles = SinglesFinder(lambda position: position.naked_in_turn(), _naked_single)
hidden_singles = SinglesFinder(lambda position: position.hidden_in_turn(), _hidden_single)


def _first_unit(masks: Masks, cells: int, cell: int) -> int | None:
    """Return the first unit that has no cell of a mask but one.

    Boxes and others of the board's shape come before rows and columns.
    """
    here = 1 << cell
    for unit, inside in masks.boxes_around[cell]:
        if cells & inside == here:
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
