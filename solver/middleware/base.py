"""The base of our middleware."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase


class Middleware:
    """Call the next middleware or the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)
