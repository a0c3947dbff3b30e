"""An item at fault is found by halves and set aside alone, with its reason; its neighbours go on."""

import random
import uuid
from datetime import timedelta
from itertools import product

import pytest
from django.conf import settings
from django.db import IntegrityError
from django.db.models.functions import Now
from puzzles import ARTICLE_000, morph
from support import some

from solver import engine
from solver.jobs import SET_ASIDE, find_job_type, running
from solver.models import Job, JobPart, Puzzle, Solve
from solver.models.heartbeat import Holders
from solver.queue import batches, submission

pytestmark = pytest.mark.django_db
COUNT = 11
AT_FAULT = 7  # its place among the others, from 0


def lines(count: int = COUNT) -> list[str]:
    rng = random.Random(count)
    return [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(count)]


def begun(kind: str) -> tuple[Job, object]:
    """A job over eleven puzzles, and the item that is to be at fault."""
    given = lines()
    match kind:
        case "solve":
            return batches.submit([engine.read_line(line) for line in given], "combos", {}), given[
                AT_FAULT
            ]
        case "import":
            spec, items = {"at_once": True}, given
        case "generate":
            spec, items = {"seed": "fault", "size": 4}, list(range(1, COUNT + 1))
        case "pool":
            spec, items = {"seed": "fault"}, [f"naked-pair/none-{at}" for at in range(COUNT)]
        case _:
            spec = {"change": "tag", "tags": ["seen"]} if kind == "change" else {}
            rows = [Puzzle(givens=line, box=3, clue_count=26) for line in given]
            items = [str(puzzle.pk) for puzzle in Puzzle.objects.bulk_create(rows)]
    return submission.submit_job(kind, items, spec=spec), items[AT_FAULT]


def work_off(job: Job) -> Job:
    """Turn after turn, each after the loss of the one before if that died."""
    for _ in range(200):
        try:
            running.run(job.pk)
        except Death:
            Job.objects.update(lease_until=Now() - timedelta(seconds=1))
            job.parts.exclude(lease_token=None).update(lease_until=Now() - timedelta(seconds=1))
        job.refresh_from_db()
        if job.is_over:
            return job
    raise AssertionError(f"not over: {job.status} {job.counts}")


class Death(BaseException):
    """The end of a process, as far as a test can die itself."""


FAULTS = {
    "worker-lost-in-part": Death(),
    "fault-in-part": ZeroDivisionError(),
    "refused-in-part": IntegrityError("no_such_rule"),
    "out-of-memory": MemoryError(),
}
KINDS = ("rate", "verify", "change", "import", "solve", "generate", "pool")


@pytest.fixture
def broken(monkeypatch):
    """Makes the work at a part end with an error as long as one item is in it."""

    def break_(kind: str, item: object, error: BaseException) -> None:
        cls = type(find_job_type(kind))
        work = cls.compute

        def broken_work(self, job, part):
            if item in part.given:
                raise error
            return quick if (quick := stand_in(kind, part)) is not None else work(self, job, part)

        monkeypatch.setattr(cls, "compute", broken_work)

    return break_


def stand_in(kind: str, part: JobPart) -> object:
    """For puzzles by technique, which may take minutes each: that none came up is as good here."""
    return [] if kind == "pool" else None


@pytest.mark.fuzz
@pytest.mark.parametrize(("code", "kind"), some(product(FAULTS, KINDS), 3))
def test_only_the_faulty_item_gets_set_aside(kind, code, broken):
    job, item = begun(kind)
    broken(kind, item, FAULTS[code])
    work_off(job)
    aside = job.parts.get(number__in=job.parts.set_aside().values("number"))
    alone = 1 if find_job_type(kind).may_divide else aside.items
    assert (job.status, job.done) == ("finished", job.total)
    assert job.counts[SET_ASIDE] == alone == aside.items
    assert item in aside.given
    assert aside.failure == code
    assert aside.failure_words
    assert sum(job.counts.values()) == COUNT
    rows = [row for part in job.parts.all() for row in part.report]
    assert [row[0] == SET_ASIDE for row in rows].count(True) == alone


def test_a_batch_answers_for_the_item_with_a_solve_that_failed(broken):
    job, line = begun("solve")
    broken("solve", line, Death())
    work_off(job)
    found = list(batches.results(job))
    assert [row["puzzle"] for row in found] == lines()
    assert [row["status"] == "failed" for row in found].index(True) == AT_FAULT
    assert batches.progress(job).counts == {"solved": COUNT - 1, "failed": 1}
    assert batches.is_whole(job)
    failed = Solve.objects.get(status="failed")
    assert failed.failure_words == "The worker was lost 3 times. Your puzzle is safe."


def test_an_import_of_all_or_nothing_fails_with_the_reason(broken):
    given = lines()
    job = submission.submit_job("import", given, spec={"at_once": True, "all_or_nothing": True})
    broken("import", given[AT_FAULT], Death())
    work_off(job)
    assert (job.status, job.failure) == ("failed", "worker-lost-in-part")
    assert not Puzzle.objects.exists()


def test_an_attempt_whose_process_comes_back_does_not_count():
    """Stopped for longer than its lease, again and again: nothing is at fault."""
    job, _item = begun("rate")
    for _ in range(2 * settings.MAX_ATTEMPTS):
        token = uuid.uuid4()
        assert Job.objects.claim(job.pk, token)
        Job.objects.update(lease_until=Now() - timedelta(seconds=1))
        other = uuid.uuid4()
        assert Job.objects.claim(job.pk, other)
        assert Job.objects.get().lost == [token]
        Job.objects.come_back(job.pk, token)
        Job.objects.release(job.pk, other)
    job.refresh_from_db()
    assert Holders({}).deaths(job.lost) == 0
    assert work_off(job).counts == {"rated": COUNT}
