"""The reaper: it rings again for forgotten solves and jobs, ends those that were lost too often, and has
puzzles rated that are not.

It is no Celery task: it must work when Celery or Redis do not.
"""

import logging
from dataclasses import dataclass
from typing import Any

from celery import Task
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from solver.models import Heartbeat, Job, JobPart, Puzzle, Solve
from solver.models.leased_work import QUEUED, RUNNING, LeaseQuerySet
from solver.operations.logs import request
from solver.puzzles import catalogue
from solver.puzzles.rating import to_be_explained, to_be_rated

from . import exports, submission, tasks, upkeep
from .owners import TooManyUnfinished
from .tasks import enqueue, waiting_messages

log = logging.getLogger(__name__)

MOST_RATED = 20_000  # puzzles at a time
WORTH_TWO = 200


@dataclass(frozen=True)
class Reaped:
    """Solves and jobs rung for again, and those given up."""

    republished: int
    failed: int


def reap() -> Reaped:
    """One look at what was forgotten. Several reapers may run at once; each row is taken by one."""
    end_leases_of_gone()
    failed = _give_up()
    _rate_unrated()
    if again := upkeep.try_solves_again():
        log.info("%s of the site's own solves are tried again", again)
    exports.drop_old()
    if published := catalogue.publish_what_is_due():
        log.info("%s collections published, as their time has come", published)
    return Reaped(_requeue_forgotten(), failed)


def reap_gone() -> Reaped:
    """One look at what is gone, workers or messages, which is cheap enough to be taken every other second."""
    are_messages_lost = tasks.are_messages_lost()
    if not (end_leases_of_gone() or are_messages_lost):
        return Reaped(0, 0)
    failed = _give_up()
    return Reaped(_requeue_forgotten(are_all=are_messages_lost), failed)


def _requeue_forgotten(are_all: bool = False) -> int:
    """Ring for what was forgotten, or for all that is queued; return for how many."""
    again = 0
    for promises, task in ((Solve.objects, tasks.solve), (Job.objects, tasks.job)):
        rows = promises.filter(status=QUEUED) if are_all else promises.overdue()
        # Mostly nothing is forgotten, and then one question is enough.
        lanes = set(rows.order_by().values_list("lane", flat=True).distinct())
        again += sum(_requeue_rows(rows.filter(lane=lane), lane, task) for lane in sorted(lanes))
    return again


def end_leases_of_gone() -> int:
    """End the leases of workers that give no sign of life; return how many.

    One of them may only be slow. Then its work is done twice, and written once.
    """
    going_on = (QUEUED, RUNNING)
    jobs, solves = Job.objects.filter(status=RUNNING), Solve.objects.filter(status=RUNNING)
    parts = JobPart.objects.filter(job__status__in=going_on, lease_token__isnull=False)
    freed = 0
    holders = None
    for held in (jobs, solves, parts):
        tokens = set(held.filter(lease_until__gt=Now()).values_list("lease_token", flat=True))
        if not tokens:
            continue
        holders = holders or Heartbeat.objects.holders()
        gone = [token for token in tokens if token and holders.is_gone(token)]
        theirs = held.filter(lease_token__in=gone)
        if gone and held is parts:  # or the job waits for its own lease, if nobody else is at it
            jobs.filter(parts__lease_token__in=gone).update(lease_until=Now())
        freed += theirs.update(lease_until=Now()) if gone else 0
    if freed:
        log.warning("%s leases ended: their workers give no sign of life", freed)
    return freed


def _rate_unrated() -> None:
    """A job for puzzles of the library that are not rated, or by a version that has been bettered since; of
    Sudoku Explainer's ratings, which are dear, for those alone that have one.
    """
    _submit_rating(to_be_rated(), {})
    _submit_rating(to_be_explained(), {"er": True})


def _submit_rating(puzzles: QuerySet[Puzzle], spec: dict[str, Any]) -> None:
    """As long as one of these is under way there is no other. One that failed or was cancelled is followed by
    another after a while. What was set aside waits until somebody tries it again.
    """
    if not puzzles.exists() or not upkeep.may_begin("rate", spec=spec):
        return
    late = list(
        puzzles.exclude(pk__in=upkeep.set_aside("rate")).values_list("pk", flat=True)[:MOST_RATED]
    )
    if not late:
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
def _give_up() -> int:
    """End solves of which too many attempts have died; return how many. A job sets its items aside itself."""
    enough = settings.MAX_ATTEMPTS - 1  # and the one that holds the lease
    lost = Solve.objects.lost().filter(Q(lost__len__gte=enough) if enough else Q())
    holders = Heartbeat.objects.holders()
    failed = 0
    for solve in lost.select_for_update(skip_locked=True):
        token = solve.lease_token
        deaths = holders.deaths([*(solve.lost or ()), token]) if token else 0
        if not token or deaths < settings.MAX_ATTEMPTS:
            continue
        Solve.objects.fail(solve.pk, token, "worker-lost", times=deaths)
        failed += 1
        with request(solve.request_id):
            log.error("solve %s: given up, its worker was lost %s times", solve.pk, deaths)
    return failed


def _requeue_rows(rows: "LeaseQuerySet[Any]", lane: str, task: "Task[..., None]") -> int:
    """Ring for these rows of a lane, as long as its queue has room; returns for how many.

    A message stands for any row of its lane, so it does not matter which of them it names.

    A queue that is merely long makes every solve in it look forgotten. Without the cap each look would
    send all of them once more, and the queue would grow by its own length every few seconds.
    """
    waiting = waiting_messages(lane)
    if waiting is None:
        return 0  # the broker is away: the next look tries again
    room = max(0, settings.MOST_MESSAGES - waiting)
    with transaction.atomic():
        oldest = rows.order_by("enqueued_at")
        taken = list(oldest.select_for_update(skip_locked=True)[:room])
        rows.filter(pk__in=[promise.pk for promise in taken]).update(enqueued_at=Now())
    for number, promise in enumerate(taken):
        with request(promise.request_id):
            if not enqueue(promise.pk, lane, task):
                return number
            kind = promise._meta.verbose_name
            log.info("%s %s: rung for again, it was %s", kind, promise.pk, promise.status)
    return len(taken)
