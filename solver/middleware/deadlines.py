"""What all searches within one request may cost."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from solver.engine import BudgetSpent, Deadline
from solver.engine.core.deadline import say_cut_short
from solver.middleware.errors import refuse


class DeadlineMiddleware:
    """Middleware around the views: one deadline for whatever a view asks of the engine.

    It begins with the view, so that what a page costs beside its search leaves less for that. Views say
    themselves what was cut short. A search whose view does not is answered 422.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with Deadline(seconds=settings.REQUEST_SECONDS):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, BudgetSpent):
            return refuse(request, 422, say_cut_short(), code="cut_short")
        return None
