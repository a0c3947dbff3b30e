"""The Celery tasks, and the only place that rings for one.

A task takes an id and may run twice without harm: the claim in `recording` decides. A link that is mailed twice
is the same link, and so is the id of what a webhook is told twice.
"""

import logging
import time
import uuid

import redis
from celery import Task, shared_task
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from solver.accounts import recovery
from solver.jobs import lane_of, running
from solver.models import Job
from solver.operations import webhooks
from solver.operations.pause import Pause
from solver.record import writing

log = logging.getLogger(__name__)

QUICK = 0.5  # seconds; a broker that fails later than that is frozen, and a second try would be no better
BROKER_ERRORS = (OperationalError, RedisError, OSError)
_pause = Pause()


@shared_task(name="solver.solve")
def solve(solve_id: str) -> None:
    lane = writing.record(uuid.UUID(solve_id))
    if lane:  # it is to go on there
        publish(uuid.UUID(solve_id), lane)


@shared_task(name="solver.job")
def job(job_id: str) -> None:
    if running.run(uuid.UUID(job_id), ring_for_left, ring_for_help):
        # Its turn is over, and others have theirs; it may have been deleted since.
        for found in Job.objects.filter(pk=job_id):
            publish_job(found)


def publish_job(found: Job) -> bool:
    return publish(found.pk, lane_of(found), job)


@shared_task(name="solver.send_links")
def send_links(account_id: str, host: str, is_https: bool, language: str) -> None:
    recovery.send_links(account_id, host, is_https, language)


@shared_task(name="solver.deliver")
def deliver(webhook_id: str) -> None:
    webhooks.deliver(uuid.UUID(webhook_id))


def ring_for_left(_job: Job, left: list[uuid.UUID]) -> None:
    """Without this they would wait for the reaper."""
    for solve_id in left:
        publish(solve_id, "bulk")


def ring_for_help(held: Job) -> None:
    """The next worker of the lane that is free comes to it too; behind whatever waits there already."""
    publish_job(held)


def publish(
    promise_id: uuid.UUID | str, lane: str, task: "Task[..., None]" = solve, *more: str | bool
) -> bool:
    """Ring for a worker; False when the broker is away, which loses no promise: the reaper rings again.

    After one failure a single call every few seconds tries; the others return at once.
    """
    if not _pause.may_ask():
        return False
    started = time.monotonic()
    try:
        try:
            _ring(promise_id, lane, task, *more)
        except BROKER_ERRORS:
            if time.monotonic() - started > QUICK:
                raise
            _ring(
                promise_id, lane, task, *more
            )  # over a new connection: Redis had closed the old one
    except BROKER_ERRORS as error:
        _pause.begin()
        log.warning("%s waits for the reaper, the broker is away: %s", promise_id, error)
        return False
    _pause.end()
    return True


def _ring(
    promise_id: uuid.UUID | str, lane: str, task: "Task[..., None]", *more: str | bool
) -> None:
    task.apply_async(args=(str(promise_id), *more), queue=lane)


def waiting_messages(lane: str) -> int | None:
    """The number of messages that a lane's queue holds; None when the broker does not say."""
    try:
        with redis.from_url(settings.CELERY_BROKER_URL, **BRIEFLY) as broker:
            length: int = broker.llen(lane)
            return length
    except RedisError:
        return None


BRIEFLY = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": None}
