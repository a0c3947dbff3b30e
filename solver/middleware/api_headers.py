"""Headers on the answers of the API: the remaining requests, and CORS."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers

from solver.middleware.base import Middleware
from solver.operations.limits import SAFE, address_of, client_of, remaining_quota
from solver.operations.serving import DRAWN

API = "/api/"
VERBS = "GET, HEAD, POST, PUT, PATCH, DELETE"
REQUEST_HEADERS = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
EXPOSED_HEADERS = "ETag, Location, RateLimit, RateLimit-Policy, Retry-After"
PREFLIGHT_SECONDS = "86400"  # that a browser caches the answer to a preflight request


class ApiHeadersMiddleware(Middleware):
    """Set RateLimit on answers of the API, and CORS headers for pages from CORS_ORIGINS."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(API):
            return self.get_response(request)
        origin = allowed_origin(request)
        is_preflight = "Access-Control-Request-Method" in request.headers
        if origin and request.method == "OPTIONS" and is_preflight:
            response: HttpResponseBase = HttpResponse(status=204)
            response.headers["Access-Control-Allow-Methods"] = VERBS
            response.headers["Access-Control-Allow-Headers"] = REQUEST_HEADERS
            response.headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
        else:
            response = self.get_response(request)
            if DRAWN not in request.META:
                set_rate_limit(request, response)
        if origin:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        if settings.CORS_ORIGINS:
            patch_vary_headers(response, ["Origin"])
        return response


def allowed_origin(request: HttpRequest) -> str:
    """Return the value of Access-Control-Allow-Origin for a request, or an empty text if it is not allowed.

    Cookies are never allowed with it: pages of other sites need a token.
    """
    origin = request.headers.get("Origin", "")
    if "*" in settings.CORS_ORIGINS:
        return "*" if origin else ""
    return origin if origin in settings.CORS_ORIGINS else ""


def set_rate_limit(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the headers of draft-ietf-httpapi-ratelimit-headers for the limit that counts this request."""
    if request.method in SAFE:
        name, limit, who = "requests", settings.LIMIT_REQUESTS, address_of(request)
    else:
        name, limit, who = "submissions", settings.LIMIT_SUBMISSIONS, client_of(request)
    if left := remaining_quota(limit, name, who):
        response.headers["RateLimit-Policy"] = f'"{name}";q={left.most};w={left.window}'
        response.headers["RateLimit"] = f'"{name}";r={left.count};t={left.seconds}'
