"""A lease is renewed while work goes on, however slowly; no clock ends a solve or counts an attempt."""

import time
import uuid

import pytest
from django.db.models.functions import Now
from puzzles import ARTICLE_000

from solver import engine
from solver.engine.core import deadline
from solver.jobs import running
from solver.models import Job, Puzzle, Solve
from solver.queue import batches, submission
from solver.solves import writing

pytestmark = pytest.mark.django_db
LONG = "0" * 256  # some thousand looks at the deadline


@pytest.fixture(autouse=True)
def tick_always(monkeypatch):
    monkeypatch.setattr(deadline, "TICK", 0)


def submitted() -> Solve:
    return submission.submit(engine.read(LONG), "guessing", lane="bulk")


def test_an_expired_lease_does_not_end_an_unclaimed_solve(settings):
    """As if each look at the deadline came later than the lease lasts."""
    settings.LEASE_SECONDS = -1
    solve = submitted()
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.status, solve.attempt, solve.lost) == ("finished", 1, None)


def test_a_solve_renews_its_lease_between_two_writes(settings, monkeypatch):
    monkeypatch.setattr(writing, "FLUSH_SECONDS", 1_000)
    renewed = []
    renew = writing.IterationWriter.renew
    monkeypatch.setattr(
        writing.IterationWriter, "renew", lambda self: (renew(self), renewed.append(self.count))
    )
    writing.record(submitted().pk)
    assert len(renewed) > 10


@pytest.mark.parametrize("kind", ["solve", "rate"])
def test_work_that_another_process_claimed_stops_midway(kind, monkeypatch):
    """A solve, or a part of a job: what is left of it is not worked out in vain."""
    if kind == "solve":
        promise = submitted()
        run = writing.record
    else:
        puzzle = Puzzle.objects.create(givens=ARTICLE_000)
        promise = submission.submit_job("rate", [str(puzzle.pk)])
        run = running.run
    other = uuid.uuid4()
    take = type(promise).objects.filter(pk=promise.pk)
    seen = []

    def lose_it(self):
        if not seen:
            seen.append(time.monotonic())
            take.update(lease_until=Now())
            assert type(promise).objects.claim(promise.pk, other)
        return look(self)

    look = deadline.Deadline.look
    monkeypatch.setattr(deadline.Deadline, "look", lose_it)
    run(promise.pk)
    promise.refresh_from_db()
    assert (promise.status, promise.lease_token, promise.lost) == ("running", other, [])


def test_a_paused_batch_stops_within_a_part(monkeypatch):
    job = batches.submit([engine.read(LONG)] * 3, "guessing", {})
    look = deadline.Deadline.look

    def pause(self):
        monkeypatch.setattr(deadline.Deadline, "look", look)
        Job.objects.pause(job.pk)
        return look(self)

    monkeypatch.setattr(deadline.Deadline, "look", pause)
    assert not running.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.done) == ("paused", 0)
    assert submission.resume_job(job)
    assert job.parts.get().lease_token is None
