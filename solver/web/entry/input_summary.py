"""A one-line summary of the form's input: its solutions, level and givens, or the number of puzzles."""

from dataclasses import dataclass, replace

from django.conf import settings
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from solver import engine
from solver.boards.levels import Level
from solver.engine.rating import level_in_time
from solver.models import Puzzle

from .forms import SubmissionForm

NODES = 500  # limit for counting solutions while somebody types
FEWEST = {4: 4, 9: 17}  # the fewest givens of any known puzzle with one solution, by size
AT_ONCE = 0.1  # seconds of CPU time for the level. A script asks again for what takes longer.
LARGEST = 9  # size of a board that is rated

VERDICTS = {
    "unique": gettext_lazy("One solution."),
    "multiple": gettext_lazy("Several solutions."),
    "none": gettext_lazy("No solution."),
}
BADGES = {"unique": "solved", "multiple": "limit", "none": "contradiction"}


@dataclass(frozen=True)
class InputSummary:
    """`words` are the verdict. `more` says what is known of a level that is not certain yet."""

    words: str
    badge: str = ""
    level: Level | None = None
    more: str = ""
    is_unsure: bool = False
    givens: str = ""


def summarize_input(form: SubmissionForm, seconds: float = AT_ONCE) -> InputSummary | None:
    """Return the summary, or None if the form has no puzzle or says what is wrong with it.

    `seconds` is the CPU time for the level. With all of a request's it is asked for the last time.
    """
    if form.several:
        return InputSummary(say_several(form.several))
    if form.grid is None:
        return None
    verdict = _verdict(form.grid)
    count = form.grid.clue_count
    givens = ngettext("%(count)d given", "%(count)d givens", count) % {"count": count}
    if count and _has_too_few_givens(form.grid):
        givens = _("%(givens)s, too few for one solution") % {"givens": givens}
    summary = InputSummary(str(VERDICTS.get(verdict, "")), BADGES.get(verdict, ""), givens=givens)
    if verdict != "unique" or form.grid.size > LARGEST or not form.grid.shape.square_box:
        return summary
    name, is_certain = level_in_time(form.grid, seconds)
    level = Level.named(name)
    rated = None if is_certain or form.grid.marks else _stored_level(form.grid)
    if is_certain or rated:
        return replace(summary, level=rated or level)
    is_last = seconds >= settings.REQUEST_SECONDS
    return replace(
        summary, more=_("%(level)s or more") % {"level": level.words}, is_unsure=not is_last
    )


def say_several(count: int) -> str:
    return _("%(count)d puzzles: they will be solved as one batch.") % {"count": count}


def _stored_level(grid: engine.Grid) -> Level | None:
    """Return the level of a puzzle that the site has rated, however long that took."""
    levels = Puzzle.objects.filter(**Puzzle.identity(grid)).values_list("level", flat=True)
    return Level.of(levels.first())


def _verdict(grid: engine.Grid) -> str:
    """Return the verdict of a short count, or "" if no puzzle with so few givens is known to be unique."""
    if _has_too_few_givens(grid):
        return ""
    return engine.count_in_time(grid, 2, NODES).verdict


def _has_too_few_givens(grid: engine.Grid) -> bool:
    fewest = FEWEST.get(grid.size, 1) if grid.shape.square_box else 1
    return grid.marks is None and grid.clue_count < fewest
