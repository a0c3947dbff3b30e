"""The solutions of a puzzle to show: those stored with its solve, and more if few were searched for."""

from dataclasses import dataclass

from django.conf import settings

from solver import engine
from solver.engine.core.grid import text_of
from solver.models import Puzzle, Solve

MOST = 100  # solutions to search for if there are several. `joins` finds more
NODES = 2_500  # for this search


@dataclass(frozen=True)
class Solutions:
    """Solutions as lines, and whether there are no others."""

    lines: list[str]
    are_all: bool


def count_further(solving: engine.Solving, count: engine.Count) -> engine.Count:
    """Return the count, with more solutions at its end if few of several are known, up to MOST.

    It searches only if the method found at most one of several solutions.
    """
    own = solving.ending.solutions if solving.ending else ()
    most = min(MOST, settings.SOLVE_SOLUTIONS)
    is_enough = len(own) > 1 or len(count.solutions) >= most
    if count.verdict != Puzzle.Verdict.MULTIPLE or is_enough:
        return count
    further = _look_for_more(solving.grid)
    known = tuple(dict.fromkeys((*own, *count.solutions, *further.solutions)))
    return engine.Count(known[:most], further.is_complete and len(known) <= most)


def solutions_of(solve: Solve) -> Solutions:
    """Return the solutions of a finished solve. Search for those that an older version did not store."""
    stored = solve.solutions
    if solve.verdict != Puzzle.Verdict.MULTIPLE or solve.has_all_solutions or len(stored) >= MOST:
        return Solutions(stored, solve.are_all_solutions)
    count = _look_for_more(solve.grid)
    solutions = list(dict.fromkeys((*stored, *map(text_of, count.solutions))))
    return Solutions(solutions[:MOST], count.is_complete)


def _look_for_more(grid: engine.Grid) -> engine.Count:
    return engine.count_in_time(grid, MOST, NODES)
