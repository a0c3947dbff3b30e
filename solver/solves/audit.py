"""The audit of all stored solves, for use after a fault, a restore or an upgrade.

PostgreSQL's constraints check single rows. The audit compares the rows of a solve.
"""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.conf import settings

from solver import engine
from solver.engine.core.board import Board
from solver.engine.core.geometry import digits_of
from solver.engine.core.grid import text_of
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.steps import candidates_left
from solver.engine.techniques.events import FORK
from solver.models import Puzzle, Solve
from solver.models.statements import fetch_rows
from solver.solves.reading import curves_of, iter_iterations


def audit() -> dict[str, list[Any]]:
    """Return what is wrong with the stored solves: (solve's id, sentence) by rule. A rule that holds has [].

    All finished solves are replayed.
    """
    patience = timedelta(seconds=2 * (settings.LEASE_SECONDS + settings.REAPER_PERIOD))
    finished = Solve.objects.filter(status=Solve.Status.FINISHED).select_related("puzzle")
    return {
        "every solve is answered in time": fetch_rows(STUCK, [patience, patience]),
        "every history is numbered from 1 without a gap": fetch_rows(GAPS),
        "every history is of one attempt": fetch_rows(MIXED),
        "no solve holds the key of a session": fetch_rows(KEYS),
        "every step is legal": [
            (solve.pk, problem)
            for solve in finished.iterator(500)
            for problem in illegal_steps(solve)
        ],
    }


def illegal_steps(solve: Solve) -> Iterator[str]:
    """Replay a finished solve and yield a sentence for everything that is wrong with it.

    Candidates may only disappear along a branch, givens stay, and the end must be a solution.
    """
    grid = solve.grid
    start = tuple(Board.of(grid).candidates)
    boards: dict[int, list[tuple[int, ...]]] = defaultdict(list)  # by branch
    last = start
    lefts = curves_of([solve])[solve.pk]
    for iteration in iter_iterations(solve):
        if lefts[iteration.number : iteration.number + 1] not in (
            [candidates_left(iteration.candidates)],
            [],
        ):
            yield f"it counts {lefts[iteration.number]} candidates left after iteration {iteration.number}"
        previous = _board_before(iteration, boards, start)
        if any(
            after & ~before for after, before in zip(iteration.candidates, previous, strict=True)
        ):
            yield f"iteration {iteration.number} has candidates that were gone"
        if any(
            given and mask and mask != 1 << given - 1
            for given, mask in zip(grid.givens, iteration.candidates, strict=True)
        ):
            yield f"iteration {iteration.number} changes a given"
        boards[iteration.branch].append(iteration.candidates)
        last = iteration.candidates
    if solve.outcome == Solve.Outcome.SOLVED:
        yield from _wrong_end(solve, [digits_of(mask) for mask in last])
    for solution in solve.solutions:
        if not solve.puzzle.grid.is_solved_by(tuple(map(ALPHABET.index, solution))):
            yield f"{solution} does not solve it"


def _wrong_end(solve: Solve, digits: list[tuple[int, ...]]) -> Iterator[str]:
    """Yield what is wrong with the last board of a solved puzzle: it must be a stored solution.

    For a puzzle with more than two solutions an older version stored the count's two, and a guess may have led
    to a third one.
    """
    if any(len(candidates) != 1 for candidates in digits):
        return
    end = tuple(candidates[0] for candidates in digits)
    are_all = solve.verdict in (Puzzle.Verdict.UNIQUE, Puzzle.Verdict.NONE)
    is_own = are_all or len(solve.solutions) < 2  # the method's own solution is stored first
    if not solve.grid.is_solved_by(end):
        yield "its last board is no solution"
    elif is_own and text_of(end) not in solve.solutions:
        yield "its last board is none of its solutions"


def _board_before(
    iteration: engine.Iteration, boards: dict[int, list[tuple[int, ...]]], start: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the previous board of the iteration's branch, or the board that the branch began from."""
    if boards[iteration.branch]:
        return boards[iteration.branch][-1]
    if iteration.parent is None:
        return start
    # A fork writes an iteration in its parent branch too, and a guess does not.
    is_fork = bool(iteration.steps) and iteration.steps[0].technique == FORK
    parent = boards[iteration.parent]
    return parent[-1 - is_fork] if len(parent) > is_fork else start


KEYS = """
    SELECT id, 'it does, since ' || created_at FROM solver_solve WHERE session_key ~ '^[a-z0-9]{32}$'"""
STUCK = """
    SELECT id, status || ' since ' || enqueued_at FROM solver_solve
     WHERE (status = 'queued' AND enqueued_at < now() - %s)
        OR (status = 'running' AND lease_until < now() - %s)"""
GAPS = """
    WITH counted AS (
        SELECT solve_id, first, cardinality(lefts) AS length,
               sum(cardinality(lefts)) OVER (PARTITION BY solve_id ORDER BY first) AS so_far
          FROM solver_chapter)
    SELECT s.id, format('%%s iterations to number %%s, %%s counted',
                        coalesce(sum(length), 0), max(first + length - 1), s.iteration_count)
      FROM solver_solve s LEFT JOIN counted ON solve_id = s.id
     WHERE s.status = 'finished' GROUP BY s.id
    HAVING coalesce(sum(length), 0) <> s.iteration_count OR bool_or(first + length - 1 <> so_far)"""
MIXED = """
    SELECT s.id, format('rows of attempt %%s in attempt %%s', c.attempt, s.attempt)
      FROM solver_solve s JOIN solver_chapter c ON c.solve_id = s.id
     WHERE s.status = 'finished' AND c.attempt <> s.attempt GROUP BY s.id, c.attempt, s.attempt"""
