"""What is committed is answered, whatever dies: a real worker and reaper on real services."""

import json
import signal
import uuid
from datetime import datetime, timedelta

import pytest
import redis
from django.conf import settings
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, SOLUTION_000
from support import PATIENCE, flush_redis, let_lease_run_out, wait_for

from solver import engine
from solver.engine.core import deadline
from solver.engine.core.storage_codec import Packer
from solver.engine.ladder.checking import checking
from solver.jobs import running
from solver.models import Chapter, Heartbeat, Job, Solve
from solver.models.leased_work import LeaseLost
from solver.queue import batches, lanes, submission, tasks
from solver.queue.reaper import reap
from solver.solves import writing
from solver.solves.answer import SolveAnswer
from solver.solves.reading import find, iter_iterations
from solver.web.page_cache import values_of

SLOW = "0" * 625  # an empty 25×25 board keeps `guessing` busy for half a second


def submit(text: str = ARTICLE_000, method: str = "combos", lane: str = "interactive") -> Solve:
    return submission.submit(engine.read(text), method, lane=lane)


def finished(solve: Solve) -> bool:
    solve.refresh_from_db()
    return solve.is_over


HALTING = f"""
import os
import time
from pathlib import Path

from {writing.__name__} import {writing.IterationWriter.__name__} as IterationWriter
from solver.solves import writing

write, writing.FLUSH_SECONDS = IterationWriter._write, 0.05


def halt(self, **change):
    write(self, **change)
    while self.count > 50 and not Path(os.environ["GO_ON"]).exists():
        time.sleep(0.02)


IterationWriter._write = halt
"""


@pytest.fixture
def halting(processes, tmp_path):
    """Starts a worker that halts in the midst of a solve until there is a file, and returns both.

    No machine is then so fast, or so busy with something else, that the solve is over before a test looks.
    """
    (tmp_path / "halting.py").write_text(HALTING)
    (tmp_path / "halting_settings.py").write_text(
        'from sudokusite.settings import *\nCELERY_IMPORTS = ["halting"]\n'
    )
    own = {"PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "halting_settings"}
    go_on = tmp_path / "go on"

    def start():
        return processes.worker("bulk", GO_ON=str(go_on), **own), go_on

    return start


def assert_whole(solve: Solve) -> None:
    """History from 1 without a gap, all by the attempt that won, each board inside the one before."""
    numbers = [iteration.number for iteration in iter_iterations(solve)]
    assert numbers == list(range(1, solve.iteration_count + 1))
    assert set(solve.chapters.values_list("attempt", flat=True)) == {solve.attempt}


def backends() -> set[tuple[int, datetime]]:
    """The sessions of others in this test's database: process and begin of each."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid, backend_start FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return set(cursor.fetchall())


def test_a_worker_keeps_its_database_connection_until_lost(processes):
    processes.worker()
    solve = submit()
    wait_for(lambda: finished(solve))
    assert (solve.outcome, solve.verdict, solve.iteration_count) == ("solved", "unique", 15)
    assert solve.solutions == [SOLUTION_000]
    assert_whole(solve)
    before = backends()
    second = submit()
    wait_for(lambda: finished(second))
    kept = backends() & before  # a sign of life has a connection of its own, for a moment
    assert kept
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM unnest(%s) pid", [[p for p, _ in kept]]
        )
    third = submit()
    wait_for(lambda: finished(third))
    assert third.attempt == 1
    wait_for(lambda: not backends() & kept)


def test_a_killed_worker_loses_nothing(processes, halting):
    worker, _go_on = halting()
    solve = submit(SLOW, "guessing", lane="bulk")
    wait_for(lambda: len(list(iter_iterations(solve))) > 50)
    processes.kill(worker)
    let_lease_run_out(solve)
    solve.refresh_from_db()
    assert solve.status == "running"
    half = len(list(iter_iterations(solve)))
    assert 0 < half < 600

    processes.worker("bulk")
    processes.reaper()
    wait_for(lambda: finished(solve))
    assert (solve.status, solve.outcome) == ("finished", "solved")
    assert solve.attempt >= 2  # a second one may have been silent for too long, on a busy machine
    assert solve.iteration_count > half
    assert_whole(solve)
    last = find(solve, solve.iteration_count).candidates
    assert solve.puzzle.grid.is_solved_by([mask.bit_length() for mask in last])


def test_chapters_appear_while_the_solve_runs(halting):
    _worker, go_on = halting()
    solve = submit(SLOW, "guessing", lane="bulk")
    wait_for(lambda: next(iter_iterations(solve), None))
    seen = solve.chapters.count()
    assert not finished(solve)
    go_on.touch()
    wait_for(lambda: finished(solve))
    assert 0 < seen < solve.chapters.count()
    assert_whole(solve)


def test_a_lost_message_gets_sent_again(processes):
    processes.worker()
    solve = submit()
    wait_for(lambda: finished(solve))
    lost = submit(lane="bulk")  # nobody listens on this lane, and then its messages are gone
    flush_redis()
    Solve.objects.filter(pk=lost.pk).update(lane="interactive")
    processes.reaper()
    wait_for(lambda: finished(lost))
    assert lost.outcome == "solved"


@pytest.mark.parametrize("task", [tasks.solve, tasks.job])
def test_a_message_carries_no_time_limit(task):
    flush_redis()
    assert tasks.enqueue(uuid.uuid4(), "bulk", task)
    message = json.loads(redis.from_url(settings.REDIS_URL).lindex("bulk", 0))
    assert message["headers"]["timelimit"] == [None, None]
    flush_redis()


def test_messages_lost_by_redis_get_republished_at_once(processes):
    processes.reaper(REAPER_PERIOD="3600")
    mark = redis.from_url(settings.REDIS_URL)
    wait_for(lambda: mark.exists(tasks.MARK))
    solve, job = submit(lane="bulk"), batches.submit([engine.read(ARTICLE_000)], "combos", {})
    assert tasks.waiting_messages("bulk") == 2
    flush_redis()
    wait_for(lambda: tasks.waiting_messages("bulk") == 2)
    processes.worker("bulk")
    wait_for(lambda: finished(solve))
    wait_for(lambda: Job.objects.filter(pk=job.pk, status="finished").exists())


def test_heartbeats_name_only_running_processes(processes):
    """Each worker of another scale has a host name of its own, and would be missed for a day."""
    both = processes.worker(), processes.reaper()
    names = Heartbeat.objects.values_list("name", flat=True)
    wait_for(lambda: len({name.split("@")[0] for name in names.all()}) == 2)
    for process in both:
        process.send_signal(signal.SIGTERM)
    for process in both:
        process.wait(PATIENCE)
    assert not names.all()


@pytest.mark.asvs("15.1.3")
def test_a_solve_beyond_its_time_slice_moves_to_the_slow_lane(processes):
    processes.worker("interactive,slow", TURN_SECONDS="0.02")
    solve = submit(SLOW, "guessing")
    wait_for(lambda: finished(solve))
    assert (solve.outcome, solve.lane, solve.attempt) == ("solved", "slow", 2)
    assert_whole(solve)


@pytest.mark.django_db(transaction=True)
def test_each_lane_has_a_queue_of_its_own():
    flush_redis()
    submit(lane="bulk")
    client = redis.from_url(settings.REDIS_URL)
    assert (client.llen("bulk"), client.llen("interactive")) == (1, 0)


@pytest.mark.asvs("16.5.2")
def test_submitting_succeeds_without_redis(processes):
    code = (
        "import django; django.setup(); from solver import engine; from solver.queue import submission;"
        f"submission.submit(engine.read('{ARTICLE_000}'), 'combos')"
    )
    process = processes.start(
        "-c",
        code,
        REDIS_URL="redis://127.0.0.1:1/0",
        DJANGO_SETTINGS_MODULE="sudokusite.settings",
    )
    assert process.wait(timeout=PATIENCE) == 0
    assert Solve.objects.get().status == "queued"


@pytest.mark.django_db
class TestTheLease:
    def test_belongs_to_one_attempt(self):
        solve = submit()
        first, second = uuid.uuid4(), uuid.uuid4()
        assert Solve.objects.claim(solve.pk, first)
        assert not Solve.objects.claim(solve.pk, second)

    def test_passes_to_another_attempt_after_expiry(self):
        solve = submit()
        first, second = uuid.uuid4(), uuid.uuid4()
        Solve.objects.claim(solve.pk, first)
        Solve.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert Solve.objects.claim(solve.pk, second)
        assert not Solve.objects.with_lease(solve.pk, first).exists()
        solve.refresh_from_db()
        assert solve.attempt == 2

    def test_stops_writes_of_an_expired_attempt(self):
        solve = submit()
        old, new = uuid.uuid4(), uuid.uuid4()
        Solve.objects.claim(solve.pk, old)
        history = writing.IterationWriter(Solve.objects.get(pk=solve.pk), old)
        Solve.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        Solve.objects.claim(solve.pk, new)
        for iteration in engine.Solving(solve.grid, "combos"):
            history.add(iteration)
        with pytest.raises(LeaseLost):
            history.close(SolveAnswer("solved", "unique", [], 1.0))
        assert not Chapter.objects.exists()

    def test_leaves_an_unknown_method_to_a_newer_worker(self):
        solve = submit()
        Solve.objects.update(method="tomorrows", enqueued_at=timezone.now() - timedelta(hours=1))
        assert writing.record(solve.pk) is None
        solve.refresh_from_db()
        assert (solve.status, solve.attempt, solve.failure) == ("queued", 0, "")
        assert reap().republished == 1  # until one knows it
        Solve.objects.update(method="combos")
        writing.record(solve.pk)
        assert finished(solve)
        assert solve.outcome == "solved"

    @pytest.mark.parametrize("newer", [{"kind": "tomorrows"}, {"spec": {"method": "tomorrows"}}])
    def test_leaves_an_unknown_kind_of_job_to_a_newer_worker(self, newer):
        job = submission.submit_job(
            "solve", [ARTICLE_000], spec={"method": "combos", "options": {}}
        )
        known = {name: getattr(job, name) for name in newer}
        Job.objects.update(**newer)
        assert not running.run(job.pk)
        job.refresh_from_db()
        assert (job.status, job.attempt) == ("queued", 0)
        Job.objects.update(**known)
        running.run(job.pk)
        job.refresh_from_db()
        assert job.status == "finished", job.failure

    def test_a_second_message_for_a_finished_solve_changes_nothing(self):
        solve = submit()
        writing.record(solve.pk)
        before = list(Chapter.objects.values())
        writing.record(solve.pk)
        assert list(Chapter.objects.values()) == before
        solve.refresh_from_db()
        assert solve.attempt == 1

    def test_a_solve_of_a_known_puzzle_takes_two_statements(self, monkeypatch):
        monkeypatch.setattr(writing, "FLUSH_SECONDS", PATIENCE)  # another one for each
        monkeypatch.setattr(deadline, "TICK", PATIENCE)
        submit()
        writing.record(Solve.objects.get().pk)
        submit()
        with CaptureQueriesContext(connection) as captured:
            taken = lanes.take("interactive", {"interactive"}, lambda: False)
            writing.record_held(taken.pk, taken.token, taken.solve)
        assert [query["sql"].partition(" ")[0] for query in captured] == ["WITH", "WITH"]
        read = Solve.objects.select_related("puzzle").get(pk=taken.pk)
        assert_whole(read)
        assert values_of(taken.solve.puzzle) == values_of(read.puzzle)
        assert (taken.solve.attempt, taken.solve.lease_token) == (1, taken.token)

    def test_a_new_attempt_replaces_what_the_old_one_wrote(self):
        solve = submit()
        Solve.objects.claim(solve.pk, uuid.uuid4())
        solve.refresh_from_db()
        first = next(iter(engine.Solving(solve.puzzle.grid, "guessing")))
        packer = Packer(9)
        packer.add(first)
        Chapter.of(solve, packer.cut()).save()
        Solve.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        writing.record(solve.pk)
        solve.refresh_from_db()
        assert_whole(solve)


@pytest.mark.django_db
class TestTheReaper:
    def test_ignores_new_and_leased_solves(self):
        submit()
        running = submit()
        Solve.objects.claim(running.pk, uuid.uuid4())
        assert (reap().republished, reap().failed) == (0, 0)

    def test_sends_no_messages_beyond_the_limit_of_a_queue(self, settings):
        flush_redis()
        settings.MOST_MESSAGES = 3
        for _ in range(5):
            submit(lane="bulk")
        client = redis.from_url(settings.REDIS_URL)
        client.delete("bulk")
        Solve.objects.update(enqueued_at=timezone.now() - timedelta(hours=1))
        assert reap().republished == 3
        assert reap().republished == 0  # though two have no message yet
        client.delete("bulk")
        assert reap().republished == 2

    def test_fails_a_solve_after_the_most_attempts(self, settings):
        solve = submit()
        for _ in range(settings.MAX_ATTEMPTS):
            assert reap().failed == 0
            assert Solve.objects.claim(solve.pk, uuid.uuid4())
            Solve.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        assert reap().failed == 1
        solve.refresh_from_db()
        assert solve.status == "failed"
        assert solve.failure_words == "The worker was lost 3 times. Your puzzle is safe."

    def test_a_failed_solve_can_be_tried_again(self, settings):
        self.test_fails_a_solve_after_the_most_attempts(settings)
        solve = Solve.objects.get()
        assert submission.retry(solve)
        writing.record(solve.pk)
        solve.refresh_from_db()
        assert (solve.status, solve.outcome) == ("finished", "solved")
        assert (solve.failure, solve.failure_facts, solve.failure_words) == ("", {}, "")
        assert not submission.retry(solve)


@pytest.mark.django_db
def test_a_fault_of_the_solver_fails_the_solve_with_a_reason(monkeypatch):
    solve = submit()
    monkeypatch.setattr(engine, "enumerate_solutions", lambda *a, **k: 1 / 0)
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert solve.status == "failed"
    assert "went wrong in the solver" in solve.failure_words


@pytest.mark.django_db
def test_an_unproved_step_fails_the_solve_and_logs_the_step(monkeypatch, caplog):
    assert checking.is_on  # the site verifies, unless a setting says no
    monkeypatch.setattr("solver.engine.ladder.checking.verify", lambda position, step: False)
    solve = submit(method="ladder")
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.status, solve.failure, solve.outcome) == ("failed", "fault", "")
    assert "hidden single at r" in caplog.text
    assert "not proved by 1 truth" in caplog.text


@pytest.mark.asvs("15.1.3")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("setting", "most"),
    [("SOLVE_NODES", 1), ("SOLVE_ITERATIONS", 3), ("SOLVE_HISTORY_BYTES", 3_000)],
)
def test_a_spent_budget_ends_as_limit_with_the_history_so_far(settings, setting, most):
    setattr(settings, setting, most)
    solve = submit("0" * 81, "branches", lane="bulk")
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.status, solve.outcome) == ("finished", "limit")
    assert solve.iteration_count > 0
    assert_whole(solve)


@pytest.mark.django_db
def test_a_budget_of_solutions_keeps_the_first_of_them(settings):
    settings.SOLVE_SOLUTIONS = 1
    solve = submit("12000000" + "0" * 8, "joins")
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.outcome, len(solve.solutions)) == ("limit", 1)


@pytest.mark.django_db
def test_a_budget_of_nodes_leaves_the_verdict_unknown(settings):
    settings.VERDICT_NODES = 1
    solve = submit(ALESCARGOT)
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.status, solve.verdict) == ("finished", "unknown")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong",
    [
        "INSERT INTO solver_chapter (solve_id, first, attempt, branches, lefts, parents, techniques, story)"
        " VALUES (%s, 0, 1, '{1}', '{5}', '{}', '{}', 'x')",
        "INSERT INTO solver_chapter (solve_id, first, attempt, branches, lefts, parents, techniques, story)"
        " VALUES (%s, 1, 1, '{1}', '{5, 4}', '{}', '{}', 'x')",
        "INSERT INTO solver_chapter (solve_id, first, attempt, branches, lefts, parents, techniques, story)"
        " VALUES (%s, 1, 1, '{}', '{}', '{}', '{}', 'x')",
        "UPDATE solver_solve SET status = 'running' WHERE id = %s",
        "UPDATE solver_solve SET status = 'finished' WHERE id = %s",
        "UPDATE solver_solve SET status = 'failed' WHERE id = %s",
        "UPDATE solver_solve SET status = 'lost' WHERE id = %s",
        "UPDATE solver_puzzle SET givens = '12' WHERE id = (SELECT puzzle_id FROM solver_solve WHERE id = %s)",
        "UPDATE solver_puzzle SET box = 7 WHERE id = (SELECT puzzle_id FROM solver_solve WHERE id = %s)",
    ],
)
def test_postgresql_rejects_inconsistent_rows(wrong):
    solve = submit()
    with connection.cursor() as cursor, pytest.raises(IntegrityError):
        cursor.execute(wrong, [solve.pk])
