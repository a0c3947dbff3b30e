"""Steps that no rule finds: guesses, revealed digits, forks, contradictions, and the stages of the joins."""

from ..core.errors import Contradiction
from ..core.geometry import Geometry
from ..core.i18n import gettext, ngettext, say_cells, say_digits, say_number, say_set, say_unit
from ..core.steps import JOIN as JOIN, LINES as LINES, Step

GUESS = "guess"
REVEAL = "revealed digit"
CONTRADICTION = "contradiction"
FORK = "fork"


def contradiction_step(error: Contradiction) -> Step:
    """Return a contradiction as a step of the solve, with its cells and digits as evidence."""
    return Step(CONTRADICTION, error.unit, error.cells, error.digits_mask)


def explain_guess(geometry: Geometry, step: Step) -> str:
    (cell, digit), *_ = step.placed or ((step.cells[0], step.digits[0]),)
    bit = 1 << (digit - 1)
    others, name = step.digits_mask & ~bit, geometry.cell_names[cell]
    if not others:
        return gettext(
            "No technique applies. {digit} is tried in {cell}, the last candidate there.",
            digit=say_digits(bit),
            cell=name,
        )
    return gettext(
        "No technique applies. {digit} is tried in {cell}, {others} would be next.",
        digit=say_digits(bit),
        cell=name,
        others=say_digits(others),
    )


def explain_reveal(geometry: Geometry, step: Step) -> str:
    ((cell, digit),) = step.placed
    return gettext(
        "No technique applies within the limits of this solve. The exact search counts one solution, and "
        "{cell} is {digit} in it. Of all open cells, this one settles most.",
        cell=geometry.cell_names[cell],
        digit=say_digits(1 << (digit - 1)),
    )


def explain_contradiction(geometry: Geometry, step: Step) -> str:
    cells, digits = say_cells(geometry, step.cells), say_digits(step.digits_mask)
    unit = say_unit(geometry, step.unit)
    if not step.cells:
        return gettext("{digit} has no place left in {unit}.", digit=digits, unit=unit)
    if not step.digits_mask:
        return gettext("{cell} has no candidate left.", cell=cells)
    if len(step.cells) == 1:
        return gettext("{cell} would have to be {digits} at once.", cell=cells, digits=digits)
    if len(step.digits) == 1 and step.unit is None:
        return gettext(
            "{cells} would both be {digit}, and see each other.", cells=cells, digit=digits
        )
    if len(step.digits) == 1 and len(step.cells) == 2 and not step.is_in_old_words:
        return gettext(
            "{cells} would both be {digit}, in {unit}.", cells=cells, digit=digits, unit=unit
        )
    if len(step.digits) == 1:
        return gettext(
            "{cells} would all be {digit}, in {unit}.", cells=cells, digit=digits, unit=unit
        )
    return gettext(
        "{count} cells of {unit} fit {set}, which has only {size} digits: {cells}.",
        count=len(step.cells),
        unit=unit,
        set=say_set(step.digits_mask),
        size=len(step.digits),
        cells=cells,
    )


def explain_fork(geometry: Geometry, step: Step) -> str:
    cell, lost = step.removed[0]
    return gettext(
        "No branch continues. {cell} can be {digits}; here it is {digit}.",
        cell=geometry.cell_names[cell],
        digits=say_digits(step.digits_mask),
        digit=say_digits(step.digits_mask & ~lost),
    )


def explain_lines(geometry: Geometry, step: Step) -> str:
    before, *after = step.counts
    unit = say_unit(geometry, step.unit)
    if not after:
        return ngettext(
            "{count} way to fill {unit}: too many to filter.",
            "{count} ways to fill {unit}: too many to filter.",
            before,
            unit=unit,
        )
    return ngettext(
        "{count} way to fill {unit} before filtering, {after} after.",
        "{count} ways to fill {unit} before filtering, {after} after.",
        before,
        unit=unit,
        after=say_number(after[0]),
    )


def explain_join(geometry: Geometry, step: Step) -> str:
    lines, boards = step.counts
    return ngettext(
        "The {count} way to fill {unit}, joined: {boards}.",
        "The {count} ways to fill {unit}, joined: {boards}.",
        lines,
        unit=say_unit(geometry, step.unit),
        boards=ngettext("{count} partial board", "{count} partial boards", boards),
    )


EXPLAINERS = {
    GUESS: explain_guess,
    REVEAL: explain_reveal,
    CONTRADICTION: explain_contradiction,
    FORK: explain_fork,
    LINES: explain_lines,
    JOIN: explain_join,
}
