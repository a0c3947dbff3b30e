"""Why a candidate goes: what sees it, the easiest step that removes it, or how many steps come before.

That a candidate is true is said only if `names` asks for it. Else the answer is that no rule removes it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..core.deadline import say_cut_short
from ..core.errors import BudgetSpent
from ..core.i18n import ALPHABET, gettext, ngettext
from ..core.masks import bits
from ..core.position import Position, carry_out
from ..core.steps import Step
from ..ladder.listing import LAST_RESORTS
from ..ladder.one_path import climbed
from ..ladder.search import all_steps
from ..techniques.deduction import Deduction
from ..techniques.description import describe_step
from ..techniques.rungs import Rung, rungs
from .checking import Notice, check, say_check
from .game import Game
from .hints import next_step

Answer = Literal["mistake", "filled", "seen", "step", "later", "true", "open", "false"]


@dataclass(frozen=True)
class Why:
    """The answer, with `step` if it can be taken now, in `game`, where the candidate is marked."""

    answer: Answer
    notice: Notice
    step: Step | None = None
    game: Game | None = None


def why(game: Game, cell: int, digit: int, names: bool = False) -> Why:
    """Return why a digit is no candidate of a cell, in words, or that no reason was found.

    `names` names the player's mistakes, if these are the reason.
    """
    result = check(game, thorough=False)
    geometry, facts = (
        game.geometry,
        {"cell": game.geometry.cell_names[cell], "digit": ALPHABET[digit]},
    )
    if game.values[cell]:
        holds = ALPHABET[game.values[cell]]
        return Why(
            "filled", Notice("unclear", gettext("{cell} contains {holds}.", holds=holds, **facts))
        )
    if not result.is_clean:
        return Why("mistake", say_check(geometry, result, names))
    seen_by = [peer for peer in geometry.peers[cell] if game.values[peer] == digit]
    if seen_by:
        because = gettext(
            "{peer} is {digit}, and sees it.", peer=geometry.cell_names[seen_by[0]], **facts
        )
        return Why("seen", Notice("right", _say_not(facts), (because,), (), (seen_by[0],)))
    solution = game.count.solutions[0] if result.verdict == "unique" else None
    if solution and solution[cell] == digit:
        if names:
            return Why("true", Notice("right", gettext("{cell} is {digit}.", **facts)))
        return Why("open", _nothing_takes(facts))
    try:
        return _by_steps(game, cell, digit, facts, is_one=solution is not None)
    except BudgetSpent:
        return _cut_short(facts, is_false=solution is not None)


def _by_steps(game: Game, cell: int, digit: int, facts: dict[str, str], is_one: bool) -> Why:
    allowed = climbed(game.grid.shape, is_one)
    marked = _with(game, cell, digit)
    step = _at_once(marked.position(), allowed, cell, digit)
    if step:
        notice = Notice(
            "right", _say_not(facts), (describe_step(game.geometry, step, "facts").why,)
        )
        return Why("step", notice, step, marked)
    later = _later(marked.position(), allowed, cell, digit)
    if later:
        count, step = later
        rung = rungs()[step.technique]
        after_steps = ngettext(
            "{count} easier step comes first; then this candidate is removed by {technique}.",
            "{count} easier steps come first; then this candidate is removed by {technique}.",
            count,
            technique=gettext(rung.technique),
        )
        because = describe_step(game.geometry, step, "facts").why
        return Why("later", Notice("right", _say_not(facts), (after_steps, because)))
    if is_one:
        title = gettext(
            "{cell} cannot be {digit}, but no technique was found that shows it.", **facts
        )
        return Why(
            "false",
            Notice("unclear", title, (gettext("Only trial and error shows that it fails."),)),
        )
    return Why("open", _nothing_takes(facts))


def _cut_short(facts: dict[str, str], is_false: bool) -> Why:
    title = (
        _say_not(facts)
        if is_false
        else gettext("Nothing was found that removes {digit} from {cell}.", **facts)
    )
    return Why("false" if is_false else "open", Notice("unclear", title, (say_cut_short(),)))


def _say_not(facts: dict[str, str]) -> str:
    return gettext("{cell} cannot be {digit}.", **facts)


def _nothing_takes(facts: dict[str, str]) -> Notice:
    title = gettext("Nothing removes {digit} from {cell}.", **facts)
    return Notice("unclear", title, (gettext("No contradiction was found."),))


def _with(game: Game, cell: int, digit: int) -> Game:
    """Return the game with this mark in its cell, even if the player has removed it."""
    marks = list(game.marks)
    if marks[cell]:
        marks[cell] |= 1 << (digit - 1)
    return replace(game, marks=tuple(marks))


def _at_once(position: Position, allowed: Sequence[Rung], cell: int, digit: int) -> Step | None:
    """Return the easiest step that removes the candidate now, or None. The last resorts are not tried."""
    for rung in allowed:
        if rung.index >= LAST_RESORTS:
            return None
        for deduction in all_steps(position, [rung]):
            if _takes(position, deduction, cell, digit):
                return deduction.step(position)
    return None


def _takes(position: Position, deduction: Deduction, cell: int, digit: int) -> bool:
    candidate = position.masks.candidate(digit, cell)
    if deduction.removed >> candidate & 1:
        return True
    return any(
        position.masks.excluded[placed] >> candidate & 1 for placed in bits(deduction.placed)
    )


def _later(
    position: Position, allowed: Sequence[Rung], cell: int, digit: int
) -> tuple[int, Step] | None:
    """Return how many easiest steps come first and the step that removes the candidate then, or None."""
    count = 0
    while step := next_step(position, allowed):
        carry_out(position, step)
        if position.fault:
            return None
        if position.values[cell] or not position.marks[cell] >> (digit - 1) & 1:
            return count, step
        count += 1
    return None
