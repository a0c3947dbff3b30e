"""The step that a solve's page opens at if its address names none."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from solver.models import Solve
from solver.solves.reading import last_that_did, most_telling

from ..choices import Link
from .solve_view import SOLUTION, SolveView


@dataclass(frozen=True)
class DefaultIteration:
    """The view to open, a sentence about it or "", and links to both ends of the story."""

    view: SolveView
    sentence: str
    others: list[Link]


def default_iteration(view: SolveView) -> DefaultIteration | None:
    """Return where to open a solve's page, or None if its address says where or the solve is not over.

    Open at the step that says most about the solve, or at its contradiction. If there is no step at all, open
    at the start.
    """
    solve = view.solve
    if not solve.is_over or not solve.iteration_count or view.names_a_moment:
        return None
    if view.show == SOLUTION:  # the end shows which cells were solved
        return DefaultIteration(view.at(solve.iteration_count), "", [])
    is_broken = solve.outcome == Solve.Outcome.CONTRADICTION
    telling = last_that_did(solve) if is_broken else most_telling(solve)
    if telling is None:
        return DefaultIteration(
            view.at(0), _("Opened at the start: no technique found anything."), []
        )
    number, step = telling
    sentence = (
        _("Opened at the contradiction.")
        if is_broken
        else _("Opened at the step that matters most.")
    )
    others = [] if telling == (1, 1) else [Link(_("Start at step 1"), view.at(1, 1).href)]
    if solve.outcome == Solve.Outcome.SOLVED:
        others.append(Link(_("The solution"), view.at(solve.iteration_count).href))
    # A selected cell takes precedence over a step.
    return DefaultIteration(view.at(number, None if view.cell else step), sentence, others)
