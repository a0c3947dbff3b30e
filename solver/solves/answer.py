"""The answer of a solve, decided in one place for whoever ran the method: a worker of a lane, or a batch."""

from dataclasses import dataclass

from django.conf import settings

from solver import engine
from solver.engine.core.grid import text_of
from solver.models import Solve


@dataclass(frozen=True)
class SolveResult:
    """The end of a solve, by the names of its columns."""

    outcome: str
    verdict: str
    solutions: list[str]  # lines, at most SOLVE_SOLUTIONS of them
    elapsed_ms: float  # solving only
    has_all_solutions: bool = False


def answer_of(solving: engine.Solving, count: engine.Count, verdict: str = "") -> SolveResult:
    """The answer to be kept of a method that is done with a grid, and of the exact count beside it.

    `verdict` is given where it is known from elsewhere, and the count was not needed for it. The outcome is
    `limit` also where more solutions were found than are kept.
    """
    found = solving.solutions(count) if solving.ending else count.solutions
    most = settings.SOLVE_SOLUTIONS
    own = solving.ending.solutions if solving.ending else ()
    is_limited = is_cut_short(solving) or max(len(own), len(count.solutions)) > most
    return SolveResult(
        outcome=Solve.Outcome.LIMIT if is_limited else solving.outcome,
        verdict=verdict or count.verdict,
        solutions=[text_of(digits) for digits in found[:most]],
        has_all_solutions=len(found) <= most and (count.is_complete or _has_found_all(solving)),
        elapsed_ms=solving.elapsed * 1000,
    )


def _has_found_all(solving: engine.Solving) -> bool:
    """Whether the method looked for more than one solution, and came to the end of them."""
    ending = solving.ending
    return ending is not None and ending.outcome == "solved" and len(ending.solutions) > 1


def is_cut_short(solving: engine.Solving) -> bool:
    """Whether a budget ran out, the method's own or one of those that we stop it for."""
    return solving.ending is None or solving.outcome == Solve.Outcome.LIMIT
