"""Files: responses of any length that send them, and views to which staff may send large ones."""

import weakref
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header

from .held import hold

View = TypeVar("View", bound=Callable[..., Any])


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


def as_attachment(pieces: Iterable[str], content_type: str, name: str) -> StreamingHttpResponse:
    """Return a response with a short file, which a browser saves under this name."""
    response = StreamingHttpResponse(pieces, content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or ""
    return response


def send_gzipped(
    request: HttpRequest, pieces: Iterable[bytes], length: int, content_type: str, name: str
) -> LongStream:
    """Return a response with a gzip file: as an encoding if the client accepts it, else as a `.gz` file.

    `length` is its number of bytes.
    """
    is_understood = "gzip" in request.headers.get("Accept-Encoding", "")
    response = LongStream(
        pieces, content_type=content_type if is_understood else "application/gzip"
    )
    if is_understood:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Length"] = str(length)
    name = name if is_understood else f"{name}.gz"
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or ""
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def takes_uploads(view: View) -> View:
    """Mark a view to accept bodies up to UPLOAD_BYTES from staff.

    Others may send DATA_UPLOAD_MAX_MEMORY_SIZE.
    """
    view.upload_bytes = settings.UPLOAD_BYTES  # type: ignore[attr-defined]
    return view
