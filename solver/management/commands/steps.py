"""As `sudoku-sets steps`, with the site's settings."""

from solver.management.alone import EngineCommand as Command

__all__ = ["Command"]
