"""Plugin discovery: at most one object of a class in each module of a package, without a list to keep."""

import importlib
import pkgutil
import re
from typing import TypeVar

Kind = TypeVar("Kind")


def discover(package: str, kind: type[Kind]) -> list[Kind]:
    """Return the instances of `kind` in a package's modules, by module name, subpackages included.

    Each stands under the name of its class in snake case. For example, `method` or `job_type`.
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    found = []
    for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        module = importlib.import_module(info.name)
        thing = getattr(module, name, None)
        if isinstance(thing, kind):
            found.append(thing)
    return found
