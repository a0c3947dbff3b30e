"""Claim a solve, run its method, write its iterations under the lease, and finish it.

A worker may die at any point. The row stays `running` until its lease ends. Then another attempt claims it, and
its first write deletes the rows of the dead one. A worker that was only asleep finds that it lost the lease,
stops, and reports that it is alive. No clock ends a solve, or counts an attempt.
"""

import logging
import time
import uuid
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, Literal

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from solver import engine, sets
from solver.engine.core.storage_codec import Packer
from solver.models import Chapter, DatabaseRun, Heartbeat, Puzzle, Solve
from solver.models.leased_work import FREE, PASSING, LeaseLost, new_token, next_lease
from solver.operations.logs import request
from solver.puzzles.rating import rate_at_once

from .answer import SolveAnswer, answer_of, is_cut_short
from .backends import open_backend
from .solutions import count_further

log = logging.getLogger(__name__)

FLUSH_SECONDS = 0.25  # so that a long solve grows on its page, and a short one is one write


def record(solve_id: uuid.UUID) -> str | None:
    """Claim a solve, run its method and store the result. Do nothing if another worker has it or it is over.

    Return None, or the lane (a queue of workers) in which it has to go on because it takes so long.
    """
    token = new_token()
    return record_held(solve_id, token) if Solve.objects.claim(solve_id, token) else None


def record_held(solve_id: uuid.UUID, token: uuid.UUID, solve: Solve | None = None) -> str | None:
    """Run the method of a solve that this token has claimed, and store the result.

    Pass the solve if it was read with its puzzle since. Return None, or the lane (a queue of workers) in which
    it has to go on because it takes so long.
    """
    solve = solve or Solve.objects.select_related("puzzle").get(pk=solve_id)
    with request(solve.request_id):
        writer = IterationWriter(solve, token)
        try:
            with engine.Deadline(on_tick=writer.renew):
                return _run(solve, writer)
        except LeaseLost:
            log.warning("solve %s: lease lost in attempt %s", solve_id, solve.attempt)
            Solve.objects.come_back(solve_id, token)
        except PASSING as error:
            log.warning("solve %s: attempt %s did not get on: %s", solve_id, solve.attempt, error)
            connection.close_if_unusable_or_obsolete()
            # If this fails too, the lease runs out.
            Solve.objects.release(solve_id, token)
        except (MemoryError, sets.ConnectionLost) as error:
            log.warning("solve %s: attempt %s did not get on: %r", solve_id, solve.attempt, error)
            _lose(
                solve, token, "out-of-memory" if isinstance(error, MemoryError) else "worker-lost"
            )
        except Exception:
            log.exception("solve %s: a fault of the solver", solve_id)
            Solve.objects.fail(solve_id, token, "fault")
    return None


def _lose(solve: Solve, token: uuid.UUID, code: Literal["out-of-memory", "worker-lost"]) -> None:
    """Count this attempt as lost, and queue the solve again or, after MAX_ATTEMPTS, mark it as failed."""
    deaths = 1 + Heartbeat.objects.holders().deaths(solve.lost)
    if deaths < settings.MAX_ATTEMPTS:
        Solve.objects.lose(solve.pk, token)
    elif code == "worker-lost":
        Solve.objects.fail(solve.pk, token, code, times=deaths)
    else:
        Solve.objects.fail(solve.pk, token, code)


def _run(solve: Solve, writer: "IterationWriter") -> str | None:
    """Find the verdict, then run the method. Keep the iterations if a budget runs out.

    Return the lane that it moves to if it used up its turn, else None.
    """
    is_short = solve.lane == Solve.Lane.INTERACTIVE
    turn = settings.TURN_SECONDS if is_short else None
    grid = solve.grid
    budget = engine.Budget(turn, settings.SOLVE_ITERATIONS, settings.SOLVE_NODES)
    started = time.thread_time()
    nodes = settings.VERDICT_NODES
    count = engine.enumerate_solutions(grid, limit=2, nodes=nodes, seconds=turn)
    is_over = turn is not None and time.thread_time() - started >= turn
    if is_over and count.verdict == Puzzle.Verdict.UNKNOWN:
        return writer.move_to_slow_queue()
    with open_backend(solve, grid, budget) as run:
        solving = run.solving
        for iteration in solving:
            run.look(iteration)
            writer.add(iteration)
            if writer.is_full:
                break
        database_run = run.row()
    if turn is not None and is_cut_short(solving) and solving.elapsed >= turn:
        return writer.move_to_slow_queue()
    answer = answer_of(solving, count_further(solving, count))
    writer.close(answer, database_run, _rating(solve, answer))
    log.info(
        "solve %s: %s in %s iterations and %.1f ms, attempt %s",
        *(solve.pk, answer.outcome, writer.count, answer.elapsed_ms, solve.attempt),
        extra={
            "solve": solve.pk,
            "lane": solve.lane,
            "method": solve.method,
            "outcome": answer.outcome,
        },
    )
    return None


def _rating(solve: Solve, answer: SolveAnswer) -> dict[str, Any]:
    """Return the columns of a rating of the puzzle if somebody waits for the solve, whose page shows them."""
    is_awaited = solve.lane not in (Solve.Lane.BULK, Solve.Lane.SITE)
    is_unique = answer.verdict == Puzzle.Verdict.UNIQUE and not solve.start
    return rate_at_once(solve.puzzle) if is_awaited and is_unique else {}


class IterationWriter:
    """Writes the iterations of one attempt to the database, each time under its lease."""

    def __init__(self, solve: Solve, token: uuid.UUID) -> None:
        self.solve = solve
        self.token = token
        self.count = 0
        self.bytes = 0  # before they are compressed
        self.packer = Packer(solve.puzzle.size)
        self.rows: list[Chapter] = []  # not yet written
        self.is_begun = False  # whether anything of this attempt is written
        self.flushed = time.monotonic()

    @property
    def is_full(self) -> bool:
        return self.bytes >= settings.SOLVE_HISTORY_BYTES

    def add(self, iteration: engine.Iteration) -> None:
        self.bytes += self.packer.add(iteration)
        self.count = iteration.number
        if self.packer.is_full:
            self._cut()
        if time.monotonic() - self.flushed >= FLUSH_SECONDS:
            self._write(lease_until=next_lease())

    def renew(self) -> None:
        """Renew the lease of the solve. Raise LeaseLost, which ends the work, if another attempt holds it."""
        self._change(lease_until=next_lease())

    def close(
        self,
        answer: SolveAnswer,
        database_run: DatabaseRun | None = None,
        rating: Mapping[str, Any] | None = None,
    ) -> None:
        """Write the remaining iterations, finish the solve with its answer, and rate its puzzle."""
        news = answer.verdict not in (Puzzle.Verdict.UNKNOWN, self.solve.puzzle.verdict)
        is_news = news and not self.solve.start  # marks may rule out solutions of the puzzle
        is_all = not (database_run or is_news or rating)
        with nullcontext() if is_all else transaction.atomic():
            self._write(
                status=Solve.Status.FINISHED,
                finished_at=Now(),
                engine_version=engine.VERSION,
                **FREE,
                **vars(answer),
            )
            if database_run is not None:
                database_run.solve = self.solve
                database_run.save(force_insert=True)
            if is_news:
                puzzle = Puzzle.objects.filter(pk=self.solve.puzzle_id)
                outdated = puzzle.exclude(verdict=answer.verdict)
                outdated.update(verdict=answer.verdict, rated_by=None)  # None: rate it again
            if rating:
                Puzzle.objects.filter(pk=self.solve.puzzle_id, rated_by=None).update(**rating)

    def move_to_slow_queue(self) -> str:
        """Queue the solve in the lane for slow ones, to begin again there. Return the lane's name."""
        self._change(status=Solve.Status.QUEUED, lane=Solve.Lane.SLOW, enqueued_at=Now(), **FREE)
        log.info("solve %s: goes on in the slow lane", self.solve.pk)
        return Solve.Lane.SLOW

    def _cut(self) -> None:
        stretch = self.packer.cut()
        if stretch:
            self.rows.append(Chapter.of(self.solve, stretch))

    def _write(self, **change: Any) -> None:
        """Update the solve and add the rows, in one transaction."""
        self._cut()
        change["iteration_count"] = self.count
        is_first = self.solve.attempt == 1 and not self.solve.iteration_count
        if not self.rows and (self.is_begun or is_first):
            self._change(**change)
        elif self.is_begun or is_first:
            Solve.objects.change_and_add(self.solve.pk, self.token, self.rows, **change)
        else:  # delete the rows of an earlier attempt
            with transaction.atomic(savepoint=False):
                self._change(**change)
                Chapter.objects.filter(solve=self.solve).delete()
                Chapter.objects.bulk_create(self.rows)
        self.rows, self.is_begun, self.flushed = [], True, time.monotonic()

    def _change(self, **change: Any) -> None:
        Solve.objects.change(self.solve.pk, self.token, **change)
