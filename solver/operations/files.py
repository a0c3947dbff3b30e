"""Responses with files to save: short ones, and stored gzip files, which are sent as they are."""

from collections.abc import Iterable

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header

from .streams import LongStream


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
