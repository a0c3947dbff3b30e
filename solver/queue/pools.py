"""Fill the pool in the background, at most once a day.

It happens when the reaper finds that puzzles are missing, or when somebody asks for a missing one. A job that
failed or was cancelled is followed by another sooner.
"""

import random
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now

from solver.models import Job
from solver.models.locking import advisory_lock
from solver.puzzles import pool
from solver.queue import submission, upkeep
from solver.queue.owners import TooManyUnfinished

PERIOD = timedelta(days=1)


def fill_pool() -> Job | None:
    """Submit a job that generates the puzzles that the pool lacks, and return it.

    Return None if it lacks none, a job began within the period, or too much work waits already.
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
        seed = str(random.SystemRandom().randrange(10**9))
        try:
            return submission.submit_job("pool", items, spec={"seed": seed})
        except TooManyUnfinished:
            return None


def _may_begin() -> bool:
    lately = Job.objects.filter(kind="pool", created_at__gte=Now() - PERIOD)
    is_done = lately.exclude(status__in=upkeep.IN_VAIN).exists()
    return not is_done and upkeep.may_begin("pool")
