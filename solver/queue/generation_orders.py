"""Orders of puzzles to be generated for the library, from the pages, the API and the admin."""

import random
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop

from solver.models import Job
from solver.models.said import said
from solver.puzzles.pool import requirements_of

from . import submission
from .owners import Owner

MOST = 10_000  # puzzles in one order
# A 25×25 takes longer than a worker may. Use `manage.py generate` for it.
SIZES = (4, 9, 16)


def order_puzzles(count: int, spec: Mapping[str, Any], owner: Owner) -> Job:
    """Create a job that generates `count` puzzles, and return it. Draw a random seed if `spec` has none.

    Raise ValueError if the requirements cannot be met, and TooManyUnfinished if the owner has too many jobs.
    """
    seed = spec.get("seed") or str(random.SystemRandom().randrange(10**9))
    full_spec = {**spec, "seed": seed}
    message = gettext_noop("Generate puzzles: %(wishes)s, seed %(seed)s")
    title = said(message, wishes=requirements_of(full_spec), seed=seed)
    return submission.submit_job("generate", range(1, count + 1), title, full_spec, owner)
