"""Answers that go on for as long as there is something to tell, and hold a thread all the time."""

import weakref
from functools import cache
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.http import StreamingHttpResponse


class TooManyStreams(Exception):
    """As many long answers are on their way as this process may have; there is room when one is over."""


class LongStream(StreamingHttpResponse):
    """An answer of any length, of which a process has STREAMS at once; raises TooManyStreams."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        room = _room(settings.STREAMS)
        if not room.acquire(blocking=False):
            raise TooManyStreams
        # When it is closed; one that nobody ever began to send is only forgotten.
        self._leave = weakref.finalize(self, room.release)
        super().__init__(*args, **kwargs)

    def close(self) -> None:
        self._leave()
        super().close()


@cache
def _room(streams: int) -> BoundedSemaphore:
    return BoundedSemaphore(streams)
