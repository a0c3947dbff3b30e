"""`?wait=5`: an answer that comes as soon as the solve is finished, or after so many seconds."""

from django.http import Http404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from solver.models import Solve
from solver.queue.wait import await_end

from .openapi import asks
from .paging import whole_number

LONGEST = 10  # seconds

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
    if solve.is_over or not seconds:
        return
    await_end(solve, seconds)
    try:
        solve.refresh_from_db()
    except Solve.DoesNotExist:
        raise Http404("it has been deleted meanwhile") from None
