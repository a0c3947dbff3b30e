"""Plugin discovery: at most one object of a class in each module of a package, without a list to keep."""

import importlib
import pkgutil
import re
from typing import TypeVar

Kind = TypeVar("Kind")


def discover(package: str, kind: type[Kind]) -> list[Kind]:
    """Return the objects of class `kind` that the modules of a package define, subpackages included.

    An object must have the name of the class in snake case: `method` for Method, `job_type` for JobType.
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    objects = []
    for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        module = importlib.import_module(info.name)
        candidate = getattr(module, name, None)
        if isinstance(candidate, kind):
            objects.append(candidate)
    return objects
