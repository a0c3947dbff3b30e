"""The iteration that a solve's page opens at if its address names none."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from solver.models import Solve
from solver.solves.reading import find, first_beyond_singles, last_that_did

from ..choices import Link
from .solve_view import SOLUTION, SolveView


@dataclass(frozen=True)
class DefaultIteration:
    """The view to open, a sentence about it, and links to other interesting iterations."""

    view: SolveView
    sentence: str
    others: list[Link]


def default_iteration(view: SolveView) -> DefaultIteration | None:
    """Return where to open a solve's page, or None if its address says where or the solve is not over.

    Open at the solution or the contradiction. Otherwise open at the first iteration with a step beyond singles,
    at the one of its steps with the fewest cells. Never open at an iteration without steps. If there is no
    other, open at the start.
    """
    solve = view.solve
    if not solve.is_over or not solve.iteration_count or view.names_a_moment:
        return None
    last, first = last_that_did(solve), first_beyond_singles(solve)
    start = Link(_("From the start"), view.at(0).href)
    beyond = [Link(_("First step beyond singles"), view.at(*first).href)] if first else []
    if last is None:
        return None if find(solve, solve.iteration_count).steps else _at_start(view)
    end = view.at(last.number)
    if solve.outcome == Solve.Outcome.SOLVED:
        return DefaultIteration(end, _("Opened at the solution."), [start, *beyond])
    if solve.outcome == Solve.Outcome.CONTRADICTION:
        return DefaultIteration(end, _("Opened at the contradiction."), [start, *beyond])
    if first is None or view.show == SOLUTION:  # the end shows which cells were solved
        return DefaultIteration(end, _("Opened at the last progress."), [start, *beyond])
    latest = [Link(_("Last progress"), end.href)] if last.number != first[0] else []
    number, step = first
    # A selected cell takes precedence over a step.
    telling = view.at(number, None if view.cell else step)
    return DefaultIteration(
        telling, _("Opened at the first step beyond singles."), [start, *latest]
    )


def _at_start(view: SolveView) -> DefaultIteration:
    return DefaultIteration(view.at(0), _("Opened at the start: no technique found anything."), [])
