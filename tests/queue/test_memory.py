"""An item that takes too much memory meets the end of it, and is set aside alone; its process lives on."""

import psutil
import pytest
from puzzles import ARTICLE_000, ARTICLE_001
from support import wait_for
from test_the_gone import stock

from solver import engine
from solver.engine.methods.solving import Solving
from solver.jobs import rating
from solver.models import Job, Puzzle, Solve
from solver.queue import submission

# Named by the code itself: a rename is seen when tests are gathered, not by a worker that never starts.
HUNGRY = f"""
import os
from {Solving.__module__} import {Solving.__name__} as Solving
from {rating.__name__} import {rating._work_out.__name__} as work_out
from solver.jobs import rating

begin = Solving.__init__


def be_hungry(job, puzzle):
    if puzzle.givens == os.environ["CULPRIT"]:
        bytearray(300 << 20)
    return work_out(job, puzzle)


def be_hungry_too(self, grid, *arguments):
    if grid.text == os.environ["CULPRIT"]:
        bytearray(300 << 20)
    begin(self, grid, *arguments)


rating.{rating._work_out.__name__}, Solving.__init__ = be_hungry, be_hungry_too
"""


@pytest.fixture
def hungry(processes, tmp_path):
    """Starts a worker whose rating and solving of a puzzle takes 300 MB."""
    (tmp_path / "hungry.py").write_text(HUNGRY)
    (tmp_path / "hungry_settings.py").write_text(
        'from sudokusite.settings import *\nCELERY_IMPORTS = ["hungry"]\n'
    )
    own = {"PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "hungry_settings"}

    def start(culprit: str, most: int = 100):
        processes.reaper()
        return processes.worker("bulk,site", CULPRIT=culprit, TASK_MEMORY_MB=str(most), **own)

    return start


KEPT = f"""
import sudokusite.celery
from {Solving.__module__} import {Solving.__name__} as Solving

sudokusite.celery.IDLE = 0.5
begin, kept = Solving.__init__, []


def keep(self, grid, *arguments):
    if grid.text == "{ARTICLE_000}":
        kept.append(bytes([1]) * (40 << 20))
    begin(self, grid, *arguments)


Solving.__init__ = keep
"""


def test_an_idle_process_with_much_memory_of_its_own_gets_replaced(processes, tmp_path):
    (tmp_path / "keeping.py").write_text(KEPT)
    (tmp_path / "keeping_settings.py").write_text(
        'from sudokusite.settings import *\nCELERY_IMPORTS = ["keeping"]\n'
    )
    own = {"PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "keeping_settings"}
    worker = psutil.Process(processes.worker(**own).pid)

    def solve_once(givens: str) -> None:
        """Wait until a process of the pool has done the solve, at the first attempt."""
        solve = submission.submit(engine.read(givens), "combos")
        wait_for(lambda: Solve.objects.get(pk=solve.pk).is_over)
        solve.refresh_from_db()
        assert (solve.status, solve.attempt) == ("finished", 1)

    def pool() -> set[int]:
        return {process.pid for process in worker.children()}

    before = wait_for(pool)
    solve_once(ARTICLE_000)
    wait_for(lambda: pool() - before)
    wait_for(lambda: not pool() & before)
    after = pool()
    solve_once(ARTICLE_001)
    assert pool() == after


@pytest.mark.fault
def test_a_puzzle_beyond_the_memory_limit_gets_set_aside_alone(hungry):
    ids = stock(12)
    culprit = Puzzle.objects.get(pk=ids[5])
    job = submission.submit_job("rate", ids)
    hungry(culprit.givens)
    wait_for(lambda: Job.objects.get(pk=job.pk).is_over)
    assert Job.objects.get(pk=job.pk).counts == {"rated": 11, "set-aside": 1}
    aside = job.parts.set_aside().get()
    assert (aside.given, aside.failure) == ([str(culprit.pk)], "out-of-memory")


@pytest.mark.fault
def test_a_solve_beyond_the_memory_limit_fails_with_the_reason(hungry):
    solve = submission.submit(engine.read(ARTICLE_000), "combos", lane="bulk")
    hungry(ARTICLE_000)
    wait_for(lambda: Solve.objects.get(pk=solve.pk).is_over)
    solve.refresh_from_db()
    assert (solve.status, solve.failure, solve.attempt) == ("failed", "out-of-memory", 3)
    assert "more memory" in solve.failure_words


@pytest.mark.fault
def test_a_solve_within_the_memory_limit_finishes(hungry):
    solve = submission.submit(engine.read(ARTICLE_000), "combos", lane="bulk")
    hungry(ARTICLE_000, most=400)
    wait_for(lambda: Solve.objects.get(pk=solve.pk).is_over)
    assert Solve.objects.get(pk=solve.pk).outcome == "solved"
