"""Rate puzzles, and find verdict, canonical form and grade if they are unknown. The items are ids."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from solver.models import Job, JobPart, Puzzle
from solver.puzzles import catalogue, rating

from .job_type import JobType, Row

RATED, UNFIT, LEFT, GONE = "rated", "unfit", "left", "gone"


class RatePuzzles(JobType):
    """Rate puzzles. `spec` has `er` for Sudoku Explainer's ratings too."""

    name = "rate"
    title = _("Verify, grade and rate puzzles")
    items = _("puzzles")
    is_upkeep = True
    part_size = 15  # 50 ms each, and a hard one takes longer now and then
    columns = ("fate", "puzzle", "givens", "level", "score", "er")
    shown = {"givens": _("givens"), "score": _("score")}  # noqa: RUF012
    fates = {  # noqa: RUF012
        RATED: _("rated"),
        UNFIT: _("not rated: not known to have one solution"),
        LEFT: _("skipped: it took too long"),
        GONE: _("no longer there"),
    }

    def size_of_part(self, spec: Mapping[str, Any], item: Any) -> int:
        return 1 if spec.get("er") else self.part_size

    def compute(self, job: Job, part: JobPart) -> dict[str, Puzzle]:
        """Rate the puzzles of a part, and return them unsaved by their ids."""
        puzzles = Puzzle.objects.filter(pk__in=part.given)
        return {str(puzzle.pk): _work_out(job, puzzle) for puzzle in puzzles}

    def write(self, job: Job, part: JobPart, findings: dict[str, Puzzle]) -> list[Row]:
        locked = catalogue.lock(Puzzle.objects.filter(pk__in=list(findings)))
        there = {str(puzzle.pk): puzzle for puzzle in locked}
        rated = {pk: puzzle for pk, puzzle in findings.items() if pk in there}
        for pk, puzzle in rated.items():
            catalogue.keep_known(puzzle, there[pk])
        Puzzle.objects.bulk_update(rated.values(), (*catalogue.FACTS, *rating.FIELDS))
        return [_row(pk, rated.get(pk)) for pk in part.given]


def _work_out(job: Job, puzzle: Puzzle) -> Puzzle:
    if not catalogue.is_examined(puzzle):
        catalogue.examine([puzzle])
    rating.rate(puzzle, bool(job.spec.get("er")))
    return puzzle


def _row(pk: str, puzzle: Puzzle | None) -> Row:
    if puzzle is None:
        return [GONE, pk, "", "", "", ""]
    fate = RATED
    if puzzle.score is None:
        fate = LEFT if puzzle.verdict == Puzzle.Verdict.UNIQUE else UNFIT
    er = "" if puzzle.er is None else puzzle.er / 10
    return [fate, pk, puzzle.givens, puzzle.level or "", puzzle.score or "", er]


job_type = RatePuzzles()
