"""`?wait=5`: an answer that comes as soon as the solve is finished, or after so many seconds.

Whoever waits holds a thread. A process has room for half of its threads to do so, as with long answers; who
finds none is answered at once, as if nothing had been waited for.
"""

import time
from functools import cache
from threading import BoundedSemaphore

from django.conf import settings
from django.http import Http404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from solver.models import Solve

from .describing import asks
from .paging import whole_number

LONGEST = 10  # seconds
FIRST, LAST = 0.05, 0.5  # between two looks, longer each time

WAIT = asks("wait", f"Seconds to wait until it is finished, up to {LONGEST}.", int)


def seconds_to_wait(request: Request) -> int:
    seconds = whole_number(request, "wait")
    if seconds > LONGEST:
        raise ValidationError({"wait": [f"at most {LONGEST} seconds"]})
    return seconds


def wait_for(solve: Solve, seconds: int) -> None:
    """Until the solve is over, or so many seconds have gone by; it is as its row is then.

    Http404 where it is deleted meanwhile.
    """
    room = _room(settings.STREAMS)
    if solve.is_over or not seconds or not room.acquire(blocking=False):
        return
    try:
        deadline, pause = time.monotonic() + seconds, FIRST
        while not solve.is_over and time.monotonic() < deadline:
            time.sleep(pause)
            pause = min(LAST, 1.5 * pause)
            solve.refresh_from_db(fields=("status",))
        solve.refresh_from_db()
    except Solve.DoesNotExist:
        raise Http404("it has been deleted meanwhile") from None
    finally:
        room.release()


@cache
def _room(most: int) -> BoundedSemaphore:
    return BoundedSemaphore(most)
