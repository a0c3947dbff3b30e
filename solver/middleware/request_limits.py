"""The guard before every view: how often, how large, how fast."""

import logging
from collections.abc import Callable
from math import inf
from typing import Any

from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    QueryDict,
    UnreadablePostError,
)
from django.utils.translation import gettext as _

from solver.middleware.errors import refuse
from solver.models.validators import storable
from solver.operations.limits import SAFE, address_of, client_of, spend
from solver.operations.logs import QUIET, path_in_logs
from solver.operations.serving import DRAWN
from solver.operations.streams import TooManyStreams
from solver.queue.owners import TooManyUnfinished

log = logging.getLogger(__name__)

FINISHING = 10  # seconds in which some of an owner's solves may well have come to an end
UTF_8 = (
    "utf-8",
    "utf8",
    "us-ascii",
    "ascii",
)  # a charset of a body; some are no text encodings at all


class RequestLimitsMiddleware:
    """Middleware that answers 408, 413 and 429 itself. It stands behind the session, before the CSRF check."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if DRAWN in request.META:
            return drawn_refusal(request)
        if request.path not in QUIET:
            wait = spend(settings.LIMIT_REQUESTS, "requests", address_of(request))
            if wait:
                return too_many(request, wait)
        if in_the_clear(request):
            return refuse(request, 403, _("This is answered over HTTPS alone."))
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.GET = storable_query(request.GET)  # type: ignore[assignment]
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, TooManyUnfinished):
            return refuse(request, 429, str(error), FINISHING, "too_many_unfinished")
        if isinstance(error, TooManyStreams):
            words = _("Many large files are being fetched at this moment. Try again in a moment.")
            return refuse(request, 503, words, FINISHING)
        return None

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        most, is_upload = settings.DATA_UPLOAD_MAX_MEMORY_SIZE, False
        if hasattr(view, "upload_bytes") and request.user.has_perm("solver.add_job"):
            most, is_upload = view.upload_bytes, True
        if size_of(request) > most:
            return too_large(request, most)
        if is_upload:
            let_it_take_its_time(request)
        elif not is_whole(request):
            return refuse(
                request, 408, _("This did not arrive whole in time. Nothing was changed.")
            )
        if (request.content_params or {}).get("charset", "utf-8").lower() not in UTF_8:
            return refuse(request, 400, _("Only what is sent in UTF-8 can be read here."))
        # Programs are counted by the API, which knows whose token they sent.
        if request.method not in SAFE and not request.path.startswith("/api/"):
            wait = spend(settings.LIMIT_SUBMISSIONS, "submissions", client_of(request))
            return too_many(request, wait) if wait else None
        return None


def storable_query(query: QueryDict) -> QueryDict:
    """The parameters of an address with a sign in place of each NUL, which PostgreSQL takes in no text.

    It is none that anything has, so whoever asks for it is answered as with any unknown word.
    """
    found = QueryDict(mutable=True)
    for name, values in query.lists():
        found.setlist(storable(name), [storable(value) for value in values])
    return found


def in_the_clear(request: HttpRequest) -> bool:
    """Whether a program asks where anybody on the way reads its token; pages were sent on before."""
    is_health = request.path in ("/livez", "/readyz")
    return settings.SECURE_SSL_REDIRECT and not request.is_secure() and not is_health


def is_whole(request: HttpRequest) -> bool:
    """Reads the body: half a form, of somebody who hung up or was cut off, must not pass for a whole one."""
    try:
        return len(request.body) == size_of(request)
    except UnreadablePostError:
        return False


def let_it_take_its_time(request: HttpRequest) -> None:
    connection: Any = request.META.get("gunicorn.socket")
    if hasattr(connection, "until"):  # see sudokusite.connections
        connection.until = inf


def size_of(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isascii() and text.isdigit() else 0


def drawn_refusal(request: HttpRequest) -> HttpResponse:
    """Return a refusal that the web server sends to many, with a mark for the seconds to wait."""
    if request.META[DRAWN] == 429:
        words = _(
            "Your requests took more of the processors than one client may have. Try again in"
            " %(seconds)s seconds. An account has a share of its own: a program sends a token,"
            " which the page of the account makes."
        )
    else:
        words = _("The site is busy with other requests. Try again in %(seconds)s seconds.")
    return refuse(request, request.META[DRAWN], words % {"seconds": "{seconds}"})


def too_many(request: HttpRequest, wait: int) -> HttpResponse:
    log.warning("too many requests from %s: %s", address_of(request), path_in_logs(request.path))
    words = _("Too many requests. Try again in %(seconds)s seconds.") % {"seconds": wait}
    return refuse(request, 429, words, wait)


def too_large(request: HttpRequest, most: int) -> HttpResponse:
    words = _("This is too large: at most %(count)s bytes are taken here.") % {"count": f"{most:,}"}
    return refuse(request, 413, words)
