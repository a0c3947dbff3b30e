"""Work out anew what the library says of puzzles: verdict, canonical form, grade. The items are their ids."""

from django.utils.translation import gettext_lazy as _

from solver.library import catalogue
from solver.models import Job, JobPart, Puzzle

from .base import Kind, Row

FACTS = ("verdict", "canonical", "grade", "grade_rank")


class Verifying(Kind):
    name = "verify"
    title = _("Verify and grade puzzles")
    items = _("puzzles")
    is_brief = True
    part_size = 4  # grading one takes as long as solving it several times
    columns = ("fate", "puzzle", "givens", "verdict")
    shown = {"givens": _("givens"), "verdict": _("verdict")}  # noqa: RUF012
    fates = {  # noqa: RUF012
        "corrected": _("corrected"),
        "right": _("were right"),
        "gone": _("no longer there"),
    }

    def work(self, job: Job, part: JobPart) -> dict[str, Puzzle]:
        """The puzzles whose facts are to be corrected, by their ids."""
        puzzles = list(Puzzle.objects.filter(pk__in=part.given))
        before = [facts_of(puzzle) for puzzle in puzzles]
        catalogue.examine(puzzles)
        changed = zip(puzzles, before, strict=True)
        return {str(puzzle.pk): puzzle for puzzle, facts in changed if facts_of(puzzle) != facts}

    def write(self, job: Job, part: JobPart, found: dict[str, Puzzle]) -> list[Row]:
        for now in catalogue.hold(Puzzle.objects.filter(pk__in=list(found))):
            puzzle = found[str(now.pk)]
            if puzzle.verdict == Puzzle.Verdict.UNKNOWN:  # somebody else may know it since
                puzzle.verdict, puzzle.grade = now.verdict, now.grade
                puzzle.grade_rank = now.grade_rank
        Puzzle.objects.bulk_update(found.values(), FACTS)
        there = Puzzle.objects.filter(pk__in=part.given).in_bulk()
        puzzles = {str(pk): puzzle for pk, puzzle in there.items()}
        return [
            ["corrected" if pk in found else "right", pk, puzzles[pk].givens, puzzles[pk].verdict]
            if pk in puzzles
            else ["gone", pk, "", ""]
            for pk in part.given
        ]


def facts_of(puzzle: Puzzle) -> list[object]:
    return [getattr(puzzle, fact) for fact in FACTS]


kind = Verifying()
