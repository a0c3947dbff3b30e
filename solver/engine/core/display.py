"""How a notebook shows a thing: the room `notebook` registers what it knows."""

from functools import singledispatch


@singledispatch
def as_html(thing: object) -> str | None:
    """Return a thing as HTML; None for what no room has words for."""
    return None
