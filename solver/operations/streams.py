"""Streamed responses of any length, which hold a thread while they are sent."""

import weakref
from typing import Any

from django.http import StreamingHttpResponse

from .held import hold


class TooManyStreams(Exception):
    """No more threads may be held, by this client or at all. Raised until another response ends."""


class LongStream(StreamingHttpResponse):
    """A response of any length, which holds its thread (see `held`). Raises TooManyStreams."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        place = hold()
        if place is None:
            raise TooManyStreams
        # For `close`, or for the garbage collector if sending never began.
        self._leave = weakref.finalize(self, place.leave)
        super().__init__(*args, **kwargs)

    def close(self) -> None:
        self._leave()
        super().close()
