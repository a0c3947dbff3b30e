"""After the queue: claim a solve, run its method, write its iterations under the lease, close it.

A worker may die anywhere in here. The row stays `running` until its lease runs out; then another attempt
claims it, and that attempt's first write removes what the dead one left. A worker that was only
asleep finds its token gone and writes nothing more.
"""

import logging
import time
import uuid
from collections.abc import Iterator
from datetime import timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from solver import engine
from solver.engine.grid import text_of
from solver.models import Iteration, Puzzle, Solve

log = logging.getLogger(__name__)

FLUSH_SECONDS = 0.25  # a long solve is seen growing, a short one is one write


class LeaseLost(Exception):
    """Another attempt owns the solve now; this one must write nothing more."""


def record(solve_id: uuid.UUID) -> None:
    """Solve and keep the story. Does nothing when the solve is finished, or in other hands."""
    token = uuid.uuid4()
    if not Solve.objects.claim(solve_id, token):
        return
    solve = Solve.objects.select_related("puzzle").get(pk=solve_id)
    try:
        _run(solve, token)
    except LeaseLost:
        log.warning("solve %s: lease lost in attempt %s", solve_id, solve.attempt)
    except SoftTimeLimitExceeded:
        log.warning("solve %s: stopped by the time limit", solve_id)
        fail(solve_id, token, "The worker’s time limit ended it. Nothing of the puzzle is lost.")
    except DatabaseError:
        raise  # the lease runs out, and the reaper sees to another attempt
    except Exception:
        log.exception("solve %s: a fault of the solver", solve_id)
        fail(solve_id, token, "A fault in the solver, which has been noted. The puzzle is kept.")


def _run(solve: Solve, token: uuid.UUID) -> None:
    grid = solve.grid
    count = engine.enumerate_solutions(
        grid, limit=2, nodes=settings.VERDICT_NODES, seconds=settings.VERDICT_SECONDS
    )
    budget = engine.Budget(seconds=settings.SOLVE_SECONDS, iterations=settings.SOLVE_ITERATIONS)
    solving = engine.Solving(grid, solve.method, solve.options, budget)
    is_first = True
    for batch in _batches(solving):
        rows = [Iteration.of(solve, grid.box, iteration) for iteration in batch]
        _write(solve, token, rows, is_first)
        is_first = False
    with transaction.atomic():
        _renew(solve, token)
        if not grid.marks:  # marks may rule out solutions that the puzzle has
            Puzzle.objects.filter(pk=solve.puzzle_id).update(verdict=count.verdict)
        Solve.objects.holding(solve.pk, token).update(
            status=Solve.Status.FINISHED,
            lease_token=None,
            lease_until=None,
            finished_at=timezone.now(),
            outcome=solving.outcome,
            verdict=count.verdict,
            solutions=[text_of(digits) for digits in solving.solutions(count)],
            iteration_count=solving.iteration_count,
            elapsed_ms=solving.elapsed * 1000,
            engine_version=engine.VERSION,
        )


def _batches(solving: engine.Solving) -> Iterator[list[engine.Iteration]]:
    """Iterations in lists, one at least every `FLUSH_SECONDS` while they keep coming."""
    batch: list[engine.Iteration] = []
    flushed = time.monotonic()
    for iteration in solving:
        batch.append(iteration)
        if time.monotonic() - flushed >= FLUSH_SECONDS:
            yield batch
            batch, flushed = [], time.monotonic()
    if batch:
        yield batch


def _write(solve: Solve, token: uuid.UUID, rows: list[Iteration], is_first: bool) -> None:
    with transaction.atomic():
        _renew(solve, token)
        if is_first:  # what an attempt that died had written
            Iteration.objects.filter(solve=solve).delete()
        Iteration.objects.bulk_create(rows)
        Solve.objects.filter(pk=solve.pk).update(iteration_count=rows[-1].number)


def _renew(solve: Solve, token: uuid.UUID) -> None:
    """Lengthen the lease, in the transaction of the write it guards; LeaseLost when it is not ours."""
    until = timezone.now() + timedelta(seconds=settings.LEASE_SECONDS)
    if not Solve.objects.holding(solve.pk, token).update(lease_until=until):
        raise LeaseLost


def fail(solve_id: uuid.UUID, token: uuid.UUID | None, reason: str) -> None:
    """End a solve as failed; with a token, only while that lease is held."""
    solves = Solve.objects.filter(pk=solve_id, lease_token=token)
    solves.exclude(status=Solve.Status.FINISHED).update(
        status=Solve.Status.FAILED,
        lease_token=None,
        lease_until=None,
        finished_at=timezone.now(),
        failure=reason,
    )
