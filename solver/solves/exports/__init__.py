"""A solve to take away, one module a form: what it is called, what it is, and the function that writes it.

Adding a form is adding a module here with an `export` in it: the walk below does the rest.
"""

from functools import cache

from solver.engine.core.discovery import discover

from .export import Export

__all__ = ["Export", "exports"]


@cache
def exports() -> dict[str, Export]:
    """Every form by the ending of its file, in the order in which a page offers them."""
    found = discover(__name__, Export)
    return {export.ending: export for export in sorted(found, key=lambda export: export.rank)}
