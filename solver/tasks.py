"""The Celery tasks, and the only place that rings for one.

A task takes an id and may run twice without harm: the claim in `recording` decides.
"""

import logging
import uuid

from celery import shared_task
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from solver import recording

log = logging.getLogger(__name__)


@shared_task(name="solver.solve")
def solve(solve_id: str) -> None:
    recording.record(uuid.UUID(solve_id))


def publish(solve_id: uuid.UUID, lane: str) -> bool:
    """Ring for a worker; False when the broker is away, which loses nothing: the reaper rings again."""
    try:
        solve.apply_async(args=(str(solve_id),), queue=lane)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("solve %s waits for the reaper, the broker is away: %s", solve_id, error)
        return False
    return True
