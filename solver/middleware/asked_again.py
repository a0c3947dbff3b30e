"""Answers to strangers who have a public page already."""

from django.http import HttpRequest, HttpResponseBase

from solver.middleware.base import Middleware
from solver.operations.asked_again import unchanged


class AskedAgainMiddleware(Middleware):
    """Answer 304 without the view if it would. It comes after all limits and refusals."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return unchanged(request) or self.get_response(request)
