"""Steps that no rule finds: a guess, and the contradiction that takes one back."""

from ..errors import Contradiction
from ..geometry import Geometry
from ..steps import Step
from .base import say_cells, say_digits, say_set, say_unit

GUESS = "guess"
CONTRADICTION = "contradiction"


def contradiction_step(error: Contradiction) -> Step:
    """The contradiction as a step of the history, its cells and digits as evidence."""
    return Step(CONTRADICTION, error.unit, error.cells, error.digits_mask)


def explain_guess(shape: Geometry, step: Step) -> str:
    (cell, digit), *_ = step.placed or ((step.cells[0], step.digits[0]),)
    others = step.digits_mask & ~(1 << (digit - 1))
    rest = f", {say_digits(others)} would be next" if others else ", the last candidate there"
    bit = 1 << (digit - 1)
    return f"No rule applies. {say_digits(bit)} is tried in {shape.cell_names[cell]}{rest}."


def explain_contradiction(shape: Geometry, step: Step) -> str:
    cells, digits = say_cells(shape, step.cells), say_digits(step.digits_mask)
    if not step.cells:
        return f"{digits} has no place left in {say_unit(shape, step.unit)}."
    if not step.digits_mask:
        return f"{cells} has no candidate left."
    if len(step.cells) == 1:
        return f"{cells} would have to be {digits} at once."
    if len(step.digits) == 1:
        return f"{cells} would all be {digits}, in {say_unit(shape, step.unit)}."
    return (
        f"{len(step.cells)} cells of {say_unit(shape, step.unit)} fit {say_set(step.digits_mask)}, "
        f"which has only {len(step.digits)} digits: {cells}."
    )


EXPLAINERS = {GUESS: explain_guess, CONTRADICTION: explain_contradiction}
