"""The Celery tasks, and the only place that rings for one.

A task takes an id and may run twice without harm: the claim in `recording` decides.
"""

import logging
import time
import uuid

import redis
from celery import Task, shared_task
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from solver.jobs import running
from solver.models import Job
from solver.record import writing

log = logging.getLogger(__name__)

PAUSE = 5  # seconds in which a broker that was found away is not asked again
QUICK = 0.5  # seconds; a broker that fails later than that is frozen, and a second try would be no better
BROKER_ERRORS = (OperationalError, RedisError, OSError)
_away_until = 0.0  # time.monotonic(), of this process


@shared_task(name="solver.solve")
def solve(solve_id: str) -> None:
    lane = writing.record(uuid.UUID(solve_id))
    if lane:  # it is to go on there
        publish(uuid.UUID(solve_id), lane)


@shared_task(name="solver.job")
def job(job_id: str) -> None:
    if running.run(uuid.UUID(job_id), ring_for_left):  # its turn is over, and others have theirs
        publish(uuid.UUID(job_id), "bulk", job)


def ring_for_left(_job: Job, left: list[uuid.UUID]) -> None:
    """Without this they would wait for the reaper. They come before the job's next turn."""
    for solve_id in left:
        publish(solve_id, "bulk")


def publish(promise_id: uuid.UUID, lane: str, task: "Task[..., None]" = solve) -> bool:
    """Ring for a worker; False when the broker is away, which loses nothing: the reaper rings again.

    A frozen broker costs a second to find out. So after one failure only a single call every
    `PAUSE` seconds tries; the others return at once, or all threads of the web server would wait in here.
    """
    global _away_until
    now = time.monotonic()
    if now < _away_until:
        return False
    if _away_until:
        _away_until = now + PAUSE  # this call tries, alone
    try:
        try:
            _ring(promise_id, lane, task)
        except BROKER_ERRORS:
            if time.monotonic() - now > QUICK:
                raise
            _ring(promise_id, lane, task)  # over a new connection: Redis had closed the old one
    except BROKER_ERRORS as error:
        _away_until = time.monotonic() + PAUSE
        log.warning("%s waits for the reaper, the broker is away: %s", promise_id, error)
        return False
    _away_until = 0.0
    return True


def _ring(promise_id: uuid.UUID, lane: str, task: "Task[..., None]") -> None:
    task.apply_async(args=(str(promise_id),), queue=lane)


def waiting_messages(lane: str) -> int | None:
    """How many messages a lane's queue holds; None when the broker does not say."""
    try:
        with redis.from_url(settings.CELERY_BROKER_URL, **BRIEFLY) as broker:
            length: int = broker.llen(lane)
            return length
    except RedisError:
        return None


BRIEFLY = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": None}
