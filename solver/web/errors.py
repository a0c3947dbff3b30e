"""What is answered when something breaks: 503 while the database is away, 500 for the rest."""

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.defaults import server_error

RETRY_AFTER = "5"  # seconds


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler of uncaught exceptions, wherever they arose: in a view, a session, a template.

    A database that is away, restarts, or holds a row for too long is no fault of the code: the same
    request may succeed in a moment, and both people and programs are told so.
    """
    if not isinstance(sys.exception(), (OperationalError, InterfaceError)):
        return server_error(request)
    status = 503
    response: HttpResponse
    if request.path.startswith("/api/"):
        detail = _("The database is away. Nothing was saved; try again in a moment.")
        response = JsonResponse({"detail": detail}, status=status)
    else:
        response = render(None, "503.html", status=status)  # it needs no request
    response["Retry-After"] = RETRY_AFTER
    response["Cache-Control"] = "no-store"
    return response
