"""A worker that is gone is noticed by its signs of life, long before its lease runs out."""

import os
import random
import signal
import threading
import uuid
from collections import deque
from contextlib import suppress
from datetime import timedelta

import psutil
import pytest
from django.db.models.functions import Now
from puzzles import ARTICLE_000, morph
from support import PATIENCE, wait_for

from solver import engine
from solver.models import (
    Heartbeat,
    Job,
    Puzzle,
    Solve,
    heartbeat as heartbeats,
    leased_work as leases,
)
from solver.models.heartbeat import DEAD, SILENT, HeartbeatManager, Holders, Seen
from solver.operations import heartbeat
from solver.queue import batches, submission
from solver.queue.reaper import end_leases_of_gone, reap
from solver.solves import writing
from solver.solves.audit import audit

WORKER = "00002a00beef"
ALIVE = timedelta(seconds=1)
LONG = "0" * 625  # by guessing it takes as long as it may


@pytest.fixture
def token(monkeypatch):
    """Of an attempt of this process, as a process of a worker."""
    monkeypatch.setattr(leases, "_worker", WORKER)
    return leases.new_token()


class TestATokenOfAWorker:
    def test_names_its_worker_and_its_process(self, token):
        assert leases.holder_of(token) == (WORKER, os.getpid())
        assert leases.new_token() != token

    def test_without_a_worker_has_no_holder(self):
        assert leases.holder_of(leases.new_token()) == ("", 0)

    @pytest.mark.parametrize(
        ("seen", "is_gone", "is_dead"),
        [
            (Seen(ALIVE, frozenset()), False, False),
            (Seen(ALIVE, frozenset({os.getpid()})), True, True),
            (Seen(2 * SILENT, frozenset()), True, False),
            (Seen(2 * DEAD, frozenset()), True, True),
            (None, True, True),
        ],
    )
    def test_shows_whether_its_holder_vanished_or_died(self, token, seen, is_gone, is_dead):
        holders = Holders({WORKER: seen} if seen else {})
        assert (holders.is_gone(token), holders.is_dead(token)) == (is_gone, is_dead)

    def test_of_no_worker_counts_as_lost_after_its_lease(self):
        token = uuid.uuid4()
        assert not Holders({}).is_gone(token)
        assert Holders({}).is_dead(token)


@pytest.mark.django_db
class TestALease:
    def submitted(self) -> Solve:
        return submission.submit(engine.read(ARTICLE_000), "combos")

    def test_of_a_live_worker_stays(self, token, monkeypatch):
        monkeypatch.setattr(heartbeats, "SILENT", timedelta(seconds=PATIENCE))
        solve = self.submitted()
        Heartbeat.objects.note("bulk@here", worker=WORKER)
        assert Solve.objects.claim(solve.pk, token)
        assert end_leases_of_gone() == 0
        assert not Solve.objects.claim(solve.pk, uuid.uuid4())

    @pytest.mark.parametrize("ended", [[], [os.getpid()]])
    def test_ends_with_its_holder(self, token, ended):
        solve = self.submitted()
        Heartbeat.objects.note("bulk@here", worker=WORKER, ended=ended)
        assert Solve.objects.claim(solve.pk, token)
        if not ended:
            Heartbeat.objects.update(seen_at=Now() - 2 * SILENT)
        assert end_leases_of_gone() == 1
        assert Solve.objects.claim(solve.pk, uuid.uuid4())
        solve.refresh_from_db()
        assert solve.lost == [token]
        assert Heartbeat.objects.holders().deaths(solve.lost) == len(ended)

    def test_of_a_part_ends_with_that_of_its_job(self, token):
        """Or the job waits for its own, which another took that has left."""
        job = batches.submit([engine.read(ARTICLE_000)], "combos", {})
        Heartbeat.objects.note("bulk@here", worker=WORKER, ended=[os.getpid()])
        assert Job.objects.claim(job.pk, uuid.uuid4())
        assert job.parts.take(token)
        assert end_leases_of_gone() == 1
        assert Job.objects.lost().exists()
        assert reap().republished == 1

    @pytest.mark.django_db(
        transaction=True
    )  # the lease may be missed inside a transaction or outside
    def test_that_was_lost_by_a_worker_that_wakes_does_not_count(self, token, monkeypatch):
        solve = self.submitted()
        other = uuid.uuid4()

        def sleep(*_arguments, **_limits):
            Heartbeat.objects.note("bulk@here", worker=WORKER)
            Heartbeat.objects.update(seen_at=Now() - 2 * SILENT)
            assert end_leases_of_gone() == 1
            assert Solve.objects.claim(solve.pk, other)
            return engine.Count((), is_complete=False)

        with monkeypatch.context() as asleep:
            asleep.setattr(engine, "enumerate_solutions", sleep)
            writing.record(solve.pk)
        solve.refresh_from_db()
        assert (solve.status, solve.lease_token, solve.lost) == ("running", other, [])


def test_a_new_process_with_the_id_of_an_ended_one_counts_as_alive(monkeypatch):
    """Or each of its leases would end at once."""
    monkeypatch.setattr(heartbeat, "_pool", set())
    monkeypatch.setattr(heartbeat, "_ended", ended := deque())
    for pool in ({1, 2}, {1}):
        heartbeat.note_turn(pool)
    assert list(ended) == [2]
    heartbeat.note_turn({1, 2})
    assert not ended


@pytest.mark.django_db
def test_a_heartbeat_is_one_statement(django_assert_num_queries):
    for counts in ({}, {"failed": 1}):
        with django_assert_num_queries(1):
            Heartbeat.objects.note("reaper", counts, ended=[5])
        assert list(Heartbeat.objects.values_list("counts", "ended")) == [(counts, [5])]


@pytest.mark.django_db
def test_the_reaper_drops_heartbeats_of_yesterday():
    for name in ("yesterday", "now"):
        Heartbeat.objects.note(name)
    day = timedelta(days=1, seconds=1)
    Heartbeat.objects.filter(name="yesterday").update(seen_at=Now() - day)
    reap()
    assert Heartbeat.objects.get().name == "now"


def test_last_write_of_an_ending_worker_leaves_no_row(transactional_db, monkeypatch):
    """Its thread is in the middle of a write when the main thread ends the worker."""
    is_begun, may_go, note = threading.Event(), threading.Event(), HeartbeatManager.note

    def write_slowly(*arguments, **columns):
        is_begun.set()
        may_go.wait(PATIENCE)
        note(*arguments, **columns)

    monkeypatch.setattr(HeartbeatManager, "note", write_slowly)
    keeper = threading.Thread(target=heartbeat._keep_row, daemon=True)
    own = {"_worker": f"{os.getpid():06x}00beef", "_name": "one@here", "_keeper": keeper}
    own |= {"_is_over": threading.Event(), "_is_news": threading.Event()}
    for name, value in (own | {"LAST": PATIENCE}).items():
        monkeypatch.setattr(heartbeat, name, value)
    heartbeat.note_turn()
    heartbeat._is_news.set()
    keeper.start()
    assert is_begun.wait(PATIENCE)
    threading.Timer(0.2, may_go.set).start()
    heartbeat.end(lambda _worker: None)
    keeper.join()
    assert not Heartbeat.objects.exists()


def stock(count: int) -> list[str]:
    rng = random.Random(count)
    lines = {morph(ARTICLE_000, rng).replace(".", "0") for _ in range(count)}
    rows = [Puzzle(givens=line, box=3, clue_count=26) for line in lines]
    return [str(puzzle.pk) for puzzle in Puzzle.objects.bulk_create(rows)]


def children(worker) -> list[psutil.Process]:
    return psutil.Process(worker.pid).children()


def is_held(solve: Solve) -> bool:
    solve.refresh_from_db()
    return solve.status == "running"


@pytest.mark.fault
@pytest.mark.parametrize("whom", ["the child", "the worker"])
def test_work_of_a_killed_process_restarts_before_its_lease_ends(processes, whom):
    """The lease of these tests lasts for nine minutes, and nothing here ends it."""
    solve = submission.submit(engine.read(LONG), "guessing", lane="bulk")
    worker = processes.worker("bulk", SOLVE_NODES="1000000000", SOLVE_ITERATIONS="1000000")
    processes.reaper()
    wait_for(lambda: is_held(solve))
    wait_for(Heartbeat.objects.exclude(worker="").exists)
    before = solve.lease_token
    if whom == "the child":
        for child in children(worker):
            child.send_signal(signal.SIGKILL)
    else:
        processes.kill(worker)
        processes.worker("bulk", SOLVE_NODES="1000")
    wait_for(lambda: not is_held(solve) or solve.lease_token != before)
    wait_for(lambda: solve.refresh_from_db() or solve.attempt == 2)
    assert before in solve.lost


@pytest.mark.fault
def test_a_batch_of_a_killed_worker_gets_solved_once_by_the_other(processes, monkeypatch):
    """Both take messages before there is work, so that none comes when it is done."""
    rng = random.Random(5)
    lines = [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(2_000)]
    monkeypatch.setattr("solver.jobs.solving.SolveBatch.part_size", 5)
    processes.reaper()
    workers = [processes.worker("bulk") for _ in range(2)]
    wait_for(lambda: Heartbeat.objects.exclude(worker="").count() == len(workers))
    job = batches.submit([engine.read_line(line) for line in lines], "combos", {})

    def at_it() -> int:
        held = job.parts.to_do().exclude(lease_token=None)
        return held.values("lease_token").distinct().count()

    wait_for(lambda: at_it() == len(workers))
    processes.kill(workers[0])
    wait_for(lambda: batches.progress(Job.objects.get(pk=job.pk)).finished == len(lines))
    rows = list(batches.results(job))
    assert [row["puzzle"] for row in rows] == lines
    assert len({row["id"] for row in rows}) == len(lines) == Solve.objects.count()
    assert Job.objects.get(pk=job.pk).counts == {"solved": len(lines)}
    assert not any(audit().values())


@pytest.mark.fault
def test_a_worker_stopped_beyond_its_lease_costs_no_attempt(processes):
    quick = {"LEASE_SECONDS": "3"}
    job = submission.submit_job("rate", stock(60))
    processes.reaper()
    worker = processes.worker("bulk,site", **quick)
    for _ in range(2):
        wait_for(lambda: Job.objects.get(pk=job.pk).status == "running")
        os.killpg(worker.pid, signal.SIGSTOP)
        wait_for(lambda: not Job.objects.filter(pk=job.pk, lease_until__gt=Now()).exists())
        os.killpg(worker.pid, signal.SIGCONT)
    wait_for(lambda: Job.objects.get(pk=job.pk).is_over)
    assert Job.objects.get(pk=job.pk).counts == {"rated": 60}


SLOW = """
import time
from celery.signals import worker_process_init

worker_process_init.connect(lambda **_: time.sleep(6), weak=False)
"""


def pool_of(worker) -> set[int]:
    """The processes of its pool, none before it has begun."""
    with suppress(psutil.NoSuchProcess):
        return {child.pid for child in children(worker)}
    return set()


@pytest.mark.fault
def test_a_new_process_that_starts_slowly_is_not_killed(processes, tmp_path):
    """Celery itself would end it after four seconds, and each one after it."""
    (tmp_path / "slow.py").write_text(SLOW)
    (tmp_path / "slow_settings.py").write_text(
        'from sudokusite.settings import *\nCELERY_IMPORTS = ["slow"]\n'
    )
    own = {"PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "slow_settings"}
    worker = processes.worker("bulk", **own)
    wait_for(Heartbeat.objects.exclude(worker="").exists)  # else it ends with the first one
    (first,) = pool_of(worker)
    os.kill(first, signal.SIGKILL)
    (second,) = wait_for(lambda: pool_of(worker) - {first})
    solve = submission.submit(engine.read(ARTICLE_000), "combos", lane="bulk")
    wait_for(lambda: Solve.objects.filter(pk=solve.pk, status="finished").exists())
    assert pool_of(worker) == {second}


CULPRIT = """
import os
import signal
from solver.jobs import rating

work_out = rating._work_out


def die_of_one(job, puzzle):
    if puzzle.givens == os.environ["CULPRIT"]:
        os.kill(os.getpid(), signal.SIGKILL)
    return work_out(job, puzzle)


rating._work_out = die_of_one
"""


@pytest.mark.fault
def test_a_puzzle_that_kills_its_worker_gets_set_aside_alone(processes, tmp_path):
    (tmp_path / "culprit.py").write_text(CULPRIT)
    (tmp_path / "culprit_settings.py").write_text(
        'from sudokusite.settings import *\nCELERY_IMPORTS = ["culprit"]\n'
    )
    ids = stock(20)
    culprit = Puzzle.objects.get(pk=ids[8])
    job = submission.submit_job("rate", ids)
    processes.reaper()
    processes.worker(
        "bulk,site",
        CULPRIT=culprit.givens,
        PYTHONPATH=str(tmp_path),
        DJANGO_SETTINGS_MODULE="culprit_settings",
    )
    wait_for(lambda: Job.objects.get(pk=job.pk).is_over)
    assert Job.objects.get(pk=job.pk).counts == {"rated": 19, "set-aside": 1}
    aside = job.parts.set_aside().get()
    assert aside.given == [str(culprit.pk)]
    assert "lost 3 times" in aside.failure_words


@pytest.mark.fault
def test_a_terminated_worker_releases_its_leases(processes):
    solve = submission.submit(engine.read(LONG), "branches", lane="bulk")
    endless = dict.fromkeys(
        ("SOLVE_NODES", "SOLVE_ITERATIONS", "SOLVE_HISTORY_BYTES"), "1000000000000"
    )
    worker = processes.worker("bulk", **endless)
    wait_for(lambda: is_held(solve))
    worker.send_signal(signal.SIGQUIT)  # at once, as after the grace of SIGTERM
    wait_for(lambda: not is_held(solve))
    worker.wait()
    assert (solve.status, solve.lost) == ("queued", None)
    assert not Heartbeat.objects.exists()
