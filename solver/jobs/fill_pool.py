"""Fill the pool of puzzles by the technique they need. For example, an item is `x-wing/none`."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.models import Job, JobPart
from solver.puzzles import pool

from .generating import BEFORE, GeneratePuzzles


class FillPool(GeneratePuzzles):
    """Generate puzzles for the pool. `spec` has the `seed` alone. The next job tries what was not found."""

    name = "pool"
    title = _("Refill the pool of puzzles by technique")
    is_upkeep = True
    may_give_up = False
    times = 2

    def size_of_part(self, spec: Mapping[str, Any], item: Any) -> int:
        return 1

    def spec_of(self, job: Job, part: JobPart) -> Mapping[str, Any]:
        needs, symmetry = part.given[0].split("/")
        return {"needs": needs, "symmetry": symmetry, "publish": True}

    def earlier_puzzles(self, job: Job, part: JobPart) -> list[engine.Grid]:
        """Return the newest published puzzles that need the technique of this part."""
        needs = self.spec_of(job, part)["needs"]
        return [puzzle.grid for puzzle in pool.puzzles(pool.PoolQuery(needs))[:BEFORE]]


job_type = FillPool()
