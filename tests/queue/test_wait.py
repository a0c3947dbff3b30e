"""A form waits a moment for its solve, so that its page shows it finished."""

import pytest
from puzzles import ARTICLE_000

from solver import engine
from solver.models import Solve
from solver.operations import held
from solver.queue import submission, wait
from solver.solves import writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(monkeypatch, settings):
    """A worker that solves whatever there is while somebody waits."""
    settings.ANSWER_SECONDS = 60

    def solve_all(_seconds):
        for solve in Solve.objects.filter(status="queued"):
            writing.record(solve.pk)

    monkeypatch.setattr(wait.time, "sleep", solve_all)


def test_form_leads_to_the_page_of_a_finished_solve(client, worker):
    answer = client.post("/solves/", {"puzzle": ARTICLE_000, "method": "guessing"})
    assert Solve.objects.get().status == "finished"
    assert answer.status_code == 302


def test_form_does_not_wait_beyond_the_number_of_places(worker, monkeypatch):
    room = held.Room(1, 1)
    monkeypatch.setattr(held, "_room", lambda places, of_one: room)
    solve = submission.submit(engine.read(ARTICLE_000), "guessing")
    place = room.take("somebody")
    assert not wait.await_end(solve, 60)
    place.leave()
    assert wait.await_end(solve, 60)  # and there is room again when it is over
    assert wait.await_end(solve, 60)


def test_form_stops_waiting_after_its_time():
    solve = submission.submit(engine.read(ARTICLE_000), "guessing")
    assert not wait.await_end(solve, 0.02)
