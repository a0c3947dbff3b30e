"""The parts of a story that several methods tell one after the other."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from solver.engine.methods import best, guessing, ladder
from solver.engine.techniques.events import GUESS
from solver.models import Solve
from solver.solves.reading import iter_iterations, techniques_of

from ..labels import say_method
from .solve_view import SolveView


def parts_of(view: SolveView, number: int) -> list[dict[str, Any]]:
    """Return the parts of a finished solve that different methods did, one after the other.

    Return [] if there is only one. The part with iteration `number` is marked as shown.
    """
    solve = view.solve
    if solve.method != best.method.name or not solve.is_over:
        return []
    begins = [*_begins(solve), ("", solve.iteration_count + 1)]
    parts = [
        {
            "method": say_method(name),
            "first": first,  # iterations
            "last": end - 1,
            "href": view.at(first).href,
            "is_current": first <= number < end,
        }
        for (name, first), (_next, end) in pairwise(begins)
        if first < end
    ]
    return parts if len(parts) > 1 else []


def _begins(solve: Solve) -> Iterator[tuple[str, int]]:
    """Yield each method with its first iteration."""
    first, then = solve.options["first"], solve.options.get("then", guessing.method.name)
    yield first, 1
    iterations = iter_iterations(solve)
    if first != ladder.method.name:
        # Another method that gets stuck ends with an iteration without steps.
        stuck = next((each.number for each in iterations if not each.steps), None)
        if stuck is None:
            return
        yield then, stuck + 1
    if ladder.method.name in (first, then) and GUESS in techniques_of(solve):
        # The ladder finds whatever a pass of guessing would, so guessing begins with a guess.
        guesses = (
            each.number for each in iterations for step in each.steps if step.technique == GUESS
        )
        yield guessing.method.name, next(guesses)
