"""Pages of a list: `next` is the address of the following page, or null."""

from collections.abc import Callable, Sequence
from typing import Any

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

PAGE = 100


def next_page(request: Request, after: str) -> str | None:
    """Return the address of the next page of a list, with the same filters, or None if `after` is empty.

    `after` is the value of `?after=`, which names the last item of this page.
    """
    if not after:
        return None
    query = request.query_params.copy()
    query["after"] = after
    return f"{request.path}?{query.urlencode()}"


def page_of(
    request: Request, found: Sequence[Any], after: Callable[[Any], object]
) -> dict[str, Any]:
    """Return one page of a list as `{"next": address or None, "results": items}`.

    `found` has one item more than a page if another page follows. `after` returns the value of `?after=` for
    the last item of the page.
    """
    following = str(after(found[PAGE - 1])) if len(found) > PAGE else ""
    return {"next": next_page(request, following), "results": found[:PAGE]}


def whole_number(request: Request, name: str) -> int:
    """Return a query parameter as a number, or 0 if it is left out.

    Raise ValidationError if it is not ASCII digits, at most nine.
    """
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValidationError({name: ["a whole number of at most nine digits is expected"]})
    return int(text)
