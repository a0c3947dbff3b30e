"""What the reaper does: ring again for forgotten solves, and end those that failed too often.

It is no Celery task: it must work when Celery or Redis do not.
"""

import logging
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from solver import recording
from solver.models import Solve
from solver.tasks import publish

log = logging.getLogger(__name__)

AT_ONCE = 500  # a cap on the messages that one look sends


@dataclass(frozen=True)
class Reaped:
    """Solves rung for again, and solves given up."""

    republished: int
    failed: int


def reap() -> Reaped:
    """One look at what was forgotten. Several reapers may run at once; each row is taken by one."""
    now = timezone.now()
    republished, failed = [], 0
    with transaction.atomic():
        forgotten = (
            Solve.objects.forgotten(now)
            .order_by("enqueued_at")
            .select_for_update(skip_locked=True)[:AT_ONCE]
        )
        for solve in forgotten:
            if solve.status == Solve.Status.RUNNING and solve.attempt >= settings.MAX_ATTEMPTS:
                times = f"{solve.attempt} times" if solve.attempt > 1 else "once"
                recording.fail(
                    solve.pk,
                    solve.lease_token,
                    f"The worker was lost {times}. Nothing of the puzzle is lost.",
                )
                failed += 1
            else:
                republished.append(solve)
        Solve.objects.filter(pk__in=[solve.pk for solve in republished]).update(enqueued_at=now)
    for solve in republished:
        if not publish(solve.pk, solve.lane):
            break  # the broker is away: the next look tries again
    return Reaped(len(republished), failed)
