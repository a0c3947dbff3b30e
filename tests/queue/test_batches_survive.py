"""A batch goes on to its end, whatever dies: a real worker that is killed, and another after it."""

import random

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, morph
from support import let_lease_run_out, wait_for

from solver import engine
from solver.models import Job, Puzzle, Solve
from solver.queue import batches
from solver.record.auditing import audit

COUNT = 200


@pytest.mark.fault
def test_a_killed_worker_leaves_no_puzzle_out_and_solves_none_twice(processes):
    rng = random.Random(3)
    lines = [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(COUNT)]
    job = batches.submit([engine.read_line(line) for line in lines], "combos", {})

    def done() -> int:
        return Job.objects.get(pk=job.pk).done

    worker = processes.worker("bulk")
    wait_for(done)
    processes.kill(worker)
    let_lease_run_out(job)
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


def test_what_takes_longer_than_its_turn_is_solved_without_a_reaper(processes):
    """No puzzle is done in no time at all, so every one is left queued, and rung for."""
    grids = [engine.read(text) for text in (ARTICLE_000, ALESCARGOT)]
    processes.worker("bulk", TURN_SECONDS="0")
    job = batches.submit(grids, "combos", {})
    wait_for(lambda: batches.progress(Job.objects.get(pk=job.pk)).finished == len(grids))
    assert Job.objects.get(pk=job.pk).counts == {"later": len(grids)}
    assert {solve.attempt for solve in Solve.objects.all()} == {1}
