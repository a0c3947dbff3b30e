"""Answers to errors and refusals: JSON below /api/, else a page."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from solver.operations.problem_json import CONTENT_TYPE, problem

RETRY_AFTER = 5  # seconds


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the answer 400 to a wrong Host, too many fields, and other suspicious requests."""
    return refuse(request, 400, _("This request could not be understood. Nothing was changed."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, 403, _("Your account does not have permission for this."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    message = _(
        "The form was not sent from a page of this site, or that page was open for too long:"
        " go back, reload it, and send it again."
    )
    return refuse(request, 403, message, code="csrf_failed")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, 404, _("There is nothing at this address."))


def broken(request: HttpRequest) -> HttpResponse:
    """Return the answer to the exception that is being handled: one that a view or template did not catch.

    It is 503 if the database is away, restarts, or a row is locked for too long: the same request may succeed
    in a moment. Anything else is a fault of the code, and answered 500.
    """
    if isinstance(sys.exception(), (OperationalError, InterfaceError)):
        message = _("The database is unavailable. Nothing was saved; please try again in a moment.")
        return refuse(request, 503, message, RETRY_AFTER)
    return refuse(request, 500, _("Something went wrong here. We have been told."))


def refuse(
    request: HttpRequest, status: int, message: str, wait: int | None = None, code: str = ""
) -> HttpResponse:
    """Return an error as JSON for the API, else as the page of its status, without database and session.

    `message` is the sentence, `wait` the seconds for `Retry-After`, `code` the stable name for programs.
    """
    response: HttpResponse
    if request.path.startswith("/api/"):
        answer = problem(status, message, code)
        response = JsonResponse(answer, status=status, content_type=CONTENT_TYPE)
    else:
        response = HttpResponse(
            render_to_string(f"{status}.html", {"words": message, "request": request}),
            status=status,
        )
    if wait is not None:
        response["Retry-After"] = str(wait)
    response["Cache-Control"] = "no-store"
    return response
