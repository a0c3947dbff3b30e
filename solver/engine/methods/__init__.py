"""The published methods, one a module, found by walking this package.

A method is an iterator of iterations: it composes techniques and says what to do when they run dry.
"""

import importlib
import pkgutil
from functools import cache

from .base import Ending, Method, Option, Outcome

__all__ = ["Ending", "Method", "Option", "Outcome", "find_method", "methods"]


@cache
def methods() -> dict[str, Method]:
    """Every method by its name, in the order of their articles."""
    found = []
    for info in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{info.name}")
        method = getattr(module, "method", None)
        if isinstance(method, Method):
            found.append(method)
    return {method.name: method for method in sorted(found, key=lambda m: m.article)}


def find_method(name: str) -> Method:
    """The method of that name; ValueError, naming those there are, when there is none."""
    if name not in methods():
        raise ValueError(f"there is no method {name!r}; choose one of {', '.join(methods())}")
    return methods()[name]
