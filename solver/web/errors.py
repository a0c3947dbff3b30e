"""What is answered when something breaks or is refused: in the API's shape, or as a page."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error

RETRY_AFTER = 5  # seconds


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler of uncaught exceptions, wherever they arose: in a view, a session, a template.

    A database that is away, restarts, or holds a row for too long is no fault of the code: the same
    request may succeed in a moment, and both people and programs are told so.
    """
    if not isinstance(sys.exception(), (OperationalError, InterfaceError)):
        if request.path.startswith("/api/"):
            return refuse(request, 500, _("Something went wrong here. It has been noted."))
        return server_error(request)
    words = _("The database is away. Nothing was saved; try again in a moment.")
    return refuse(request, 503, words, RETRY_AFTER)


def refuse(request: HttpRequest, status: int, words: str, wait: int | None = None) -> HttpResponse:
    """The words in JSON, or on the page of that status, which needs no database and no session."""
    response: HttpResponse
    if request.path.startswith("/api/"):
        response = JsonResponse({"detail": words}, status=status)
    else:
        response = HttpResponse(render_to_string(f"{status}.html", {"words": words}), status=status)
    if wait is not None:
        response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    return response
