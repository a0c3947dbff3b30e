"""The reaper: it enqueues forgotten solves and jobs again, fails solves that were lost too often, and has
unrated puzzles rated.

It is no Celery task, because it must work when Celery or Redis do not.
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
WORTH_TWO = 200  # puzzles that are worth a second job


@dataclass(frozen=True)
class Reaped:
    """How many solves and jobs were enqueued again, and how many solves failed."""

    republished: int
    failed: int


def reap() -> Reaped:
    """Do all upkeep once: requeue or fail lost work, rate puzzles, publish, delete old files.

    Return the counts. Several reapers may run at once, and each row is taken by one of them.
    """
    end_leases_of_gone()
    failed = _give_up()
    _rate_unrated()
    if again := upkeep.try_solves_again():
        log.info("%s of the site's own solves are tried again", again)
    exports.drop_old()
    Heartbeat.objects.drop_old()
    if published := catalogue.publish_what_is_due():
        log.info("%s collections published, as their time has come", published)
    return Reaped(_requeue_forgotten(), failed)


def reap_gone() -> Reaped:
    """Requeue the work of lost workers and of lost messages. Return how much was requeued and failed.

    It is cheap enough for every other second.
    """
    are_messages_lost = tasks.are_messages_lost()
    if not (end_leases_of_gone() or are_messages_lost):
        return Reaped(0, 0)
    failed = _give_up()
    return Reaped(_requeue_forgotten(are_all=are_messages_lost), failed)


def _requeue_forgotten(are_all: bool = False) -> int:
    """Enqueue what was forgotten, or all that is queued. Return how many."""
    count = 0
    for promises, task in ((Solve.objects, tasks.solve), (Job.objects, tasks.job)):
        rows = promises.filter(status=QUEUED) if are_all else promises.overdue()
        # Mostly nothing is forgotten, and then one query is enough.
        lanes = set(rows.order_by().values_list("lane", flat=True).distinct())
        count += sum(_requeue_rows(rows.filter(lane=lane), lane, task) for lane in sorted(lanes))
    return count


def end_leases_of_gone() -> int:
    """End the leases of workers that give no sign of life, and return how many.

    A worker may only be slow. Then its work is done twice and written once.
    """
    unfinished = (QUEUED, RUNNING)
    jobs, solves = Job.objects.filter(status=RUNNING), Solve.objects.filter(status=RUNNING)
    parts = JobPart.objects.filter(job__status__in=unfinished, lease_token__isnull=False)
    freed = 0
    holders = None
    for rows in (jobs, solves, parts):
        tokens = set(rows.filter(lease_until__gt=Now()).values_list("lease_token", flat=True))
        if not tokens:
            continue
        holders = holders or Heartbeat.objects.holders()
        gone = [token for token in tokens if token and holders.is_gone(token)]
        lost = rows.filter(lease_token__in=gone)
        # Otherwise a job without another worker waits for its own lease to end.
        if gone and rows is parts:
            jobs.filter(parts__lease_token__in=gone).update(lease_until=Now())
        freed += lost.update(lease_until=Now()) if gone else 0
    if freed:
        log.warning("%s leases ended: their workers give no sign of life", freed)
    return freed


def _rate_unrated() -> None:
    """Have puzzles of the library rated that are not, or whose rating is of an older version.

    Sudoku Explainer's ratings cost much, so only puzzles that have one get a new one.
    """
    _submit_rating(to_be_rated(), {})
    _submit_rating(to_be_explained(), {"er": True})


def _submit_rating(puzzles: QuerySet[Puzzle], spec: dict[str, Any]) -> None:
    """Submit jobs that rate these puzzles, unless such a job is unfinished or came to nothing lately.

    Puzzles that were set aside wait until somebody tries them again.
    """
    if not puzzles.exists() or not upkeep.may_begin("rate", spec=spec):
        return
    ids = list(
        puzzles.exclude(pk__in=upkeep.set_aside("rate")).values_list("pk", flat=True)[:MOST_RATED]
    )
    if not ids:
        return
    # In two jobs, because one worker at a time runs a job.
    middle = len(ids) // 2 if len(ids) > WORTH_TWO else len(ids)
    try:
        for half in filter(None, (ids[:middle], ids[middle:])):
            submission.submit_job("rate", map(str, half), spec=spec)
    except TooManyUnfinished:
        return
    log.info("%s puzzles are to be rated", len(ids))


@transaction.atomic
def _give_up() -> int:
    """Fail solves whose workers died too often, and return how many. Jobs set items aside themselves."""
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
    """Enqueue these rows of a lane, as long as its queue has room. Return how many.

    A message stands for any row of its lane, so it does not matter which row it names.

    Behind a long queue every row looks forgotten. Without the limit each round would send a message for all of
    them again, and the queue would double every few seconds.
    """
    waiting = waiting_messages(lane)
    if waiting is None:
        return 0  # the broker is away: the next round tries again
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
            log.info("%s %s: enqueued again, it was %s", kind, promise.pk, promise.status)
    return len(taken)
