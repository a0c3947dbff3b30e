"""Generate puzzles for the library. The items are numbers, and a part's puzzles follow from its seed.

So a part that runs again after a crash generates the same puzzles, and none is written twice. Puzzles for a
technique also start from those that the parts before have found. A part that found nothing, or got no CPU time,
runs again with another seed.
"""

from collections.abc import Mapping
from datetime import timedelta
from itertools import islice
from typing import Any, ClassVar

from django.contrib.admin.models import ADDITION
from django.utils.translation import gettext_lazy, gettext_noop

from solver import engine
from solver.models import Job, JobPart, Puzzle
from solver.models.puzzle import MADE, grid_of
from solver.models.said import said
from solver.puzzles import catalogue, pool, rating
from solver.puzzles.pool import requirements_of

from .job_type import JobFailed, JobType, Row

ADDED, LOOSE, THERE, MISSED = "added", "loose", "there", "missed"
# Search limits for one puzzle, and for all puzzles of a part.
NODES, NODES_A_PART = 250_000, 375_000
BEFORE = 100  # earlier puzzles of a job that the next must differ from, and may start from
LOOKED_AT = 100  # jobs that an estimate of the duration looks at
TRIES = 2  # puzzles missed before any is found, then the job gives up


class GeneratePuzzles(JobType):
    """Generate puzzles. `spec` has what `requirements_of` reads, `seed`, `collection`, `tags`, `publish`."""

    name = "generate"
    may_divide = False  # a part's puzzles follow from its seed
    may_give_up: ClassVar[bool] = True  # if the first puzzles were missed
    times: ClassVar[int] = 6  # tries for a puzzle, which take a minute in all
    title = gettext_lazy("Generate puzzles")
    items = gettext_lazy("puzzles")
    phases = (gettext_lazy("Generating"),)
    columns = ("fate", "puzzle", "givens", "clues", "grade", "score")
    shown = {  # noqa: RUF012
        "givens": gettext_lazy("givens"),
        "clues": gettext_lazy("givens"),
        "grade": gettext_lazy("articles’ rules"),
        "score": gettext_lazy("score"),
    }
    fates = {  # noqa: RUF012
        ADDED: gettext_lazy("added"),
        LOOSE: gettext_lazy("added, but not to the collection: it has been deleted"),
        THERE: gettext_lazy("already there"),
        MISSED: gettext_lazy("none was found in time"),
    }

    def missing_count(self, job: Job) -> int:
        """Return how many puzzles an order lacks: those that a finished generation job did not add.

        0 for others.
        """
        added = sum(job.counts.get(fate, 0) for fate in (ADDED, LOOSE))
        return job.total - added if job.is_over and job.kind == GeneratePuzzles.name else 0

    def expected_duration(self, job: Job) -> timedelta | None:
        """Return the time of the last job with the same requirements, scaled to this job's number of puzzles.

        Return None if there was no such job.
        """
        requirements = str(requirements_of(job.spec))
        done = Job.objects.filter(kind=self.name, status=Job.Status.FINISHED, busy_seconds__gt=0)
        for other in done.order_by("-created_at")[:LOOKED_AT]:
            if str(requirements_of(other.spec)) == requirements:
                return timedelta(seconds=other.busy_seconds * job.total / other.total)
        return None

    def size_of_part(self, spec: Mapping[str, Any], item: Any) -> int:
        """Return how many puzzles a part has: 10 usual ones, or 1 if many candidates will be refused."""
        requirements = requirements_of(spec)
        is_picky = (
            requirements.grade
            or requirements.clues
            or requirements.is_by_ladder
            or requirements.level
            or requirements.pattern
            or (requirements.is_minimal and requirements.symmetry != "none")
        )
        return 1 if is_picky or requirements.size > 9 else 10

    def spec_of(self, job: Job, part: JobPart) -> Mapping[str, Any]:
        """Return the requirements for the puzzles of a part."""
        return job.spec

    def earlier_puzzles(self, job: Job, part: JobPart) -> list[engine.Grid]:
        """Return the latest puzzles of the job, so that no equivalents of them are generated."""
        rows = job.rows("", max(0, part.first - 1 - BEFORE), BEFORE)
        lines = (row[self.columns.index("givens")] for _number, row in rows)
        return [grid_of(line) for line in lines if line]

    def compute(self, job: Job, part: JobPart) -> list[Puzzle]:
        spec = self.spec_of(job, part)
        requirements, seed = requirements_of(spec), seed_of(job.spec, part)
        grids: list[engine.Grid] = []
        earlier = self.earlier_puzzles(job, part)
        try:
            with engine.Deadline(NODES_A_PART):
                generated = engine.generate(requirements, seed, NODES, before=earlier)
                grids.extend(islice(generated, part.items))
        except engine.BudgetSpent as spent:
            is_in_vain = not {ADDED, LOOSE, THERE} & job.counts.keys()
            is_enough = part.number + 1 >= TRIES and self._is_last(part)
            if self.may_give_up and is_in_vain and is_enough and not grids:
                raise JobFailed("rare-wishes", found=str(spent)) from None
        puzzles = [
            Puzzle.of(
                grid,
                source=f"{MADE}: {requirements}, seed {seed}",
                tags=[*spec.get("tags", []), *pool.tags_of(requirements)],
                is_published=bool(spec.get("publish")),
                job=job,
            )
            for grid in grids
        ]
        catalogue.examine(puzzles)
        # A level cannot wait for the next rating.
        if requirements.is_by_ladder or requirements.level:
            for puzzle in puzzles:
                rating.rate(puzzle, with_er=requirements.er is not None)
        return puzzles

    def _is_last(self, part: JobPart) -> bool:
        """Return whether a part is not tried again if it finds nothing."""
        return part.attempt + 1 >= self.times

    def write(self, job: Job, part: JobPart, findings: list[Puzzle]) -> list[Row]:
        """Add generated puzzles to the library, and return a row of the report for each.

        Puzzles that the library has already, as happens with small boards, stay as they are. Without findings,
        only the last try of a part has rows.
        """
        if not findings:
            return [[MISSED, "", "", "", "", ""]] * part.items if self._is_last(part) else []
        pool.number(findings)
        there = catalogue.add(findings)
        added = [puzzle for puzzle in findings if there[puzzle.line] == puzzle.pk]
        note = said(gettext_noop("Generated: %(title)s"), title=job.said)
        catalogue.log(job.owner, added, ADDITION, note, job)
        is_kept = catalogue.put_into(
            job.spec.get("collection"), [there[puzzle.line] for puzzle in findings]
        )
        return [
            [
                (ADDED if is_kept else LOOSE) if there[puzzle.line] == puzzle.pk else THERE,
                str(there[puzzle.line]),
                puzzle.line,
                puzzle.clue_count,
                puzzle.grade,
                puzzle.score or "",
            ]
            for puzzle in findings
        ]


def seed_of(spec: Mapping[str, Any], part: JobPart) -> str:
    """Return the random seed of a try of a part, also for `manage.py generate --seed`. For example, `7/0/2`."""
    return f"{spec['seed']}/{part.number}" + (f"/{part.attempt + 1}" if part.attempt else "")


job_type = GeneratePuzzles()
