"""Run a job for one turn of a worker: part after part, alone or in parallel with others.

A part's changes and the job's progress are one transaction, which renews the lease first. A worker that has
lost its lease writes nothing.
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

MOST_SET_ASIDE = 100  # items of a job. If more are at fault, the job itself is
RESULTS = ("report", "keys", "failure", "failure_facts")  # fields of a part that is done
PROGRESS = ("spec", "phase", "cursor", "done", "counts", "busy_seconds")  # fields of a job
SET_LOCAL = "set_config(%s, %s, true)"  # until the end of the transaction
PATIENCE = 10.0  # seconds for a statement, which may wait for parts of other jobs that change the same rows
OnPart = Callable[[Job, list[uuid.UUID]], object]  # the solves are those to enqueue
OnWorkLeft = Callable[[Job], object]
ShouldYield = Callable[[], bool]


class JobRunner:
    """Runs a job for one turn. `job` is kept as the database has it."""

    def __init__(self, job: Job, token: uuid.UUID) -> None:
        self.job = job
        self.token = token
        self.job_type: JobType = find_job_type(job.kind)

    def run(
        self, on_part: OnPart, on_work_left: OnWorkLeft | None, should_yield: ShouldYield | None
    ) -> bool:
        """Run part after part until the worker's turn or the job is over. Return True if there is more to do.

        `on_part` is called after each part, `on_work_left` when another worker could help, and `should_yield`
        says whether to end the turn early.
        """
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
                deadline = 0  # end the turn, because this process will be replaced
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
        """Do a part, commit it, and return its rows of the report."""
        with engine.Deadline(on_tick=lambda: self._renew_lease(part)):
            findings = self.job_type.compute(self.job, part)
        with transaction.atomic():
            _raise_timeouts()
            self._lock()
            part.report = self.job_type.write(self.job, part, findings)
            if 0 < len(part.report) < part.items:  # there was no time for all
                part.cut(kept=len(part.report), size=len(part.report))
            (self._record if part.report else self._postpone)(part, time.monotonic() - started)
        return list(part.report)

    def _handle_fault(self, part: JobPart, code: Code, **facts: Fact) -> None:
        """Split a part that failed into halves, or set it aside if it is a single item."""
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
        """Release the lease of a part. Here there is none but the job's."""

    def _set_aside(self, part: JobPart, code: Code, **facts: Fact) -> None:
        """Leave out the items of a part, with the reason. Raise JobFailed if the job may not go on."""
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
        """Renew the lease while the part is computed. Raise LeaseLost if another worker has it."""
        self._write(lease_until=next_lease())

    def _lock(self) -> None:
        """Lock the job's row until the commit."""
        self._update(lease_until=next_lease())
        # Its stranger may have signed in since.
        self.job.refresh_from_db(fields=("owner", "session_digest"))

    def _record(self, part: JobPart, seconds: float) -> None:
        """Store that a part is done, and the job's progress."""
        part.save(update_fields=RESULTS)
        before = self.job if self.job.cursor else Job()  # each phase counts from the start
        self._update(
            cursor=self.job.cursor + 1,
            done=before.done + part.items,
            counts=with_rows(before.counts, part.report),
            busy_seconds=before.busy_seconds + seconds,
            attempt=1,  # the job advances, so attempts lost before do not count
            lost=None,
        )

    def _postpone(self, part: JobPart, seconds: float) -> None:
        """Store that a part had no result. It runs again, and `part.attempt` counts that."""
        part.attempt += 1
        part.save(update_fields=["attempt"])
        self._update(busy_seconds=self.job.busy_seconds + seconds, attempt=1)

    def _queue_for_another(self) -> bool:
        """Queue the job for another worker and return True, if one could help. Here none could."""
        return False

    def _requeue(self) -> bool:
        """Queue the job again for its next turn."""
        self._update(**_queued())
        return True

    def abandon(self) -> bool:
        """Give up after a lost lease.

        Return False: this runner holds no part that another worker should get.
        """
        return False

    def come_back(self) -> None:
        """Note that this process, which has lost its lease, is alive: its attempt does not count as dead."""
        Job.objects.come_back(self.job.pk, self.token)

    def release(self) -> None:
        Job.objects.release(self.job.pk, self.token)

    def fail(self, code: Code, **facts: Fact) -> None:
        Job.objects.fail(self.job.pk, self.token, code, **facts)

    def _next_part(self) -> JobPart | None:
        """Return the next part to be done, or None.

        After a lost attempt it is split first. A part that was lost too often is set aside.
        """
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
        """Return the first part that is not done, or None."""
        return self.job.parts.filter(number=self.job.cursor).first()

    def _attempts_of(self, part: JobPart) -> tuple[int, list[uuid.UUID] | None]:
        """Return how often the part was begun, and the tokens of lost leases. Here the job has both."""
        return self.job.attempt, self.job.lost

    def _finish_phase(self) -> None:
        """Start the next phase, or pause for a question, or finish the job."""
        phase = self.job.phase + 1
        if phase == len(self.job_type.phases):
            self._update(status=Job.Status.FINISHED, finished_at=Now(), **FREE)
            log.info("job %s: finished, %s", self.job.pk, self.job.counts)
            return
        pause = {"status": Job.Status.PAUSED, **FREE}
        is_asked = bool(self.job_type.question_before(self.job, phase))
        self._update(phase=phase, cursor=0, **(pause if is_asked else {}))

    def _update(self, **change: Any) -> None:
        """Change the job's row and `job`. Database expressions such as times stay out of `job`."""
        self._write(**change)
        for name, value in change.items():
            if not hasattr(value, "resolve_expression"):
                setattr(self.job, name, value)

    def _write(self, **change: Any) -> None:
        """Change the job's row. Raise LeaseLost if another worker has it."""
        Job.objects.change(self.job.pk, self.token, **change)


class ParallelJobRunner(JobRunner):
    """Runs a job that other workers may run at the same time. It leases a part, not the job.

    The job is queued only together with a message, so that a worker is on its way to each queued job. It is
    queued while parts are free, and running while none is. A worker that leaves because no part is free changes
    nothing: each worker that holds a part enqueues the job as soon as it leaves a part free. `job.status` is
    RUNNING here as long as this worker goes on. A write locks the job's row first, so nothing is written to a
    job that is paused or over.
    """

    def _claim_part(self) -> JobPart | None:
        """Lease the first free part and return it, or None."""
        return self._parts().take(self.token)

    def _attempts_of(self, part: JobPart) -> tuple[int, list[uuid.UUID] | None]:
        return part.attempt, part.lost

    def _release_part(self, part: JobPart) -> None:
        self.job.parts.change(part.pk, self.token, **FREE)

    def _parts(self) -> JobPartQuerySet:
        """Return the parts from the cursor on. All parts before it are done, and some after it too."""
        return self.job.parts.filter(number__gte=self.job.cursor)

    def _renew_lease(self, part: JobPart) -> None:
        super()._renew_lease(part)
        self.job.parts.change(part.pk, self.token, lease_until=next_lease())

    def _lock(self) -> None:
        self._write(lease_until=next_lease())
        # Other workers change these too.
        self.job.refresh_from_db(
            fields=("owner", "session_digest", "cursor", "done", "counts", "busy_seconds")
        )

    def _record(self, part: JobPart, seconds: float) -> None:
        results = {name: getattr(part, name) for name in RESULTS}
        self.job.parts.change(part.pk, self.token, lost=None, **results, **FREE)
        open_parts = self._parts().to_do()
        first = open_parts.values_list("number", flat=True).first()
        others = open_parts.filter(lease_until__gt=Now()).count()
        self._update(
            cursor=self.job.parts.count() if first is None else first,
            done=self.job.done + part.items,
            counts=with_rows(self.job.counts, part.report),
            busy_seconds=self.job.busy_seconds + seconds / (1 + others),
            attempt=Least("attempt", 1),
        )
        self.job.attempt = 1
        if first is None:
            super()._finish_phase()

    def _postpone(self, part: JobPart, seconds: float) -> None:
        self.job.parts.change(part.pk, self.token, **FREE)  # claiming it has counted the attempt
        self._update(busy_seconds=self.job.busy_seconds + seconds)

    def _finish_phase(self) -> None:
        """Finish the job, or leave it to the workers that hold its last parts."""
        if self._parts().to_do().exists():
            self.job.status = Job.Status.QUEUED
        else:
            super()._finish_phase()

    def _queue_for_another(self) -> bool:
        """Queue the job for another worker if a part is free. Return False if it is queued already."""
        return bool(self._running().filter(Exists(self._parts().free())).update(**_queued()))

    def _requeue(self) -> bool:
        return self._queue_for_another()

    def _running(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, status=Job.Status.RUNNING)

    def _unfinished(self) -> JobQuerySet:
        unfinished = (Job.Status.QUEUED, Job.Status.RUNNING)
        return Job.objects.filter(pk=self.job.pk, status__in=unfinished)

    def _write(self, **change: Any) -> None:
        if not self._unfinished().update(**change):
            raise LeaseLost

    def abandon(self) -> bool:
        """Release the parts after a lost lease. Return True if a worker is to be enqueued for them.

        The job may have been resumed, and the worker that came for it be gone.
        """
        is_released = bool(self._own().update(attempt=F("attempt") - 1, **FREE))
        return is_released and self._queue_for_another()

    def come_back(self) -> None:
        self.job.parts.come_back(self.token)

    def release(self) -> None:
        """Release this process's parts and the job's lease, even if another worker took the lease.

        That worker may be gone.
        """
        self._own().update(**FREE)
        self._running().update(lease_until=Now())

    def fail(self, code: Code, **facts: Fact) -> None:
        self._own().update(attempt=0, **FREE)
        self._unfinished().end_as_failed(code, **facts)

    def _own(self) -> JobPartQuerySet:
        return self.job.parts.filter(lease_token=self.token)


def _queued() -> dict[str, Any]:
    """Return the fields of a job that waits for its next turn. It advanced, so no attempt was lost."""
    return {"status": Job.Status.QUEUED, "enqueued_at": Now(), "attempt": 0, "lost": None, **FREE}


def refused_by(error: Exception) -> str:
    """Return the constraint that a database error violated, or its message, or the name of its class."""
    diagnosis = getattr(error.__cause__, "diag", None)
    cause = diagnosis and (diagnosis.constraint_name or diagnosis.message_primary)
    return cause or type(error).__name__


def _raise_timeouts() -> None:
    """Wait longer for locked rows than a page may, until the commit."""
    limits = {
        "lock_timeout": PATIENCE,
        "statement_timeout": PATIENCE,
        # A worker may get no CPU time for a while.
        "idle_in_transaction_session_timeout": 3 * PATIENCE,
    }
    parameters = [
        text for name, seconds in limits.items() for text in (name, f"{round(1000 * seconds)}ms")
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join([SET_LOCAL] * len(limits))}", parameters)


def with_rows(counts: dict[str, int], rows: list[Row]) -> dict[str, int]:
    return dict(Counter(counts) + Counter(row[0] for row in rows))
