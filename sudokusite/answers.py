"""Answers that no thread is asked for: the site draws each once, and the poller sends it to many."""

import logging
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.conf import settings

from solver.operations.serving import DRAWN

from .arrivals import Head

ALIVE = 200
SECONDS = "{seconds}"  # stands in a drawn answer for those of `Retry-After`
EACH_ITS_OWN = ("x-request-id", "retry-after", "content-length", "connection")

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class Drawn:
    """The status line, the headers and the body of an answer."""

    status: str
    headers: str
    body: bytes

    def for_one(self, head: Head, seconds: int | None = None, is_kept: bool = False) -> bytes:
        """Return all that is sent to a client."""
        body = self.body
        lines = [f"HTTP/1.1 {self.status}", f"X-Request-ID: {uuid4().hex}"]
        if seconds is not None:
            body = body.replace(SECONDS.encode(), str(seconds).encode())
            lines.append(f"Retry-After: {seconds}")
        lines += [
            f"Content-Length: {len(body)}",
            f"Connection: {'keep-alive' if is_kept else 'close'}",
        ]
        text = "\r\n".join(lines) + self.headers
        return text.encode("latin-1") + (b"" if head.verb == "HEAD" else body)


_drawn: dict[tuple[int, bool, str], Drawn] = {}


def draw_all(application: Application) -> None:
    """Have the site draw them, before any client comes. Nothing of it asks a service."""
    if _drawn:
        return
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # nobody has asked for these
    try:
        _drawn[ALIVE, False, ""] = _draw(application, "/livez")
        for status in (429, 503):
            _drawn[status, True, ""] = _draw(application, "/api/", status)
            for language, _ in settings.LANGUAGES:
                _drawn[status, False, language] = _draw(application, "/", status, language)
    finally:
        logging.disable(before)


def alive() -> Drawn:
    return _drawn[ALIVE, False, ""]


def refusal(status: int, head: Head) -> Drawn:
    """Return the refusal for this request: JSON for a program, else a page in its language."""
    is_api = head.path.startswith("/api/")
    return _drawn[status, is_api, "" if is_api else head.language]


def _draw(application: Application, path: str, status: int = 200, language: str = "") -> Drawn:
    host = next(iter(settings.ALLOWED_HOSTS), "localhost").removeprefix(".")
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": host,
        "SERVER_PORT": "443" if settings.HTTPS else "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": host,
        "HTTP_ACCEPT_LANGUAGE": language,
        "wsgi.url_scheme": "https" if settings.HTTPS else "http",
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
    }
    if status != ALIVE:
        environ[DRAWN] = status
    told: list[Any] = []
    response = application(environ, lambda *words: told.extend(words))
    try:
        body = b"".join(response)
    finally:
        if hasattr(response, "close"):
            response.close()
    headers = [f"{n}: {value}" for n, value in told[1] if n.lower() not in EACH_ITS_OWN]
    return Drawn(told[0], "\r\n" + "\r\n".join(headers) + "\r\n\r\n", body)
