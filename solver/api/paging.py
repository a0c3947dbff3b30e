"""Lists of the API come a page at a time: `next` is the address of the page that goes on, or null."""

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


def whole_number(request: Request, name: str) -> int:
    """A parameter in plain ASCII digits, 0 when it is not there."""
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValidationError({name: ["a whole number of at most nine digits is expected"]})
    return int(text)
