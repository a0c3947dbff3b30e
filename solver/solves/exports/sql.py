"""The solve as a script for psql: its rules over temporary tables, and the board after each iteration."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.engine.techniques.events import JOIN
from solver.sets.script import script
from solver.solves.portions import Portion
from solver.solves.reading import iter_iterations

from .export import Export


def write(portion: Portion) -> Iterator[str]:
    """Return the pieces of the SQL script for a whole solve. What `portion` leaves out is ignored."""
    solve = portion.solve
    order = [
        step.unit
        for iteration in (iter_iterations(solve) if solve.method == "joins" else ())
        for step in iteration.steps
        if step.technique == JOIN and step.unit is not None
    ]
    try:
        return script(solve.grid, solve.method, solve.options, order)
    except ValueError as reason:  # a rule without an SQL statement
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
