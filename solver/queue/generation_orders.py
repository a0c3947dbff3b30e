"""Puzzles to be generated: orders from the pages, the API and the admin, and the pool, which refills itself."""

import random
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from solver.models import Job
from solver.models.locking import advisory_lock
from solver.models.said import said
from solver.puzzles import pool
from solver.puzzles.pool import requirements_of

from . import submission, upkeep
from .owners import Owner, TooManyUnfinished

MOST = 10_000  # puzzles in one order
# A 25×25 takes longer than a worker may. Use `manage.py generate` for it.
SIZES = (4, 9, 16)
PERIOD = timedelta(
    days=1
)  # between two jobs that fill the pool, unless one failed or was cancelled


def order_puzzles(count: int, spec: Mapping[str, Any], owner: Owner) -> Job:
    """Create a job that generates `count` puzzles, and return it. Draw a random seed if `spec` has none.

    Raise ValueError if the requirements cannot be met, and TooManyUnfinished if the owner has too many jobs.
    """
    seed = spec.get("seed") or _random_seed()
    full_spec = {**spec, "seed": seed}
    message = gettext_noop("Generate puzzles: %(wishes)s, seed %(seed)s")
    title = said(message, wishes=requirements_of(full_spec), seed=seed)
    return submission.submit_job("generate", range(1, count + 1), title, full_spec, owner)


def fill_pool() -> Job | None:
    """Submit a job that generates the puzzles that the pool lacks, and return it.

    The reaper asks for it, and so does a request for a puzzle that is missing. Return None if the pool lacks
    none, a job began within the period, or too much work waits already.
    """
    if not _may_begin():
        return None
    with transaction.atomic():
        advisory_lock("pool")
        if not _may_begin():
            return None
        set_aside = upkeep.set_aside("pool")
        items = [item for item in pool.lacking() if item not in set_aside]
        if not items:
            return None
        try:
            return submission.submit_job("pool", items, spec={"seed": _random_seed()})
        except TooManyUnfinished:
            return None


def _may_begin() -> bool:
    lately = Job.objects.filter(kind="pool", created_at__gte=Now() - PERIOD)
    is_done = lately.exclude(status__in=upkeep.IN_VAIN).exists()
    return not is_done and upkeep.may_begin("pool")


def _random_seed() -> str:
    return str(random.SystemRandom().randrange(10**9))
