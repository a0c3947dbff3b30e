"""Where a hint says to look before it shows the step."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from ..core.geometry import Geometry
from ..core.masks import union_of
from ..core.proof import SetCount, digit_and_unit
from ..core.steps import Step
from ..techniques.rungs import Family
from .game import Game, boxes_of

MOST_DIGITS, MOST_UNITS = 4, 2


@dataclass(frozen=True)
class HintArea:
    """Units, a mask of digits and cells to look at. It has no cell that the step takes something from."""

    units: tuple[int, ...] = ()
    digits_mask: int = 0
    cells: tuple[int, ...] = ()


def area_of(family: Family, step: Step, game: Game) -> HintArea:
    """Return the area where a hint says to look for a step: at most two units or four cells.

    The technique's family says what kind of area.
    """
    geometry, digits = game.geometry, step.digits_mask
    match family.place:
        case "unit of a single":
            return HintArea((_unit_of_single(geometry, step, game.values),))
        case "unit" | "unit with digit" if step.unit is not None:
            return HintArea((step.unit,), digits if family.place == "unit with digit" else 0)
        case "start" if start := _start(geometry, step):
            return HintArea(digits_mask=digits, cells=start)
        case "boxes":
            boxes = tuple(boxes_of(geometry, step.cells))
            digits = _digits_of(step, game)
            return HintArea(
                boxes if len(boxes) <= MOST_UNITS else _telling_units(step, game), digits
            )
        case _anywhere:
            return HintArea(_telling_units(step, game), digits)


def _telling_units(step: Step, game: Game) -> tuple[int, ...]:
    """Return the two units that hold most of the evidence, in order. One if it holds all.

    Of units that hold as much, those that the proof counts come first, as the lines of a fish.
    """
    geometry = game.geometry
    counted = {
        named[1]
        for count in (step.proof.arguments if step.proof else ())
        if isinstance(count, SetCount)
        for named in map(partial(digit_and_unit, geometry), count.truths)
        if named
    }
    cells = set(step.cells) or {cell for cell, _mask in step.removed}
    units: list[int] = []
    while cells and len(units) < MOST_UNITS:
        held = {
            unit: len(cells.intersection(each.cells)) for unit, each in enumerate(geometry.units)
        }
        units.append(max(held, key=lambda unit: (held[unit], unit in counted, -unit)))
        cells -= set(geometry.units[units[-1]].cells)
    return tuple(sorted(units))


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
    digits = union_of(game.candidates[cell] for cell in step.cells)
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
