"""A worker's turn at a job: part after part, alone or beside others.

A part's changes and the progress of its job are one transaction, which first renews the lease: whoever has
lost it writes nothing.
"""

import logging
import time
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Exists, F, QuerySet
from django.db.models.functions import Least, Now

from solver import engine
from solver.models import Heartbeat, Job, JobPart
from solver.models.failures import Code, Fact
from solver.models.job import JobQuerySet
from solver.models.job_part import JobPartQuerySet
from solver.models.leased_work import FREE, PASSING, LeaseLost, next_lease

from . import find_job_type
from .job_type import SET_ASIDE, JobFailed, JobType, Row

log = logging.getLogger(__name__)

MOST_SET_ASIDE = 100  # items of a job; beyond them the fault is not theirs
NOTED = ("report", "keys", "failure", "failure_facts")  # of a part that is done
PROGRESS = ("spec", "phase", "cursor", "done", "counts", "busy_seconds")  # of a job
LIMIT = "set_config(%s, %s, true)"  # until the end of the transaction
PATIENCE = 10.0  # seconds for a statement: parts of other jobs that change the same rows go first
OnPart = Callable[[Job, list[uuid.UUID]], object]
OnWorkLeft = Callable[[Job], object]
ShouldYield = Callable[[], bool]


class JobRunner:
    """One worker's turn at a job; `job` is kept as the database has it."""

    def __init__(self, job: Job, token: uuid.UUID) -> None:
        self.job = job
        self.token = token
        self.job_type: JobType = find_job_type(job.kind)

    def run(
        self,
        on_part: OnPart,
        on_work_left: OnWorkLeft | None,
        should_yield: ShouldYield | None = None,
    ) -> bool:
        """Part after part until the turn or the job is over; True when there is more."""
        deadline = time.monotonic() + settings.JOB_TURN_SECONDS
        while self.job.status == Job.Status.RUNNING:
            started = time.monotonic()
            part = self._next_part()
            if part is None:
                self._finish_phase()
                continue
            if on_work_left and self._queue_for_another():
                on_work_left(self.job)
            try:
                on_part(self.job, self.job_type.solves_to_enqueue(self._run_part(part, started)))
            except MemoryError:
                self._handle_fault(part, "out-of-memory")
                deadline = 0  # this process is to be replaced
            except (IntegrityError, DataError) as error:
                log.exception("job %s: part %s was refused", self.job.pk, part.number)
                self._handle_fault(part, "refused-in-part", what=refused_by(error))
            except (JobFailed, LeaseLost, *PASSING):
                raise
            except Exception:
                log.exception("job %s: a fault in part %s", self.job.pk, part.number)
                self._handle_fault(part, "fault-in-part")
            if self.job.status == Job.Status.RUNNING and (
                time.monotonic() >= deadline or (should_yield and should_yield())
            ):
                return self._requeue()
        return False

    def _run_part(self, part: JobPart, started: float) -> list[Row]:
        """The part's rows of the report, once it is committed."""
        with engine.Deadline(on_tick=lambda: self._renew_lease(part)):
            found = self.job_type.compute(self.job, part)
        with transaction.atomic():
            _raise_timeouts()
            self._lock()
            part.report = self.job_type.write(self.job, part, found)
            if 0 < len(part.report) < part.items:  # there was no time for all
                part.cut(kept=len(part.report), size=len(part.report))
            (self._record if part.report else self._postpone)(part, time.monotonic() - started)
        return list(part.report)

    def _handle_fault(self, part: JobPart, code: Code, **facts: Fact) -> None:
        """Go on with halves of a part that came to nothing; set it aside once it is a single item."""
        part.refresh_from_db()
        self.job.refresh_from_db(fields=PROGRESS)
        if self._may_split(part):
            self._split(part)
            self._release_part(part)
        else:
            self._set_aside(part, code, **facts)

    def _may_split(self, part: JobPart) -> bool:
        return part.items > 1 and self.job_type.may_divide

    def _split(self, part: JobPart) -> None:
        with transaction.atomic():
            self._lock()
            part.cut(kept=part.items // 2, size=part.items)
            part.lost = None
            part.save(update_fields=["lost"])
        log.info("job %s: part %s, now with %s items", self.job.pk, part.number, part.items)

    def _release_part(self, part: JobPart) -> None:
        """Nothing is held but the job."""

    def _set_aside(self, part: JobPart, code: Code, **facts: Fact) -> None:
        """Leave out the items of a part, with the reason; raise JobFailed if the job may not go on so."""
        is_too_often = self.job.counts.get(SET_ASIDE, 0) >= MOST_SET_ASIDE
        if is_too_often or not self.job_type.may_set_aside(self.job):
            raise JobFailed(code, **facts)
        with transaction.atomic():
            self._lock()
            part.failure, part.failure_facts = code, facts
            part.report = self.job_type.set_aside(self.job, part)
            self._record(part, 0.0)
        log.error("job %s: item %s was set aside: %s", self.job.pk, part.first, code)

    def _renew_lease(self, part: JobPart) -> None:
        """Renew the lease while work goes on, and end the work with LeaseLost if it is no longer ours."""
        self._write(lease_until=next_lease())

    def _lock(self) -> None:
        """Hold the job's row until the commit."""
        self._update(lease_until=next_lease())
        self.job.refresh_from_db(
            fields=("owner", "session_digest")
        )  # they may have signed in since

    def _record(self, part: JobPart, seconds: float) -> None:
        """Note that a part is done, and how far the job is now."""
        part.save(update_fields=NOTED)
        before = self.job if self.job.cursor else Job()  # a phase is counted anew
        self._update(
            cursor=self.job.cursor + 1,
            done=before.done + part.items,
            counts=with_rows(before.counts, part.report),
            busy_seconds=before.busy_seconds + seconds,
            attempt=1,  # it gets on, so what was lost before does not count
            lost=None,
        )

    def _postpone(self, part: JobPart, seconds: float) -> None:
        """Note that a part came to nothing: it is done again, and knows how often it was begun in vain."""
        part.attempt += 1
        part.save(update_fields=["attempt"])
        self._update(busy_seconds=self.job.busy_seconds + seconds, attempt=1)

    def _queue_for_another(self) -> bool:
        """Whether another worker could help from now on."""
        return False

    def _requeue(self) -> bool:
        """Queue the job again for its next turn."""
        self._update(**_queued())
        return True

    def abandon(self) -> bool:
        """Give back what is still held; True if a worker is to be rung for. Here the lease was the job's."""
        return False

    def come_back(self) -> None:
        """Say that this process is well, though it has lost its lease."""
        Job.objects.come_back(self.job.pk, self.token)

    def release(self) -> None:
        Job.objects.release(self.job.pk, self.token)

    def fail(self, code: Code, **facts: Fact) -> None:
        Job.objects.fail(self.job.pk, self.token, code, **facts)

    def _next_part(self) -> JobPart | None:
        """The next part to be done: half of it after an attempt in vain, and none that was lost too often."""
        while part := self._claim_part():
            attempt, lost = self._attempts_of(part)
            if attempt > 1 and self._may_split(part):
                self._split(part)
                return part
            deaths = Heartbeat.objects.holders().deaths(lost) if lost else 0
            if deaths < settings.MAX_ATTEMPTS:
                return part
            self._set_aside(part, "worker-lost-in-part", times=deaths, item=part.first - 1)
        return None

    def _claim_part(self) -> JobPart | None:
        """The first part that is not done."""
        return self.job.parts.filter(number=self.job.cursor).first()

    def _attempts_of(self, part: JobPart) -> tuple[int, list[uuid.UUID] | None]:
        """How often the part was begun, and the attempts that lost their lease. Here the job has them."""
        return self.job.attempt, self.job.lost

    def _finish_phase(self) -> None:
        """Go on with the next phase, ask somebody first, or finish."""
        phase = self.job.phase + 1
        if phase == len(self.job_type.phases):
            self._update(status=Job.Status.FINISHED, finished_at=Now(), **FREE)
            log.info("job %s: finished, %s", self.job.pk, self.job.counts)
            return
        self.job_type.check_before(self.job, phase)
        pause = {"status": Job.Status.PAUSED, **FREE}
        is_asked = bool(self.job_type.question_before(self.job, phase))
        self._update(phase=phase, cursor=0, **(pause if is_asked else {}))

    def _update(self, **change: Any) -> None:
        """Change the job's row, and `job` with it, but for the times, which the database knows."""
        self._write(**change)
        for name, value in change.items():
            if not hasattr(value, "resolve_expression"):
                setattr(self.job, name, value)

    def _write(self, **change: Any) -> None:
        """Change the job's row, if it is still ours to change; else LeaseLost."""
        Job.objects.change(self.job.pk, self.token, **change)


class ParallelJobRunner(JobRunner):
    """One worker's turn at a job that others may be at: what it holds is a part, not the job.

    The job is queued only together with a ring, so that a worker is on its way to each job that is queued. It
    is queued while parts are free, and running while none is. A worker that leaves because none is free changes
    nothing: each of those who hold the others rings as soon as it leaves a part free. `job.status` is RUNNING
    here as long as this worker is at it. A write locks the job's row first: nothing is written of one that is
    paused or over.
    """

    def _claim_part(self) -> JobPart | None:
        """The first part that nobody holds."""
        return self._parts().take(self.token)

    def _attempts_of(self, part: JobPart) -> tuple[int, list[uuid.UUID] | None]:
        return part.attempt, part.lost

    def _release_part(self, part: JobPart) -> None:
        self.job.parts.change(part.pk, self.token, **FREE)

    def _parts(self) -> JobPartQuerySet:
        """All that are not done, and some that are: those before the cursor need not be looked at."""
        return self.job.parts.filter(number__gte=self.job.cursor)

    def _renew_lease(self, part: JobPart) -> None:
        super()._renew_lease(part)
        self.job.parts.change(part.pk, self.token, lease_until=next_lease())

    def _lock(self) -> None:
        self._write(lease_until=next_lease())
        # Others are at it too.
        self.job.refresh_from_db(
            fields=("owner", "session_digest", "cursor", "done", "counts", "busy_seconds")
        )

    def _record(self, part: JobPart, seconds: float) -> None:
        noted = {name: getattr(part, name) for name in NOTED}
        self.job.parts.change(part.pk, self.token, lost=None, **noted, **FREE)
        left = self._parts().to_do()
        first = left.values_list("number", flat=True).first()
        beside = left.filter(lease_until__gt=Now()).count()
        self._update(
            cursor=self.job.parts.count() if first is None else first,
            done=self.job.done + part.items,
            counts=with_rows(self.job.counts, part.report),
            busy_seconds=self.job.busy_seconds + seconds / (1 + beside),
            attempt=Least("attempt", 1),
        )
        self.job.attempt = 1
        if first is None:
            super()._finish_phase()

    def _postpone(self, part: JobPart, seconds: float) -> None:
        self.job.parts.change(part.pk, self.token, **FREE)  # taking it has counted the attempt
        self._update(busy_seconds=self.job.busy_seconds + seconds)

    def _finish_phase(self) -> None:
        """Leave the job to the others if they hold what is left, else finish it."""
        if self._parts().to_do().exists():
            self.job.status = Job.Status.QUEUED
        else:
            super()._finish_phase()

    def _queue_for_another(self) -> bool:
        """Queue the job for another worker, where a part is free; False when it is queued already."""
        return bool(self._running().filter(Exists(self._parts().free())).update(**_queued()))

    def _requeue(self) -> bool:
        return self._queue_for_another()

    def _running(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, status=Job.Status.RUNNING)

    def _unfinished(self) -> JobQuerySet:
        going_on = (Job.Status.QUEUED, Job.Status.RUNNING)
        return Job.objects.filter(pk=self.job.pk, status__in=going_on)

    def _write(self, **change: Any) -> None:
        if not self._unfinished().update(**change):
            raise LeaseLost

    def abandon(self) -> bool:
        """The job may have been paused and resumed meanwhile, and the worker that came for it gone again."""
        return (
            bool(self._own().update(attempt=F("attempt") - 1, **FREE)) and self._queue_for_another()
        )

    def come_back(self) -> None:
        self.job.parts.come_back(self.token)

    def release(self) -> None:
        """The job's lease ends too, though another took it: that one may be gone already."""
        self._own().update(**FREE)
        self._running().update(lease_until=Now())

    def fail(self, code: Code, **facts: Fact) -> None:
        self._own().update(attempt=0, **FREE)
        self._unfinished().end_as_failed(code, **facts)

    def _own(self) -> JobPartQuerySet:
        return self.job.parts.filter(lease_token=self.token)


def _queued() -> dict[str, Any]:
    """The change of a job whose next turn is to come. It got on, so no attempt was lost."""
    return {"status": Job.Status.QUEUED, "enqueued_at": Now(), "attempt": 0, "lost": None, **FREE}


def refused_by(error: Exception) -> str:
    """The constraint that something would have broken, else what the database says."""
    diagnosis = getattr(error.__cause__, "diag", None)
    found = diagnosis and (diagnosis.constraint_name or diagnosis.message_primary)
    return found or type(error).__name__


def _raise_timeouts() -> None:
    """Until the commit, wait longer for rows that somebody else changes than a page may."""
    limits = {
        "lock_timeout": PATIENCE,
        "statement_timeout": PATIENCE,
        # A worker may get no processor for a while.
        "idle_in_transaction_session_timeout": 3 * PATIENCE,
    }
    given = [
        each for name, seconds in limits.items() for each in (name, f"{round(1000 * seconds)}ms")
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join([LIMIT] * len(limits))}", given)


def with_rows(counts: dict[str, int], rows: list[Row]) -> dict[str, int]:
    return dict(Counter(counts) + Counter(row[0] for row in rows))
