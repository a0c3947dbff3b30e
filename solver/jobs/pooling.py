"""Fill the pool: puzzles by the technique that they need. The items are `technique/symmetry`."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from solver.models import Job, JobPart

from .generating import Generating


class Pooling(Generating):
    """`spec` has the `seed` alone. What does not come up in time is left for the next job."""

    name = "pool"
    title = _("Fill the pool of puzzles by technique")
    may_give_up = False

    def size_of_part(self, spec: Mapping[str, Any], item: Any) -> int:
        return 1

    def asked(self, job: Job, part: JobPart) -> Mapping[str, Any]:
        needs, symmetry = part.given[0].split("/")
        return {"needs": needs, "symmetry": symmetry, "publish": True}


kind = Pooling()
