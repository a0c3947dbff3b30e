"""Orders of puzzles that are to be made for the library, by whichever door they come."""

import random
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from solver.models import Job
from solver.puzzles.pool import requirements_of

from . import submission
from .owners import Owner

MOST = 10_000  # puzzles of one order
SIZES = (4, 9, 16)  # 25×25 takes longer than a worker may be silent; `manage.py generate` makes it


def order_puzzles(count: int, spec: Mapping[str, Any], owner: Owner) -> Job:
    """A job that makes so many; a seed is drawn where there is none.

    Raises ValueError where the wishes cannot be met, and TooManyUnfinished.
    """
    seed = spec.get("seed") or str(random.SystemRandom().randrange(10**9))
    chosen = {**spec, "seed": seed}
    facts = {"wishes": requirements_of(chosen), "seed": seed}
    title = _("Generate puzzles: %(wishes)s, seed %(seed)s") % facts
    return submission.submit_job("generate", range(1, count + 1), title[:200], chosen, owner)
