"""The language and the theme of an answer."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

PROGRAMS = ("/api/", "/metrics", "/livez", "/readyz")
PAGES = ("/api/v1/docs/",)  # below them, and for people


def _is_for_programs(request: HttpRequest) -> bool:
    path = request.path_info
    return path.startswith(PROGRAMS) and path not in PAGES


class LanguageMiddleware(LocaleMiddleware):
    """Take the language of the switch in the footer, else the browser's. Programs always get English.

    A program compares and stores messages, so they must not depend on the machine that it runs on.
    """

    def process_request(self, request: HttpRequest) -> None:
        if _is_for_programs(request):
            translation.activate("en")
            request.LANGUAGE_CODE = "en"
        else:
            super().process_request(request)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if _is_for_programs(request):
            return response
        # Django adds Accept-Language itself, but the switch sets a cookie.
        patch_vary_headers(response, ["Cookie"])
        return super().process_response(request, response)


def theme_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[Any], HttpResponseBase]:
    """Return a middleware that sets `request.theme` to the visitor's choice, or to "" to follow the system."""

    def middleware(request: Any) -> HttpResponseBase:
        theme = request.COOKIES.get(settings.THEME_COOKIE_NAME)
        request.theme = theme if theme in settings.THEMES else ""
        return get_response(request)

    return middleware
