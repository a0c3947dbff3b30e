"""A solve in forms to take away: JSON, CSV and plain text, in pieces, so that no story is too long."""

import csv
import json
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.utils.encoders import JSONEncoder

from solver import engine
from solver.engine.geometry import Geometry
from solver.engine.solving import iteration_as_json
from solver.engine.steps import pivot, placed_notation, removed_notation
from solver.engine.techniques import explain
from solver.models import Solve
from solver.models.texts import neutral
from solver.record.reading import walk
from solver.record.schema import SolveShape

COLUMNS = (
    *("iteration", "branch", "parent", "depth", "step", "technique", "unit"),
    *("cells", "digits", "placed", "removed", "why"),
)


def parts_of(solve: Solve, number: int | None = None) -> Iterator[engine.Iteration]:
    """The iterations of a solve in order, or the one of that number alone; 0 is the start and has none."""
    if number is None:
        return walk(solve)
    return walk(solve, number - 1, (number,)) if number else iter(())


# --- JSON ---------------------------------------------------------------------------------------------


def as_json(solve: Solve, iterations: Iterable[engine.Iteration]) -> Iterator[str]:
    """What the API answers for the solve, iteration by iteration."""
    grid = solve.puzzle.grid
    head = json.dumps(SolveShape.of(solve), cls=JSONEncoder, ensure_ascii=False)
    yield f'{head[:-1]}, "iterations": ['
    between = ""
    for iteration in iterations:
        yield between + json.dumps(iteration_as_json(grid, iteration), ensure_ascii=False)
        between = ",\n"
    yield "]}\n"


# --- CSV ----------------------------------------------------------------------------------------------


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def as_csv(solve: Solve, iterations: Iterable[engine.Iteration]) -> Iterator[str]:
    """A row a step, below the names of the columns."""
    shape = solve.puzzle.grid.geometry
    writer = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    for iteration in iterations:
        for number, step in enumerate(iteration.steps, 1):
            row = (
                *(
                    iteration.number,
                    iteration.branch,
                    iteration.parent or "",
                    iteration.depth,
                    number,
                    step.technique,
                ),
                shape.units[step.unit].name if step.unit is not None else "",
                " ".join(shape.cell_names[cell] for cell in step.cells),
                " ".join(str(digit) for digit in step.digits),
                " ".join(placed_notation(shape, step)),
                " ".join(removed_notation(shape, step)),
                explain(shape, step),
            )
            yield writer.writerow([neutral(value) for value in row])


# --- Plain text ---------------------------------------------------------------------------------------


def as_text(solve: Solve, iterations: Iterable[engine.Iteration]) -> Iterator[str]:
    """The puzzle, how it ended, and each iteration: its steps in words and the board after it."""
    grid = solve.puzzle.grid
    shape = grid.geometry
    yield f"{grid.text}\n{_(engine.find_method(solve.method).title)}: {_ending(solve)}\n"
    for iteration in iterations:
        yield f"\n{_heading(iteration)}\n"
        for step in iteration.steps:
            done = " ".join([*placed_notation(shape, step), *removed_notation(shape, step)])
            yield f"  {_rule(shape, step)}: {done}".rstrip(": ") + "\n"
            yield f"    {explain(shape, step)}\n"
        yield f"\n{pivot(iteration.candidates, grid.box, solve.options.get('output') == 'final')}\n"


def _ending(solve: Solve) -> str:
    """`solved, one solution, 15 iterations`"""
    count = solve.iteration_count
    words = [solve.state_words, str(solve.get_verdict_display())]
    words.append(ngettext("%d iteration", "%d iterations", count) % count)
    return ", ".join(filter(None, words))


def _heading(iteration: engine.Iteration) -> str:
    facts = {
        "number": iteration.number,
        "placed": iteration.placed_count,
        "removed": iteration.removed_count,
    }
    if iteration.parent is None:
        return _("Iteration %(number)s: %(placed)s placed, %(removed)s removed") % facts
    return _(
        "Iteration %(number)s, branch %(branch)s from %(parent)s: "
        "%(placed)s placed, %(removed)s removed"
    ) % (facts | {"branch": iteration.branch, "parent": iteration.parent})


def _rule(shape: Geometry, step: engine.Step) -> str:
    if step.unit is None:
        return _(step.technique)
    unit = shape.units[step.unit].words
    return _("%(rule)s in %(unit)s") % {"rule": _(step.technique), "unit": unit}
