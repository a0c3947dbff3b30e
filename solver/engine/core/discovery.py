"""Finding what a package holds: one thing of a kind in each of its modules, without a list to keep."""

import importlib
import pkgutil
from typing import TypeVar

Thing = TypeVar("Thing")


def things_in(package: str, kind: type[Thing]) -> list[Thing]:
    """Return what a package's modules hold under the kind's own name: `technique`, `method`, `format`.

    The modules of packages in it are among them.
    """
    found = []
    for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        module = importlib.import_module(info.name)
        thing = getattr(module, kind.__name__.lower(), None)
        if isinstance(thing, kind):
            found.append(thing)
    return found
