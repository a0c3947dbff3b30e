"""The Celery tasks, and the only place that rings for one.

A message says that something waits in a lane. Which row is taken is decided by the rows (`lanes`), whatever id
the message names, so a message may come twice, late, or for a row that is done.
"""

import logging
import time
import uuid
from functools import cache

import redis
from celery import Task, shared_task
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from solver.accounts import recovery
from solver.jobs import running
from solver.models import Job, Solve
from solver.operations.circuit_breaker import CircuitBreaker
from solver.solves import writing

from . import lanes

log = logging.getLogger(__name__)

QUICK = 0.5  # seconds; a broker that fails later than that is frozen, and a second try would be no better
SHARE, MARK = "lanes: share of the site's own", "lanes: messages are here"  # keys in Redis
BROKER_ERRORS = (OperationalError, RedisError, OSError)
_breaker = CircuitBreaker()


@shared_task(name="solver.solve", bind=True)
def solve(self: "Task[..., None]", solve_id: str) -> None:
    _answer(self, Solve, solve_id)


@shared_task(name="solver.job", bind=True)
def job(self: "Task[..., None]", job_id: str) -> None:
    _answer(self, Job, job_id)


def _answer(task: "Task[..., None]", model: type[Solve] | type[Job], named: str) -> None:
    """Work for a turn in the lane that the message came through, or that the row has which it names."""
    lane = (task.request.delivery_info or {}).get("routing_key")
    if lane not in Solve.Lane.values:
        lane = model.objects.filter(pk=named).values_list("lane", flat=True).first()
    if not lane:
        return
    served = task.app.amqp.queues.consume_from  # the queues that this worker listens to
    taken = lanes.take(lane, {*served, lane}, _is_due)
    if taken:
        (_solve if taken.model is Solve else _work)(taken)
        if taken.lane == Solve.Lane.SITE:
            _enqueue_next(taken.lane)


def _solve(taken: lanes.Taken) -> None:
    lane = writing.record_held(taken.pk, taken.token)
    if lane:  # it is to go on there
        enqueue(taken.pk, lane)


def _work(taken: lanes.Taken) -> None:
    should_yield = lanes.are_people_waiting if taken.lane == Solve.Lane.SITE else None
    if running.run_claimed(taken.pk, taken.token, _enqueue_solves, enqueue_job, should_yield):
        # Its turn is over, and others have theirs; it may have been deleted since.
        for found in Job.objects.filter(pk=taken.pk).exclude(lane=Solve.Lane.SITE):
            enqueue_job(found)


def _enqueue_solves(_job: Job, left: list[uuid.UUID]) -> None:
    """Without this they would wait for the reaper."""
    for solve_id in left:
        enqueue(solve_id, Solve.Lane.BULK)


def _enqueue_next(lane: str) -> None:
    """Ring once more: a message that came while as many were at work as may be has done nothing."""
    found = lanes.next_in(lane)
    if found:
        enqueue(found.pk, lane, job if isinstance(found, Job) else solve)


def _is_due() -> bool:
    """Whether the site's own is to have a turn though people wait: the first who asks, in so many seconds."""
    try:
        with redis.from_url(settings.CELERY_BROKER_URL, **BRIEFLY) as broker:
            return bool(broker.set(SHARE, "", nx=True, ex=settings.SITE_SHARE_SECONDS))
    except RedisError:
        return False


def enqueue_job(found: Job) -> bool:
    return enqueue(found.pk, found.lane, job)


@shared_task(name="solver.send_links")
def send_links(account_id: str, host: str, is_https: bool, language: str) -> None:
    """Send what the version before this one rings for, while it still runs. The next release drops this."""
    recovery.send_links(account_id, host, is_https, language)


def enqueue(promise_id: uuid.UUID | str, lane: str, task: "Task[..., None]" = solve) -> bool:
    """Ring for a worker; False when the broker is away, which loses no promise: the reaper rings again.

    After one failure a single call every few seconds tries; the others return at once.
    """
    if not _breaker.may_ask():
        return False
    started = time.monotonic()
    try:
        try:
            _send(promise_id, lane, task)
        except BROKER_ERRORS:
            if time.monotonic() - started > QUICK:
                raise
            _send(promise_id, lane, task)  # over a new connection: Redis had closed the old one
    except BROKER_ERRORS as error:
        _breaker.begin()
        log.warning("%s waits for the reaper, the broker is away: %s", promise_id, error)
        return False
    _breaker.end()
    return True


def _send(promise_id: uuid.UUID | str, lane: str, task: "Task[..., None]") -> None:
    # The time limit of the worker that takes it holds, and not that of the process that rings.
    task.apply_async(args=(str(promise_id),), queue=lane, time_limit=None)  # type: ignore[arg-type]


def are_messages_lost() -> bool:
    """Whether Redis has lost what it held since this was asked last, as when it was killed."""
    try:
        return bool(_broker(settings.CELERY_BROKER_URL).set(MARK, "", nx=True))
    except RedisError:
        return False  # it is away: asked again when it is back


@cache
def _broker(url: str) -> redis.Redis:
    """One connection for what is asked every other second."""
    return redis.from_url(url, **BRIEFLY)


def waiting_messages(lane: str) -> int | None:
    """The number of messages that a lane's queue holds; None when the broker does not say."""
    try:
        with redis.from_url(settings.CELERY_BROKER_URL, **BRIEFLY) as broker:
            length: int = broker.llen(lane)
            return length
    except RedisError:
        return None


BRIEFLY = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": None}
