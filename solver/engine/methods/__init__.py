"""The published methods, one a module, found by walking this package.

A method is an iterator of iterations: it composes techniques and says what to do when they run dry.
"""

from functools import cache

from ..core.discovery import discover
from ..core.i18n import gettext, quote
from .base import Ending, Method, Option, Outcome

__all__ = ["Ending", "Method", "Option", "Outcome", "find_method", "methods"]


@cache
def methods() -> dict[str, Method]:
    """Every method by its name, in the order of their articles, those of none behind."""
    found = discover(__name__, Method)
    return {
        method.name: method for method in sorted(found, key=lambda m: (not m.article, m.article))
    }


def find_method(name: str) -> Method:
    """The method of that name; ValueError, naming those there are, when there is none."""
    if name not in methods():
        offered = ", ".join(methods())
        raise ValueError(
            gettext(
                "there is no method {name}; choose one of {offered}",
                name=quote(name),
                offered=offered,
            )
        )
    return methods()[name]
