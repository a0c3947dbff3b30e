"""Finding what a package holds: one thing of a kind in each of its modules, without a list to keep."""

import importlib
import pkgutil
from collections.abc import Iterable
from typing import TypeVar

Thing = TypeVar("Thing")


def things_in(package: str, path: Iterable[str], kind: type[Thing]) -> list[Thing]:
    """The things that a package's modules hold under the kind's own name: `technique`, `method`, `format`."""
    found = []
    for info in pkgutil.iter_modules(path):
        module = importlib.import_module(f"{package}.{info.name}")
        thing = getattr(module, kind.__name__.lower(), None)
        if isinstance(thing, kind):
            found.append(thing)
    return found
