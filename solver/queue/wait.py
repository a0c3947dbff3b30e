"""Wait for the end of a solve. Most solves end before a page about them could be rendered."""

import time
from itertools import count

from solver.models import Solve
from solver.operations.held import hold

# Seconds before the first and the second look, what each further pause adds, and the longest pause.
FIRST, NEXT, LONGER, LAST = 0.010, 0.004, 0.001, 0.5


def await_end(solve: Solve, seconds: float) -> bool:
    """Wait for the end of a solve, at most this many seconds. Return whether it has ended.

    Return False at once if too many requests wait. A waiting thread takes one of the places for held requests.
    No transaction is open between two looks at the row, each a query of its own.
    """
    place = hold() if seconds else None
    if place is None:
        return False
    try:
        until, pause = time.monotonic() + seconds, FIRST
        for number in count():
            remaining = until - time.monotonic()
            if remaining <= 0:
                break
            time.sleep(min(pause, remaining))
            if _is_over(solve):
                return True
            pause = min(NEXT + number * LONGER, LAST)
        return False
    finally:
        place.leave()


def _is_over(solve: Solve) -> bool:
    """Return whether the solve is over or deleted."""
    unfinished = (Solve.Status.QUEUED, Solve.Status.RUNNING)
    return not Solve.objects.filter(pk=solve.pk, status__in=unfinished).exists()
