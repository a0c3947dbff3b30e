"""Files for a browser to keep: short ones, and those that lie gzipped and are sent as they lie."""

from collections.abc import Iterable

from django.http import HttpRequest, StreamingHttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import content_disposition_header

from .streams import LongStream


def as_attachment(pieces: Iterable[str], content_type: str, name: str) -> StreamingHttpResponse:
    """Return a short file, which a browser keeps under that name."""
    response = StreamingHttpResponse(pieces, content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or ""
    return response


def send_gzipped(
    request: HttpRequest, pieces: Iterable[bytes], length: int, content_type: str, name: str
) -> LongStream:
    """Send a gzip file in its pieces: as it is if the client takes that encoding, else as a `.gz`."""
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
