"""The solve as a script for psql: its rules over temporary tables, the board after each pass."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.engine.techniques.events import JOIN
from solver.sets.script import script
from solver.solves.portions import Portion
from solver.solves.reading import iter_iterations

from .export import Export


def write(told: Portion) -> Iterator[str]:
    """The whole run, whichever iteration is asked for: a script begins at the start."""
    solve = told.solve
    order = [
        step.unit
        for iteration in (iter_iterations(solve) if solve.method == "joins" else ())
        for step in iteration.steps
        if step.technique == JOIN and step.unit is not None
    ]
    try:
        return script(solve.grid, solve.method, solve.options, order)
    except ValueError as reason:  # it has a rule that is no statement
        return iter((f"-- Sudoku by sets: {reason}.\n",))


export = Export(
    ending="sql",
    rank=6,
    title=_("SQL script"),
    content_type="application/sql; charset=utf-8",
    shows="sets",
    begins="-- Sudoku by sets: ",
    write=write,
    is_english=True,
)
