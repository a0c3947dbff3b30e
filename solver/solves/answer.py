"""The result of a solve, decided in one place for workers of lanes and for batches."""

from dataclasses import dataclass

from django.conf import settings

from solver import engine
from solver.engine.core.grid import text_of
from solver.models import Solve


@dataclass(frozen=True)
class SolveAnswer:
    """The result of a solve. The fields are columns of `Solve`."""

    outcome: str
    verdict: str
    solutions: list[str]  # at most SOLVE_SOLUTIONS, one line each
    elapsed_ms: float  # of the method alone
    has_all_solutions: bool = False


def answer_of(solving: engine.Solving, count: engine.Count, verdict: str = "") -> SolveAnswer:
    """Return the result to store, from the method's run and the exact count of solutions.

    Pass `verdict` if it is known without the count. The outcome is `limit` also if more solutions were found
    than are stored.
    """
    solutions = solving.solutions(count) if solving.ending else count.solutions
    most = settings.SOLVE_SOLUTIONS
    own = solving.ending.solutions if solving.ending else ()
    is_limited = is_cut_short(solving) or max(len(own), len(count.solutions)) > most
    return SolveAnswer(
        outcome=Solve.Outcome.LIMIT if is_limited else solving.outcome,
        verdict=verdict or count.verdict,
        solutions=[text_of(digits) for digits in solutions[:most]],
        has_all_solutions=len(solutions) <= most and (count.is_complete or _has_found_all(solving)),
        elapsed_ms=solving.elapsed * 1000,
    )


def _has_found_all(solving: engine.Solving) -> bool:
    """Return whether the method searched for several solutions and found all of them."""
    ending = solving.ending
    return ending is not None and ending.outcome == "solved" and len(ending.solutions) > 1


def is_cut_short(solving: engine.Solving) -> bool:
    """Return whether a budget ended the solving: the method's own, or one of the site's."""
    return solving.ending is None or solving.outcome == Solve.Outcome.LIMIT
