"""Answers when something breaks or is refused: in the API's shape, or as a page."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from solver.operations.problem_json import CONTENT_TYPE, problem

RETRY_AFTER = 5  # seconds


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: a Host that is not ours, too many fields, and whatever else Django finds suspicious."""
    return refuse(request, 400, _("This request could not be read. Nothing was changed."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, 403, _("Your account may not do this."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    words = _(
        "The form was not sent from a page of this site, or that page was open for too long:"
        " go back, reload it, and send it again."
    )
    return refuse(request, 403, words, code="csrf_failed")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, 404, _("There is nothing at this address."))


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler of uncaught exceptions, wherever they arose: in a view, a session, a template.

    A database that is away, restarts, or holds a row for too long is no fault of the code: the same
    request may succeed in a moment, and both people and programs are told so.
    """
    if isinstance(sys.exception(), (OperationalError, InterfaceError)):
        words = _("The database is away. Nothing was saved; try again in a moment.")
        return refuse(request, 503, words, RETRY_AFTER)
    return refuse(request, 500, _("Something went wrong here. It has been noted."))


def refuse(
    request: HttpRequest, status: int, words: str, wait: int | None = None, code: str = ""
) -> HttpResponse:
    """The words in JSON, or on the page of that status, which needs no database and no session."""
    response: HttpResponse
    if request.path.startswith("/api/"):
        told = problem(status, words, code)
        response = JsonResponse(told, status=status, content_type=CONTENT_TYPE)
    else:
        response = HttpResponse(render_to_string(f"{status}.html", {"words": words}), status=status)
    if wait is not None:
        response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    return response
