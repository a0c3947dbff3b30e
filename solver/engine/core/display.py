"""Display in notebooks: the module `notebook` registers a function for each class it knows."""

from functools import singledispatch


@singledispatch
def as_html(thing: object) -> str | None:
    """Return an object as HTML, or None if no function is registered for its class."""
    return None
