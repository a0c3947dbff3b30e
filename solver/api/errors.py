"""The one format of errors: `detail` is a sentence, `errors` says what is wrong with each field."""

from typing import Any

from django.http import Http404
from rest_framework.exceptions import ParseError, PermissionDenied, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from solver.operations.problem_json import CONTENT_TYPE, problem

NOT_THERE = "There is no such thing, or it belongs to others."
SEVERAL = "The request has mistakes; see errors."


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the API's problem response to an exception, or None if it is a fault of the server."""
    response = exception_handler(error, context)
    if response is None:
        return None
    response.data = problem(response.status_code, **_problem_of(error, response))
    response.content_type = CONTENT_TYPE
    return response


def _problem_of(error: Exception, response: Response) -> dict[str, Any]:
    """Return `detail`, the `errors` of fields if there are any, and `code` if a more precise one exists."""
    match error:
        case ValidationError():
            return _of_fields(response.data)
        case Http404():
            return {"detail": NOT_THERE}
        case Throttled():
            seconds = response.headers["Retry-After"]
            return {"detail": f"Too many requests. Try again in {seconds} seconds."}
    detail = str(response.data["detail"])
    match error:
        case ParseError():
            return {"detail": detail, "code": "malformed_json"}
        case PermissionDenied() if detail.startswith("CSRF"):
            return {"detail": detail, "code": "csrf_failed"}
    return {"detail": detail}


def _of_fields(data: Any) -> dict[str, Any]:
    fields = data if isinstance(data, dict) else {"non_field_errors": data}
    errors = {name: _sentences(messages) for name, messages in fields.items()}
    sentences = [sentence for messages in errors.values() for sentence in messages]
    if len(sentences) == 1:
        (name,) = errors
        detail = sentences[0] if name == "non_field_errors" else f"{name}: {sentences[0]}"
    else:
        detail = SEVERAL
    return {"detail": detail, "errors": errors}


def _sentences(messages: Any) -> list[str]:
    if isinstance(messages, dict):
        return [f"{name}: {text}" for name, inner in messages.items() for text in _sentences(inner)]
    return [str(message) for message in (messages if isinstance(messages, list) else [messages])]
