"""The OpenAPI description, which decorators of the views write."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import drf_spectacular.authentication
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from solver.operations.problem_json import CONTENT_TYPE
from solver.puzzles.filterset import Filter

from .errors import NOT_THERE
from .request_serializers import MOST_FIELDS, MOST_NAMED
from .response_serializers import Problem

EXAMPLE = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
PROBLEMS = {
    400: "A field or parameter is wrong; `errors` names it.",
    401: "The token is unknown or revoked.",
    403: "The account may not do this, or the request comes with a session from another site.",
    404: NOT_THERE,
    405: "This address takes other verbs.",
    409: "As things are it cannot be done: a job is over, or solves hang on a puzzle.",
    410: "What was made with this Idempotency-Key has been deleted since.",
    408: "The body did not arrive whole in time; nothing was changed.",
    413: "The body is too large.",
    415: "The body is no JSON.",
    422: "The Idempotency-Key was used for another request.",
    429: "Too many requests; Retry-After says when to come again.",
    503: "The database is away; nothing was saved.",
}
ALWAYS = (400, 401, 403, 404, 405, 429, 503)
WRITING = (*ALWAYS, 408, 409, 413, 415)
ONCE = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="The same request sent again with the same key, within a day, is not done twice."
    " For whoever sends a token, or is signed in; refused with 400 otherwise.",
)


def query_parameter(name: str, description: str, type_: type = str) -> OpenApiParameter:
    """Return the OpenAPI description of a parameter of the query string."""
    return OpenApiParameter(name, type_, description=description)


def parameters_of(filters: Sequence[Filter]) -> tuple[OpenApiParameter, ...]:
    """Return the query parameters of filters, with their deprecated names at the end."""
    renamed = [filter for filter in filters if filter.formerly]
    return (*map(_parameter_of, filters), *map(_deprecated_name, renamed))


def _parameter_of(filter: Filter) -> OpenApiParameter:
    if filter.kind in ("one", "several"):
        return OpenApiParameter(
            filter.name,
            str,
            description=filter.help,
            enum=list(filter.offered()) or None,
            many=filter.kind == "several",
        )
    return query_parameter(filter.name, filter.help, int if filter.kind == "number" else str)


def _deprecated_name(filter: Filter) -> OpenApiParameter:
    type_ = int if filter.kind == "number" else str
    text = f"The former name of {filter.name}."
    return OpenApiParameter(filter.formerly, type_, description=text, deprecated=True)


def described(
    summary: str,
    answers: dict[Any, Any],
    *,
    takes: Any = None,
    parameters: tuple[OpenApiParameter, ...] = (),
    example: dict[str, Any] | None = None,
    operation_id: str = "",
) -> Callable[[Any], Any]:
    """Return a decorator that describes a view's method in OpenAPI, with the problems that it may answer too.

    `answers` has a serializer or description by status, `takes` is the serializer of the body, if there is one.
    The decorated method also refuses query parameters that are not in `parameters`.
    """
    examples = [OpenApiExample("An example", value=example, request_only=True)] if example else None
    names = [given.name for given in parameters if given.location == OpenApiParameter.QUERY]

    def document(method: Callable[..., Any]) -> Any:
        is_reading = method.__name__ == "get"
        numbers = (
            *(ALWAYS if is_reading else WRITING),
            *((410, 422) if ONCE in parameters else ()),
        )
        problems = {(n, CONTENT_TYPE): OpenApiResponse(Problem, PROBLEMS[n]) for n in numbers}
        described = extend_schema(
            operation_id=operation_id or _short_name(method),
            summary=summary,
            request=None if is_reading else takes or OpenApiTypes.NONE,
            parameters=list(parameters),
            responses={**problems, **answers},
            examples=examples,
        )
        return described(_refuse_other_parameters(method, names))

    return document


def _short_name(method: Callable[..., Any]) -> str:
    """Return the name of the function in a generated client, `solve_list_post` for `SolveList.post`."""
    view, _, verb = method.__qualname__.rpartition(".")
    return f"{re.sub('(?<!^)(?=[A-Z])', '_', view).lower()}_{verb}"


def _refuse_other_parameters(method: Callable[..., Any], names: list[str]) -> Callable[..., Any]:
    """Return a view's method that raises ValidationError for query parameters other than these."""

    @wraps(method)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> Any:
        unknown = [name for name in request.query_params if name not in names]
        if unknown:
            there_are = f"there are {', '.join(names)}" if names else "there are none"
            messages = [f"there is no such parameter; {there_are}"]
            raise ValidationError({name[:MOST_NAMED]: messages for name in unknown[:MOST_FIELDS]})
        return method(view, request, *args, **kwargs)

    return answer


class BearerScheme(OpenApiAuthenticationExtension):
    """The scheme of tokens. drf-spectacular registers subclasses by itself."""

    target_class = "solver.api.access.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(drf_spectacular.authentication.SessionScheme):
    """The session cookie, described like Django REST framework's own."""

    target_class = "solver.api.access.SameSiteSessionAuthentication"
