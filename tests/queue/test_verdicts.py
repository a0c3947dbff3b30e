"""What is known of a puzzle stays known, also when a count of a busy machine runs out of its budget."""

import pytest
from puzzles import ALESCARGOT, ARTICLE_000

from solver import engine
from solver.jobs import running
from solver.jobs.recheck import RecheckPuzzles
from solver.models import Puzzle, Solve
from solver.puzzles import catalogue, rating
from solver.queue import batches, submission
from solver.solves import writing

pytestmark = pytest.mark.django_db
SMALL = "3020000000040100"  # not 9×9, so counted within a budget


@pytest.fixture
def known():
    puzzle = Puzzle(givens=SMALL, box=2)
    catalogue.examine([puzzle])
    puzzle.save()
    assert (puzzle.verdict, bool(puzzle.grade)) == ("unique", True)
    return puzzle


@pytest.fixture
def spent(known, settings):
    """From now on no count comes to its end."""
    settings.VERDICT_NODES = 0


def is_as_it_was(puzzle):
    now = Puzzle.objects.get()
    return all(getattr(now, fact) == getattr(puzzle, fact) for fact in catalogue.FACTS)


@pytest.mark.usefixtures("spent")
class TestAKnownVerdict:
    def test_survives_a_verification_without_a_verdict(self, known):
        job = submission.submit_job("verify", [str(known.pk)])
        running.run(job.pk)
        job.refresh_from_db()
        assert job.counts == {"right": 1}
        assert is_as_it_was(known)

    def test_survives_a_solve_without_a_verdict(self, known):
        solve = submission.submit(engine.read(SMALL), "combos")
        writing.record(solve.pk)
        solve.refresh_from_db()
        assert (solve.status, solve.verdict) == ("finished", "unknown")
        assert is_as_it_was(known)

    def test_survives_a_batch_without_a_verdict(self, known):
        running.run(batches.submit([engine.read(SMALL)], "combos", {}).pk)
        assert Solve.objects.get().verdict == "unknown"
        assert is_as_it_was(known)

    def test_survives_a_concurrent_verification(self, known, monkeypatch):
        Puzzle.objects.update(verdict="unknown", canonical="", grade="", grade_rank=None)
        work = RecheckPuzzles.compute

        def work_while_others_do(*arguments):
            found = work(*arguments)
            changed = {"verdict": "unique", "grade": known.grade, "grade_rank": known.grade_rank}
            Puzzle.objects.update(**changed)
            return found

        monkeypatch.setattr(RecheckPuzzles, "compute", work_while_others_do)
        running.run(submission.submit_job("verify", [str(known.pk)]).pk)
        assert is_as_it_was(known)


class TestARatingAtOnce:
    """A solve that somebody waits for rates its puzzle too, so that its page names the level."""

    @pytest.mark.parametrize(
        ("lane", "is_rated"), [("interactive", True), ("slow", True), ("bulk", False)]
    )
    def test_comes_with_the_solve_that_somebody_waits_for(self, lane, is_rated):
        solve = submission.submit(engine.read(ARTICLE_000), "combos", lane=lane)
        writing.record(solve.pk)
        puzzle = Puzzle.objects.get()
        assert (puzzle.level, puzzle.score) == ((2, 480) if is_rated else (None, None))
        assert puzzle.rated_by is None  # upkeep grades it too

    def test_has_the_level_alone_if_it_takes_long_but_is_certain(self, monkeypatch):
        monkeypatch.setattr(rating, "NODES_AT_ONCE", 6_000)
        solve = submission.submit(engine.read(ALESCARGOT), "combos")
        writing.record(solve.pk)
        puzzle = Puzzle.objects.get()
        assert (puzzle.level, puzzle.score, puzzle.rated_by) == (5, None, None)

    def test_stays_away_if_it_takes_long(self, monkeypatch):
        monkeypatch.setattr(rating, "NODES_AT_ONCE", 10)
        solve = submission.submit(engine.read(ALESCARGOT), "combos")
        writing.record(solve.pk)
        assert Puzzle.objects.get().level is None
