"""Why a technique does not work with some cells: the first condition of its definition that fails.

A technique's near miss says what is missing if its finder finds nothing. If all conditions hold, the answer
says whether there is a step with other cells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from ..core.deadline import say_cut_short
from ..core.errors import BudgetSpent
from ..core.i18n import gettext, say_cells
from ..core.position import Position
from ..core.steps import Step
from ..techniques.description import describe_step
from ..techniques.near_misses import filled
from ..techniques.rungs import Rung
from .checking import Notice, check, say_check
from .game import Game

MOST_FOUND = 500


@dataclass(frozen=True)
class WhyNot:
    """`works` with the step if the technique does. Else `notice` names the first condition that fails."""

    works: bool
    notice: Notice
    step: Step | None = None


def why_not(game: Game, rung: Rung, cells: Sequence[int], names: bool = False) -> WhyNot:
    """Return whether a technique finds a step of exactly these cells, or why it does not, in words.

    `names` names the player's mistakes, if these are the reason.
    """
    result = check(game, thorough=False)
    if not result.is_clean:
        return WhyNot(False, say_check(game.geometry, result, names))
    geometry, steps, reason = game.geometry, list[Step](), ""
    try:
        position = game.position()
        for deduction in islice(rung.find(position), MOST_FOUND):
            steps.append(deduction.step(position))
    except BudgetSpent:
        reason = say_cut_short()
    step = next((step for step in steps if set(step.cells) == set(cells)), None)
    if step:
        title = gettext("That works: {technique}.", technique=gettext(rung.technique))
        return WhyNot(
            True, Notice("right", title, (describe_step(geometry, step, "facts").why,)), step
        )
    if rung.rests_on_one_solution and result.verdict != "unique":
        reason = gettext(
            "The puzzle is not known to have one solution, and this technique relies on that."
        )
    elif not reason:
        reason = _reason(position, cells, rung)
    hint = [gettext("Other cells have one.")] if steps else []
    title = gettext("It does not work with {cells}.", cells=say_cells(geometry, sorted(cells)))
    return WhyNot(False, Notice("unclear", title, (reason, *hint), (), tuple(sorted(cells))))


def _reason(position: Position, cells: Sequence[int], rung: Rung) -> str:
    is_filled = "" if rung.technique.startswith("avoidable") else filled(position, cells)
    try:
        reason = is_filled or (rung.near_miss(position, cells, rung) if rung.near_miss else "")
    except BudgetSpent:
        return say_cut_short()
    return reason or gettext("No step of this technique has just these cells.")
