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
from django.db import connection, transaction
from django.db.models import Exists, F, QuerySet
from django.db.models.functions import Least, Now

from solver.models import Job, JobPart
from solver.models.failures import Code, Fact
from solver.models.job import JobQuerySet
from solver.models.job_part import JobPartQuerySet
from solver.models.lease import FREE, LeaseLost, next_lease

from . import find_kind
from .base import CannotGoOn, Kind, Row

log = logging.getLogger(__name__)

LIMIT = "set_config(%s, %s, true)"  # until the end of the transaction
PATIENCE = 10.0  # seconds for a statement: parts of other jobs that change the same rows go first
OnPart = Callable[[Job, list[uuid.UUID]], object]
OnMore = Callable[[Job], object]
GivesWay = Callable[[], bool]


class Turn:
    """One worker's turn at a job; `job` is kept as the database has it."""

    def __init__(self, job: Job, token: uuid.UUID) -> None:
        self.job = job
        self.token = token
        self.kind: Kind = find_kind(job.kind)

    def take(
        self, on_part: OnPart, on_more: OnMore | None, gives_way: GivesWay | None = None
    ) -> bool:
        """Part after part until the turn or the job is over; True when there is more."""
        deadline = time.monotonic() + settings.JOB_TURN_SECONDS
        while self.job.status == Job.Status.RUNNING:
            started = time.monotonic()
            part = self._next_part()
            if part is None:
                self._end_phase()
                continue
            if on_more and self._is_room():
                on_more(self.job)
            on_part(self.job, self.kind.left(self._do(part, started)))
            if self.job.status == Job.Status.RUNNING and (
                time.monotonic() >= deadline or (gives_way and gives_way())
            ):
                return self._hand_back()
        return False

    def _do(self, part: JobPart, started: float) -> list[Row]:
        """The part's rows of the report, once it is committed."""
        found = self.kind.work(self.job, part)
        with transaction.atomic():
            _be_patient()
            self._hold()
            part.report = self.kind.write(self.job, part, found)
            if 0 < len(part.report) < part.items:  # there was no time for all
                part.cut(kept=len(part.report), size=len(part.report))
            (self._note if part.report else self._put_off)(part, time.monotonic() - started)
        return list(part.report)

    def _hold(self) -> None:
        """Hold the job's row until the commit."""
        self._change(lease_until=next_lease())
        self.job.refresh_from_db(
            fields=("owner", "session_digest")
        )  # they may have signed in since

    def _note(self, part: JobPart, seconds: float) -> None:
        """Note that a part is done, and how far the job is now."""
        part.save(update_fields=["report", "keys"])
        before = self.job if self.job.cursor else Job()  # a phase is counted anew
        self._change(
            cursor=self.job.cursor + 1,
            done=before.done + part.items,
            counts=added(before.counts, part.report),
            busy_seconds=before.busy_seconds + seconds,
            attempt=1,  # it gets on, so whatever was lost before does not count
        )

    def _put_off(self, part: JobPart, seconds: float) -> None:
        """Note that a part came to nothing: it is done again, and knows how often it was begun in vain."""
        part.attempt += 1
        part.save(update_fields=["attempt"])
        self._change(busy_seconds=self.job.busy_seconds + seconds, attempt=1)

    def _is_room(self) -> bool:
        """Whether another worker could help from now on."""
        return False

    def _hand_back(self) -> bool:
        """Queue the job again for its next turn."""
        self._change(**_queued())
        return True

    def give_back(self) -> bool:
        """Give back what is still held; True if a worker is to be rung for. Here the lease was the job's."""
        return False

    def let_go(self) -> None:
        Job.objects.let_go(self.job.pk, self.token)

    def fail(self, code: Code, **facts: Fact) -> None:
        Job.objects.fail(self.job.pk, self.token, code, **facts)

    def _next_part(self) -> JobPart | None:
        """The first part that is not done; half of it, where an attempt at it was lost."""
        part = self.job.parts.filter(number=self.job.cursor).first()
        is_too_much = self.job.attempt > 1 and self.kind.may_divide
        if part and is_too_much and part.items > 1:
            with transaction.atomic():
                self._change(lease_until=next_lease())
                part.cut(kept=part.items // 2, size=part.items)
            log.info("job %s: part %s, now with %s items", self.job.pk, part.number, part.items)
        return part

    def _end_phase(self) -> None:
        """Go on with the next phase, ask somebody first, or finish."""
        phase = self.job.phase + 1
        if phase == len(self.kind.phases):
            self._change(status=Job.Status.FINISHED, finished_at=Now(), **FREE)
            log.info("job %s: finished, %s", self.job.pk, self.job.counts)
            return
        self.kind.check_before(self.job, phase)
        pause = {"status": Job.Status.PAUSED, **FREE}
        is_asked = bool(self.kind.question_before(self.job, phase))
        self._change(phase=phase, cursor=0, **(pause if is_asked else {}))

    def _change(self, **change: Any) -> None:
        """Change the job's row, and `job` with it, but for the times, which the database knows."""
        self._update(**change)
        for name, value in change.items():
            if not hasattr(value, "resolve_expression"):
                setattr(self.job, name, value)

    def _update(self, **change: Any) -> None:
        """Change the job's row, if it is still ours to change; else LeaseLost."""
        Job.objects.change(self.job.pk, self.token, **change)


class SharedTurn(Turn):
    """One worker's turn at a job that others may be at: what it holds is a part, not the job.

    The job is queued only together with a ring, so that a worker is on its way to each job that is queued. It
    is queued while parts are free, and running while none is. A worker that leaves because none is free changes
    nothing: each of those who hold the others rings as soon as it leaves a part free. `job.status` is RUNNING
    here as long as this worker is at it. A write locks the job's row first: nothing is written of one that is
    paused or over.
    """

    def _next_part(self) -> JobPart | None:
        """The first part that nobody holds; half of it, where an attempt at it was lost."""
        part = self._parts().take(self.token)
        if part is None:
            return None
        if part.attempt > settings.MAX_ATTEMPTS:
            lost = {"times": part.attempt - 1, "item": part.first - 1}
            raise CannotGoOn("worker-lost-in-part", **lost)
        if max(self.job.attempt, part.attempt) > 1 and part.items > 1:
            with transaction.atomic():
                self._hold()
                part.cut(kept=part.items // 2, size=part.items)
            log.info("job %s: part %s, now with %s items", self.job.pk, part.number, part.items)
        return part

    def _parts(self) -> JobPartQuerySet:
        """All that are not done, and some that are: those before the cursor need not be looked at."""
        return self.job.parts.filter(number__gte=self.job.cursor)

    def _hold(self) -> None:
        self._update(lease_until=next_lease())
        # Others are at it too.
        self.job.refresh_from_db(
            fields=("owner", "session_digest", "cursor", "done", "counts", "busy_seconds")
        )

    def _note(self, part: JobPart, seconds: float) -> None:
        self.job.parts.change(part.pk, self.token, report=part.report, keys=part.keys, **FREE)
        left = self._parts().to_do()
        first = left.values_list("number", flat=True).first()
        beside = left.filter(lease_until__gt=Now()).count()
        self._change(
            cursor=self.job.parts.count() if first is None else first,
            done=self.job.done + part.items,
            counts=added(self.job.counts, part.report),
            busy_seconds=self.job.busy_seconds + seconds / (1 + beside),
            attempt=Least("attempt", 1),
        )
        self.job.attempt = 1
        if first is None:
            super()._end_phase()

    def _put_off(self, part: JobPart, seconds: float) -> None:
        self.job.parts.change(part.pk, self.token, **FREE)  # taking it has counted the attempt
        self._change(busy_seconds=self.job.busy_seconds + seconds)

    def _end_phase(self) -> None:
        """Leave the job to the others if they hold what is left, else finish it."""
        if self._parts().to_do().exists():
            self.job.status = Job.Status.QUEUED
        else:
            super()._end_phase()

    def _is_room(self) -> bool:
        """Queue the job for another worker, where a part is free; False when it is queued already."""
        return bool(self._running().filter(Exists(self._parts().free())).update(**_queued()))

    def _hand_back(self) -> bool:
        return self._is_room()

    def _running(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, status=Job.Status.RUNNING)

    def _unfinished(self) -> JobQuerySet:
        going_on = (Job.Status.QUEUED, Job.Status.RUNNING)
        return Job.objects.filter(pk=self.job.pk, status__in=going_on)

    def _update(self, **change: Any) -> None:
        if not self._unfinished().update(**change):
            raise LeaseLost

    def give_back(self) -> bool:
        """The job may have been paused and resumed meanwhile, and the worker that came for it gone again."""
        return bool(self._own().update(attempt=F("attempt") - 1, **FREE)) and self._is_room()

    def let_go(self) -> None:
        """The job's lease ends too, though another took it: that one may be gone already."""
        self._own().update(lease_until=Now())
        self._running().update(lease_until=Now())

    def fail(self, code: Code, **facts: Fact) -> None:
        self._own().update(attempt=0, **FREE)
        self._unfinished().end_as_failed(code, **facts)

    def _own(self) -> JobPartQuerySet:
        return self.job.parts.filter(lease_token=self.token)


def _queued() -> dict[str, Any]:
    """The change of a job whose next turn is to come. It got on, so no attempt was lost."""
    return {"status": Job.Status.QUEUED, "enqueued_at": Now(), "attempt": 0, **FREE}


def _be_patient() -> None:
    """Until the commit, wait longer for rows that somebody else changes than a page may."""
    limits = {
        "lock_timeout": PATIENCE,
        "statement_timeout": PATIENCE,
        # A worker may get no processor for a while; this ends before its lease does.
        "idle_in_transaction_session_timeout": 3 * PATIENCE,
    }
    given = [
        each for name, seconds in limits.items() for each in (name, f"{round(1000 * seconds)}ms")
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join([LIMIT] * len(limits))}", given)


def added(counts: dict[str, int], rows: list[Row]) -> dict[str, int]:
    return dict(Counter(counts) + Counter(row[0] for row in rows))
