"""Long work in the background, one kind a module, found by walking this package.

Adding a kind is adding a module here with a `kind` in it; `running` does the rest: parts, progress, crashes.
"""

from functools import cache

from solver.engine.walk import things_in

from .base import Kind, Row

__all__ = ["Kind", "Row", "find_kind", "kinds"]


@cache
def kinds() -> dict[str, Kind]:
    """Every kind by its name."""
    found = things_in(__name__, __path__, Kind)  # type: ignore[type-abstract]
    return {kind.name: kind for kind in found}


def find_kind(name: str) -> Kind:
    """The kind of that name; ValueError, naming those there are, when there is none."""
    if name not in kinds():
        raise ValueError(f"there is no kind of job {name!r}; choose one of {', '.join(kinds())}")
    return kinds()[name]
