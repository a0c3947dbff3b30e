"""Wait a moment for a solve that was just asked for: most are done before a page about them could be drawn."""

import time
from functools import cache
from itertools import count
from threading import BoundedSemaphore

from django.conf import settings

from solver.models import Solve

FIRST, NEXT, LONGER = (
    0.010,
    0.004,
    0.001,
)  # seconds before the first look and the second; each pause is longer


def await_end(solve: Solve) -> bool:
    """Whether the solve is over within ANSWER_SECONDS; at once False where as many wait as may.

    Between two looks at its row, each a query of its own, no transaction is open: what waits is a thread of
    this process, and at most half of them do.
    """
    room = _room(settings.STREAMS)
    if not settings.ANSWER_SECONDS or not room.acquire(blocking=False):
        return False
    try:
        until, pause = time.monotonic() + settings.ANSWER_SECONDS, FIRST
        for number in count():
            left = until - time.monotonic()
            if left <= 0:
                break
            time.sleep(min(pause, left))
            if _is_over(solve):
                return True
            pause = NEXT + number * LONGER
        return False
    finally:
        room.release()


def _is_over(solve: Solve) -> bool:
    over = (Solve.Status.FINISHED, Solve.Status.FAILED)
    return Solve.objects.filter(pk=solve.pk, status__in=over).exists()


@cache
def _room(waiting: int) -> BoundedSemaphore:
    return BoundedSemaphore(waiting)
