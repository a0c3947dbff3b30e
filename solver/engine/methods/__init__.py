"""The published methods, one a module, found by discovery.

A method is a generator of iterations. It composes techniques, and decides what to do when they find nothing.
"""

from functools import cache

from ..core.discovery import discover
from ..core.errors import wrong_value
from ..core.i18n import quote
from .base import Ending, Method, Option, Outcome

__all__ = ["Ending", "Method", "Option", "Outcome", "find_method", "methods"]


@cache
def methods() -> dict[str, Method]:
    """Return every method by its name, in the order of their articles, methods without an article last."""
    ordered = sorted(discover(__name__, Method), key=lambda m: (not m.article, m.article))
    return {method.name: method for method in ordered}


def find_method(name: str) -> Method:
    """Return the method with this name. Raise ValueError, naming all methods, if there is none."""
    if name not in methods():
        offered = ", ".join(methods())
        raise wrong_value(
            "there is no method {name}; choose one of {offered}",
            name=quote(name),
            offered=offered,
        )
    return methods()[name]
