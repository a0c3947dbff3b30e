"""What a form was understood as, in a sentence: how many cells, givens and solutions, or how many puzzles."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from solver import engine

from .forms import SubmissionForm

NODES = 500  # for counting solutions while somebody types
FEWEST = {4: 4, 9: 17}  # givens by size; with fewer no puzzle of one solution is known

VERDICTS = {
    "unique": gettext_lazy("one solution"),
    "multiple": gettext_lazy("several solutions"),
    "none": gettext_lazy("no solution"),
}
BADGES = {"unique": "solved", "none": "contradiction"}


@dataclass(frozen=True)
class InputSummary:
    """A sentence with the badge that goes with it, and what the reader of a text adds."""

    words: str
    badge: str = ""
    note: str = ""


def summarize_input(form: SubmissionForm) -> InputSummary | None:
    """What the form's puzzle is; None where it has none, or says what is wrong with it."""
    if form.several:
        return InputSummary(say_several(form.several))
    if form.grid is None:
        return None
    verdict = _verdict(form.grid)
    return InputSummary(_say(form.grid, verdict, form.note), BADGES.get(verdict, ""), form.note)


def say_several(count: int) -> str:
    return _("%(count)d puzzles. Solve makes a batch of them.") % {"count": count}


def _say(grid: engine.Grid, verdict: str, note: str) -> str:
    """`81 cells, 26 givens, one solution.`; beside a note, which has the figures, the solutions alone."""
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
    """How many solutions it has, where that is soon found; empty where so few givens say nothing."""
    if grid.marks is None and grid.clue_count < FEWEST.get(grid.size, 1):
        return ""
    return engine.count_in_time(grid, 2, NODES).verdict
