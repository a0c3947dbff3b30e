"""What every answer of the API tells programs: how much they may still ask, and whose pages may ask at all."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

from solver.operations.limits import SAFE, address_of, client_of, remaining_quota
from solver.operations.serving import DRAWN

API = "/api/"
VERBS = "GET, HEAD, POST, PUT, PATCH, DELETE"
ASKED_WITH = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
TOLD_WITH = "ETag, Location, RateLimit, RateLimit-Policy, Retry-After"
KEPT = "86400"  # seconds that a browser keeps what it was allowed


class ApiHeadersMiddleware:
    """Headers of the API alone: RateLimit, and those of CORS for pages from CORS_ORIGINS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(API):
            return self.get_response(request)
        origin = allowed_origin(request)
        is_preflight = "Access-Control-Request-Method" in request.headers
        if origin and request.method == "OPTIONS" and is_preflight:
            response: HttpResponseBase = HttpResponse(status=204)
            response.headers["Access-Control-Allow-Methods"] = VERBS
            response.headers["Access-Control-Allow-Headers"] = ASKED_WITH
            response.headers["Access-Control-Max-Age"] = KEPT
        else:
            response = self.get_response(request)
            if DRAWN not in request.META:
                tell_what_is_left(request, response)
        if origin:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = TOLD_WITH
        if settings.CORS_ORIGINS:
            patch_vary_headers(response, ["Origin"])
        return response


def allowed_origin(request: HttpRequest) -> str:
    """The origin to be named in the answer, empty for none. Cookies never count: a page needs a token."""
    origin = request.headers.get("Origin", "")
    if "*" in settings.CORS_ORIGINS:
        return "*" if origin else ""
    return origin if origin in settings.CORS_ORIGINS else ""


def tell_what_is_left(request: HttpRequest, response: HttpResponseBase) -> None:
    """As draft-ietf-httpapi-ratelimit-headers has it, of the limit that counts requests like this."""
    if request.method in SAFE:
        name, limit, who = "requests", settings.LIMIT_REQUESTS, address_of(request)
    else:
        name, limit, who = "submissions", settings.LIMIT_SUBMISSIONS, client_of(request)
    if left := remaining_quota(limit, name, who):
        response.headers["RateLimit-Policy"] = f'"{name}";q={left.most};w={left.window}'
        response.headers["RateLimit"] = f'"{name}";r={left.count};t={left.seconds}'
