"""The moment that a solve's page opens on when its address names none."""

from dataclasses import dataclass, replace

from solver import engine
from solver.models import Solve
from solver.record.reading import first_that_is_no_single, last_that_did

from .position import SolveView


@dataclass(frozen=True)
class Opening:
    """A telling moment, and the addresses of others that are worth a look."""

    view: SolveView
    start: str
    first: str  # the first step that is more than a single; empty when there is none


def open_at(view: SolveView) -> Opening | None:
    """Where a page opens whose address says nothing of a moment; None when it does, or nothing is over.

    The solution, or the contradiction; else the last iteration that reasoned with more than a single, at its
    largest set. A pass that found nothing is never it.
    """
    solve = view.solve
    if not solve.is_over or not solve.iteration_count or view.names_a_moment:
        return None
    is_at_end = solve.outcome in (Solve.Outcome.SOLVED, Solve.Outcome.CONTRADICTION)
    last = last_that_did(solve, beyond_singles=not is_at_end) or last_that_did(solve)
    if last is None:
        return None
    step = None if is_at_end else _largest(last)
    first = first_that_is_no_single(solve)
    return Opening(
        replace(view, iteration=last.number, step=step),
        start=view.at(0).href,
        first=view.at(*first).href if first else "",
    )


def _largest(iteration: engine.Iteration) -> int | None:
    """The number of the step with the most cells, the later of two; None when all are singles."""
    sizes = [
        (len(step.cells), number)
        for number, step in enumerate(iteration.steps, 1)
        if step.cells and not step.is_single
    ]
    return max(sizes)[1] if sizes else None
