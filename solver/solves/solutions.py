"""The solutions of a puzzle to look at: those kept with its solve, and more where few were looked for."""

from dataclasses import dataclass

from django.conf import settings

from solver import engine
from solver.engine.core.grid import text_of
from solver.models import Puzzle, Solve

MOST = 100  # that are looked for where there are several; `joins` finds more
NODES = 2_500  # that looking for them may take


@dataclass(frozen=True)
class Solutions:
    """Solutions as lines, and whether there are no others."""

    lines: list[str]
    are_all: bool


def count_further(solving: engine.Solving, count: engine.Count) -> engine.Count:
    """The exact count, with up to MOST solutions where there are several and the method found but one.

    The method's own is the first of them.
    """
    found = solving.ending.solutions if solving.ending else ()
    most = min(MOST, settings.SOLVE_SOLUTIONS)
    is_enough = len(found) > 1 or len(count.solutions) >= most
    if count.verdict != Puzzle.Verdict.MULTIPLE or is_enough:
        return count
    further = _look_for_more(solving.grid)
    known = tuple(dict.fromkeys((*found, *count.solutions, *further.solutions)))
    return engine.Count(known[:most], further.is_complete and len(known) <= most)


def solutions_of(solve: Solve) -> Solutions:
    """Those of a finished solve; what an older version did not look for is looked for now, and not kept."""
    kept = solve.solutions
    if solve.verdict != Puzzle.Verdict.MULTIPLE or solve.has_all_solutions or len(kept) >= MOST:
        return Solutions(kept, solve.are_all_solutions)
    count = _look_for_more(solve.grid)
    found = list(dict.fromkeys((*kept, *map(text_of, count.solutions))))
    return Solutions(found[:MOST], count.is_complete)


def _look_for_more(grid: engine.Grid) -> engine.Count:
    return engine.count_in_time(grid, MOST, NODES)
