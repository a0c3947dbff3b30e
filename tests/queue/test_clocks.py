"""A promise is kept whatever the clocks of the processes say: its times are the database's."""

import uuid
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.utils import timezone
from puzzles import ARTICLE_000
from support import PATIENCE, flush_redis

from solver import engine
from solver.models import Heartbeat, Job, Puzzle, Solve
from solver.operations import figures
from solver.queue import submission
from solver.queue.reaper import Reaped, reap
from solver.solves import writing

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NOTHING = Reaped(0, 0)


def a_solve() -> Solve:
    return submission.submit(engine.read(ARTICLE_000), "combos")


def a_job() -> Job:
    puzzle, _ = Puzzle.objects.get_or_create(givens=ARTICLE_000)
    return submission.submit_job("verify", [str(puzzle.pk)])


@pytest.fixture(params=[a_solve, a_job])
def promise(request):
    flush_redis()
    return request.param()


@pytest.fixture
def clock_off(monkeypatch):
    """Sets this process's clock so far from the database's; by nothing to set it right."""
    real = timezone.now
    for model in (Solve, Job):  # their default has been taken from `timezone` already
        field = model._meta.get_field("enqueued_at")
        monkeypatch.setattr(field, "_get_default", lambda: timezone.now())

    def set_off(by: timedelta) -> None:
        monkeypatch.setattr(timezone, "now", lambda: real() + by)

    return set_off


def change(promise, **fields) -> None:
    """This one alone: the reaper has made a job of its own of what is to be rated."""
    type(promise).objects.filter(pk=promise.pk).update(**fields)


def claim(promise) -> bool:
    return type(promise).objects.claim(promise.pk, uuid.uuid4())


@pytest.mark.parametrize("off", [timedelta(minutes=-1), HOUR])
def test_a_worker_with_a_wrong_clock_keeps_its_lease(promise, clock_off, off):
    clock_off(off)
    assert claim(promise)
    clock_off(timedelta())
    assert not claim(promise)
    assert reap() == NOTHING
    change(promise, lease_until=Now() - timedelta(seconds=1))
    assert reap().republished == 1
    assert claim(promise)


@pytest.mark.parametrize("off", [-HOUR, HOUR])
def test_a_process_with_a_wrong_clock_takes_no_lease_of_others(promise, clock_off, off):
    assert claim(promise)
    clock_off(off)
    assert not claim(promise)
    assert reap() == NOTHING


@pytest.mark.parametrize("off", [-HOUR, HOUR])
def test_a_reaper_with_a_wrong_clock_republishes_only_forgotten_work(promise, clock_off, off):
    clock_off(off)
    assert reap() == NOTHING
    change(promise, enqueued_at=Now() - HOUR)
    assert reap().republished == 1
    assert reap() == NOTHING


@pytest.mark.parametrize("make", [a_solve, a_job])
def test_web_server_with_a_fast_clock_delays_no_work(clock_off, make):
    clock_off(HOUR)
    promise = make()
    assert type(promise).objects.filter(enqueued_at__lte=Now()).exists()


def test_work_queued_in_the_future_gets_a_message_now(promise):
    """A version before this one wrote its own time there, and the database's clock may be set back."""
    change(promise, enqueued_at=Now() + HOUR)
    assert reap().republished == 1
    assert reap() == NOTHING


def test_a_lease_in_the_far_future_expires_after_a_clock_change(promise):
    assert claim(promise)
    change(promise, lease_until=Now() + HOUR)
    assert reap().republished == 1
    assert claim(promise)


@pytest.mark.parametrize("off", [-HOUR, HOUR])
def test_a_solve_ends_after_its_start_with_any_clock(clock_off, off):
    solve = a_solve()
    clock_off(off)
    writing.record(solve.pk)
    clock_off(timedelta())
    solve.refresh_from_db()
    assert solve.created_at <= solve.started_at <= solve.finished_at <= timezone.now()


@pytest.mark.parametrize("off", [-HOUR, HOUR])
def test_a_process_with_a_wrong_clock_does_not_count_as_silent(clock_off, off):
    clock_off(off)
    Heartbeat.objects.note("one")
    clock_off(timedelta())
    silence, _ = figures.heartbeats()["one"]
    assert 0 <= silence < PATIENCE
