"""What visitors bring stands apart from the library until an editor accepts it."""

import pytest
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, EMPTY

from solver import engine
from solver.jobs import running
from solver.library import catalogue
from solver.models import Collection, Job, Puzzle, Solve
from solver.queue import submission
from solver.queue.owners import Owner
from solver.queue.reaping import reap
from solver.record import writing

pytestmark = pytest.mark.django_db
GUEST = Owner(session_key="a guest's")


def brought(line: str = ARTICLE_000, owner: Owner = GUEST) -> Puzzle:
    """A puzzle that somebody had solved."""
    return submission.submit(engine.read(line), "combos", owner=owner).puzzle


def work_off_all() -> None:
    """All that the reaper has worked out, and what that leaves to be done."""
    reap()
    for job in Job.objects.filter(status="queued"):
        while running.run(job.pk):
            pass


class TestWhatAVisitorBrings:
    def test_waits_in_the_inbox(self, client: Client):
        assert brought().in_inbox
        client.post("/solves/", {"puzzle": ALESCARGOT, "method": "combos"})
        assert Puzzle.objects.get(givens=ALESCARGOT).in_inbox
        client.post("/api/v1/puzzles/", {"puzzle": ARTICLE_001}, "application/json")
        assert Puzzle.objects.get(givens=ARTICLE_001).in_inbox
        job = submission.submit_job("solve", [EMPTY], spec={"method": "rules", "options": {}})
        running.run(job.pk)
        assert Puzzle.objects.get(givens=engine.read(EMPTY).text).in_inbox
        assert not Puzzle.objects.exclude(dismissed_at=None).exists()

    def test_does_not_wait_there_when_the_site_itself_asked_for_it(self):
        puzzle = brought(owner=Owner())
        puzzle.refresh_from_db()
        assert puzzle.in_inbox
        assert puzzle.dismissed_at

    def test_stays_where_it_is_when_the_library_has_it(self):
        kept = Puzzle.objects.create(givens=ARTICLE_000)
        assert not brought().in_inbox
        assert Puzzle.objects.get() == kept

    def test_goes_over_with_its_solves_once_it_is_imported(self):
        puzzle = brought()
        job = submission.submit_job(
            "import", [f"{ARTICLE_000} # Mine"], spec={"at_once": True, "tags": ["new"]}
        )
        running.run(job.pk)
        job.refresh_from_db()
        assert job.counts == {"added": 1}
        kept = Puzzle.objects.get()
        assert (kept.pk, kept.in_inbox, kept.tags) == (puzzle.pk, False, ["new"])
        assert kept.verdict == "unique"
        assert Solve.objects.get().puzzle == kept

    def test_goes_over_once_it_is_collected(self):
        shelf = Collection.objects.create(title="Shelf", slug="shelf")
        catalogue.collect(shelf.pk, [brought().pk])
        assert not Puzzle.objects.get().in_inbox


class TestWhatIsKept:
    def test_is_verified_and_graded_and_rated_without_being_asked(self):
        Puzzle.objects.create(givens=ARTICLE_000)
        Puzzle.objects.create(givens=engine.read(EMPTY).text)
        work_off_all()
        puzzle = Puzzle.objects.get(givens=ARTICLE_000)
        assert (puzzle.verdict, bool(puzzle.canonical)) == ("unique", True)
        assert puzzle.grade
        assert puzzle.score
        assert Puzzle.objects.exclude(pk=puzzle.pk).get().verdict == "multiple"
        reap()
        assert Job.objects.count() == 1  # what has no grade is not asked again and again

    def test_is_graded_anew_once_a_solve_says_more(self):
        puzzle = Puzzle.objects.create(givens=ARTICLE_000, rated_by=1)
        writing.record(brought().solves.get().pk)
        work_off_all()
        puzzle.refresh_from_db()
        assert puzzle.grade

    def test_is_worked_out_for_the_newest_of_the_inbox_too(self, monkeypatch):
        monkeypatch.setattr("solver.library.rating.SEEN_FIRST", 1)
        older, newer = brought(ARTICLE_001), brought(ALESCARGOT)
        work_off_all()
        assert Puzzle.objects.get(pk=newer.pk).rated_by
        assert not Puzzle.objects.get(pk=older.pk).rated_by
