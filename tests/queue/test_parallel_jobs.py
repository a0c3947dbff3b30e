"""No batch waits for the reaper without a fault: the messages of its workers suffice."""

import random
import threading
from collections import deque

import pytest
from django.db import connection
from django.test import override_settings
from puzzles import ARTICLE_000, morph
from support import PATIENCE

from solver import engine
from solver.jobs import runner, running, solving
from solver.jobs.solving import SolveBatch
from solver.models import Job
from solver.queue import batches, submission

WORKERS = 3
STEPS = (
    "_next_part",
    "_run_part",
    "_queue_for_another",
    "_requeue",
    "_finish_phase",
    "abandon",
)


def submitted(count: int) -> Job:
    rng = random.Random(count)
    lines = [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(count)]
    return batches.submit([engine.read_line(line) for line in lines], "combos", {})


@pytest.fixture
def parts_of_three(monkeypatch):
    """A part has three puzzles, and time for one of them: each is cut, and leaves two free."""
    monkeypatch.setattr(SolveBatch, "part_size", 3)
    monkeypatch.setattr(solving, "PART_SECONDS", 0)


@pytest.mark.django_db
@pytest.mark.usefixtures("parts_of_three")
class TestAWorkerWithoutAFreePart:
    """It leaves while another is at the last part, of which that one comes to the first half alone."""

    @pytest.fixture
    def visited(self, monkeypatch):
        """A job, in the midst of whose first part another worker comes, does the second, and leaves."""
        job = submitted(6)
        compute = SolveBatch.compute

        def work_beside(*arguments):
            monkeypatch.setattr(SolveBatch, "compute", compute)
            with override_settings(JOB_TURN_SECONDS=PATIENCE):
                assert not running.run(job.pk)
            assert Job.objects.get(pk=job.pk).done == 3
            return compute(*arguments)

        monkeypatch.setattr(SolveBatch, "compute", work_beside)
        return job

    def test_gets_a_message_when_the_other_leaves_a_part(self, visited):
        helped = []
        assert not running.run(visited.pk, on_work_left=lambda job: helped.append(job.done))
        assert helped == [0, 4]
        visited.refresh_from_db()
        assert (visited.status, visited.counts) == ("finished", {"solved": 6})

    def test_gets_a_message_after_the_time_slice_of_the_other(self, visited, settings):
        settings.JOB_TURN_SECONDS = 0
        assert running.run(visited.pk, on_work_left=lambda job: None)
        visited.refresh_from_db()
        assert (visited.status, visited.done) == ("queued", 4)


@pytest.mark.django_db
def test_a_part_given_back_after_a_pause_gets_a_message(monkeypatch):
    """Paused and resumed while a worker is at the only part: the one that came for it found nothing."""
    job = submitted(1)
    compute, abandon = SolveBatch.compute, runner.ParallelJobRunner.abandon

    def pause_at_work(*arguments):
        monkeypatch.setattr(SolveBatch, "compute", compute)
        Job.objects.pause(job.pk)
        return compute(*arguments)

    def resume_before(turn):
        assert submission.resume_job(job)
        assert not running.run(job.pk)
        return abandon(turn)

    monkeypatch.setattr(SolveBatch, "compute", pause_at_work)
    monkeypatch.setattr(runner.ParallelJobRunner, "abandon", resume_before)
    assert running.run(job.pk)
    assert Job.objects.get(pk=job.pk).status == "queued"
    assert not running.run(job.pk)
    assert Job.objects.get(pk=job.pk).counts == {"solved": 1}


class Stage:
    """Threads of which one goes on at a time; at each step the seed says which."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.condition = threading.Condition()
        self.present: list[int] = []
        self.current: int | None = None

    def step(self, name: int) -> None:
        with self.condition:
            self._choose()
            self._wait(name)

    def enter(self, name: int) -> None:
        with self.condition:
            self.present.append(name)
            if len(self.present) == WORKERS:
                self._choose()
            self._wait(name)

    def leave(self, name: int) -> None:
        with self.condition:
            self.present.remove(name)
            if self.present:
                self._choose()

    def _choose(self) -> None:
        self.current = self.rng.choice(sorted(self.present))
        self.condition.notify_all()

    def _wait(self, name: int) -> None:
        assert self.condition.wait_for(lambda: self.current == name, PATIENCE)


@pytest.mark.usefixtures("transactional_db", "parts_of_three")
@pytest.mark.parametrize("seed", range(12))
def test_messages_suffice_for_any_interleaving_of_three_workers(monkeypatch, settings, seed):
    settings.JOB_TURN_SECONDS = 0
    stage, own = Stage(seed), threading.local()
    for step in STEPS:
        inner = getattr(runner.ParallelJobRunner, step)

        def outer(*arguments, inner=inner):
            stage.step(own.name)
            return inner(*arguments)

        monkeypatch.setattr(runner.ParallelJobRunner, step, outer)
    job = submitted(9)
    messages, at_work, wrong = deque([job.pk]), set(), []

    def work(name: int) -> None:
        own.name = name
        stage.enter(name)
        try:
            while messages or at_work:
                if messages:
                    at_work.add(name)
                    if running.run(
                        messages.popleft(), on_work_left=lambda job: messages.append(job.pk)
                    ):
                        messages.append(job.pk)
                    at_work.discard(name)
                stage.step(name)
        except BaseException as error:  # noqa: BLE001  # told in the main thread
            wrong.append(error)
        finally:
            connection.close()
            stage.leave(name)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    job.refresh_from_db()
    assert (job.status, job.counts) == ("finished", {"solved": 9})
