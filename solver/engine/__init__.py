"""Sudoku solved by sets, in plain Python: usable without Django.

>>> from solver.engine import read, solve
>>> solution = solve(read("029000008030000010000520097070056100000000000006310070760041000050000020800000630"))
>>> solution.outcome, len(solution.iterations)
('solved', 15)
"""

from .errors import GridError
from .grid import Grid
from .methods import find_method, methods
from .notation.line import read
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
    "Solution",
    "Solving",
    "Step",
    "count_solutions",
    "find_method",
    "find_solutions",
    "find_technique",
    "methods",
    "read",
    "solve",
    "techniques",
]


def count_solutions(puzzle: Grid | str, limit: int = 2) -> int:
    """How many solutions a puzzle has, up to `limit`; GridError when the text is no puzzle."""
    grid = read(puzzle) if isinstance(puzzle, str) else puzzle
    return len(find_solutions(grid, limit=limit).solutions)
