"""The view of a solve that an address describes, and the addresses of neighbouring views."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.text import slugify

from solver import engine
from solver.engine.techniques.events import EXPLAINERS
from solver.models import Solve

SOLUTION = "solution"
# The board of the iteration or of a solution. The first is the default, left out of addresses.
SHOW = ("changes", "before", "after", SOLUTION)
CELLS = ("grid", "list", "hidden")  # what an open cell shows
VIEWS = ("board", "loop", "sets", "rows", "sql")  # how a step is shown: on the board, or also as …


@dataclass(frozen=True)
class SolveView:
    """An iteration of a solve, and how it is displayed.

    `iteration` 0 is the start, None the latest. `step` is the selected step, from 1. `rule` is the slug of the
    only rule whose steps are listed. `since` is the iteration that changes are compared with. `cell` is the
    selected cell, for example `r5c6`, and `digit` its highlighted candidate. `number` is the solution, from 1.
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
    branch: int = 1  # of a split whose branches are drawn one at a time

    def at(self, iteration: int, step: int | None = None) -> "SolveView":
        """Return this view at another iteration. A selected step takes precedence over a selected cell."""
        view = replace(self, iteration=iteration, step=step, since=None, branch=1)
        return view.but(cell="", digit="") if step else view

    def but(self, **changes: Any) -> "SolveView":
        return replace(self, **changes)

    def at_its_only_step(self, steps: Sequence[engine.Step]) -> "SolveView":
        """Return the view with the iteration's only step selected if this has a proof.

        Else return it unchanged.
        """
        if self.step or self.cell or len(steps) != 1 or not steps[0].proof:
            return self
        return replace(self, step=1)

    @property
    def names_a_moment(self) -> bool:
        """Whether the address names an iteration, a step or a rule, and not only how they are displayed."""
        return bool(self.rule) or (self.iteration, self.step, self.since) != (None, None, None)

    @property
    def technique(self) -> str:
        """The name of the technique or event with the slug `rule`, or "" if there is none."""
        if not self.rule:
            return ""
        names = (*engine.techniques(), *EXPLAINERS)
        return next((name for name in names if slugify(name) == self.rule), "")

    @property
    def params(self) -> dict[str, str | int]:
        """The query parameters of the view, without those that have their usual value."""
        params = {
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
            "branch": self.branch if self.branch > 1 else None,
        }
        return {name: value for name, value in params.items() if value is not None}

    @property
    def href(self) -> str:
        """The query string of the view's address, to be appended to the path of the solve's page."""
        return f"?{urlencode(self.params)}"
