"""The step that a solve's page opens at if its address names none."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from solver.models import Solve
from solver.solves.reading import hardest_step, last_that_did, most_telling

from ..choices import Link
from .solve_view import SOLUTION, SolveView


@dataclass(frozen=True)
class DefaultIteration:
    """The view to open, a sentence about it or "", and links to both ends of the story."""

    view: SolveView
    sentence: str
    others: list[Link]


def default_iteration(view: SolveView) -> DefaultIteration | None:
    """Return where to open a solve's page, or None at the latest iteration or where its address says.

    Open at the step that says most about the solve, or at its contradiction. If there is no step at all, open
    at the start. During the solve, open at the first step beyond singles as soon as there is one.
    """
    solve = view.solve
    if not solve.iteration_count or view.names_a_moment:
        return None
    end = view.at(solve.iteration_count)
    if solve.is_over and view.show == SOLUTION:  # the end shows which cells were solved
        return DefaultIteration(end, "", [])
    if solve.outcome == Solve.Outcome.CONTRADICTION and (last := last_that_did(solve)):
        return _at(view, last, _("Opened at the contradiction."))
    telling = most_telling(solve)
    if telling is None:
        nothing = _("Opened at the start: no technique found anything.")
        return DefaultIteration(view.at(0), nothing, []) if solve.is_over else None
    others: list[Link] = []
    sentence = _("Opened at the step that matters most.")
    if telling.is_hardest:
        sentence = _("Opened at the hardest step.")
    elif telling.is_beyond_singles:
        sentence = _("Opened at the first easy step beyond singles.")
        if not solve.is_over:
            others = [Link(_("Latest step"), end.href)]
        elif hardest := hardest_step(solve):
            others = [Link(_("Hardest step"), view.at(*hardest).href)]
    return _at(view, (telling.iteration, telling.number), sentence, others)


def _at(
    view: SolveView, step: tuple[int, int], sentence: str, others: Iterable[Link] = ()
) -> DefaultIteration:
    """Return the view of a step, with links to `others` and to both ends of the story."""
    links, solve = [*others], view.solve
    if step != (1, 1):
        links.append(Link(_("First step"), view.at(1, 1).href))
    if solve.outcome == Solve.Outcome.SOLVED:
        links.append(Link(_("Solution"), view.at(solve.iteration_count).href))
    # A selected cell takes precedence over a step.
    number, chosen = step
    return DefaultIteration(view.at(number, None if view.cell else chosen), sentence, links)
