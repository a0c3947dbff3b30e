"""Make puzzles to order for the library. The items are numbers; a part's puzzles follow from its seed.

So a part that is done again after a crash makes the same puzzles again, and none of them is written twice. What
is made by a technique also goes on from what the parts before it have found. A part that found nothing, or had
no processor to look, is done again with another seed.
"""

from collections.abc import Mapping
from datetime import timedelta
from itertools import islice
from typing import Any, ClassVar

from django.contrib.admin.models import ADDITION
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver import engine
from solver.models import Job, JobPart, Puzzle
from solver.puzzles import catalogue, pool, rating
from solver.puzzles.pool import requirements_of

from .job_type import JobFailed, JobType, Row

ADDED, LOOSE, THERE, MISSED = "added", "loose", "there", "missed"
# To look for one puzzle, and for all of a part.
NODES, NODES_A_PART = 250_000, 375_000
BEFORE = 100  # puzzles of an order that the next are told from, and made from
LOOKED_AT = 100  # jobs, for how long one may take
TRIES = 2  # puzzles missed before any is found: then the wishes are too much


class GeneratePuzzles(JobType):
    """`spec` has what `wishes_of` reads, the `seed`, and `collection`, `tags`, `publish` as for an import."""

    name = "generate"
    may_divide = False  # a part's puzzles follow from its seed
    may_give_up: ClassVar[bool] = True  # when the first puzzles were missed
    times: ClassVar[int] = 6  # that a puzzle is looked for, a minute in all
    title = gettext_lazy("Generate puzzles")
    items = gettext_lazy("puzzles")
    phases = (gettext_lazy("Generating"),)
    columns = ("fate", "puzzle", "givens", "clues", "grade", "score")
    shown = {  # noqa: RUF012
        "givens": gettext_lazy("givens"),
        "clues": gettext_lazy("clues"),
        "grade": gettext_lazy("grade"),
        "score": gettext_lazy("score"),
    }
    fates = {  # noqa: RUF012
        ADDED: gettext_lazy("added"),
        LOOSE: gettext_lazy("added, but not to the collection: it has been deleted"),
        THERE: gettext_lazy("already there"),
        MISSED: gettext_lazy("none came up in time"),
    }

    def missing_count(self, job: Job) -> int:
        """How many puzzles fewer than were asked for it has added, once it is over."""
        added = sum(job.counts.get(fate, 0) for fate in (ADDED, LOOSE))
        return job.total - added if job.is_over and job.kind == GeneratePuzzles.name else 0

    def expected_duration(self, job: Job) -> timedelta | None:
        """How long the latest job of the same wishes took, for as many puzzles; None where there was none."""
        wishes = str(requirements_of(job.spec))
        done = Job.objects.filter(kind=self.name, status=Job.Status.FINISHED, busy_seconds__gt=0)
        for other in done.order_by("-created_at")[:LOOKED_AT]:
            if str(requirements_of(other.spec)) == wishes:
                return timedelta(seconds=other.busy_seconds * job.total / other.total)
        return None

    def size_of_part(self, spec: Mapping[str, Any], item: Any) -> int:
        """Usual puzzles come fast once some are begun; where many are refused, each may take its time."""
        requirements = requirements_of(spec)
        is_picky = (
            requirements.grade
            or requirements.clues
            or requirements.is_by_ladder
            or requirements.pattern
            or (requirements.is_minimal and requirements.symmetry != "none")
        )
        return 1 if is_picky or requirements.size > 9 else 10

    def spec_of(self, job: Job, part: JobPart) -> Mapping[str, Any]:
        """What was chosen for the puzzles of a part."""
        return job.spec

    def earlier_puzzles(self, job: Job, part: JobPart) -> list[engine.Grid]:
        """The latest puzzles of the job, of which no twins shall come."""
        rows = job.rows("", max(0, part.first - 1 - BEFORE), BEFORE)
        lines = (row[self.columns.index("givens")] for _number, row in rows)
        return [engine.read_line(line) for line in lines if line]

    def compute(self, job: Job, part: JobPart) -> list[Puzzle]:
        asked = self.spec_of(job, part)
        requirements, seed = requirements_of(asked), seed_of(job.spec, part)
        grids: list[engine.Grid] = []
        before = self.earlier_puzzles(job, part)
        try:
            with engine.Deadline(NODES_A_PART):
                found = engine.generate(requirements, seed, NODES, before=before)
                grids.extend(islice(found, part.items))
        except engine.BudgetSpent as spent:
            is_in_vain = not {ADDED, LOOSE, THERE} & job.counts.keys()
            is_enough = part.number + 1 >= TRIES and self._is_last(part)
            if self.may_give_up and is_in_vain and is_enough and not grids:
                raise JobFailed("rare-wishes", found=str(spent)) from None
        puzzles = [
            Puzzle(
                givens=grid.text,
                box=grid.box,
                clue_count=grid.clue_count,
                source=f"Made for this site: {requirements}, seed {seed}",
                tags=[*asked.get("tags", []), *pool.tags_of(requirements)],
                is_published=bool(asked.get("publish")),
                job=job,
            )
            for grid in grids
        ]
        catalogue.examine(puzzles)
        if (
            requirements.is_by_ladder
        ):  # a wish may name a level, and does not wait for the next rating
            for puzzle in puzzles:
                rating.rate(puzzle, with_er=requirements.er is not None)
        return puzzles

    def _is_last(self, part: JobPart) -> bool:
        """Whether a part is not begun again, should it find nothing."""
        return part.attempt + 1 >= self.times

    def write(self, job: Job, part: JobPart, found: list[Puzzle]) -> list[Row]:
        """Rows of the puzzles; what the library has, as happens with small boards, stays as it is."""
        if not found:
            return [[MISSED, "", "", "", "", ""]] * part.items if self._is_last(part) else []
        pool.number(found)
        there = catalogue.add(found)
        added = [puzzle for puzzle in found if there[puzzle.givens] == puzzle.pk]
        catalogue.log(job.owner, added, ADDITION, _("Generated: %(title)s") % {"title": job.title})
        is_kept = catalogue.put_into(
            job.spec.get("collection"), [there[puzzle.givens] for puzzle in found]
        )
        return [
            [
                (ADDED if is_kept else LOOSE) if there[puzzle.givens] == puzzle.pk else THERE,
                str(there[puzzle.givens]),
                puzzle.givens,
                puzzle.clue_count,
                puzzle.grade,
                puzzle.score or "",
            ]
            for puzzle in found
        ]


def seed_of(spec: Mapping[str, Any], part: JobPart) -> str:
    """The seed of this part's puzzles, for `manage.py generate --seed` too; another each time it is begun."""
    return f"{spec['seed']}/{part.number}" + (f"/{part.attempt + 1}" if part.attempt else "")


job_type = GeneratePuzzles()
