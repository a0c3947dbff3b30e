"""Server-sent events: send the state of a solve or a batch each time that it changes.

A stream occupies a thread, so a process allows few at once (`LongStream`) and ends each after a minute.
The browser's EventSource then reconnects by itself. A client is answered 503 if no thread is free, and polls.
"""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from solver.models import Job
from solver.operations.files import LongStream
from solver.queue import batches

from .access import visible_solves
from .batches import find_batch
from .openapi import described
from .response_serializers import BatchShape, SolveSerializer
from .solves import find_solve

KIND = "text/event-stream"
LONGEST = 60  # seconds of a stream
PAUSE = 0.5  # seconds between two queries
QUIET = 10  # seconds without a change before a comment is sent, to notice a closed connection
AGAIN = 2_000  # milliseconds before an EventSource reconnects
OVER = (
    "over"  # the id of the last event: a client that has seen it is answered 204, not to reconnect
)

Query = Callable[[], tuple[dict[str, Any], bool]]  # the state now, and whether it is the last one
DESCRIBED = {(200, KIND): OpenApiTypes.STR}


class EventRenderer(JSONRenderer):
    """Render refusals as JSON for clients that accept only events."""

    media_type = KIND
    format = "events"


class Events(APIView):
    """Base of views that stream the state of an object."""

    renderer_classes = (JSONRenderer, EventRenderer)

    def stream(self, request: Request, query: Query) -> HttpResponseBase:
        """Return a stream of the server-sent events of `query`, or 204 if the client has seen the last one."""
        if request.headers.get("Last-Event-ID") == OVER:  # an EventSource sends this by itself
            return HttpResponse(status=204)
        # Neither a proxy nor our own compression may hold an event back to wait for more.
        headers = {
            "Cache-Control": "no-store",
            "X-Accel-Buffering": "no",
            "Content-Encoding": "identity",
        }
        return LongStream(_events(query), content_type=KIND, headers=headers)


class SolveEvents(Events):
    """`EventSource` for a solve that is not over."""

    @described("A solve, each time that its state changes", DESCRIBED)
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        solve = find_solve(request, pk)

        def query() -> tuple[dict[str, Any], bool]:
            now = visible_solves(request).select_related("puzzle").get(pk=solve.pk)
            return SolveSerializer.of(now), now.is_over

        return self.stream(request, query)


class BatchEvents(Events):
    """`EventSource` for a batch."""

    @described("A batch, each time that more of it is solved", DESCRIBED)
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        job = find_batch(request, pk)

        def query() -> tuple[dict[str, Any], bool]:
            now = batches.progress(Job.objects.get(pk=job.pk))
            return BatchShape.of(now), batches.is_whole(now.job)

        return self.stream(request, query)


def _events(query: Query) -> Iterator[str]:
    """Yield the lines of events until the last state, the end of the minute, or the object is gone."""
    ends = time.monotonic() + LONGEST
    last, quiet_since = "", time.monotonic()
    yield f"retry: {AGAIN}\n\n"
    while time.monotonic() < ends:
        try:
            state, is_over = query()
        except ObjectDoesNotExist:  # deleted, or no longer visible to the client
            return
        text = json.dumps(state, cls=JSONEncoder, ensure_ascii=False)
        if is_over:
            yield f"id: {OVER}\ndata: {text}\n\n"
            return
        if text != last:
            yield f"data: {text}\n\n"
            last, quiet_since = text, time.monotonic()
        elif time.monotonic() - quiet_since > QUIET:
            yield ":\n\n"
            quiet_since = time.monotonic()
        time.sleep(PAUSE)
