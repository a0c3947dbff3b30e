"""Finding what a package holds: one thing of a kind in each of its modules, without a list to keep."""

import importlib
import pkgutil
import re
from typing import TypeVar

Thing = TypeVar("Thing")


def things_in(package: str, kind: type[Thing]) -> list[Thing]:
    """Return what a package's modules hold under the kind's own name, in snake case: `method`, `job_type`.

    The modules of packages in it are among them.
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    found = []
    for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        module = importlib.import_module(info.name)
        thing = getattr(module, name, None)
        if isinstance(thing, kind):
            found.append(thing)
    return found
