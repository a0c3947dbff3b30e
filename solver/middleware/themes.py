"""The theme of a page, light or dark."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def theme_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[Any], HttpResponseBase]:
    """Return a middleware that sets `request.theme` to the visitor's choice, or to "" to follow the system."""

    def middleware(request: Any) -> HttpResponseBase:
        theme = request.COOKIES.get(settings.THEME_COOKIE_NAME)
        request.theme = theme if theme in settings.THEMES else ""
        return get_response(request)

    return middleware
