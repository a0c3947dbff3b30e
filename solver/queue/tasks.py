"""The Celery tasks, and the only module that sends their messages.

A message says that something waits in a lane. The rows decide which one is taken (`lanes`), and not the id in
the message, so a message may come twice, late, or for a row that is done.
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

from solver.jobs import running
from solver.models import Job, Solve
from solver.operations.circuit_breaker import CircuitBreaker
from solver.solves import writing
from solver.solves.article_run import record_article

from . import lanes

log = logging.getLogger(__name__)

QUICK = (
    0.5  # seconds. A broker that takes longer to fail is frozen, and a second try would not help
)
SHARE, MARK = "lanes: share of the site's own", "lanes: messages are here"  # keys in Redis
BROKER_ERRORS = (OperationalError, RedisError, OSError)
_breaker = CircuitBreaker()


@shared_task(name="solver.solve", bind=True)
def solve(self: "Task[..., None]", solve_id: str) -> None:
    _run_turn(self, Solve, solve_id)


@shared_task(name="solver.job", bind=True)
def job(self: "Task[..., None]", job_id: str) -> None:
    _run_turn(self, Job, job_id)


def _run_turn(task: "Task[..., None]", model: type[Solve] | type[Job], named: str) -> None:
    """Work for a turn in the lane of the message, or in that of the row it names."""
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
    lane = writing.record_held(taken.pk, taken.token, taken.solve)
    if lane:  # the solve continues there
        enqueue(taken.pk, lane)
    elif taken.lane == Solve.Lane.SETS:
        record_article(taken.pk)


def _work(taken: lanes.Taken) -> None:
    should_yield = lanes.are_people_waiting if taken.lane == Solve.Lane.SITE else None
    if running.run_claimed(taken.pk, taken.token, _enqueue_solves, enqueue_job, should_yield):
        # No job if it was deleted since. The caller enqueues the site's own work.
        for unfinished in Job.objects.filter(pk=taken.pk).exclude(lane=Solve.Lane.SITE):
            enqueue_job(unfinished)


def _enqueue_solves(_job: Job, solve_ids: list[uuid.UUID]) -> None:
    """Enqueue the solves that a part left queued, or they would wait for the reaper."""
    for solve_id in solve_ids:
        enqueue(solve_id, Solve.Lane.BULK)


def _enqueue_next(lane: str) -> None:
    """Enqueue the next row, because messages that came while SITE_AT_ONCE ran have done nothing."""
    row = lanes.next_in(lane)
    if row:
        enqueue(row.pk, lane, job if isinstance(row, Job) else solve)


def _is_due() -> bool:
    """Return whether the site's own work gets a turn though people wait: once in SITE_SHARE_SECONDS."""
    try:
        with redis.from_url(settings.CELERY_BROKER_URL, **BRIEFLY) as broker:
            return bool(broker.set(SHARE, "", nx=True, ex=settings.SITE_SHARE_SECONDS))
    except RedisError:
        return False


def enqueue_job(row: Job) -> bool:
    return enqueue(row.pk, row.lane, job)


def enqueue(promise_id: uuid.UUID | str, lane: str, task: "Task[..., None]" = solve) -> bool:
    """Send a message for a solve or job, by its id, to the workers of a lane (queue).

    Return False if the broker is away. Nothing is lost then, because the reaper enqueues it again. After a
    failure one call every few seconds tries, and the others return at once.
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
    # The time limit of the worker counts, and not that of this process.
    task.apply_async(args=(str(promise_id),), queue=lane, time_limit=None)  # type: ignore[arg-type]


def are_messages_lost() -> bool:
    """Return whether Redis has lost its data since the last call, for example because it was killed."""
    try:
        return bool(_broker(settings.CELERY_BROKER_URL).set(MARK, "", nx=True))
    except RedisError:
        return False  # Redis is away: the next call asks again


@cache
def _broker(url: str) -> redis.Redis:
    """Keep one connection for what is asked every other second."""
    return redis.from_url(url, **BRIEFLY)


def waiting_messages(lane: str) -> int | None:
    """Return the number of messages in a lane's queue, or None if the broker is away."""
    try:
        with redis.from_url(settings.CELERY_BROKER_URL, **BRIEFLY) as broker:
            length: int = broker.llen(lane)
            return length
    except RedisError:
        return None


BRIEFLY = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": None}
