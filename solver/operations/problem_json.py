"""Refusals as programs read them, `application/problem+json` (RFC 9457): a code that stays, and a sentence."""

from http import HTTPStatus
from typing import Any

CONTENT_TYPE = "application/problem+json"

# By status, where whoever refuses says nothing nearer. A code stays what it is within v1; new ones may come.
CODES = {
    400: "invalid",
    401: "unknown_token",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    408: "incomplete",
    409: "conflict",
    410: "gone",
    413: "too_large",
    415: "unsupported_media_type",
    422: "idempotency_key_reused",
    429: "too_many_requests",
    500: "fault",
    503: "unavailable",
}
# Nearer ones, with the status of each.
NEARER = {
    "malformed_json": 400,  # the body is no JSON, or none that is taken
    "csrf_failed": 403,  # sent by a browser's session without its token
    "too_many_unfinished": 429,  # work of this owner
}


def problem(status: int, detail: str, code: str = "", **more: Any) -> dict[str, Any]:
    """The body of a refusal; `more` may have `errors`, a list of sentences by field."""
    return {
        "status": status,
        "code": code or CODES.get(status, "refused"),
        "title": HTTPStatus(status).phrase,
        "detail": detail,
        **more,
    }
