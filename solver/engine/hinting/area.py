"""Where a hint says to look before it shows the step."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..core.geometry import Geometry
from ..core.steps import Step
from ..techniques.rungs import Family
from .game import Game, boxes_of

MOST_DIGITS = 4


@dataclass(frozen=True)
class HintArea:
    """Units, a mask of digits and cells to look at. It has no cell that the step takes something from."""

    units: tuple[int, ...] = ()
    digits_mask: int = 0
    cells: tuple[int, ...] = ()


def area_of(family: Family, step: Step, game: Game) -> HintArea:
    """Return the area where a hint says to look for a step. The technique's family says what kind of area."""
    geometry, values = game.geometry, game.values
    match family.place:
        case "unit of a single":
            return HintArea(units=(_unit_of_single(geometry, step, values),))
        case "unit" | "unit with digit":
            digits = step.digits_mask if family.place == "unit with digit" else 0
            return HintArea(units=() if step.unit is None else (step.unit,), digits_mask=digits)
        case "digit":
            return HintArea(digits_mask=step.digits_mask)
        case "start":
            return HintArea(digits_mask=step.digits_mask, cells=_start(geometry, step))
        case _boxes:
            return HintArea(tuple(boxes_of(geometry, step.cells)), _digits_of(step, game))


def _unit_of_single(geometry: Geometry, step: Step, values: tuple[int, ...]) -> int:
    """Return the unit where the digit is missing. For a naked single it is the unit with the most digits."""
    if step.unit is not None:
        return step.unit
    cell = step.placed[0][0]
    return max(
        geometry.units_of[cell],
        key=lambda unit: (sum(1 for c in geometry.units[unit].cells if values[c]), -unit),
    )


def _digits_of(step: Step, game: Game) -> int:
    """Return all digits of the cells if these are few, as for a wing. Else return those of the evidence."""
    digits = 0
    for cell in step.cells:
        digits |= game.candidates[cell]
    return digits if digits.bit_count() <= MOST_DIGITS else step.digits_mask


def _start(geometry: Geometry, step: Step) -> tuple[int, ...]:
    """Return the first cell of the evidence that loses nothing, or () if there is none."""
    losing = {cell for cell, _mask in step.removed} | {cell for cell, _digit in step.placed}
    first = next((cell for cell in _in_order(geometry, step) if cell not in losing), None)
    return () if first is None else (first,)


def _in_order(geometry: Geometry, step: Step) -> Iterable[int]:
    """Yield the cells of a step, first those that its proof names first."""
    for part in step.proof.parts if step.proof else ():
        for candidate in part.candidates:
            yield candidate % geometry.cell_count
    yield from step.cells
