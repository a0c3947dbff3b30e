"""The view of a solve that somebody has: what its page's address says, and the addresses of places near it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.text import slugify

from solver import engine
from solver.engine.techniques.events import EXPLAINERS
from solver.models import Solve

SOLUTION = "solution"
# Which board of the iteration, or that of a solution; the first is what is not said.
SHOW = ("changes", "before", "after", SOLUTION)
CELLS = ("grid", "list", "hidden")  # what an open cell shows
VIEWS = ("board", "sets", "rows", "sql")  # how a step is told: on the board alone, or as sets too


@dataclass(frozen=True)
class SolveView:
    """A moment of a solve, and how to look at it.

    `iteration` 0 is the start, None the latest there is. `step` is the one to look at closely, from 1;
    `rule` the slug of the only rule whose steps are listed; `since` the iteration that changes are told from;
    `cell` the one whose life is told, `r5c6`, and `digit` the one of its candidates that the board shows;
    `number` that of the solution to show, from 1.
    """

    solve: Solve
    iteration: int | None = None
    step: int | None = None
    rule: str = ""
    since: int | None = None
    show: str = SHOW[0]
    cells: str = CELLS[0]
    cell: str = ""
    digit: str = ""
    number: int = 1
    view: str = VIEWS[0]

    def at(self, iteration: int, step: int | None = None) -> "SolveView":
        """Another moment, looked at in the same way; a step is looked at instead of a cell."""
        at = replace(self, iteration=iteration, step=step, since=None)
        return at.but(cell="", digit="") if step else at

    def but(self, **changes: Any) -> "SolveView":
        return replace(self, **changes)

    def at_its_only_step(self, steps: Sequence[engine.Step]) -> "SolveView":
        """The same, or a look at the step where the iteration is one step that carries its proof."""
        if self.step or self.cell or len(steps) != 1 or not steps[0].proof:
            return self
        return replace(self, step=1)

    @property
    def names_a_moment(self) -> bool:
        """Whether more is said than how to look at it."""
        return bool(self.rule) or (self.iteration, self.step, self.since) != (None, None, None)

    @property
    def technique(self) -> str:
        """The name of the technique, or of the event, that `rule` is the slug of; empty for none."""
        if not self.rule:
            return ""
        names = (*engine.techniques(), *EXPLAINERS)
        return next((name for name in names if slugify(name) == self.rule), "")

    @property
    def said(self) -> dict[str, str | int]:
        """Parameters that the address has to have."""
        said = {
            "iteration": self.iteration,
            "step": self.step,
            "rule": self.rule or None,
            "since": self.since,
            "show": self.show if self.show != SHOW[0] else None,
            "cells": self.cells if self.cells != CELLS[0] else None,
            "cell": self.cell or None,
            "digit": self.digit or None,
            "number": self.number if self.show == SOLUTION and self.number > 1 else None,
            "view": self.view if self.view != VIEWS[0] else None,
        }
        return {name: value for name, value in said.items() if value is not None}

    @property
    def href(self) -> str:
        """Relative to the solve's page: there are hundreds of them on it."""
        return f"?{urlencode(self.said)}"
