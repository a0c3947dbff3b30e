"""After the queue: claim a job, do part after part for a turn, hand it back or end it.

A worker may die anywhere in here. A part's changes and the progress of its job are one transaction that
first renews the lease, so the next worker goes on with the first part that is not done, and takes less of it
at once: it may have been too much for the time that a task has.
"""

import logging
import time
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models.functions import Now
from django.utils.translation import override

from solver.models import Job, JobPart
from solver.models.lease import FREE, PASSING, LeaseLost, next_lease
from solver.operations.logs import request

from . import find_kind, kinds
from .base import CannotGoOn, Kind, Row

log = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for a statement: parts of other jobs that change the same rows go first
OnPart = Callable[[Job, list[uuid.UUID]], object]


def run(job_id: uuid.UUID, on_part: OnPart | None = None) -> bool:
    """Work on a job for a turn; True when there is more to do, and a worker is to be rung for.

    Does nothing when the job is over, paused or in other hands. `on_part` is told of each part once it is
    committed, with the solves that it left queued.
    """
    token = uuid.uuid4()
    if not Job.objects.filter(kind__in=kinds()).claim(job_id, token):
        return False
    job = Job.objects.get(pk=job_id)
    with request(job.request_id), override(job.language):  # its report is for whoever asked for it
        try:
            return Turn(job, token).take(on_part or (lambda job, left: None))
        except KeyboardInterrupt:  # somebody at a shell: a worker may go on at once
            Job.objects.let_go(job_id, token)
            raise
        except LeaseLost:
            log.info("job %s: stopped or in other hands, part %s", job_id, job.cursor)
        except CannotGoOn as reason:
            Job.objects.fail(job_id, token, reason.code, **reason.facts)
        except PASSING as error:
            log.warning("job %s: attempt %s at part %s: %s", job_id, job.attempt, job.cursor, error)
            connection.close_if_unusable_or_obsolete()
            Job.objects.let_go(
                job_id, token
            )  # as long as that fails too, the lease runs out by itself
        except (IntegrityError, DataError) as error:
            log.exception("job %s: part %s was refused", job_id, job.cursor)
            Job.objects.fail(job_id, token, "refused-in-part", what=what_refused(error))
        except Exception:
            log.exception("job %s: a fault in part %s", job_id, job.cursor)
            Job.objects.fail(job_id, token, "fault-in-part")
    return False


class Turn:
    """One worker's turn at a job; `job` is kept as the database has it."""

    def __init__(self, job: Job, token: uuid.UUID) -> None:
        self.job = job
        self.token = token
        self.kind: Kind = find_kind(job.kind)

    def take(self, on_part: OnPart) -> bool:
        """Part after part until the turn or the job is over; True when there is more."""
        deadline = time.monotonic() + settings.JOB_TURN_SECONDS
        while self.job.status == Job.Status.RUNNING:
            rows = self._do_part()
            on_part(self.job, self.kind.left(rows))
            if self.job.status == Job.Status.RUNNING and time.monotonic() >= deadline:
                # It got on, so no attempt was lost.
                self._change(status=Job.Status.QUEUED, enqueued_at=Now(), attempt=0, **FREE)
                return True
        return False

    def _do_part(self) -> list[Row]:
        """The part's rows of the report; none where the phase was at its end."""
        started = time.monotonic()
        part = self._next_part()
        if part is None:
            self._end_phase()
            return []
        found = self.kind.work(self.job, part)
        before = self.job if self.job.cursor else Job()  # a phase is counted anew
        with transaction.atomic():
            _be_patient()
            self._change(lease_until=next_lease())  # holds the row until the commit
            self.job.refresh_from_db(
                fields=("owner", "session_digest")
            )  # they may have signed in since
            part.report = self.kind.write(self.job, part, found)
            part.save(update_fields=["report", "keys"])
            self._change(
                cursor=self.job.cursor + 1,
                done=before.done + part.items,
                counts=added(before.counts, part.report),
                busy_seconds=before.busy_seconds + time.monotonic() - started,
                attempt=1,  # it gets on, so whatever was lost before does not count
            )
        return list(part.report)

    def _next_part(self) -> JobPart | None:
        """The first part that is not done; half of it, where an attempt at it was lost."""
        part = self.job.parts.filter(number=self.job.cursor).first()
        is_too_much = self.job.attempt > 1 and self.kind.may_divide
        if part and is_too_much and part.items > 1:
            with transaction.atomic():
                self._change(lease_until=next_lease())
                part.divide()
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
        Job.objects.change(self.job.pk, self.token, **change)
        for name, value in change.items():
            if not hasattr(value, "resolve_expression"):
                setattr(self.job, name, value)


def _be_patient() -> None:
    """Until the commit, wait longer for rows that somebody else changes than a page may."""
    limits = {
        "lock_timeout": PATIENCE,
        "statement_timeout": PATIENCE,
        # A worker may get no processor for a while; this ends before its lease does.
        "idle_in_transaction_session_timeout": 3 * PATIENCE,
    }
    with connection.cursor() as cursor:
        for name, seconds in limits.items():
            limit = f"{round(1000 * seconds)}ms"
            cursor.execute("SELECT set_config(%s, %s, true)", [name, limit])


def what_refused(error: Exception) -> str:
    """The constraint that something would have broken, else what the database says."""
    diagnosis = getattr(error.__cause__, "diag", None)
    found = diagnosis and (diagnosis.constraint_name or diagnosis.message_primary)
    return found or type(error).__name__


def added(counts: dict[str, int], rows: list[Row]) -> dict[str, int]:
    return dict(Counter(counts) + Counter(row[0] for row in rows))
