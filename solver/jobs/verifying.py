"""Count anew how many solutions puzzles have: the items are their ids."""

from django.utils.translation import gettext_lazy as _

from solver import library
from solver.models import Job, JobPart, Puzzle

from . import base
from .base import Row


class Verifying(base.Kind):
    name = "verify"
    title = _("Verify puzzles")
    items = _("puzzles")
    columns = ("fate", "puzzle", "givens", "verdict")
    fates = {  # noqa: RUF012
        "corrected": _("corrected"),
        "right": _("were right"),
        "gone": _("no longer there"),
    }

    def work(self, job: Job, part: JobPart) -> dict[str, tuple[Puzzle, str]]:
        """Each puzzle that is still there, with its verdict, by its id."""
        puzzles = list(Puzzle.objects.filter(pk__in=part.given))
        verdicts = library.verdicts([puzzle.grid for puzzle in puzzles])
        return {str(p.pk): (p, verdict) for p, verdict in zip(puzzles, verdicts, strict=True)}

    def write(self, job: Job, part: JobPart, found: dict[str, tuple[Puzzle, str]]) -> list[Row]:
        wrong = [puzzle for puzzle, verdict in found.values() if puzzle.verdict != verdict]
        fates = dict.fromkeys((puzzle.pk for puzzle in wrong), "corrected")
        for puzzle in wrong:
            puzzle.verdict = found[str(puzzle.pk)][1]
        Puzzle.objects.bulk_update(wrong, ["verdict"])
        return [
            [fates.get(found[pk][0].pk, "right"), pk, found[pk][0].givens, found[pk][1]]
            if pk in found
            else ["gone", pk, "", ""]
            for pk in part.given
        ]


kind = Verifying()
