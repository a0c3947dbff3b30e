"""One iteration of a solve in words: its steps and why they hold, its branch, and what it changed."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from solver import engine
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.grid import ALPHABET
from solver.engine.core.steps import candidates_left, placed_notation, removed_notation
from solver.engine.ladder.listing import is_proved
from solver.engine.techniques import explain
from solver.engine.techniques.base import say_set
from solver.engine.techniques.proof_text import say_clauses
from solver.engine.techniques.wording import say_sets
from solver.solves.reading import Moment

from ..words import say_rule
from .line import Line
from .position import SolveView

MOST_STEPS, MOST_CHANGES = 8, 30  # of an iteration in sight; the rest is folded
MOST_FACTS = 3  # on a step's line of the list
MOST_SAID = 3  # cells that a screen reader hears of by name


@dataclass(frozen=True)
class StepLine:
    number: int
    rule: str
    title: str  # the rule and its unit
    notation: list[str]
    placed: list[str]
    why: SafeString
    kind: str  # rule, guess, fork or contradiction
    href: str
    technique_href: str
    chosen: bool
    clauses: list[str]  # of the chosen one: a chain link by link
    sets: str  # and what its proof counts
    sets_href: str

    @property
    def first_placed(self) -> list[str]:
        return self.placed[:MOST_FACTS]

    @property
    def first_removed(self) -> list[str]:
        """As many as a line of the list has room for, one at least."""
        return self.notation[: max(1, MOST_FACTS - len(self.placed))]

    @property
    def unseen(self) -> int:
        """How many facts of it that line has no room for."""
        seen = len(self.first_placed) + len(self.first_removed)
        return len(self.placed) + len(self.notation) - seen


@dataclass(frozen=True)
class Digits:
    """Some in a row, all of them lost or none."""

    digits: str
    lost: bool


@dataclass(frozen=True)
class Change:
    """A cell that an iteration touched: what it held, struck where lost, and its digit if solved."""

    cell: str
    kept: list[Digits]
    solved: str


@dataclass(frozen=True)
class RuleFilter:
    """A rule of an iteration, with the address that shows its steps alone, or all again."""

    name: str
    count: int
    href: str
    chosen: bool


@dataclass(frozen=True)
class Beside:
    """The iterations before and after this one that have something in common with it."""

    previous: str
    next: str


@dataclass(frozen=True)
class BranchLine:
    number: int
    depth: int
    parent: int
    beside: Beside  # along the branch


@dataclass(frozen=True)
class Walk:
    """The addresses of the steps before and after the one that is looked at, across iterations."""

    previous: str
    next: str


@dataclass(frozen=True)
class IterationPage:
    """One iteration, as the page tells it."""

    number: int
    placed: int
    removed: int
    before: int
    after: int
    branch: BranchLine | None
    steps: list[StepLine]
    more: list[StepLine]  # folded
    count: int  # of both
    total: int  # of its steps, whatever rule they are of
    chosen: StepLine | None
    is_open: bool  # the chosen step is one of the folded ones
    walk: Walk
    rules: list[RuleFilter]
    all_rules_href: str
    rule_beside: Beside | None  # iterations with the one rule that is listed
    changes: list[Change]
    more_changes: list[Change]  # folded
    change_count: int
    since: int  # the iteration that the changes are told from
    say: str  # for a screen reader, when it is gone to


def tell_iteration(view: SolveView, moment: Moment, line: Line) -> IterationPage:
    """The iteration of a moment, and its place in a line; not of the start, which has none."""
    grid, iteration = view.solve.grid, moment.iteration
    steps = [
        _step_line(view, grid.geometry, iteration.number, number, step)
        for number, step in enumerate(iteration.steps, 1)
        if not view.rule or slugify(step.technique) == view.rule
    ]
    more = steps[MOST_STEPS:]
    changes = _changes(grid, moment.earlier, moment.after)
    return IterationPage(
        number=iteration.number,
        placed=iteration.placed_count,
        removed=iteration.removed_count,
        before=candidates_left(moment.before),
        after=candidates_left(moment.after),
        branch=_branch(view, moment),
        steps=steps[:MOST_STEPS],
        more=more,
        count=len(steps),
        total=len(iteration.steps),
        chosen=next((step for step in steps if step.chosen), None),
        is_open=any(step.chosen for step in more),
        walk=_walk(view, line, moment.number, [step.number for step in steps]),
        rules=_rules(view, iteration),
        all_rules_href=view.but(rule="", step=None).href,
        rule_beside=_beside(view, *moment.beside) if view.technique else None,
        changes=changes[:MOST_CHANGES],
        more_changes=changes[MOST_CHANGES:],
        change_count=len(changes),
        since=moment.since,
        say=_say(view, moment, line.total),
    )


# --- Steps --------------------------------------------------------------------------------------------


def _step_line(
    view: SolveView, shape: Geometry, iteration: int, number: int, step: engine.Step
) -> StepLine:
    technique = engine.techniques().get(step.technique)
    is_chosen = number == view.step
    is_told = is_chosen and is_proved(step)
    return StepLine(
        number=number,
        rule=_rule(step),
        title=step_title(shape, step),
        notation=removed_notation(shape, step),
        placed=placed_notation(shape, step),
        why=why(shape, step),
        kind="rule" if technique else step.technique,
        # The chosen one leads back to the whole iteration.
        href=view.at(iteration, None if is_chosen else number).href,
        technique_href=reverse("technique", args=[slugify(step.technique)]) if technique else "",
        chosen=is_chosen,
        clauses=say_clauses(shape, step) if is_told else [],
        sets=say_sets(shape, step) if is_told else "",
        sets_href=f"{view.but(view='sets').href}#sets" if is_told else "",
    )


def _walk(view: SolveView, line: Line, number: int, listed: list[int]) -> Walk:
    """From an iteration to its first step, and from its last one to the next iteration."""
    before = [step for step in listed if view.step and step < view.step]
    after = [step for step in listed if step > (view.step or 0)]
    back = (
        view.at(number, before[-1] if before else None).href if view.step else line.previous(number)
    )
    return Walk(back, view.at(number, after[0]).href if after else line.next(number))


def _rule(step: engine.Step) -> str:
    """`Hidden single`, `Enclosed combo {3, 4}`"""
    technique = engine.techniques().get(step.technique)
    which = f" {say_set(step.digits_mask)}" if technique and technique.is_about_a_set else ""
    return f"{say_rule(step.technique)}{which}"


def step_title(shape: Geometry, step: engine.Step) -> str:
    """`Enclosed combo {3, 4} in row 2`"""
    if step.unit is None:
        return _rule(step)
    return _("%(rule)s in %(unit)s") % {"rule": _rule(step), "unit": shape.units[step.unit].words}


def why(shape: Geometry, step: engine.Step) -> SafeString:
    """Why a step holds, the cells that prove it underlined as they are on the board."""
    evidence = {shape.cell_names[cell] for cell in step.cells}

    def mark(match: re.Match[str]) -> str:
        name = match[0]
        return f'<span class="evidence">{name}</span>' if name in evidence else name

    words = re.sub(r"r[0-9]+c[0-9]+", mark, escape(explain(shape, step)))
    return mark_safe(words)  # noqa: S308 - escaped before


def _rules(view: SolveView, iteration: engine.Iteration) -> list[RuleFilter]:
    counts = Counter(step.technique for step in iteration.steps)
    rules = []
    for name, count in counts.items():
        is_chosen = slugify(name) == view.rule
        href = view.but(rule="" if is_chosen else slugify(name), step=None).href
        rules.append(RuleFilter(say_rule(name), count, href, is_chosen))
    return rules


def _beside(view: SolveView, previous: int | None, following: int | None) -> Beside:
    return Beside(
        view.at(previous).href if previous is not None else "",
        view.at(following).href if following is not None else "",
    )


# --- The branch ---------------------------------------------------------------------------------------


def _branch(view: SolveView, moment: Moment) -> BranchLine | None:
    """Nothing where there is only one: a guess or a fork goes on as a branch of its own."""
    iteration, following = moment.iteration, moment.following
    goes_on = following is None or moment.branches[following - 1] == iteration.branch
    if iteration.parent is None and goes_on:
        return None
    return BranchLine(
        iteration.branch,
        iteration.depth,
        iteration.parent or 0,
        _beside(view, moment.previous, following),
    )


# --- What changed -------------------------------------------------------------------------------------


def _changes(grid: engine.Grid, earlier: tuple[int, ...], now: tuple[int, ...]) -> list[Change]:
    changes = []
    for cell, (old, new) in enumerate(zip(earlier, now, strict=True)):
        if old != new:
            digits = [(ALPHABET[d], not new >> d - 1 & 1) for d in digits_of(old | new)]
            kept = [
                Digits("".join(digit for digit, _lost in some), is_lost)
                for is_lost, some in groupby(digits, itemgetter(1))
            ]
            is_solved = new and new & (new - 1) == 0
            solved = ALPHABET[new.bit_length()] if is_solved else ""
            changes.append(Change(grid.geometry.cell_names[cell], kept, solved))
    return changes


# --- Aloud --------------------------------------------------------------------------------------------


def _say(view: SolveView, moment: Moment, total: int) -> str:
    """`Iteration 12 of 15. Hidden single in box 2: row 1 column 5 is 4. 3 candidates removed.`"""
    shape, steps = view.solve.grid.geometry, moment.steps
    where = _("Iteration %(number)d of %(total)d.") % {
        "number": moment.number,
        "total": total,
    }
    if not steps:
        return f"{where} {_('No rule found anything more.')}"
    if view.step:
        where += " " + _("Step %(number)d of %(total)d.") % {
            "number": view.step,
            "total": len(steps),
        }
        steps = steps[view.step - 1 : view.step]
    what = step_title(shape, steps[0])
    if view.step:
        return f"{where} {what}. {explain(shape, steps[0])}"
    if len(steps) > 1:
        rest = len(steps) - 1
        what += ngettext(" and %d more step", " and %d more steps", rest) % rest
    solved = _say_placed(shape, [placed for step in steps for placed in step.placed])
    removed = sum(step.removed_count for step in steps)
    gone = ngettext("%d candidate removed.", "%d candidates removed.", removed) % removed
    return f"{where} {what}{f': {solved}' if solved else ''}. {gone}"


def _say_placed(shape: Geometry, placed: list[tuple[int, int]]) -> str:
    if len(placed) > MOST_SAID:
        return ngettext("%d cell solved", "%d cells solved", len(placed)) % len(placed)
    return ", ".join(
        _("row %(row)d column %(column)d is %(digit)s")
        % {
            "row": cell // shape.size + 1,
            "column": cell % shape.size + 1,
            "digit": ALPHABET[digit],
        }
        for cell, digit in placed
    )
