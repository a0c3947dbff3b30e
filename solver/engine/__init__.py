"""Sudoku solved by sets, in plain Python: usable without Django.

>>> from solver.engine import read, solve
>>> solution = solve(read("029000008030000010000520097070056100000000000006310070760041000050000020800000630"))
>>> solution.outcome, len(solution.iterations)
('solved', 15)
"""

from .deadline import Deadline
from .errors import BudgetSpent, GridError
from .exact import Count, count_in_time, count_many, count_solutions, enumerate_solutions
from .facts import Facts, facts_of, facts_of_many
from .generating import Effort, generate
from .grading import BANDS, GRADES, RANKS, grade_of
from .grid import Grid
from .loading import load_all
from .methods import find_method, methods
from .notation import Reading, formats, position_of, read, read_any, read_list, read_many, write
from .notation.line import read as read_line
from .requirements import Requirements
from .solving import Budget, Solution, Solving, solve
from .steps import Iteration, Step
from .symmetry import Transformation, canonical_form, mapping_between
from .techniques import find_technique, techniques

# Stamped on every solve, so that a stored history says which rules made it.
VERSION = "0.2.0"  # of the site as a whole; stored with each solve

__all__ = [
    "BANDS",
    "GRADES",
    "RANKS",
    "VERSION",
    "Budget",
    "BudgetSpent",
    "Count",
    "Deadline",
    "Effort",
    "Facts",
    "Grid",
    "GridError",
    "Iteration",
    "Reading",
    "Requirements",
    "Solution",
    "Solving",
    "Step",
    "Transformation",
    "canonical_form",
    "count_in_time",
    "count_many",
    "count_solutions",
    "enumerate_solutions",
    "facts_of",
    "facts_of_many",
    "find_method",
    "find_technique",
    "formats",
    "generate",
    "grade_of",
    "load_all",
    "mapping_between",
    "methods",
    "position_of",
    "read",
    "read_any",
    "read_line",
    "read_list",
    "read_many",
    "solve",
    "techniques",
    "write",
]
