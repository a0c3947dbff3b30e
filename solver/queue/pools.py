"""The pool is filled up in the background, once a day at most, when somebody asks for a puzzle by technique."""

import random
from datetime import timedelta

from django.db import connection, transaction
from django.db.models.functions import Now

from solver.library import pool
from solver.models import Job
from solver.queue import submission

PERIOD = timedelta(days=1)


def fill_up() -> Job | None:
    """A job that makes what the pool lacks; None where it lacks nothing, or one was begun within the period."""
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
        return submission.submit_job("pool", items, spec={"seed": seed})
