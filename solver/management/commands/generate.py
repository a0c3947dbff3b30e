"""As `sudoku-sets generate`, with the site's settings."""

from solver.management.engine_command import EngineCommand as Command

__all__ = ["Command"]
