"""Everything at once, for processes that work for days: else it is loaded where it is first needed."""

from importlib import import_module

from .methods import methods
from .notation import formats
from .techniques import techniques

LATE = ("pysat.solvers", "solver.engine.exact.rows", "solver.engine.symmetry.minimal")


def load_all() -> None:
    """Load what the engine puts off, so that afterwards no call of it imports anything."""
    for name in LATE:
        import_module(name)
    for walk in (techniques, methods, formats):
        walk()
