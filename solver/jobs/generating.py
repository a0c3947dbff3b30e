"""Make puzzles to order for the library. The items are numbers; a part's puzzles follow from its seed alone.

So a part that is done again after a crash makes the same puzzles again, and none of them is written twice.
"""

import time
from collections.abc import Mapping
from datetime import timedelta
from itertools import islice
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.admin.models import ADDITION
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver import engine
from solver.library import catalogue, pool, rating
from solver.models import Job, JobPart, Puzzle

from .base import CannotGoOn, Kind, Row

ADDED, LOOSE, THERE, MISSED = "added", "loose", "there", "missed"
SECONDS = settings.TASK_SECONDS / 3  # to look for one puzzle: a worker's task must end in time
LOOKED_AT = 100  # jobs, for how long one may take
TRIES = 3  # puzzles missed before any is found: then the wishes are too much


class Generating(Kind):
    """`spec` has what `wishes_of` reads, the `seed`, and `collection`, `tags`, `publish` as for an import."""

    name = "generate"
    may_divide = False  # a part's puzzles follow from its seed
    may_give_up: ClassVar[bool] = True  # when the first tries were in vain
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

    def missing(self, job: Job) -> int:
        """How many puzzles fewer than were asked for it has added, once it is over."""
        added = sum(job.counts.get(fate, 0) for fate in (ADDED, LOOSE))
        return job.total - added if job.is_over and job.kind == Generating.name else 0

    def expected(self, job: Job) -> timedelta | None:
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

    def asked(self, job: Job, part: JobPart) -> Mapping[str, Any]:
        """What was chosen for the puzzles of a part."""
        return job.spec

    def work(self, job: Job, part: JobPart) -> list[Puzzle]:
        asked = self.asked(job, part)
        requirements, seed = requirements_of(asked), seed_of(job.spec, part)
        grids: list[engine.Grid] = []
        deadline = time.monotonic() + settings.TASK_SECONDS / 2
        try:
            grids.extend(islice(engine.generate(requirements, seed, SECONDS, deadline), part.items))
        except engine.BudgetSpent as spent:
            is_in_vain = not {ADDED, LOOSE, THERE} & job.counts.keys()
            if self.may_give_up and part.number + 1 >= TRIES and is_in_vain:
                raise CannotGoOn("rare-wishes", found=str(spent)) from None
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

    def write(self, job: Job, part: JobPart, found: list[Puzzle]) -> list[Row]:
        """Rows of the puzzles; what the library has, as happens with small boards, stays as it is."""
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
        ] + [[MISSED, "", "", "", "", ""]] * (part.items - len(found))


def requirements_of(spec: Mapping[str, Any]) -> engine.Requirements:
    """The requirements that were chosen; ValueError, saying why, where that cannot be."""
    clues, score, er = spec.get("clues"), spec.get("score"), spec.get("er")
    return engine.Requirements(
        spec.get("size", 9),
        bool(spec.get("minimal")),
        spec.get("symmetry", "none"),
        (clues[0], clues[1]) if clues else None,
        spec.get("grade") or None,
        spec.get("needs") or None,
        spec.get("hardest") or None,
        spec.get("level") or None,
        (score[0], score[1]) if score else None,
        spec.get("pattern") or None,
        (er[0], er[1]) if er else None,
    )


def seed_of(spec: Mapping[str, Any], part: JobPart) -> str:
    """The seed of this part's puzzles, for `manage.py generate --seed` too."""
    return f"{spec['seed']}/{part.number}"


kind = Generating()
