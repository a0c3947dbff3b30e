"""What stands right before a view: a 304 in its place, and one deadline for all of its searches."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from solver.engine import BudgetSpent, Deadline
from solver.engine.core.deadline import say_cut_short
from solver.middleware.base import Middleware
from solver.middleware.errors import refuse
from solver.operations.asked_again import unchanged


class AskedAgainMiddleware(Middleware):
    """Answer 304 without the view if it would. It comes after all limits and refusals."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return unchanged(request) or self.get_response(request)


class DeadlineMiddleware(Middleware):
    """Set one deadline for everything that a view asks of the engine.

    It starts with the view, so other work of the page leaves less time for the search. Views show themselves
    what was cut short. If a view does not catch BudgetSpent, the answer is 422.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with Deadline(seconds=settings.REQUEST_SECONDS):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, BudgetSpent):
            return refuse(request, 422, say_cut_short(), code="cut_short")
        return None
