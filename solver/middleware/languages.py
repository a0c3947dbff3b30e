"""The language that a request is answered in."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.cache import patch_vary_headers

PROGRAMS = ("/api/", "/metrics", "/livez", "/readyz")


class LanguageMiddleware(LocaleMiddleware):
    """People get what the switch in the footer says, else what their browser asks for; programs get English.

    A program compares messages and keeps them, so they must not change with the machine that it runs on.
    """

    def process_request(self, request: HttpRequest) -> None:
        if request.path_info.startswith(PROGRAMS):
            translation.activate("en")
            request.LANGUAGE_CODE = "en"
        else:
            super().process_request(request)

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if request.path_info.startswith(PROGRAMS):
            return response
        # Django names Accept-Language itself, but the switch is a cookie.
        patch_vary_headers(response, ["Cookie"])
        return super().process_response(request, response)
