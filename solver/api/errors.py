"""The one shape of errors: `detail` is a sentence; `errors` names what is wrong with each field."""

from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

SEVERAL = "The request has mistakes; see errors."


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """Django REST framework's answer to an exception, in our shape; None for what is no answer but a fault."""
    response = exception_handler(error, context)
    if response is not None and isinstance(error, ValidationError):
        response.data = _of_fields(response.data)
    return response


def _of_fields(data: Any) -> dict[str, Any]:
    fields = data if isinstance(data, dict) else {"non_field_errors": data}
    errors = {name: _sentences(found) for name, found in fields.items()}
    sentences = [sentence for found in errors.values() for sentence in found]
    if len(sentences) == 1:
        (name,) = errors
        detail = sentences[0] if name == "non_field_errors" else f"{name}: {sentences[0]}"
    else:
        detail = SEVERAL
    return {"detail": detail, "errors": errors}


def _sentences(found: Any) -> list[str]:
    if isinstance(found, dict):
        return [f"{name}: {each}" for name, inner in found.items() for each in _sentences(inner)]
    return [str(each) for each in (found if isinstance(found, list) else [found])]
