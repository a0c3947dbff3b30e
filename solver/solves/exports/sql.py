"""The solve as a script for psql: its rules over temporary tables, and the board after each iteration.

The ladder's counts are a statement each, over a table of the candidates before the step.
"""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext_lazy as _

from solver.engine.core.geometry import Geometry
from solver.engine.core.steps import Step
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.events import JOIN
from solver.sets.script import script
from solver.sets.short_statement import candidate_table, short_statement
from solver.solves.portions import Portion
from solver.solves.reading import iter_iterations

from .export import Export


def write(portion: Portion) -> Iterator[str]:
    """Return the pieces of the SQL script for a whole solve.

    What `portion` leaves out is ignored, unless the solve is a ladder's.
    """
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
        return _counts(portion, str(reason))


def _counts(portion: Portion, reason: str) -> Iterator[str]:
    geometry = portion.solve.grid.geometry
    before: Sequence[int] = ()
    yield f"-- Sudoku by sets: {reason}.\n-- Each step that a count proves follows as a statement.\n"
    for iteration in iter_iterations(portion.solve):
        proved = [step for step in iteration.steps if step.proof]
        if before and proved and portion.number in (None, iteration.number):
            yield "\nDROP TABLE IF EXISTS candidate;\n"
            yield f"{candidate_table(geometry, before)}\n"
            for step in proved:
                did = describe_step(geometry, step, "title")
                yield f"\n-- {iteration.number}, {did.title}: {' '.join(did.done)}\n"
                yield _statement(geometry, before, step)
        before = iteration.candidates


def _statement(geometry: Geometry, before: Sequence[int], step: Step) -> str:
    statement = short_statement(geometry, before, step)
    return f"{statement.text}\n" if statement else "-- It is replayed, which is no count.\n"


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
