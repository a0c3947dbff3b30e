"""What the reaper does: ring again for forgotten solves, and end those that were lost too often.

It is no Celery task: it must work when Celery or Redis do not.
"""

import logging
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from solver import recording
from solver.models import Solve
from solver.tasks import publish, waiting_messages
from sudokusite.logs import request

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reaped:
    """Solves rung for again, and solves given up."""

    republished: int
    failed: int


def reap() -> Reaped:
    """One look at what was forgotten. Several reapers may run at once; each row is taken by one."""
    failed = _give_up()
    return Reaped(sum(_ring_again(lane) for lane in Solve.Lane.values), failed)


@transaction.atomic
def _give_up() -> int:
    """End the solves whose last permitted attempt was lost; returns how many."""
    lost = Solve.objects.lost(timezone.now()).select_for_update(skip_locked=True)
    hopeless = [solve for solve in lost if solve.times_lost >= settings.MAX_ATTEMPTS]
    for solve in hopeless:
        times = f"{solve.times_lost} times" if solve.times_lost > 1 else "once"
        reason = f"The worker was lost {times}. Nothing of the puzzle is lost."
        recording.fail(solve.pk, solve.lease_token, reason)
        with request(solve.request_id):
            log.error("solve %s: given up, its worker was lost %s", solve.pk, times)
    return len(hopeless)


def _ring_again(lane: str) -> int:
    """Ring for what a lane forgot, as long as its queue has room; returns for how many.

    A queue that is merely long makes every solve in it look forgotten. Without the cap each look would
    send all of them once more, and the queue would grow by its own length every few seconds.
    """
    waiting = waiting_messages(lane)
    if waiting is None:
        return 0  # the broker is away: the next look tries again
    room = max(0, settings.MOST_MESSAGES - waiting)
    now = timezone.now()
    with transaction.atomic():
        forgotten = Solve.objects.forgotten(now).filter(lane=lane).order_by("enqueued_at")
        taken = list(forgotten.select_for_update(skip_locked=True)[:room])
        Solve.objects.filter(pk__in=[solve.pk for solve in taken]).update(enqueued_at=now)
    for number, solve in enumerate(taken):
        with request(solve.request_id):
            if not publish(solve.pk, lane):
                return number
            log.info("solve %s: rung for again, it was %s", solve.pk, solve.status)
    return len(taken)
