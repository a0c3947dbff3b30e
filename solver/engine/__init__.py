"""Sudoku solved by sets, in plain Python: usable without Django.

>>> from solver.engine import read, solve
>>> solution = solve(read("029000008030000010000520097070056100000000000006310070760041000050000020800000630"))
>>> solution.outcome, len(solution.iterations)
('solved', 15)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import notebook as notebook  # registers how notebooks show puzzles and solutions
from .core.deadline import Deadline
from .core.errors import BudgetSpent, GridError
from .core.grid import Grid
from .core.steps import Iteration, Step
from .exact import Count, count_in_time, count_many, count_solutions, enumerate_solutions
from .exact.facts import Facts, facts_of, facts_of_many
from .methods import find_method, methods
from .methods.solving import Budget, Solution, Solving, solve
from .notation import Reading, formats, position_of, read, read_any, read_list, read_many, write
from .notation.line import read as read_line
from .symmetry import (
    Transformation,
    canonical_form,
    has_canonical_form,
    mapping_between,
)
from .techniques import find_technique, techniques

if TYPE_CHECKING:  # imported by `__getattr__`
    from .generator.generating import Effort, generate
    from .generator.requirements import Requirements
    from .rating.grading import BANDS, GRADES, RANKS, grade_of

# Stored with each solve, so that a history shows which rules made it.
VERSION = "0.2.0"  # of the site as a whole

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
    "has_canonical_form",
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

# Names whose modules take a third of the time of all imports, and that few programs use.
_MODULE_OF = {
    **dict.fromkeys(("Effort", "generate"), f"{__name__}.generator.generating"),
    "Requirements": f"{__name__}.generator.requirements",
    **dict.fromkeys(("BANDS", "GRADES", "RANKS", "grade_of"), f"{__name__}.rating.grading"),
}
LATE = (
    *("highspy", "pysat.solvers", f"{__name__}.exact.rows", f"{__name__}.symmetry.minimal"),
    *_MODULE_OF.values(),
)


def __getattr__(name: str) -> Any:
    """Import the module of a name when it is first used."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def load_all() -> None:
    """Import all modules that are otherwise imported when first needed, for processes that work for days."""
    for name in LATE:
        import_module(name)
    for discover in (techniques, methods, formats):
        discover()
