"""One iteration of a solve as its page shows it: its steps, its branch, and what it changed."""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from solver import engine
from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.techniques.description import IterationDescription, StepDescription
from solver.solves.reading import Moment

from .solve_view import SolveView

MOST_STEPS, MOST_CHANGES = 8, 30  # of an iteration in sight; the rest is folded
MOST_FACTS = 3  # on a step's line of the list


@dataclass(frozen=True)
class StepLine:
    """A step of the list, and where it leads."""

    number: int
    described: StepDescription
    why: SafeString
    kind: str  # rule, guess, fork or contradiction
    href: str
    technique_href: str
    chosen: bool
    sets_href: str  # of the chosen one, if it has a proof

    @property
    def first_placed(self) -> list[str]:
        return self.described.placed[:MOST_FACTS]

    @property
    def first_removed(self) -> list[str]:
        """As many as a line of the list has room for, one at least."""
        return self.described.removed[: max(1, MOST_FACTS - len(self.described.placed))]

    @property
    def unseen(self) -> int:
        """How many facts of it that line has no room for."""
        seen = len(self.first_placed) + len(self.first_removed)
        return len(self.described.done) - seen


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
class NeighbourIterations:
    """The iterations before and after this one that have something in common with it."""

    previous: str
    next: str


@dataclass(frozen=True)
class BranchLine:
    number: int
    depth: int
    parent: int
    beside: NeighbourIterations  # along the branch


@dataclass(frozen=True)
class IterationContext:
    """One iteration, as the page tells it."""

    number: int
    placed: int
    removed: int
    before: int
    after: int
    branch: BranchLine | None
    steps: list[StepLine]
    more: list[StepLine]  # folded
    listed: list[int]  # the numbers of both
    count: int  # of both
    total: int  # of its steps, whatever rule they are of
    chosen: StepLine | None
    is_open: bool  # the chosen step is one of the folded ones
    rules: list[RuleFilter]
    all_rules_href: str
    rule_beside: NeighbourIterations | None  # iterations with the one rule that is listed
    changes: list[Change]
    more_changes: list[Change]  # folded
    change_count: int
    since: int  # the iteration that the changes are told from


def build_iteration_context(
    view: SolveView, moment: Moment, described: IterationDescription
) -> IterationContext:
    """The page of an iteration; not of the start, which has no steps."""
    steps = [
        _step_line(view, described.number, number, step)
        for number, step in enumerate(described.steps, 1)
        if not view.rule or slugify(step.step.technique) == view.rule
    ]
    more = steps[MOST_STEPS:]
    changes = _changes(moment.grid.geometry, moment.earlier, described.candidates)
    chosen = [step for step in steps if step.chosen]
    return IterationContext(
        number=described.number,
        placed=described.placed,
        removed=described.removed,
        before=moment.lefts[moment.previous],
        after=moment.lefts[described.number],
        branch=_branch(view, moment),
        steps=steps[:MOST_STEPS],
        more=more,
        listed=[step.number for step in steps],
        count=len(steps),
        total=len(described.steps),
        chosen=chosen[0] if chosen else None,
        is_open=bool(chosen) and chosen[0] in more,
        rules=_rules(view, described),
        all_rules_href=view.but(rule="", step=None).href,
        rule_beside=_beside(view, *moment.beside) if moment.beside else None,
        changes=changes[:MOST_CHANGES],
        more_changes=changes[MOST_CHANGES:],
        change_count=len(changes),
        since=moment.since,
    )


# --- Steps --------------------------------------------------------------------------------------------


def _step_line(
    view: SolveView, iteration: int, number: int, described: StepDescription
) -> StepLine:
    name = described.step.technique
    is_known = name in engine.techniques()
    is_chosen = number == view.step
    return StepLine(
        number=number,
        described=described,
        why=mark_evidence(described),
        kind="rule" if is_known else name,
        # The chosen one leads back to the whole iteration.
        href=view.at(iteration, None if is_chosen else number).href,
        technique_href=reverse("technique", args=[slugify(name)]) if is_known else "",
        chosen=is_chosen,
        sets_href=f"{view.but(view='sets').href}#sets" if described.sets else "",
    )


def mark_evidence(step: StepDescription) -> SafeString:
    """Return why a step holds, the cells that prove it underlined as they are on the board."""

    def mark(match: re.Match[str]) -> str:
        name = match[0]
        return f'<span class="evidence">{name}</span>' if name in step.cells else name

    words = re.sub(r"r[0-9]+c[0-9]+", mark, escape(step.why))
    return mark_safe(words)  # noqa: S308 - escaped before


def _rules(view: SolveView, described: IterationDescription) -> list[RuleFilter]:
    counts = Counter([(step.step.technique, step.technique) for step in described.steps])
    rules = []
    for (name, words), count in counts.items():
        is_chosen = slugify(name) == view.rule
        href = view.but(rule="" if is_chosen else slugify(name), step=None).href
        rules.append(RuleFilter(words, count, href, is_chosen))
    return rules


def _beside(view: SolveView, previous: int | None, following: int | None) -> NeighbourIterations:
    return NeighbourIterations(
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


def _changes(shape: Geometry, earlier: tuple[int, ...], now: tuple[int, ...]) -> list[Change]:
    changes = []
    for cell, (old, new) in enumerate(zip(earlier, now, strict=True)):
        if old != new:
            lost = characters_of(old & ~new)
            digits = [(digit, digit in lost) for digit in characters_of(old | new)]
            kept = [
                Digits("".join([digit for digit, _lost in some]), is_lost)
                for is_lost, some in groupby(digits, itemgetter(1))
            ]
            is_solved = new and new & (new - 1) == 0
            solved = ALPHABET[new.bit_length()] if is_solved else ""
            changes.append(Change(shape.cell_names[cell], kept, solved))
    return changes
