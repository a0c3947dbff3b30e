"""Who writes at the same time waits in the same order: nobody is told of a deadlock, and nothing is lost."""

import threading
import time
import uuid
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001
from support import PATIENCE, flush_redis, wait_for

from solver import engine
from solver.accounts import ownership
from solver.jobs import runner, running
from solver.jobs.generating import GeneratePuzzles
from solver.jobs.importing import ImportPuzzles
from solver.jobs.recheck import RecheckPuzzles
from solver.jobs.solving import SolveBatch
from solver.models import Chapter, Collection, Job, Membership, Puzzle, Solve, User
from solver.queue import batches, submission
from solver.queue.owners import Owner
from solver.queue.reaper import reap
from solver.solves import writing

pytestmark = pytest.mark.django_db(transaction=True)
LINES = sorted([ARTICLE_000, ALESCARGOT, ARTICLE_001])


class Beside(threading.Thread):
    """Does something over a connection of its own; `end` waits for it, and raises what it raised."""

    def __init__(self, do, *arguments):
        super().__init__(daemon=True)
        self.do, self.arguments, self.error = do, arguments, None
        self.start()

    def run(self):
        try:
            self.do(*self.arguments)
        except Exception as error:  # noqa: BLE001  # `end` raises it
            self.error = error
        finally:
            connection.close()

    def end(self):
        self.join(PATIENCE)
        assert not self.is_alive()
        if self.error:
            raise self.error


def waiting() -> int:
    """How many connections wait for a lock of another."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_stat_clear_snapshot()"
        )  # else it is that of our transaction's start
        cursor.execute(
            "SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
            " WHERE NOT granted AND datname = current_database()"
        )
        return cursor.fetchone()[0]


@contextmanager
def others_meet(monkeypatch, owner, name):
    """Somebody else is let begin once a worker is done with this, and waited for until it waits in turn."""
    is_there, real = threading.Event(), getattr(owner, name)

    def meet(*arguments, **change):
        answer = real(*arguments, **change)
        if not is_there.is_set():
            is_there.set()
            wait_for(waiting)
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(owner, name, meet)
        yield is_there


def refreshed(job: Job) -> Job:
    job.refresh_from_db()
    return job


def test_two_imports_of_the_same_lines_in_opposite_order_both_end_well():
    jobs = [
        submission.submit_job("import", lines, spec={"at_once": True})
        for lines in (LINES, LINES[::-1])
    ]
    with transaction.atomic():  # both get to the line in the middle, and wait there for this one
        grid = engine.read(LINES[1])
        Puzzle.objects.bulk_create(
            [Puzzle(givens=grid.text, box=3, clue_count=grid.clue_count, verdict="unique")]
        )
        workers = [Beside(running.run, job.pk) for job in jobs]
        wait_for(lambda: waiting() == 2)
    for worker in workers:
        worker.end()
    assert [refreshed(job).status for job in jobs] == ["finished", "finished"]
    counts = [job.counts for job in jobs]
    assert sum(count.get("added", 0) for count in counts) == 2
    assert sum(count.get("there", 0) for count in counts) == 4


@pytest.mark.parametrize(
    "delete",
    [
        lambda user, job: ownership.delete(user),
        lambda user, job: Job.objects.filter(pk=job.pk).delete(),
        lambda user, job: job.delete(),
    ],
    ids=["account", "jobs", "job"],
)
def test_deleting_a_running_batch_waits_for_its_part(monkeypatch, delete):
    user = User.objects.create_user("leaving")
    job = batches.submit([engine.read(line) for line in LINES], "combos", {}, Owner(user=user))
    with others_meet(monkeypatch, SolveBatch, "write") as is_written:
        worker = Beside(running.run, job.pk)
        assert is_written.wait(PATIENCE)
        delete(user, job)
        worker.end()
    assert not Job.objects.exists()
    assert not running.run(job.pk)
    assert Solve.objects.count() == (3 if User.objects.exists() else 0)


@pytest.mark.parametrize(
    "delete",
    [
        lambda solve: solve.delete(),
        lambda solve: Solve.objects.filter(pk=solve.pk).delete(),
        lambda solve: solve.puzzle.delete(),
    ],
    ids=["solve", "solves", "puzzle"],
)
def test_deleting_a_solve_meets_no_deadlock_with_a_second_attempt(monkeypatch, delete):
    solve = submission.submit(engine.read(ARTICLE_000), "combos")
    lost = uuid.uuid4()
    Solve.objects.claim(solve.pk, lost)
    solve.refresh_from_db()
    history = writing.IterationWriter(solve, lost)
    history.add(next(iter(engine.Solving(solve.grid, "combos"))))
    history._write()
    Solve.objects.update(lease_until="2000-01-01T00:00Z")
    assert Chapter.objects.count() == 1
    with others_meet(monkeypatch, writing.IterationWriter, "_change") as is_renewed:
        worker = Beside(writing.record, solve.pk)
        assert is_renewed.wait(PATIENCE)
        delete(solve)
        worker.end()
    assert not Solve.objects.exists()
    assert not Chapter.objects.exists()


def test_deleting_a_collection_waits_for_a_running_import(monkeypatch):
    collection = Collection.objects.create(title="Gone", slug="gone")
    spec = {"at_once": True, "collection": collection.pk}
    job = submission.submit_job("import", LINES, spec=spec)
    with others_meet(monkeypatch, ImportPuzzles, "_add") as is_added:
        worker = Beside(running.run, job.pk)
        assert is_added.wait(PATIENCE)
        collection.delete()
        worker.end()
    assert (refreshed(job).status, job.counts) == ("finished", {"added": 3})
    assert not Collection.objects.exists()
    assert not Membership.objects.exists()


@pytest.mark.parametrize(
    ("kind", "items", "spec"),
    [
        ("import", LINES, {"at_once": True}),
        ("generate", [1, 2, 3], {"seed": "three", "size": 4}),
    ],
)
def test_a_job_continues_without_its_deleted_collection(kind, items, spec):
    collection = Collection.objects.create(title="Gone", slug="gone")
    job = submission.submit_job(kind, items, spec=spec | {"collection": collection.pk})
    collection.delete()
    running.run(job.pk)
    assert (refreshed(job).status, job.counts) == ("finished", {"loose": 3})
    assert Puzzle.objects.count() == 3
    assert "it has been deleted" in GeneratePuzzles.fates["loose"] == ImportPuzzles.fates["loose"]


def test_a_job_that_fills_a_deleted_collection_fails():
    collection = Collection.objects.create(title="Gone", slug="gone")
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    spec = {"change": "collect", "collection": collection.pk}
    job = submission.submit_job("change", [str(puzzle.pk)], spec=spec)
    collection.delete()
    running.run(job.pk)
    assert (refreshed(job).status, job.failure) == ("failed", "collection-gone")
    assert "collection was deleted meanwhile" in job.failure_words


@contextmanager
def held_elsewhere(puzzle: Puzzle, no_key: bool = False):
    """Another connection has this row, for as long as one likes to wait."""
    has_it, may_go = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Puzzle.objects.select_for_update(no_key=no_key).get(pk=puzzle.pk)
            has_it.set()
            may_go.wait(PATIENCE)

    holder = Beside(hold)
    assert has_it.wait(PATIENCE)
    yield
    may_go.set()
    holder.end()


def test_a_submission_waits_for_nobody_who_changes_its_puzzle():
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    with held_elsewhere(puzzle, no_key=True), connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '50ms'")
        solve = submission.submit(engine.read(ARTICLE_000), "combos")
        cursor.execute("RESET lock_timeout")  # to that of the tests
    assert solve.puzzle == puzzle


def test_a_puzzle_is_not_deleted_while_it_is_submitted():
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    with transaction.atomic():
        solve = submission.submit(engine.read(ARTICLE_000), "combos")
        editor = Beside(puzzle.delete)
        wait_for(waiting)
    editor.end()
    assert not Solve.objects.filter(pk=solve.pk).exists()  # deleted with its puzzle


def test_a_part_ignores_the_lock_timeout_of_pages():
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    job = submission.submit_job("verify", [str(puzzle.pk)])

    def run():
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '1ms'")
        running.run(job.pk)

    with held_elsewhere(puzzle):
        worker = Beside(run)
        wait_for(waiting)
        time.sleep(0.05)
    worker.end()
    assert (refreshed(job).status, job.counts) == ("finished", {"graded": 1})


def test_a_lock_timeout_costs_a_job_one_attempt(monkeypatch):
    flush_redis()
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    job = submission.submit_job("verify", [str(puzzle.pk)])
    with held_elsewhere(puzzle), monkeypatch.context() as patched:
        patched.setattr(runner, "PATIENCE", 0.05)
        assert not running.run(job.pk)
    assert (refreshed(job).status, job.lost, job.done) == ("queued", None, 0)
    assert reap().republished == 1  # at once, and not when a lease would have run out
    running.run(job.pk)
    assert (refreshed(job).status, job.counts) == ("finished", {"graded": 1})


def test_a_lock_timeout_costs_a_solve_one_attempt():
    flush_redis()
    solve = submission.submit(engine.read(ARTICLE_000), "combos")
    with (
        held_elsewhere(solve.puzzle),
        connection.cursor() as cursor,
    ):
        cursor.execute("SET lock_timeout = '50ms'")
        writing.record(solve.pk)
        cursor.execute("RESET lock_timeout")  # to that of the tests
    solve.refresh_from_db()
    assert (solve.status, solve.lost) == ("queued", None)
    assert reap().republished == 1
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.status, solve.outcome, solve.attempt) == ("finished", "solved", 2)


def test_an_item_that_the_database_rejects_gets_set_aside(monkeypatch):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    job = submission.submit_job("verify", [str(puzzle.pk)])
    monkeypatch.setattr(RecheckPuzzles, "write", lambda *_: Puzzle.objects.update(box=7) and [])
    running.run(job.pk)
    assert (refreshed(job).status, job.counts) == ("finished", {"set-aside": 1})
    assert "puzzle_box" in job.parts.get().failure_words


def test_solves_of_a_batch_belong_to_the_account_after_a_sign_in(monkeypatch):
    job = batches.submit([engine.read(ARTICLE_000)], "combos", {}, Owner(session_key="theirs"))
    user = User.objects.create_user("somebody")
    work = SolveBatch.compute

    def sign_in(*arguments):
        Job.objects.filter(pk=job.pk).update(owner=user, session_digest="")
        return work(*arguments)

    monkeypatch.setattr(SolveBatch, "compute", sign_in)
    running.run(job.pk)
    assert Solve.objects.get().owner == user
