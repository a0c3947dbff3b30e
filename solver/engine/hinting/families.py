"""Families of techniques: what a hint calls a step before it names it, and where it bids to look.

A family is a folder or a module of `techniques`, or several that a player takes for one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..core.geometry import Geometry
from ..core.i18n import Phrase
from ..core.proof import proof_of
from ..core.steps import Step
from ..techniques.rungs import Rung
from .game import Game, boxes_of

MOST_DIGITS = 4
Place = Literal["unit", "boxes", "digit", "start"]


class Family(NamedTuple):
    """`name` is for programs, the same in every language; `place` is where one looks."""

    name: str
    title: Phrase
    about: Phrase
    place: Place


SINGLE = Family(
    "single",
    Phrase("A single."),
    Phrase("One cell has one digit left, or one digit has one cell."),
    "unit",
)
LOCKED = Family(
    "locked candidates",
    Phrase("Locked candidates."),
    Phrase("Where a box and a line cross, one digit is held fast."),
    "unit",
)
SUBSET = Family(
    "subset",
    Phrase("A subset."),
    Phrase("Some cells of a row, column or box share as many digits as they are cells."),
    "unit",
)
FISH = Family(
    "fish",
    Phrase("A fish."),
    Phrase("One digit, in some rows, stands in as many columns; or the other way round."),
    "digit",
)
PATTERN = Family(
    "single-digit pattern",
    Phrase("A pattern of one digit."),
    Phrase("Two units have two places each for one digit, and see each other."),
    "digit",
)
WING = Family(
    "wing",
    Phrase("A wing."),
    Phrase("A few cells with two or three digits, one of which has to be the same at both ends."),
    "boxes",
)
UNIQUENESS = Family(
    "uniqueness",
    Phrase("A rule that rests on one solution."),
    Phrase("Without it, some cells could be filled in two ways."),
    "boxes",
)
COLOURS = Family(
    "colouring",
    Phrase("Colouring."),
    Phrase("One digit, in turn here or there: one of two colours is right everywhere."),
    "digit",
)
CHAIN = Family(
    "chain",
    Phrase("A chain."),
    Phrase("If this is not so, that is: follow it to its other end."),
    "start",
)
SETS = Family(
    "almost locked sets",
    Phrase("Almost locked sets."),
    Phrase("Some cells of a unit have one digit more than they are cells."),
    "boxes",
)
KRAKEN = Family(
    "fish with chains",
    Phrase("A fish with chains."),
    Phrase("A fish that is not quite one: what spoils it leads to the same."),
    "digit",
)
FORCING = Family(
    "forcing",
    Phrase("Trying something."),
    Phrase("Suppose that a candidate is right, and see what becomes of the others."),
    "start",
)
TEMPLATES = Family(
    "templates",
    Phrase("Templates."),
    Phrase("All ways to put one digit on the board have something in common."),
    "digit",
)

# By the folder or module of `techniques` that finds it.
FAMILIES: dict[str, Family] = {
    "singles": SINGLE,
    "locked": LOCKED,
    "subsets": SUBSET,
    "fish": FISH,
    "single_digit": PATTERN,
    "wings": WING,
    "uniqueness": UNIQUENESS,
    "colours": COLOURS,
    "chains": CHAIN,
    "als": SETS,
    "kraken": KRAKEN,
    "forcing": FORCING,
    "templates": TEMPLATES,
}


def family_of(rung: Rung) -> Family:
    if rung.technique == "turbot fish":
        return PATTERN  # a chain of one digit, found as one
    folder, _, module = rung.module.rpartition("techniques.")[2].partition(".")
    return FAMILIES.get(module) or FAMILIES[folder]


# --- Where to look ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """Units, a mask of digits and cells to look at; never a cell that the step takes something from."""

    units: tuple[int, ...] = ()
    digits_mask: int = 0
    cells: tuple[int, ...] = ()


def look_of(family: Family, step: Step, game: Game) -> Look:
    shape, values = game.shape, game.values
    match family.place:
        case "unit" if family is SINGLE:
            return Look(units=(_unit_of_single(shape, step, values),))
        case "unit":
            digits = step.digits_mask if family is LOCKED else 0
            return Look(units=() if step.unit is None else (step.unit,), digits_mask=digits)
        case "digit":
            return Look(digits_mask=step.digits_mask)
        case "start":
            return Look(digits_mask=step.digits_mask, cells=_start(shape, step))
        case _boxes:
            return Look(tuple(boxes_of(shape, step.cells)), _digits_of(step, game))


def _unit_of_single(shape: Geometry, step: Step, values: tuple[int, ...]) -> int:
    """Where the digit is missing; of a cell that has one digit left, its unit with the most digits."""
    if step.unit is not None:
        return step.unit
    cell = step.placed[0][0]
    return max(
        shape.units_of[cell],
        key=lambda unit: (sum(1 for c in shape.units[unit].cells if values[c]), -unit),
    )


def _digits_of(step: Step, game: Game) -> int:
    """All digits of the cells where these are few, as of a wing; else those of the evidence."""
    digits = 0
    for cell in step.cells:
        digits |= game.candidates[cell]
    return digits if digits.bit_count() <= MOST_DIGITS else step.digits_mask


def _start(shape: Geometry, step: Step) -> tuple[int, ...]:
    """The first cell of the evidence that loses nothing."""
    losing = {cell for cell, _mask in step.removed} | {cell for cell, _digit in step.placed}
    first = next((cell for cell in _in_order(shape, step) if cell not in losing), None)
    return () if first is None else (first,)


def _in_order(shape: Geometry, step: Step) -> Iterable[int]:
    """The cells of a step, those that its proof names first coming first."""
    for part in proof_of(step).parts:
        for candidate in part.candidates:
            yield candidate % shape.cell_count
    yield from step.cells
