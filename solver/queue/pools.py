"""The pool is filled up in the background, once a day at most: as the reaper finds that it lacks some, or when
somebody asks for a puzzle that is missing.
"""

import random
from datetime import timedelta

from django.db import connection, transaction
from django.db.models.functions import Now

from solver.library import pool
from solver.models import Job
from solver.queue import submission
from solver.queue.owners import TooManyUnfinished

PERIOD = timedelta(days=1)


def fill_up() -> Job | None:
    """A job that makes what the pool lacks; None where it lacks nothing, one was begun within the period,
    or there is too much to do already.
    """
    if Job.objects.filter(kind="pool", created_at__gte=Now() - PERIOD).exists():
        return None
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('pool', 0))")
        if Job.objects.filter(kind="pool", created_at__gte=Now() - PERIOD).exists():
            return None
        items = list(pool.lacking())
        if not items:
            return None
        seed = str(random.SystemRandom().randrange(10**9))
        try:
            return submission.submit_job("pool", items, spec={"seed": seed})
        except TooManyUnfinished:
            return None
