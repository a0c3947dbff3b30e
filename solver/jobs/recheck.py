"""Recompute verdict, canonical form and grade of puzzles of the library. The items are ids."""

from django.utils.translation import gettext_lazy as _

from solver.models import Job, JobPart, Puzzle
from solver.puzzles import catalogue
from solver.puzzles.catalogue import FACTS

from .job_type import JobType, Row

GRADED, VERIFIED, CORRECTED, RIGHT, GONE = "graded", "verified", "corrected", "right", "gone"
Facts = tuple[str, str]  # the verdict and the grade


class RecheckPuzzles(JobType):
    name = "verify"
    title = _("Verify and grade puzzles")
    items = _("puzzles")
    is_brief = True
    part_size = 4  # to grade a puzzle takes as long as to solve it several times
    columns = ("fate", "puzzle", "givens", "verdict")
    shown = {"givens": _("givens"), "verdict": _("verdict")}  # noqa: RUF012
    fates = {  # noqa: RUF012
        CORRECTED: _("corrected"),
        GRADED: _("graded"),
        VERIFIED: _("verified"),
        RIGHT: _("were right"),
        GONE: _("no longer there"),
    }

    def compute(self, job: Job, part: JobPart) -> dict[str, Puzzle]:
        """Recompute the facts of a part's puzzles, and return the puzzles unsaved by their ids."""
        puzzles = list(Puzzle.objects.filter(pk__in=part.given))
        catalogue.examine(puzzles)
        return {str(puzzle.pk): puzzle for puzzle in puzzles}

    def write(self, job: Job, part: JobPart, findings: dict[str, Puzzle]) -> list[Row]:
        fates = {}
        for current in catalogue.lock(Puzzle.objects.filter(pk__in=list(findings))):
            puzzle = findings[str(current.pk)]
            catalogue.keep_known(puzzle, current)
            fates[str(current.pk)] = fate_of(facts_of(current), facts_of(puzzle))
            # The rating follows from the verdict.
            puzzle.rated_by = current.rated_by if puzzle.verdict == current.verdict else None
        Puzzle.objects.bulk_update([findings[pk] for pk in fates], (*FACTS, "rated_by"))
        return [
            [fates[pk], pk, findings[pk].givens, findings[pk].verdict]
            if pk in fates
            else [GONE, pk, "", ""]
            for pk in part.given
        ]


def facts_of(puzzle: Puzzle) -> Facts:
    return puzzle.verdict, puzzle.grade


def fate_of(before: Facts, after: Facts) -> str:
    """Return the result of a recheck: CORRECTED if a fact was wrong, GRADED or VERIFIED if it was unknown.

    Return RIGHT if nothing changed.
    """
    if before == after:
        return RIGHT
    was_unknown = before[0] == Puzzle.Verdict.UNKNOWN
    if (was_unknown or before[0] == after[0]) and not before[1]:
        return GRADED if after[1] else VERIFIED
    return CORRECTED


job_type = RecheckPuzzles()
