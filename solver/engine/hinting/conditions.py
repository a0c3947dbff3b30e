"""Why a technique does not work with some cells: the first condition of its definition that fails.

A technique's near miss says what is missing if its finder finds nothing. If all conditions hold, the answer
says whether there is a step with other cells.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from ..core.deadline import say_cut_short
from ..core.errors import BudgetSpent
from ..core.i18n import gettext, say_cells
from ..core.masks import mask_of
from ..core.position import Position
from ..core.steps import Step
from ..ladder.search import usual
from ..techniques.deduction import Deduction
from ..techniques.description import describe_step
from ..techniques.near_misses import filled
from ..techniques.rungs import Rung
from .checking import Notice, check, say_check
from .drill import is_made_of
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
    geometry, found, reason = game.geometry, list[Deduction](), ""
    step: Step | None = None
    try:
        position = game.position()
        found = list(islice(rung.find(position), MOST_FOUND))
        step = _made_of(position, found, cells)
    except BudgetSpent:
        reason = say_cut_short()
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
        try:
            reason = _reason(position, cells, rung)
            if not reason:
                other = other_technique(position, cells, result.verdict == "unique")
                reason = say_other(other) if other else ""
            reason = reason or gettext("No step of this technique has just these cells.")
        except BudgetSpent:
            reason = say_cut_short()
    hint = [gettext("Other cells have one.")] if found else []
    title = gettext("It does not work with {cells}.", cells=say_cells(geometry, sorted(cells)))
    notice = Notice("unclear", title, (reason, *hint), (), tuple(sorted(cells)))
    return WhyNot(False, notice)


def _reason(position: Position, cells: Sequence[int], rung: Rung) -> str:
    is_filled = "" if rung.may_be_filled else filled(position, cells)
    return is_filled or (rung.near_miss(position, cells, rung) if rung.near_miss else "")


def say_other(technique: str) -> str:
    """Return that cells make a step of another technique than the one that is asked for."""
    return gettext(
        "These cells make a step, but one of another technique: {technique}.",
        technique=gettext(technique),
    )


def other_technique(position: Position, cells: Sequence[int], is_unique: bool) -> str:
    """Return the easiest technique for people that has a step of exactly these cells, or an empty text."""
    is_filled = bool(filled(position, cells))
    for rung in usual(position.masks.geometry.shape):
        if rung.level == "extreme" or (rung.rests_on_one_solution and not is_unique):
            continue
        if is_filled and not rung.may_be_filled:
            continue
        if _made_of(position, islice(rung.find(position), MOST_FOUND), cells):
            return rung.technique
    return ""


def _made_of(position: Position, found: Iterable[Deduction], cells: Sequence[int]) -> Step | None:
    """Return the first step that is made of these cells, or None if there is none."""
    made = (each for each in found if is_made_of(position, each, mask_of(cells)))
    first = next(made, None)
    return first.step(position) if first else None
