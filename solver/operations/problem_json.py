"""Errors for programs: `application/problem+json` (RFC 9457) with a stable code and a sentence."""

from http import HTTPStatus
from typing import Any

CONTENT_TYPE = "application/problem+json"

# By status, for errors without a more specific code. Codes keep their meaning within v1. New ones may be added.
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
# More specific codes, with their status.
NEARER = {
    "malformed_json": 400,  # the body is no JSON, or not of an accepted form
    "csrf_failed": 403,  # from a browser's session without its CSRF token
    "too_many_unfinished": 429,  # solves and jobs of this owner
}


def problem(status: int, detail: str, code: str = "", **more: Any) -> dict[str, Any]:
    """Return the JSON body of an error: status, code, title, and the sentence `detail`.

    `more` may have `errors`: lists of sentences by field. An empty `code` follows from the status.
    """
    return {
        "status": status,
        "code": code or CODES.get(status, "refused"),
        "title": HTTPStatus(status).phrase,
        "detail": detail,
        **more,
    }
