"""Steps that no rule finds: guesses, forks, contradictions, and the stages of the joins."""

from ..errors import Contradiction
from ..geometry import Geometry
from ..steps import Step
from .base import say_cells, say_digits, say_set, say_unit

GUESS = "guess"
CONTRADICTION = "contradiction"
FORK = "fork"
LINES = "lines"
JOIN = "join"


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


def explain_fork(shape: Geometry, step: Step) -> str:
    cell, lost = step.removed[0]
    name = shape.cell_names[cell]
    here = say_digits(step.digits_mask & ~lost)
    return f"No branch goes on. {name} can be {say_digits(step.digits_mask)}; here it is {here}."


def explain_lines(shape: Geometry, step: Step) -> str:
    before, *after = step.counts
    if not after:
        return f"{before:,} ways to fill {say_unit(shape, step.unit)}: too many to filter."
    return f"{before:,} ways to fill {say_unit(shape, step.unit)} before filtering, {after[0]:,} after."


def explain_join(shape: Geometry, step: Step) -> str:
    lines, boards = step.counts
    return (
        f"The {lines:,} {'way' if lines == 1 else 'ways'} to fill {say_unit(shape, step.unit)}, joined: "
        f"{boards:,} partial {'board' if boards == 1 else 'boards'}."
    )


EXPLAINERS = {
    GUESS: explain_guess,
    CONTRADICTION: explain_contradiction,
    FORK: explain_fork,
    LINES: explain_lines,
    JOIN: explain_join,
}
