"""Work out what is known of puzzles: verdict, twins and grade where nobody has yet, and how hard they are.

The items are ids.
"""

import time
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from solver.engine import BudgetSpent
from solver.library import catalogue, rating
from solver.models import Job, JobPart, Puzzle

from .base import Kind, Row

RATED, UNFIT, LEFT, GONE = "rated", "unfit", "left", "gone"


class RatingPuzzles(Kind):
    """`spec` has `er` where Sudoku Explainer's ratings are asked for."""

    name = "rate"
    title = _("Verify, grade and rate puzzles")
    items = _("puzzles")
    is_upkeep = True
    part_size = 15  # 50 ms each, but for a hard one now and then
    columns = ("fate", "puzzle", "givens", "level", "score", "er")
    shown = {"givens": _("givens"), "score": _("score")}  # noqa: RUF012
    fates = {  # noqa: RUF012
        RATED: _("rated"),
        UNFIT: _("not rated: not known to have one solution"),
        LEFT: _("left: it took too long"),
        GONE: _("no longer there"),
    }

    def size_of_part(self, spec: Mapping[str, Any], item: Any) -> int:
        return 1 if spec.get("er") else self.part_size

    def work(self, job: Job, part: JobPart) -> dict[str, Puzzle | None]:
        """The puzzles with their ratings, by their ids; None for one that took too long.

        What there is no time for, with large boards, is left as it was, and so found again.
        """
        found: dict[str, Puzzle | None] = {}
        deadline = time.monotonic() + settings.TASK_SECONDS / 3
        for puzzle in Puzzle.objects.filter(pk__in=part.given):
            try:
                is_late = time.monotonic() > deadline
                found[str(puzzle.pk)] = None if is_late else _work_out(job, puzzle)
            except BudgetSpent:
                found[str(puzzle.pk)] = None
        return found

    def write(self, job: Job, part: JobPart, found: dict[str, Puzzle | None]) -> list[Row]:
        held = catalogue.hold(Puzzle.objects.filter(pk__in=list(found)))
        there = {str(puzzle.pk): puzzle for puzzle in held}
        rated = {pk: puzzle for pk, puzzle in found.items() if puzzle and pk in there}
        for pk, puzzle in rated.items():
            catalogue.keep_known(puzzle, there[pk])
        Puzzle.objects.bulk_update(rated.values(), (*catalogue.FACTS, *rating.FIELDS))
        return [_row(pk, found.get(pk), pk in there) for pk in part.given]


def _work_out(job: Job, puzzle: Puzzle) -> Puzzle:
    if not catalogue.is_examined(puzzle):
        catalogue.examine([puzzle])
    rating.rate(puzzle, bool(job.spec.get("er")))
    return puzzle


def _row(pk: str, puzzle: Puzzle | None, is_there: bool) -> Row:
    if not is_there:
        return [GONE, pk, "", "", "", ""]
    if puzzle is None:
        return [LEFT, pk, "", "", "", ""]
    fate = UNFIT if puzzle.score is None else RATED
    er = "" if puzzle.er is None else puzzle.er / 10
    return [fate, pk, puzzle.givens, puzzle.level or "", puzzle.score or "", er]


kind = RatingPuzzles()
