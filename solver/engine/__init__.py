"""Sudoku solved by sets, in plain Python: usable without Django.

>>> from solver.engine import read, solve
>>> solution = solve(read("029000008030000010000520097070056100000000000006310070760041000050000020800000630"))
>>> solution.outcome, len(solution.iterations)
('solved', 15)
"""

from dataclasses import replace

from .errors import GridError
from .grid import Grid
from .methods import find_method, methods
from .notation import Reading, formats, read_any, read_many, write
from .notation.line import read as read_line
from .search import Count, find_solutions
from .solving import Budget, Solution, Solving, solve
from .steps import Iteration, Step
from .techniques import find_technique, techniques

# Stamped on every solve, so that a stored history says which rules made it.
VERSION = "0.1.0"

__all__ = [
    "VERSION",
    "Budget",
    "Count",
    "Grid",
    "GridError",
    "Iteration",
    "Reading",
    "Solution",
    "Solving",
    "Step",
    "count_solutions",
    "find_method",
    "find_solutions",
    "find_technique",
    "formats",
    "methods",
    "position_of",
    "read",
    "read_any",
    "read_line",
    "read_many",
    "solve",
    "techniques",
    "write",
]


def read(text: str, size: int | None = None, format: str | None = None) -> Grid:
    """Read one puzzle in whatever format it is written; pencil marks make it a position.

    Raises GridError that says line, column and cell, and what was expected.
    """
    return position_of(read_any(text, size, format))


def position_of(reading: Reading) -> Grid:
    """The grid of a reading, starting from its pencil marks where it has them."""
    return replace(reading.grid, marks=reading.candidates)


def count_solutions(puzzle: Grid | str, limit: int = 2) -> int:
    """How many solutions a puzzle has, up to `limit`; GridError when the text is no puzzle."""
    grid = read(puzzle) if isinstance(puzzle, str) else puzzle
    return len(find_solutions(grid, limit=limit).solutions)
