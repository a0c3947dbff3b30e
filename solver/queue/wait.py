"""Wait for the end of a solve, which most reach before a page about them could be drawn."""

import time
from itertools import count

from solver.models import Solve
from solver.operations.held import hold

# Seconds before the first look and the second; each pause is longer, up to the last.
FIRST, NEXT, LONGER, LAST = 0.010, 0.004, 0.001, 0.5


def await_end(solve: Solve, seconds: float) -> bool:
    """Whether the solve is over within so many seconds; at once False where as many wait as may.

    Between two looks at its row, each a query of its own, no transaction is open: what waits is a thread of
    this process, which takes a place among those that are held.
    """
    place = hold() if seconds else None
    if place is None:
        return False
    try:
        until, pause = time.monotonic() + seconds, FIRST
        for number in count():
            left = until - time.monotonic()
            if left <= 0:
                break
            time.sleep(min(pause, left))
            if _is_over(solve):
                return True
            pause = min(NEXT + number * LONGER, LAST)
        return False
    finally:
        place.leave()


def _is_over(solve: Solve) -> bool:
    """Also where it has been deleted: then there is nothing to wait for."""
    going_on = (Solve.Status.QUEUED, Solve.Status.RUNNING)
    return not Solve.objects.filter(pk=solve.pk, status__in=going_on).exists()
