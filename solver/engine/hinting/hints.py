"""A hint in stages: still right, what kind, where, why, and the board after it. Each shows more of one step.

The step is the first on the ladder from what the player has: digits, and written marks if these are legal. A
game that is on the path of the solve and the rating gets its next step. Elsewhere, of the steps of one rung it
is the one with the fewest cells, then the one that does most. So the same game gives the same step at every
stage. A game with a mistake gets no other hint than that.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import chain, islice
from typing import Any, Literal

from ..core.deadline import say_cut_short
from ..core.errors import BudgetSpent
from ..core.geometry import Geometry, digits_of
from ..core.i18n import LazyMessage, gettext, say_cells, say_digits, say_unit
from ..core.position import Position
from ..core.proof import Role, consequences_in
from ..core.steps import Step, candidates_as_json
from ..ladder.listing import LAST_RESORTS, step_as_json
from ..ladder.one_path import climbed, step_on_path, steps_along
from ..ladder.search import LARGEST, easiest
from ..techniques.deduction import Deduction
from ..techniques.description import describe_step
from ..techniques.forcing.branches import MOST, NetPart, parts_of_net, say_net, say_part
from ..techniques.locked.articles import crossing_of
from ..techniques.rungs import COUNTED, Family, Level, Rung, families, rungs, slug
from ..techniques.singles.full_house import HIDDEN_SINGLE, NAKED_SINGLE
from ..techniques.splits.finder import NESTED, ends_by_singles
from ..techniques.wording import say_units
from .area import HintArea, area_of
from .checking import Check, Notice, check, say_check
from .game import Game

STAGES = ("check", "kind", "where", "why", "apply")
CHECK, KIND, WHERE, WHY, APPLY = range(5)
MOST_COMPARED = 1_000  # steps of a technique, which may have found ten thousand large fish
MOST_OF_LAST = 60  # steps of a last resort to compare, out of hundreds
KEPT_STEPS = 100  # of the latest games that were asked about
Uniqueness = Literal["auto", "on", "off"]
Ending = Literal["mistake", "solved", "found", "stuck", "none"]


@dataclass(frozen=True)
class Hint:
    """As much of a step as `stage` shows. There is none if the game is wrong, solved or stuck.

    `names` asks for more: the cells that are wrong, and at the stage of the kind the technique.
    """

    game: Game
    stage: int
    names: bool
    check: Check
    ending: Ending
    rung: Rung | None = None
    step: Step | None = None
    is_cut_short: bool = False  # stuck because a deadline ran out

    @property
    def family(self) -> Family | None:
        return families()[self.rung.technique] if self.rung else None

    @property
    def area(self) -> HintArea | None:
        """Where to look, or None if the stage of the hint does not say it yet."""
        if self.rung is None or self.step is None or self.stage < WHERE:
            return None
        return area_of(families()[self.rung.technique], self.step, self.game)

    @property
    def shown_step(self) -> Step | None:
        """The step itself, or None if the stage of the hint does not show it yet."""
        return self.step if self.stage >= WHY else None

    @cached_property
    def parts(self) -> list[NetPart]:
        """The parts in which the shown step is explained if it is a net of several, else []."""
        if self.shown_step is None or self.family is None:
            return []
        is_long = consequences_in(self.shown_step.proof) > MOST
        if not is_long and self.family.name != "forcing" and self.shown_step.technique != NESTED:
            return []
        try:
            parts = parts_of_net(self.game.position(), self.shown_step)
        except BudgetSpent:  # it is told as a whole then
            return []
        return parts if len(parts) > 1 else []

    @property
    def step_id(self) -> str:
        """An id of the step, the same for the same step of the same game. Empty if there is no step.

        So a request for a later stage can be checked without a memory.
        """
        if self.rung is None or self.step is None:
            return ""
        named = (
            self.game.grid.text,
            self.game.values_text,
            self.game.candidates,
            self.step.as_row(),
        )
        return hashlib.blake2s(repr(named).encode(), digest_size=6).hexdigest()

    @property
    def notice(self) -> Notice:
        """The title and sentences of the hint at its stage."""
        geometry, rung, step = self.game.geometry, self.rung, self.step
        if rung is None or step is None:
            return _say_none(self)
        match self.stage:
            case 1:
                return _say_kind(geometry, rung, self.names)
            case 2:
                return _say_where(geometry, step, self.area or HintArea())
            case 3:
                return _say_why(geometry, step, self.parts)
            case _applied:
                return _say_done(geometry, step)


def hint(
    game: Game,
    stage: int = KIND,
    names: bool = False,
    uniqueness: Uniqueness = "auto",
    chosen: Sequence[Rung] | None = None,
    path: Iterable[Step] | None = None,
) -> Hint:
    """Return a hint for a game, which shows as much as `stage` says.

    `names` lets it name mistakes and the technique. `uniqueness` says whether techniques may rest on one
    solution. `chosen` are the rungs of the ladder that may be used, by default the usual ones. `path` are the
    steps of the puzzle's path, if they are known. If a deadline runs out, the hint says so.
    """
    found = check(game, thorough=stage == CHECK)
    if not found.is_clean:
        return Hint(game, CHECK, names, found, "mistake")
    if stage == CHECK or not found.open:
        return Hint(game, CHECK, names, found, "found" if found.open else "solved")
    if found.verdict == "none":
        return Hint(game, CHECK, names, found, "none")
    is_one = found.verdict == "unique" if uniqueness == "auto" else uniqueness == "on"
    is_usual = chosen is None and is_one == (found.verdict == "unique")
    allowed = climbed(game.grid.shape, is_one)
    if chosen is not None:
        allowed = tuple(rung for rung in chosen if is_one or not rung.rests_on_one_solution)
    if not any(game.marks):
        allowed = tuple(sorted(allowed, key=_without_marks))
    kept = _kept_step(game, tuple(allowed), is_usual) if path is None else []
    try:
        if not kept:
            position = game.position()
            if found.verdict == "unique" and ends_by_singles(position.masks):
                position.solution = position.masks.of_digits(game.count.solutions[0])
            known = steps_along(game.grid, is_one) if path is None else path
            step = step_on_path(position, game.grid, known) if is_usual else None
            kept.append(step or next_step(position, allowed))
    except BudgetSpent:
        return Hint(game, KIND, names, found, "stuck", is_cut_short=True)
    step = kept[0]
    if step is None:
        return Hint(game, KIND, names, found, "stuck")
    return Hint(game, stage, names, found, "found", rungs()[step.technique], step)


@lru_cache(maxsize=KEPT_STEPS)
def _kept_step(game: Game, allowed: tuple[Rung, ...], is_usual: bool) -> list[Step | None]:
    """Return a list for the step of a game, which is empty until it is found: each stage asks for it again."""
    return []


def next_step(position: Position, allowed: Sequence[Rung]) -> Step | None:
    """Return the easiest step that the techniques in `allowed` find. Return None if they find none.

    Return None too at a contradiction.
    """
    if position.fault:
        return None
    deductions = easiest(position, allowed)
    for first in deductions:
        if first is not None:
            index = rungs()[first.technique].index
            if index >= COUNTED:
                return first.step(position)
            is_last = index >= LAST_RESORTS
            most = MOST_OF_LAST if is_last else MOST_COMPARED
            found = [first, *islice(filter(None, deductions), most)]
            found.sort(key=partial(_order, position.masks.geometry))
            steps = (deduction.step(position) for deduction in found)
            return (
                min(steps, key=lambda step: consequences_in(step.proof)) if is_last else next(steps)
            )
    return None


def _without_marks(rung: Rung) -> int:
    """Return a sort key of techniques: a digit's last place is seen before a cell's last digit."""
    after_places = rung.index > rungs()[HIDDEN_SINGLE].index
    return 1 if rung.technique == NAKED_SINGLE else 2 * after_places


def _order(geometry: Geometry, deduction: Deduction) -> tuple[int, ...]:
    """Return a sort key: what is seen most easily comes first. The rest of the key decides between equals.

    A hidden single is seen in a box, or a region, before it is seen in a row or column.
    """
    technique, removed, placed, cells, digits, *_ = deduction
    kind = geometry.units[deduction.unit or 0].kind
    in_line = technique == HIDDEN_SINGLE and kind in ("row", "column")
    does = removed.bit_count() + placed.bit_count()
    return in_line, cells.bit_count(), -does, cells, digits, removed, placed


def after(game: Game, step: Step) -> Game:
    """Return the game after a step was applied.

    Cells that lose a candidate get their marks written, because the same step would come again otherwise.
    """
    values, marks = list(game.values), list(game.marks)
    for cell, mask in step.removed:
        if not values[cell]:
            marks[cell] = game.candidates[cell] & ~mask
    for cell, digit in step.placed:
        values[cell], marks[cell] = digit, 0
        for peer in game.geometry.peers[cell]:
            marks[peer] &= ~(1 << (digit - 1))
    return Game(game.grid, tuple(values), tuple(marks))


# --- In words -----------------------------------------------------------------------------------------


# How difficult a technique is, by HoDoKu's level.
LEVEL_SENTENCES: Mapping[Level, LazyMessage] = {
    "easy": LazyMessage("An easy step."),
    "medium": LazyMessage("A step of medium level."),
    "hard": LazyMessage("A hard step."),
    "unfair": LazyMessage("A very hard step."),
    "extreme": LazyMessage("An extreme step."),
}


def _say_none(given: Hint) -> Notice:
    checked = say_check(given.game.geometry, given.check, given.names)
    if given.ending != "stuck":
        return checked
    if given.is_cut_short:
        return Notice("unclear", gettext("Not searched to the end."), (say_cut_short(),))
    if given.game.grid.size > LARGEST:
        title = gettext("No singles, locked candidates or subsets are left.")
        return Notice(
            "unclear",
            title,
            (gettext("Harder techniques are not searched for on a board of this size."),),
        )
    title = gettext("No step was found from here.")
    if given.check.verdict == "unique":
        return Notice("unclear", title, (gettext("Only trial and error helps here."),))
    return Notice("unclear", title, (gettext("What is left differs between the solutions."),))


def _say_kind(geometry: Geometry, rung: Rung, names: bool) -> Notice:
    family = families()[rung.technique]
    about = str(family.about_on(geometry.shape))
    if names:
        return Notice(
            "right",
            gettext("Technique: {technique}.", technique=gettext(rung.technique)),
            (about,),
        )
    return Notice("right", str(family.title), (about, str(LEVEL_SENTENCES[rung.level])))


def _say_where(geometry: Geometry, step: Step, area: HintArea) -> Notice:
    digits = say_digits(area.digits_mask)
    units = say_units(geometry, area.units)
    if area.cells:
        cells = say_cells(geometry, area.cells)
        title = gettext("Start at {cells}, with {digits} in mind.", cells=cells, digits=digits)
    elif area.units and area.digits_mask:
        title = gettext("Look at {digits} in {units}.", digits=digits, units=units)
    else:
        title = gettext("Look at {units}.", units=units)
    return Notice("right", title, (_say_about(geometry, step),))


def _say_about(geometry: Geometry, step: Step) -> str:
    """Return what the steps of a family have in common. Locked candidates name two units that cross."""
    family = families()[step.technique]
    if family.name != "locked candidates" or geometry.shape.has_boxes_alone:
        return str(family.about_on(geometry.shape))
    crossing = crossing_of(geometry, step)
    if crossing is None:
        return gettext("All places of the digit there see the same cell.")
    one, other = say_unit(geometry, step.unit), say_unit(geometry, crossing)
    words = gettext(
        "{one} and {other} cross, and one digit is locked in there.", one=one, other=other
    )
    return words[:1].upper() + words[1:]


def _say_why(geometry: Geometry, step: Step, parts: list[NetPart]) -> Notice:
    described = describe_step(geometry, step)
    if parts:
        of_parts = chain.from_iterable(say_part(geometry, part) for part in parts)
        why = described.why if step.parts_of(Role.ALTERNATIVES) else say_net(geometry, parts)
        return Notice("right", described.technique, (why, *of_parts))
    return Notice("right", described.technique, (described.why, *described.clauses))


def _say_done(geometry: Geometry, step: Step) -> Notice:
    done = ", ".join(describe_step(geometry, step, "facts").done)
    return Notice("right", gettext("Done: {done}.", done=done))


def as_json(given: Hint) -> dict[str, Any]:
    """Return a hint as JSON for programs, with no more than its stage shows."""
    geometry, notice = given.game.geometry, given.notice
    answer: dict[str, Any] = {
        "stage": given.stage,
        "ending": given.ending,
        "title": notice.title,
        "text": " ".join(notice.sentences),
    }
    if given.rung is None or given.step is None:
        return answer
    answer |= {
        "step_id": given.step_id,
        "family": families()[given.rung.technique].name,
        "level": given.rung.level,
    }
    if given.names or given.stage >= WHY:
        answer["technique"] = slug(given.rung.technique)
    if given.area:
        answer["look"] = {
            "units": [geometry.units[unit].name for unit in given.area.units],
            "digits": list(digits_of(given.area.digits_mask)),
            "cells": [geometry.cell_names[cell] for cell in given.area.cells],
        }
    if given.stage >= APPLY:
        following = after(given.game, given.step)
        answer |= {"values": following.values_text, "marks": following.marks_text}
    if given.shown_step:
        answer |= step_in(given.game, given.shown_step)
    return answer


def step_in(game: Game, step: Step) -> dict[str, Any]:
    """Return a step as JSON, and the candidates of the game, at which its proof holds."""
    return {
        "candidates": candidates_as_json(game.candidates, game.grid.size),
        "step": step_as_json(game.geometry, rungs()[step.technique], step),
    }
