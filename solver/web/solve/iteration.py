"""One iteration of a solve on its page: its steps, its branch, and its changes."""

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from solver import engine
from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.techniques.description import (
    IterationDescription,
    StepDescription,
    describe_step,
)
from solver.engine.techniques.sets.finder import COUNTED
from solver.solves.reading import IterationSnapshot, find

from .solve_view import SolveView

MOST_STEPS, MOST_CHANGES = 8, 30  # shown of an iteration. More are folded.
MOST_FACTS = 3  # on the line of a step


@dataclass(frozen=True)
class StepLine:
    number: int
    described: StepDescription
    why: SafeString
    kind: str  # rule, guess, fork or contradiction
    href: str
    technique_href: str
    chosen: bool

    @property
    def first_placed(self) -> list[str]:
        return self.described.placed[:MOST_FACTS]

    @property
    def first_removed(self) -> list[str]:
        """The first removals of the step: as many as the line has room for, but at least one."""
        return self.described.removed[: max(1, MOST_FACTS - len(self.described.placed))]

    @property
    def unseen(self) -> int:
        """The number of placements and removals that the line has no room for."""
        seen = len(self.first_placed) + len(self.first_removed)
        return len(self.described.done) - seen


def build_iteration_context(
    view: SolveView, snapshot: IterationSnapshot, described: IterationDescription
) -> dict[str, Any]:
    """Return the context of an iteration for the page of its solve. The start has no steps and needs none."""
    steps = [
        _step_line(view, described.number, number, step)
        for number, step in enumerate(described.steps, 1)
        if not view.rule or slugify(step.step.technique) == view.rule
    ]
    more = steps[MOST_STEPS:]
    changes = _changes(snapshot.grid.geometry, snapshot.earlier, described.candidates)
    selected = [step for step in steps if step.chosen]
    return {
        "number": described.number,
        "placed": described.placed,
        "removed": described.removed,
        "before": snapshot.lefts[snapshot.previous],
        "after": snapshot.lefts[described.number],
        "branch": _branch(view, snapshot),
        "steps": steps[:MOST_STEPS],
        "more": more,  # folded
        "listed": [step.number for step in steps],  # the numbers of both
        "count": len(steps),  # of both
        "total": len(described.steps),  # of all its steps, of any rule
        "chosen": selected[0] if selected else None,
        # Whether the selected step is among the folded ones.
        "is_open": bool(selected) and selected[0] in more,
        # Of the next iteration, if the selected step is the only one.
        "following": _following(view, snapshot) if selected and len(described.steps) == 1 else None,
        "rules": _rules(view, described),
        "all_rules_href": view.but(rule="", step=None).href,
        # Iterations with the rule that is filtered by.
        "rule_neighbours": _neighbours(view, *snapshot.nearest) if snapshot.nearest else None,
        "changes": changes[:MOST_CHANGES],
        "more_changes": changes[MOST_CHANGES:],  # folded
        "change_count": len(changes),
        "since": snapshot.since,  # the iteration that the changes are compared with
    }


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
        # The selected step links back to the whole iteration.
        href=view.at(iteration, None if is_chosen else number).href,
        technique_href=reverse("technique", args=[slugify(name)]) if is_known else "",
        chosen=is_chosen,
    )


def following_steps(view: SolveView, snapshot: IterationSnapshot) -> list[StepLine]:
    """Return the first steps of the next iteration, or [] if it has none."""
    number = snapshot.following
    steps = find(view.solve, number).steps[:MOST_STEPS] if number else ()
    return [
        _step_line(
            view.at(number or 0),
            number or 0,
            n,
            describe_step(snapshot.grid.geometry, step, "title"),
        )
        for n, step in enumerate(steps, 1)
    ]


def _following(view: SolveView, snapshot: IterationSnapshot) -> StepLine | None:
    """Return the number and the first step of the next iteration, or None if it has none."""
    steps = following_steps(view, snapshot)
    return replace(steps[0], number=snapshot.following or 0) if steps else None


def mark_evidence(step: StepDescription) -> SafeString:
    """Return why a step holds as HTML, with the cells that prove it underlined as on the board."""

    def mark(match: re.Match[str]) -> str:
        name = match[0]
        return f'<span class="evidence">{name}</span>' if name in step.cells else name

    html = re.sub(r"r[0-9]+c[0-9]+", mark, escape(step.marked_why))
    html = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html)
    if step.step.technique in COUNTED:
        # What is needed, what there is room for, and what follows.
        sentences = re.split(r"(?<=\.) ", html)
        html = " ".join(f'<span class="argument">{each}</span>' for each in sentences)
    return mark_safe(html)  # noqa: S308 - escaped before


def _rules(view: SolveView, described: IterationDescription) -> list[dict[str, Any]]:
    counts = Counter([(step.step.technique, step.technique) for step in described.steps])
    rules = []
    for (name, label), count in counts.items():
        is_chosen = slugify(name) == view.rule
        href = view.but(rule="" if is_chosen else slugify(name), step=None).href
        rules.append({"name": label, "count": count, "href": href, "chosen": is_chosen})
    return rules


def _neighbours(view: SolveView, previous: int | None, following: int | None) -> dict[str, Any]:
    return {
        "previous": view.at(previous).href if previous is not None else "",
        "next": view.at(following).href if following is not None else "",
    }


# --- The branch ---------------------------------------------------------------------------------------


def _branch(view: SolveView, snapshot: IterationSnapshot) -> dict[str, Any] | None:
    """Return the branch, or None if there is only one. A guess or a fork continues as a branch of its own."""
    iteration, following = snapshot.iteration, snapshot.following
    goes_on = following is None or snapshot.branches[following - 1] == iteration.branch
    if iteration.parent is None and goes_on:
        return None
    return {
        "number": iteration.branch,
        "depth": iteration.depth,
        "parent": iteration.parent or 0,
        "neighbours": _neighbours(view, snapshot.previous, following),  # along the branch
    }


# --- What changed -------------------------------------------------------------------------------------


def _changes(
    geometry: Geometry, earlier: tuple[int, ...], now: tuple[int, ...]
) -> list[dict[str, Any]]:
    changes = []
    for cell, (old, new) in enumerate(zip(earlier, now, strict=True)):
        if old != new:
            lost = characters_of(old & ~new)
            digits = [(digit, digit in lost) for digit in characters_of(old | new)]
            runs = [
                ("".join([digit for digit, _lost in run]), is_lost)
                for is_lost, run in groupby(digits, itemgetter(1))
            ]
            is_solved = new and new & (new - 1) == 0
            solved = ALPHABET[new.bit_length()] if is_solved else ""
            changes.append({"cell": geometry.cell_names[cell], "kept": runs, "solved": solved})
    return changes
