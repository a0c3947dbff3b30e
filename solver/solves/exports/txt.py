"""The solve as text: the puzzle, its outcome, and each iteration with its steps and its board."""

from collections.abc import Iterator

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from solver import engine
from solver.engine.core.i18n import say_place
from solver.engine.core.steps import pivot
from solver.engine.techniques.description import IterationDescription, describe_iteration
from solver.engine.techniques.sets.finder import COUNTED
from solver.models import Solve
from solver.solves.portions import Portion

from .export import Export


def write(portion: Portion) -> Iterator[str]:
    solve = portion.solve
    grid = solve.puzzle.grid
    shape = grid.geometry
    if not portion.after:
        yield f"{grid.text}\n{_(engine.find_method(solve.method).title)}: {_ending(solve)}\n"
    for iteration in portion:
        described = describe_iteration(shape, iteration, "sets")
        yield f"\n{_heading(described)}\n"
        for step in described.steps:
            where = say_place(step.technique, step.where)
            yield f"  {where}: {' '.join(step.done)}".rstrip(": ") + "\n"
            yield f"    {step.why}\n"
            if step.step.technique in COUNTED:
                yield f"    {step.sets}\n"
        yield f"\n{pivot(iteration.candidates, grid.shape, solve.options.get('output') == 'final')}\n"


def _ending(solve: Solve) -> str:
    """Return the outcome as text. For example, `solved, one solution, 15 iterations`."""
    count = solve.iteration_count
    words = [solve.state_words, str(solve.get_verdict_display())]
    words.append(ngettext("%d iteration", "%d iterations", count) % count)
    return ", ".join(filter(None, words))


def _heading(iteration: IterationDescription) -> str:
    facts = {
        "number": iteration.number,
        "placed": iteration.placed,
        "removed": iteration.removed,
    }
    if iteration.parent is None:
        return _("Iteration %(number)s: %(placed)s placed, %(removed)s removed") % facts
    return _(
        "Iteration %(number)s, branch %(branch)s from %(parent)s: "
        "%(placed)s placed, %(removed)s removed"
    ) % (facts | {"branch": iteration.branch, "parent": iteration.parent})


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
