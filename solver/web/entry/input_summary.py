"""A one-line summary of the form's input: its cells, givens and solutions, or the number of puzzles."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from solver import engine

from .forms import SubmissionForm

NODES = 500  # limit for counting solutions while somebody types
FEWEST = {4: 4, 9: 17}  # the fewest givens of any known puzzle with one solution, by size

VERDICTS = {
    "unique": gettext_lazy("one solution"),
    "multiple": gettext_lazy("several solutions"),
    "none": gettext_lazy("no solution"),
}
BADGES = {"unique": "solved", "none": "contradiction"}


@dataclass(frozen=True)
class InputSummary:
    words: str
    badge: str = ""
    note: str = ""


def summarize_input(form: SubmissionForm) -> InputSummary | None:
    """Return a line about the form's puzzle or puzzles: cells, givens, solutions.

    Return None if the form has no puzzle or an error.
    """
    if form.several:
        return InputSummary(say_several(form.several))
    if form.grid is None:
        return None
    verdict = _verdict(form.grid)
    return InputSummary(_say(form.grid, verdict, form.note), BADGES.get(verdict, ""), form.note)


def say_several(count: int) -> str:
    return _("%(count)d puzzles: they will be solved as one batch.") % {"count": count}


def _say(grid: engine.Grid, verdict: str, note: str) -> str:
    """Return `81 cells, 26 givens, one solution.`, or only the solutions, since a note has the numbers."""
    solutions = [str(VERDICTS[verdict])] if verdict in VERDICTS else []
    if note and solutions:
        return f"{capfirst(solutions[0])}."
    count = grid.clue_count
    figures = [
        _("%(count)d cells") % {"count": grid.size**2},
        ngettext("%(count)d given", "%(count)d givens", count) % {"count": count},
    ]
    return "" if note else f"{', '.join(figures + solutions)}."


def _verdict(grid: engine.Grid) -> str:
    """Return the verdict of a short count, or "" if no puzzle with so few givens is known to be unique."""
    if grid.marks is None and grid.clue_count < FEWEST.get(grid.size, 1):
        return ""
    return engine.count_in_time(grid, 2, NODES).verdict
