"""A batch goes on to its end, whatever dies: a real worker that is killed, and another after it."""

import random
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from puzzles import ALESCARGOT, ARTICLE_000, morph
from support import let_lease_run_out, wait_for

from solver import engine
from solver.jobs import running, solving
from solver.jobs.solving import SolveBatch
from solver.models import Job, Puzzle, Solve
from solver.queue import batches
from solver.solves.audit import audit

COUNT = 200


@pytest.mark.fault
def test_a_killed_worker_leaves_no_puzzle_out_and_solves_none_twice(processes, monkeypatch):
    monkeypatch.setattr(SolveBatch, "part_size", 5)  # or all are done before one looks
    rng = random.Random(3)
    lines = [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(COUNT)]
    job = batches.submit([engine.read_line(line) for line in lines], "combos", {})

    def done() -> int:
        return Job.objects.get(pk=job.pk).done

    worker = processes.worker("bulk")
    wait_for(done)
    processes.kill(worker)
    let_lease_run_out(job)
    job.parts.to_do().update(lease_until=Now())
    assert 0 < done() < COUNT
    assert Solve.objects.count() == done()
    processes.reaper()
    processes.worker("bulk")
    wait_for(lambda: batches.progress(Job.objects.get(pk=job.pk)).finished == COUNT)
    found = list(batches.results(Job.objects.get(pk=job.pk)))
    assert [row["puzzle"] for row in found] == lines
    assert len({row["id"] for row in found}) == COUNT == Solve.objects.count()
    assert Puzzle.objects.count() == len(set(lines))
    assert not any(audit().values())


@pytest.mark.django_db
def test_worker_that_lost_a_part_writes_nothing(monkeypatch):
    """Asleep for longer than its lease: another has taken the part, and done it."""
    grids = [engine.read_line(ARTICLE_000)]
    job = batches.submit(grids, "combos", {})
    work = SolveBatch.compute

    def slow_work(*arguments):
        monkeypatch.setattr(SolveBatch, "compute", work)
        job.parts.update(lease_until=Now() - timedelta(seconds=1))
        Job.objects.update(status="queued", lease_token=None)
        assert not running.run(job.pk)
        return work(*arguments)

    monkeypatch.setattr(SolveBatch, "compute", slow_work)
    assert not running.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.counts) == ("finished", {"solved": 1})
    assert str(Solve.objects.get().pk) == job.parts.get().report[0][2]


@pytest.mark.django_db
def test_part_without_time_left_ends_after_the_solved_puzzles(monkeypatch):
    monkeypatch.setattr(solving, "PART_SECONDS", 0)
    rng = random.Random(5)
    lines = [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(4)]
    job = batches.submit([engine.read_line(line) for line in lines], "combos", {})
    assert job.parts.count() == 1
    while running.run(job.pk):
        pass
    job.refresh_from_db()
    assert (job.status, job.cursor, job.counts) == ("finished", 4, {"solved": 4})
    assert [(part.number, part.first, part.items) for part in job.parts.all()] == [
        (number, number + 1, 1) for number in range(4)
    ]
    assert [row["puzzle"] for row in batches.results(job)] == lines


def test_puzzles_beyond_their_time_slice_need_no_reaper(processes):
    """No puzzle is solved in no time at all, so every one is left queued and enqueued."""
    grids = [engine.read(text) for text in (ARTICLE_000, ALESCARGOT)]
    processes.worker("bulk", TURN_SECONDS="0")
    job = batches.submit(grids, "combos", {})
    wait_for(lambda: batches.progress(Job.objects.get(pk=job.pk)).finished == len(grids))
    assert Job.objects.get(pk=job.pk).counts == {"later": len(grids)}
    assert {solve.attempt for solve in Solve.objects.all()} == {1}
