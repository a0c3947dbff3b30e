"""Limits of requests: how many, how large, how slow, and in which encoding."""

import logging
from collections.abc import Callable
from math import inf
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict, UnreadablePostError
from django.utils.translation import gettext as _

from solver.middleware.base import Middleware
from solver.middleware.errors import refuse
from solver.models.validators import storable
from solver.operations.files import TooManyStreams
from solver.operations.limits import SAFE, address_of, client_of, spend
from solver.operations.logs import QUIET, path_in_logs
from solver.operations.serving import DRAWN
from solver.queue.owners import TooManyUnfinished

log = logging.getLogger(__name__)

RETRY_AFTER = 10  # seconds, in which some solves of an owner have probably ended
# Charsets of a body that are accepted. Python knows others that are no encodings of text.
UTF_8 = ("utf-8", "utf8", "us-ascii", "ascii")


class RequestLimitsMiddleware(Middleware):
    """Answer 408, 413 and 429. It comes after the session and before the CSRF check."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if DRAWN in request.META:
            return drawn_refusal(request)
        if request.path not in QUIET:
            wait = spend(settings.LIMIT_REQUESTS, "requests", address_of(request))
            if wait:
                return too_many(request, wait)
        if in_the_clear(request):
            return refuse(request, 403, _("This is answered over HTTPS only."))
        if "%00" in request.META.get("QUERY_STRING", ""):
            request.GET = storable_query(request.GET)  # type: ignore[assignment]
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, TooManyUnfinished):
            return refuse(request, 429, str(error), RETRY_AFTER, "too_many_unfinished")
        if isinstance(error, TooManyStreams):
            message = _(
                "Many large files are being downloaded right now. Please try again in a moment."
            )
            return refuse(request, 503, message, RETRY_AFTER)
        return None

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        maximum, is_upload = settings.DATA_UPLOAD_MAX_MEMORY_SIZE, False
        if hasattr(view, "upload_bytes") and request.user.has_perm("solver.add_job"):
            maximum, is_upload = view.upload_bytes, True
        if size_of(request) > maximum:
            return too_large(request, maximum)
        if is_upload:
            lift_deadline(request)
        elif not is_whole(request):
            return refuse(
                request, 408, _("The request took too long to arrive. Nothing was changed.")
            )
        if (request.content_params or {}).get("charset", "utf-8").lower() not in UTF_8:
            return refuse(request, 400, _("Only text in UTF-8 can be read here."))
        # The API counts its own requests, because it knows the account of a token.
        if request.method not in SAFE and not request.path.startswith("/api/"):
            wait = spend(settings.LIMIT_SUBMISSIONS, "submissions", client_of(request))
            return too_many(request, wait) if wait else None
        return None


def storable_query(query: QueryDict) -> QueryDict:
    """Return the parameters with another character in place of NUL, which PostgreSQL refuses in texts.

    No stored text has that character, so the answer is the one for any unknown value.
    """
    replaced = QueryDict(mutable=True)
    for name, values in query.lists():
        replaced.setlist(storable(name), [storable(value) for value in values])
    return replaced


def in_the_clear(request: HttpRequest) -> bool:
    """Return whether a program sent this request unencrypted, though the site has HTTPS.

    Pages are redirected to HTTPS before. Health checks may be unencrypted.
    """
    is_health = request.path in ("/livez", "/readyz")
    return settings.SECURE_SSL_REDIRECT and not request.is_secure() and not is_health


def is_whole(request: HttpRequest) -> bool:
    """Read the request's body, and return whether it is complete. Half a form must not be taken as a whole."""
    try:
        return len(request.body) == size_of(request)
    except UnreadablePostError:
        return False


def lift_deadline(request: HttpRequest) -> None:
    """Let the connection read a large body without its usual deadline."""
    connection: Any = request.META.get("gunicorn.socket")
    if hasattr(connection, "until"):  # see sudokusite.connections
        connection.until = inf


def size_of(request: HttpRequest) -> int:
    """Return the Content-Length in bytes, 0 if it is missing or no number."""
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isascii() and text.isdigit() else 0


def drawn_refusal(request: HttpRequest) -> HttpResponse:
    """Return the refusal that the web server sends to many clients, with `{seconds}` for the time to wait."""
    if request.META[DRAWN] == 429:
        message = _(
            "Your requests used more processor time than one client may use. Please try "
            "again in %(seconds)s s. An account has a share of its own: let your program "
            "send an API token, which you create on the page of your account."
        )
    else:
        message = _("The site is busy with other requests. Please try again in %(seconds)s s.")
    return refuse(request, request.META[DRAWN], message % {"seconds": "{seconds}"})


def too_many(request: HttpRequest, wait: int) -> HttpResponse:
    log.warning("too many requests from %s: %s", address_of(request), path_in_logs(request.path))
    message = _("Too many requests. Please try again in %(seconds)s s.") % {"seconds": wait}
    return refuse(request, 429, message, wait)


def too_large(request: HttpRequest, maximum: int) -> HttpResponse:
    message = _("This is too large: at most %(count)s bytes are allowed here.") % {
        "count": f"{maximum:,}"
    }
    return refuse(request, 413, message)
