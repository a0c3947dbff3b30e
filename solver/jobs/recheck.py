"""Work out anew what the library says of puzzles: verdict, canonical form, grade. The items are their ids."""

from django.utils.translation import gettext_lazy as _

from solver.models import Job, JobPart, Puzzle
from solver.puzzles import catalogue
from solver.puzzles.catalogue import FACTS

from .job_type import JobType, Row

GRADED, VERIFIED, CORRECTED, RIGHT, GONE = "graded", "verified", "corrected", "right", "gone"
Told = tuple[str, str]  # the verdict and the grade


class RecheckPuzzles(JobType):
    name = "verify"
    title = _("Verify and grade puzzles")
    items = _("puzzles")
    is_brief = True
    part_size = 4  # grading one takes as long as solving it several times
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
        """The puzzles with their facts as they are found now, by their ids."""
        puzzles = list(Puzzle.objects.filter(pk__in=part.given))
        catalogue.examine(puzzles)
        return {str(puzzle.pk): puzzle for puzzle in puzzles}

    def write(self, job: Job, part: JobPart, found: dict[str, Puzzle]) -> list[Row]:
        fates = {}
        for now in catalogue.lock(Puzzle.objects.filter(pk__in=list(found))):
            puzzle = found[str(now.pk)]
            catalogue.keep_known(puzzle, now)
            fates[str(now.pk)] = fate_of(told_of(now), told_of(puzzle))
            # Its rating follows from its verdict.
            puzzle.rated_by = now.rated_by if puzzle.verdict == now.verdict else None
        Puzzle.objects.bulk_update([found[pk] for pk in fates], (*FACTS, "rated_by"))
        return [
            [fates[pk], pk, found[pk].givens, found[pk].verdict]
            if pk in fates
            else [GONE, pk, "", ""]
            for pk in part.given
        ]


def told_of(puzzle: Puzzle) -> Told:
    return puzzle.verdict, puzzle.grade


def fate_of(before: Told, after: Told) -> str:
    """Whether something wrong was put right, or only said for the first time."""
    if before == after:
        return RIGHT
    was_silent = before[0] == Puzzle.Verdict.UNKNOWN
    if (was_silent or before[0] == after[0]) and not before[1]:
        return GRADED if after[1] else VERIFIED
    return CORRECTED


job_type = RecheckPuzzles()
