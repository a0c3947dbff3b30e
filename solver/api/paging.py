"""Lists of the API come a page at a time: `next` is the address of the page that goes on, or null."""

from collections.abc import Callable, Sequence
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

PAGE = 100


def next_page(request: Request, after: str) -> str | None:
    """The address of the page that goes on there, asking for the same."""
    if not after:
        return None
    query = request.query_params.copy()
    query["after"] = after
    return f"{request.path}?{query.urlencode()}"


def page_of(
    request: Request, found: Sequence[Any], after: Callable[[Any], object]
) -> dict[str, Any]:
    """Return the first page of what was found; `after` says of its last item where the next goes on.

    There are more if more than a page was found.
    """
    following = str(after(found[PAGE - 1])) if len(found) > PAGE else ""
    return {"next": next_page(request, following), "results": found[:PAGE]}


def whole_number(request: Request, name: str) -> int:
    """A parameter in plain ASCII digits, 0 when it is not there."""
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValidationError({name: ["a whole number of at most nine digits is expected"]})
    return int(text)
