"""Server-sent events of a solve and of a batch: what is known of it, each time that it has changed.

A stream holds a thread, so a process has few at once (`LongStream`), and each ends after a minute: a browser's
EventSource then comes again by itself, and goes on. Who finds no room is answered 503, and polls.
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
from solver.operations.streams import LongStream
from solver.queue import batches

from .access import visible_solves
from .batches import find_batch
from .openapi import described
from .response_serializers import BatchShape, SolveShape
from .solves import find_solve

KIND = "text/event-stream"
LONGEST = 60  # seconds of a stream
PAUSE = 0.5  # between two looks
QUIET = 10  # seconds without a change, after which a comment finds out whether anybody listens
AGAIN = 2_000  # milliseconds after which an EventSource comes back
OVER = "over"  # the id of the last event: who has had that is told to come no more

Look = Callable[[], tuple[dict[str, Any], bool]]  # what is known now, and whether it is all
DESCRIBED = {(200, KIND): OpenApiTypes.STR}


class EventRenderer(JSONRenderer):
    """Refusals for those who asked for events: they are told in JSON all the same."""

    media_type = KIND
    format = "events"


class Events(APIView):
    """What is told of a thing as it changes."""

    renderer_classes = (JSONRenderer, EventRenderer)

    def stream(self, request: Request, look: Look) -> HttpResponseBase:
        if request.headers.get("Last-Event-ID") == OVER:  # as an EventSource says by itself
            return HttpResponse(status=204)
        # Neither a proxy nor our own compression is to keep an event back until there are more.
        headers = {
            "Cache-Control": "no-store",
            "X-Accel-Buffering": "no",
            "Content-Encoding": "identity",
        }
        return LongStream(_told(look), content_type=KIND, headers=headers)


class SolveEvents(Events):
    """`EventSource` for a solve that is not over."""

    @described("A solve, each time that its state changes", DESCRIBED)
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        solve = find_solve(request, pk)

        def look() -> tuple[dict[str, Any], bool]:
            now = visible_solves(request).select_related("puzzle").get(pk=solve.pk)
            return SolveShape.of(now), now.is_over

        return self.stream(request, look)


class BatchEvents(Events):
    """`EventSource` for a batch."""

    @described("A batch, each time that more of it is solved", DESCRIBED)
    def get(self, request: Request, pk: UUID) -> HttpResponseBase:
        job = find_batch(request, pk)

        def look() -> tuple[dict[str, Any], bool]:
            now = batches.progress(Job.objects.get(pk=job.pk))
            return BatchShape.of(now), batches.is_whole(now.job)

        return self.stream(request, look)


def _told(look: Look) -> Iterator[str]:
    ends = time.monotonic() + LONGEST
    last, quiet_since = "", time.monotonic()
    yield f"retry: {AGAIN}\n\n"
    while time.monotonic() < ends:
        try:
            known, is_over = look()
        except ObjectDoesNotExist:  # deleted, or no longer theirs to see
            return
        text = json.dumps(known, cls=JSONEncoder, ensure_ascii=False)
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
