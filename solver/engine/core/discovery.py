"""Plugin discovery: the objects of a class in the modules of a package, without a list to keep."""

import importlib
import pkgutil
import re
from typing import TypeVar

Kind = TypeVar("Kind")


def discover(package: str, kind: type[Kind]) -> list[Kind]:
    """Return the objects of class `kind` that the modules of a package define, subpackages included.

    An object must have the name of the class in snake case: `method` for Method, `job_type` for JobType. What
    shares its code with another may be in one module with it, as a tuple of this name.
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    objects = []
    for info in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
        module = importlib.import_module(info.name)
        found = getattr(module, name, ())
        several = found if isinstance(found, tuple) else (found,)
        objects += [each for each in several if isinstance(each, kind)]
    return objects
