"""Export formats of solves. Each module here with an `export` is one."""

from functools import cache

from solver.engine.core.discovery import discover

from .export import Export

__all__ = ["Export", "exports"]


@cache
def exports() -> dict[str, Export]:
    """Return the export formats by the ending of their files, in the order in which pages list them."""
    by_rank = sorted(discover(__name__, Export), key=lambda export: export.rank)
    return {export.ending: export for export in by_rank}
