"""Slow work is forgiven like lost work: ended as `limit`, or begun again in smaller parts, never as a fault."""

import random

import pytest
from django.db.models.functions import Now
from puzzles import ARTICLE_000, morph, random_solution
from support import PATIENCE, flush_redis, wait_for

from solver import engine
from solver.jobs import running
from solver.jobs.importing import ImportPuzzles
from solver.jobs.recheck import RecheckPuzzles
from solver.jobs.solving import SolveBatch
from solver.models import Job, Puzzle, Solve
from solver.queue import batches, submission
from solver.solves import writing
from solver.solves.reading import iter_iterations

ENDED = ("finished", "failed")


def lines(count: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    return [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(count)]


def large_lines(count: int) -> list[str]:
    """25×25 boards with four in ten of their cells given."""
    rng = random.Random(25)
    solution = random_solution(5, rng)
    shown = [[d if rng.random() < 0.4 else 0 for d in solution] for _ in range(count)]
    return [engine.Grid(5, tuple(digits)).text for digits in shown]


def are_over() -> bool:
    jobs, solves = Job.objects.exclude(status__in=ENDED), Solve.objects.exclude(status__in=ENDED)
    return not jobs.exists() and not solves.exists()


def assert_whole(job: Job, *fates: str) -> None:
    job.refresh_from_db()
    assert (job.status, job.done) == ("finished", job.total), job.failure_words
    assert set(job.counts) <= set(fates)
    assert sum(job.counts.values()) == job.total
    rows = [row for part in job.parts.all() for row in part.report]
    assert len(rows) == job.total


@pytest.mark.fault
def test_parts_beyond_the_task_time_get_divided(processes, monkeypatch):
    """Its process is killed at the hard limit again and again, until the parts are small enough."""
    monkeypatch.setattr(ImportPuzzles, "part_size", 1_200)
    given = lines(1_200, 3)
    given[700] = given[10]
    job = submission.submit_job("import", given, spec={"at_once": True})
    assert job.parts.count() == 1
    flush_redis()  # whoever rings says how long a task may take, and this process would say 30 s
    quick = {
        "TASK_SECONDS": "1",
        "JOB_TURN_SECONDS": "0",
        "LEASE_SECONDS": "2",
        "REAPER_PERIOD": "1",
        "MAX_ATTEMPTS": "12",
    }
    processes.worker("bulk", **quick)
    processes.reaper(**quick)
    wait_for(are_over, 5 * PATIENCE)
    assert_whole(job, "added", "repeated")
    assert job.parts.count() > 1
    assert job.counts["repeated"] == len(given) - len(set(given))
    assert [part.number for part in job.parts.all()] == list(range(job.parts.count()))
    shown = [row[2] for part in job.parts.all() for row in part.report]
    assert shown == given  # in their order, each once


def work_off(job: Job) -> None:
    """Turn after turn, as many as it takes on this machine."""
    while running.run(job.pk):
        pass


@pytest.mark.django_db
class TestAPart:
    def test_has_as_many_items_as_its_costliest_may_have(self):
        usual, large = lines(300, 4), large_lines(12)
        job = submission.submit_job("import", usual + large)
        assert [part.items for part in job.parts.all()] == [250, 51, 4, 4, 3]
        assert [item for part in job.parts.all() for item in part.given] == usual + large
        assert [part.first for part in job.parts.all()] == [1, 251, 302, 306, 310]

    def test_becomes_half_as_large_after_a_lost_attempt(self, monkeypatch):
        monkeypatch.setattr(RecheckPuzzles, "part_size", 4)
        ids = [str(Puzzle.objects.create(givens=line).pk) for line in lines(10, 5)]
        job = submission.submit_job("verify", ids)
        Job.objects.update(status="running", attempt=1, lease_token=job.pk, lease_until=Now())
        work_off(job)
        assert_whole(job, "graded")
        parts = job.parts.all()
        assert [(part.number, part.first, part.items) for part in parts] == [
            *((0, 1, 2), (1, 3, 2), (2, 5, 4), (3, 9, 2)),
        ]
        assert [pk for part in parts for pk in part.given] == ids

    def test_keeps_its_size_in_the_next_time_slice(self, monkeypatch, settings):
        settings.JOB_TURN_SECONDS = 0
        monkeypatch.setattr(RecheckPuzzles, "part_size", 2)
        ids = [str(Puzzle.objects.create(givens=line).pk) for line in lines(6, 5)]
        job = submission.submit_job("verify", ids)
        while running.run(job.pk):
            assert Job.objects.get(pk=job.pk).attempt == 0
        assert_whole(job, "graded")
        assert job.parts.count() == 3

    def test_leaves_puzzles_without_time_queued(self, settings):
        settings.TURN_SECONDS = 0
        job = batches.submit([engine.read_line(line) for line in lines(5, 6)], "combos", {})
        left = []
        running.run(job.pk, lambda job, ids: left.extend(ids))  # one part
        assert_whole(job, "later")
        settings.TURN_SECONDS = 5
        for pk in left:
            writing.record(pk)
        assert batches.progress(job).counts == {"solved": 5}

    def test_of_half_size_gives_a_batch_all_its_results(self, monkeypatch):
        monkeypatch.setattr(SolveBatch, "part_size", 4)
        given = lines(10, 7)
        job = batches.submit([engine.read_line(line) for line in given], "combos", {})
        Job.objects.update(status="running", attempt=1, lease_token=job.pk, lease_until=Now())
        work_off(job)
        for after in range(10):
            found = list(batches.results(job, after))
            assert [row["puzzle"] for row in found] == given[after:]
            assert [row["item"] for row in found] == list(range(after + 1, 11))


@pytest.mark.django_db
def test_a_solve_out_of_nodes_ends_as_limit_with_its_history(settings):
    rng = random.Random(1)
    outcomes = set()
    for _ in range(12):
        settings.SOLVE_NODES = rng.randrange(4_000)
        solve = submission.submit(engine.read("0" * 256), "guessing", lane="bulk")
        writing.record(solve.pk)
        solve.refresh_from_db()
        assert solve.status == "finished"
        outcomes.add(solve.outcome)
        numbers = [iteration.number for iteration in iter_iterations(solve)]
        assert numbers == list(range(1, solve.iteration_count + 1))
    assert "limit" in outcomes <= {"limit", "solved"}


@pytest.mark.django_db
def test_a_solve_out_of_time_moves_from_the_interactive_to_the_slow_lane(settings):
    settings.TURN_SECONDS = 0.05
    solve = submission.submit(engine.read("0" * 625), "guessing")
    assert writing.record(solve.pk) == "slow"
    solve.refresh_from_db()
    assert (solve.status, solve.lane) == ("queued", "slow")
