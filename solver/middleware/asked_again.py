"""Answers to strangers who have a public page already."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponseBase

from solver.middleware.base import Middleware
from solver.operations.asked_again import unchanged


class AskedAgainMiddleware(Middleware):
    """Answer 304 without the view if it would. It comes last, after all limits and refusals."""

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        return unchanged(request)
