"""A solve ends the same, whether a worker of a lane or a batch runs its method."""

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, NO_CANDIDATE

from solver import engine
from solver.jobs import running
from solver.models import Solve
from solver.queue import batches, submission
from solver.solves import writing

pytestmark = pytest.mark.django_db
SEVERAL = "12000000" + "0" * 8


def ending(solve: Solve) -> tuple[object, ...]:
    return (solve.outcome, solve.verdict, solve.solutions, solve.iteration_count)


@pytest.mark.parametrize(
    ("puzzle", "method", "outcome", "verdict"),
    [
        (ARTICLE_000, "combos", "solved", "unique"),
        (ALESCARGOT, "rules", "stalled", "unique"),
        (NO_CANDIDATE, "combos", "contradiction", "none"),
        (SEVERAL, "combos", "stalled", "multiple"),
        (SEVERAL, "joins", "limit", "multiple"),  # it finds more than are kept
        ("0" * 16, "guessing", "limit", "multiple"),  # more iterations than are kept
    ],
)
def test_solve_ends_the_same_in_a_lane_and_in_a_batch(settings, puzzle, method, outcome, verdict):
    settings.SOLVE_SOLUTIONS, settings.SOLVE_ITERATIONS = 2, 5 if puzzle == "0" * 16 else 500
    alone = submission.submit(engine.read(puzzle), method)
    writing.record(alone.pk)
    alone.refresh_from_db()
    running.run(batches.submit([engine.read(puzzle)], method, {}).pk)
    among_many = Solve.objects.get(lane="bulk")
    assert ending(alone) == ending(among_many)
    assert (alone.outcome, alone.verdict) == (outcome, verdict)
    assert len(alone.solutions) <= 2


def test_batch_does_not_count_solutions_of_a_solved_puzzle(monkeypatch):
    job = batches.submit([engine.read(ARTICLE_000)], "combos", {})
    monkeypatch.setattr(engine, "enumerate_solutions", lambda *a, **k: 1 / 0)
    running.run(job.pk)
    solve = Solve.objects.get()
    assert (solve.outcome, len(solve.solutions)) == ("solved", 1)
