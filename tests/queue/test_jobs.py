"""Long work goes on to its end, whatever dies: a real worker and reaper on real services."""

import random
import uuid
from datetime import timedelta
from itertools import islice

import pytest
from django.db import IntegrityError, connection
from django.db.models.functions import Now
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, EMPTY, NO_CANDIDATE, morph
from support import flush_redis, let_lease_run_out, wait_for

from solver import engine
from solver.jobs import lane_of, runner, running
from solver.jobs.bulk_update import BulkUpdate
from solver.jobs.recheck import RecheckPuzzles
from solver.models import Job, Puzzle
from solver.queue import submission, tasks
from solver.queue.owners import Owner
from solver.queue.reaper import reap


def stock(count: int) -> list[str]:
    """The ids of so many puzzles with one solution whose verdict nobody knows yet."""
    rng = random.Random(1)
    lines = {morph(ARTICLE_000, rng).replace(".", "0") for _ in range(count)}
    rows = [Puzzle(givens=line, box=3, clue_count=26) for line in lines]
    return [str(puzzle.pk) for puzzle in Puzzle.objects.bulk_create(rows)]


def verify(*givens: str) -> Job:
    ids = [Puzzle.objects.create(givens=engine.read(text).text).pk for text in givens]
    return submission.submit_job("verify", map(str, ids))


def refreshed(job: Job) -> Job:
    job.refresh_from_db()
    return job


def assert_whole(job: Job, fate: str = "graded") -> None:
    """Every item of every part was done, once: what is done twice would be found right the second time."""
    assert (job.status, job.done) == ("finished", job.total)
    assert job.counts == {fate: job.total}
    assert [len(part.report) for part in job.parts.all()] == [
        part.items for part in job.parts.all()
    ]


@pytest.mark.fault
def test_a_killed_worker_leaves_neither_a_gap_nor_a_duplicate(processes, monkeypatch):
    monkeypatch.setattr(BulkUpdate, "part_size", 5)
    spec = {"change": "tag", "tags": ["seen"]}
    job = submission.submit_job("change", stock(1_200), spec=spec)
    processes.reaper()
    for so_many in (0, 200):
        worker = processes.worker("bulk")
        wait_for(lambda so_many=so_many: refreshed(job).done > so_many)
        processes.kill(worker)
        let_lease_run_out(job)
        assert so_many < refreshed(job).done < job.total
    processes.worker("bulk")
    wait_for(lambda: refreshed(job).is_over)
    assert_whole(job, "changed")
    assert not Puzzle.objects.exclude(tags=["seen"]).exists()


@pytest.mark.fault
def test_a_killed_worker_generates_no_puzzle_twice(processes):
    order = {"seed": "seven", "size": 9, "minimal": True}
    job = submission.submit_job("generate", range(1, 51), spec=order)
    worker = processes.worker("bulk")
    wait_for(lambda: refreshed(job).done)
    processes.kill(worker)
    let_lease_run_out(job)
    there, broken_off = Puzzle.objects.count(), refreshed(job).cursor
    assert 0 < there == job.done < job.total
    processes.reaper()
    processes.worker("bulk")
    wait_for(lambda: refreshed(job).is_over)
    assert_whole(job, "added")
    made = [row[2] for part in job.parts.order_by("number") for row in part.report]
    assert len(set(made)) == 50
    assert set(Puzzle.objects.values_list("givens", flat=True)) == set(made)
    again = engine.generate(engine.Requirements(9, True), f"seven/{broken_off}")
    assert made[10 * broken_off :][:10] == [grid.text for grid in islice(again, 10)]


@pytest.mark.django_db
class TestAJob:
    def test_reports_the_result_of_each_item(self):
        job = verify(ARTICLE_000, ALESCARGOT, EMPTY, NO_CANDIDATE)
        assert (job.status, job.total, job.done) == ("queued", 4, 0)
        assert not running.run(job.pk)
        assert refreshed(job).counts == {"graded": 2, "verified": 2}
        verdicts = [row[3] for row in job.parts.get().report]
        assert verdicts == ["unique", "unique", "multiple", "none"]

    def test_counts_deleted_puzzles_as_gone(self):
        job = verify(ARTICLE_000, ALESCARGOT)
        Puzzle.objects.get(givens=ALESCARGOT).delete()
        running.run(job.pk)
        assert refreshed(job).counts == {"graded": 1, "gone": 1}

    def test_requeues_after_its_time_slice(self, settings, monkeypatch):
        settings.JOB_TURN_SECONDS = 0
        monkeypatch.setattr(RecheckPuzzles, "part_size", 1)
        job = verify(ARTICLE_000, ALESCARGOT)
        assert running.run(job.pk)
        assert (refreshed(job).status, job.done, job.state) == ("queued", 1, "running")
        while running.run(job.pk):
            pass
        assert_whole(refreshed(job))

    def test_resumes_after_the_part_at_which_somebody_paused_the_job(self, monkeypatch):
        monkeypatch.setattr(RecheckPuzzles, "part_size", 1)
        job = verify(ARTICLE_000, ALESCARGOT)
        assert not running.run(job.pk, on_part=lambda *_: Job.objects.pause(job.pk))
        assert (refreshed(job).status, job.done) == ("paused", 1)
        assert not running.run(job.pk)  # a message that was still on its way
        assert submission.resume_job(job)
        running.run(job.pk)
        assert_whole(refreshed(job))

    def test_cannot_resume_after_a_cancellation(self):
        job = verify(ARTICLE_000)
        assert Job.objects.cancel(job.pk)
        assert not running.run(job.pk)
        assert not submission.resume_job(job)
        assert refreshed(job).status == "cancelled"

    def test_writes_nothing_after_a_lost_lease(self, monkeypatch):
        job = verify(ARTICLE_000)
        work = RecheckPuzzles.compute

        def slow_work(*arguments):
            Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
            assert Job.objects.claim(job.pk, uuid.uuid4())  # another worker
            return work(*arguments)

        monkeypatch.setattr(RecheckPuzzles, "compute", slow_work)
        running.run(job.pk)
        assert (refreshed(job).status, job.done, job.attempt) == ("running", 0, 2)
        assert Puzzle.objects.get().verdict == "unknown"

    def test_fails_if_every_item_has_a_fault_and_can_resume(self, monkeypatch):
        job = verify(ARTICLE_000)
        with monkeypatch.context() as broken:
            broken.setattr(RecheckPuzzles, "write", lambda *_: 1 / 0)
            broken.setattr(runner, "MOST_SET_ASIDE", 0)
            running.run(job.pk)
        assert refreshed(job).status == "failed"
        assert "went wrong on our side" in job.failure_words
        assert submission.resume_job(job)
        running.run(job.pk)
        assert_whole(refreshed(job))


@pytest.mark.django_db
class TestTheLaneOfAJob:
    """Who waits for a few items comes neither after a part of long work nor after the line behind it."""

    def messages_after(self, send) -> dict[str, int]:
        flush_redis()
        send()
        return {lane: tasks.waiting_messages(lane) for lane in ("interactive", "bulk")}

    def submitted(self, count: int, owner: Owner, kind: str = "change") -> Job:
        spec = {"change": "tag", "tags": ["seen"], "seed": "one"}
        items = [str(uuid.UUID(int=at)) for at in range(count)]
        return submission.submit_job(kind, items, spec=spec, owner=owner)

    @pytest.mark.parametrize(
        ("count", "kind", "lane"),
        [
            (50, "change", "interactive"),
            (51, "change", "bulk"),
            (50, "import", "interactive"),
            (1, "generate", "bulk"),
        ],
    )
    def test_equals_interactive_only_for_few_quick_items(
        self, admin_user, django_capture_on_commit_callbacks, count, kind, lane
    ):
        with django_capture_on_commit_callbacks() as callbacks:
            self.submitted(count, Owner(user=admin_user), kind)
        others = {"interactive": 0, "bulk": 0}
        assert self.messages_after(callbacks[0]) == others | {lane: 1}

    def test_equals_bulk_without_an_owner(self, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks() as callbacks:
            self.submitted(1, Owner())
        assert self.messages_after(callbacks[0]) == {"interactive": 0, "bulk": 1}

    def test_stays_the_same_for_the_next_time_slice(self, admin_user, settings, monkeypatch):
        settings.JOB_TURN_SECONDS = 0
        monkeypatch.setattr(BulkUpdate, "part_size", 1)
        job = self.submitted(2, Owner(user=admin_user))
        turn = self.messages_after(lambda: tasks.job(str(job.pk)))
        assert refreshed(job).state == "running"
        assert turn == {"interactive": 1, "bulk": 0}

    @pytest.mark.parametrize(
        ("count", "kind", "is_somebodys"),
        [
            (50, "change", True),
            (51, "change", True),
            (50, "change", False),
            (1, "generate", True),
            (50, "import", True),
        ],
    )
    def test_stays_the_same_for_the_message_of_the_reaper(
        self, admin_user, count, kind, is_somebodys
    ):
        owner = Owner(user=admin_user) if is_somebodys else Owner()
        job = self.submitted(count, owner, kind)
        Job.objects.update(enqueued_at=Now() - timedelta(hours=1))
        others = {"interactive": 0, "bulk": 0}
        assert self.messages_after(reap) == others | {lane_of(job): 1}


@pytest.mark.django_db
class TestTheReaperOfJobs:
    def test_republishes_a_forgotten_job(self):
        flush_redis()
        job = verify(ARTICLE_000)
        assert reap().republished == 0
        Job.objects.filter(pk=job.pk).update(enqueued_at=timezone.now() - timedelta(hours=1))
        assert reap().republished == 1
        assert refreshed(job).status == "queued"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong", ["status = 'running'", "status = 'failed'", "status = 'lost'", "done = total + 1"]
)
def test_postgresql_rejects_inconsistent_jobs(wrong):
    job = verify(ARTICLE_000)
    with connection.cursor() as cursor, pytest.raises(IntegrityError):
        cursor.execute(f"UPDATE solver_job SET {wrong} WHERE id = %s", [job.pk])
