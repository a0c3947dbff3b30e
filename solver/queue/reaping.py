"""The reaper: it rings again for forgotten solves and jobs, ends those that were lost too often, and has
puzzles rated that are not, and webhooks told.

It is no Celery task: it must work when Celery or Redis do not.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from celery import Task
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from solver import tasks
from solver.library import catalogue
from solver.library.rating import to_be_explained, to_be_rated
from solver.models import Job, Puzzle, Solve
from solver.models.failures import Code, Fact
from solver.models.lease import LeaseQuerySet
from solver.models.sessions import digest_keys
from solver.operations.logs import request
from solver.tasks import publish, waiting_messages

from . import submission
from .owners import TooManyUnfinished
from .telling import ring_for_webhooks

log = logging.getLogger(__name__)

MOST_RATED = 20_000  # puzzles at a time
WORTH_TWO = 200
A_DAY = timedelta(days=1)
LATELY = timedelta(hours=1)  # longer than it takes to replace all processes


@dataclass(frozen=True)
class Reaped:
    """Solves and jobs rung for again, and those given up."""

    republished: int
    failed: int


def reap() -> Reaped:
    """One look at what was forgotten. Several reapers may run at once; each row is taken by one."""
    _digest_late_keys()
    failed = _give_up(Solve.objects.all(), "worker-lost", lambda solve: {})
    failed += _give_up(Job.objects.all(), "worker-lost-in-part", lambda job: {"item": job.done})
    _rate_what_is_not()
    ring_for_webhooks()
    if published := catalogue.publish_what_is_due():
        log.info("%s collections published, as their time has come", published)
    # Mostly nothing is forgotten, and then one question is enough.
    again = 0
    for promises, task in ((Solve.objects.all(), tasks.solve), (Job.objects.all(), tasks.job)):
        lanes = set(promises.forgotten().order_by().values_list("lane", flat=True).distinct())
        again += sum(_ring_again(promises.filter(lane=lane), lane, task) for lane in sorted(lanes))
    return Reaped(again, failed)


def _digest_late_keys() -> None:
    """What the version before wrote since the migration, as long as some of its processes still run.

    The next release has no such version before it, and drops this.
    """
    since = Now() - LATELY
    for promises in (Solve.objects, Job.objects):
        late = digest_keys(promises.filter(created_at__gte=since))
        if late:
            log.info("%s keys of sessions digested", late)


def _rate_what_is_not() -> None:
    """A job for puzzles of the library that are not rated, or by a version that has been bettered since; of
    Sudoku Explainer's ratings, which are dear, for those alone that have one.
    """
    _have_rated(to_be_rated(), {})
    _have_rated(to_be_explained(), {"er": True})


def _have_rated(puzzles: QuerySet[Puzzle], spec: dict[str, Any]) -> None:
    """As long as one of these is under way there is no other, nor soon after one that failed or was
    cancelled.
    """
    late = list(puzzles.values_list("pk", flat=True)[:MOST_RATED])
    if not late:
        return
    jobs = Job.objects.filter(kind="rate", spec=spec, created_at__gte=Now() - A_DAY)
    # Of what is dear some are left, as they take too long: these are tried once a day.
    if (jobs if spec else jobs.exclude(status=Job.Status.FINISHED)).exists():
        return
    # Two, since a job is in the hands of one worker at a time.
    middle = len(late) // 2 if len(late) > WORTH_TWO else len(late)
    try:
        for ids in filter(None, (late[:middle], late[middle:])):
            submission.submit_job("rate", map(str, ids), spec=spec)
    except TooManyUnfinished:
        return
    log.info("%s puzzles are to be rated", len(late))


@transaction.atomic
def _give_up(
    promises: "LeaseQuerySet[Any]", code: Code, facts_of: Callable[[Any], dict[str, Fact]]
) -> int:
    """End those whose last permitted attempt was lost; returns how many."""
    lost = promises.lost().filter(attempt__gte=settings.MAX_ATTEMPTS)
    hopeless = [
        promise
        for promise in lost.select_for_update(skip_locked=True)
        if promise.times_lost >= settings.MAX_ATTEMPTS
    ]
    for promise in hopeless:
        times = promise.times_lost
        promises.fail(promise.pk, promise.lease_token, code, times=times, **facts_of(promise))
        with request(promise.request_id):
            kind = promise._meta.verbose_name
            log.error("%s %s: given up, its worker was lost %s times", kind, promise.pk, times)
    return len(hopeless)


def _ring_again(promises: "LeaseQuerySet[Any]", lane: str, task: "Task[..., None]") -> int:
    """Ring for what a lane forgot, as long as its queue has room; returns for how many.

    A message stands for any row of its lane, so it does not matter which of them it names.

    A queue that is merely long makes every solve in it look forgotten. Without the cap each look would
    send all of them once more, and the queue would grow by its own length every few seconds.
    """
    waiting = waiting_messages(lane)
    if waiting is None:
        return 0  # the broker is away: the next look tries again
    room = max(0, settings.MOST_MESSAGES - waiting)
    with transaction.atomic():
        forgotten = promises.forgotten().order_by("enqueued_at")
        taken = list(forgotten.select_for_update(skip_locked=True)[:room])
        promises.filter(pk__in=[promise.pk for promise in taken]).update(enqueued_at=Now())
    for number, promise in enumerate(taken):
        with request(promise.request_id):
            if not publish(promise.pk, lane, task):
                return number
            kind = promise._meta.verbose_name
            log.info("%s %s: rung for again, it was %s", kind, promise.pk, promise.status)
    return len(taken)
