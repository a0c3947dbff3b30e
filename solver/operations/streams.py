"""Answers that go on for as long as there is something to tell, and hold a thread all the time."""

import weakref
from typing import Any

from django.http import StreamingHttpResponse

from .held import hold


class TooManyStreams(Exception):
    """No more threads may be held, by this client or at all. There is room when an answer is over."""


class LongStream(StreamingHttpResponse):
    """An answer of any length, which holds its thread (`held`); raises TooManyStreams."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        place = hold()
        if place is None:
            raise TooManyStreams
        # When it is closed; one that nobody ever began to send is only forgotten.
        self._leave = weakref.finalize(self, place.leave)
        super().__init__(*args, **kwargs)

    def close(self) -> None:
        self._leave()
        super().close()
