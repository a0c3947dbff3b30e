"""Long polling: `?wait=5` answers as soon as the solve is finished, or after 5 seconds."""

from django.http import Http404
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from solver.models import Solve
from solver.queue.wait import await_end

from .openapi import query_parameter
from .paging import whole_number

LONGEST = 10  # seconds

WAIT = query_parameter("wait", f"Seconds to wait until it is finished, up to {LONGEST}.", int)


def seconds_to_wait(request: Request) -> int:
    """Return the seconds of the parameter `?wait=`, or 0 if it is left out.

    Raise ValidationError above LONGEST.
    """
    seconds = whole_number(request, "wait")
    if seconds > LONGEST:
        raise ValidationError({"wait": [f"at most {LONGEST} seconds"]})
    return seconds


def wait_for(solve: Solve, seconds: int) -> None:
    """Wait until the solve is over or the seconds have passed, then refresh it from the database.

    Raise Http404 if it is deleted meanwhile.
    """
    if solve.is_over or not seconds:
        return
    await_end(solve, seconds)
    try:
        solve.refresh_from_db()
    except Solve.DoesNotExist:
        raise Http404("it has been deleted meanwhile") from None
