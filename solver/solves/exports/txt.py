"""The puzzle, how it ended, and each iteration: its steps in words and the board after it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from solver import engine
from solver.engine.core.geometry import Geometry
from solver.engine.core.steps import pivot, placed_notation, removed_notation
from solver.engine.techniques import explain
from solver.models import Solve
from solver.solves.portions import Portion

from .base import Export


def write(told: Portion) -> Iterator[str]:
    solve = told.solve
    grid = solve.puzzle.grid
    shape = grid.geometry
    if not told.after:
        yield f"{grid.text}\n{_(engine.find_method(solve.method).title)}: {_ending(solve)}\n"
    for iteration in told:
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


export = Export(
    ending="txt",
    rank=5,
    title=gettext_lazy("text"),
    content_type="text/plain; charset=utf-8",
    shows="story",
    begins=r"[0-9A-P]+\n",
    write=write,
    grows=True,
)
