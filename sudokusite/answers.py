"""Answers that the site renders once at the start, and the poller sends to many clients."""

import logging
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import connections

from solver.operations.serving import DRAWN

from .arrivals import Head

ALIVE = 200
PUBLIC = ("/", "/puzzles/", "/techniques/", "/learn/", "/play/")
SECONDS = "{seconds}"  # placeholder in a rendered answer for the seconds of `Retry-After`
VARYING_HEADERS = ("x-request-id", "retry-after", "content-length", "connection")

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class RenderedAnswer:
    """The status line, the headers and the body of an answer."""

    status: str
    headers: str
    body: bytes

    def for_one(self, head: Head, seconds: int | None = None, is_kept: bool = False) -> bytes:
        """Return the bytes of the whole answer for one client, with a request id and the seconds to wait.

        With `is_kept` the connection stays open.
        """
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


_rendered: dict[tuple[int, bool, str], RenderedAnswer] = {}


def render_all(application: Application) -> None:
    """Render the health check and all refusals by the site, before the first client. This needs no service."""
    if _rendered:
        return
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # these are no requests of clients
    try:
        _rendered[ALIVE, False, ""] = _render(application, "/livez")
        for status in (429, 503):
            _rendered[status, True, ""] = _render(application, "/api/", status)
            for language, _ in settings.LANGUAGES:
                _rendered[status, False, language] = _render(application, "/", status, language)
    finally:
        logging.disable(before)


def answer_public_pages(application: Application) -> None:
    """Answer the pages that most visitors begin with, so that processes forked later know what that takes.

    Compiled templates, miniatures and positions of techniques are shared then. Stop at the first page that
    fails, for example because the database is away.
    """
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        for language, _ in settings.LANGUAGES:
            for path in PUBLIC:
                if not _render(application, path, language=language).status.startswith("200"):
                    return
    finally:
        logging.disable(before)
        connections.close_all()  # a fork must not share them


def alive() -> RenderedAnswer:
    return _rendered[ALIVE, False, ""]


def refusal(status: int, head: Head) -> RenderedAnswer:
    """Return the rendered refusal with this status: JSON for the API, else a page in the client's language."""
    is_api = head.path.startswith("/api/")
    return _rendered[status, is_api, "" if is_api else head.language]


def _render(
    application: Application, path: str, status: int = 200, language: str = ""
) -> RenderedAnswer:
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
    started: list[Any] = []  # the arguments of start_response: status and headers
    response = application(environ, lambda *arguments: started.extend(arguments))
    try:
        body = b"".join(response)
    finally:
        if hasattr(response, "close"):
            response.close()
    headers = [f"{n}: {value}" for n, value in started[1] if n.lower() not in VARYING_HEADERS]
    return RenderedAnswer(started[0], "\r\n" + "\r\n".join(headers) + "\r\n\r\n", body)
