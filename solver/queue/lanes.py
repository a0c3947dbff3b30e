"""Choose what a worker does next: which lane, and which row in it.

People come before programs, and both before the site's own work. One worker serves the interactive lane alone,
for short turns. Another serves three: `slow` (somebody waits for a long solve), `bulk` (jobs and batches) and
`site` (rating, the pool, showcases). Slow and bulk alternate as their messages come. The site's own work runs
if neither has anything to do, and gets a small share if that never happens.

Within a lane owners take turns: the row with the lowest `turn` is next (`models/leased_work`).
"""

import uuid
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.db import NotSupportedError, connection, transaction
from django.db.models import Exists, OuterRef, Value

from solver.jobs import known_jobs
from solver.models import Job, JobPart, Solve
from solver.models.leased_work import (
    FREE,
    RUNNING,
    LeaseQuerySet,
    Statement,
    has_run_out,
    is_of_worker,
    new_token,
    release_fields,
)
from solver.models.locking import advisory_lock
from solver.models.statements import prepared_cursor, with_values

Lane = Solve.Lane
PEOPLE = (Lane.SLOW, Lane.BULK)
WITHOUT_JOBS = (Lane.SLOW, Lane.SETS)
TOKEN = uuid.UUID(int=0)  # stands for another one in a statement


@dataclass(frozen=True)
class Taken:
    """A row that this worker has leased with a token."""

    model: type[Solve] | type[Job]
    pk: uuid.UUID
    lane: str
    token: uuid.UUID
    solve: Solve | None = None  # the row with its puzzle, if it was read at once


def take(named: str, served: Collection[str], is_due: Callable[[], bool]) -> Taken | None:
    """Lease the next solve or job for a worker that serves these lanes (queues), or return None.

    None means that nothing waits. `named` is the lane of the message that woke the worker. `is_due` says
    whether the site's own work is to have its share now. It is called only if people wait.
    """
    token = new_token()
    for lane in _in_order(named, served, is_due):
        try:
            taken = _take(lane, token)
        except NotSupportedError:
            # A migration has changed a column since the statement was prepared.
            connection.close()
            taken = _take(lane, token)
        if taken:
            return taken
    return None


def release_worker(worker: str) -> None:
    """Requeue all work that the processes of an ending worker hold. Their attempts do not count."""
    own = is_of_worker(worker)
    JobPart.objects.filter(own).update(**FREE)
    for rows in (Solve.objects.all(), Job.objects.all()):
        rows.filter(own, status=RUNNING).update(**release_fields())


def are_people_waiting(served: Collection[str] = PEOPLE) -> bool:
    """Return whether work that people asked for waits in the lanes. The site's own does not count."""
    return any(rows.exists() for lane in PEOPLE if lane in served for rows in _waiting(lane))


def next_in(lane: str) -> Any:
    """Return the next row of a lane (queue), a solve or a job, or None if nothing waits there."""
    return next((row for rows in _waiting(lane) if (row := rows.first())), None)


def _in_order(named: str, served: Collection[str], is_due: Callable[[], bool]) -> Iterator[str]:
    """Yield the lanes to look at, the lane of the message first."""
    if named not in (*PEOPLE, Lane.SITE):
        yield named
        return
    if named == Lane.SITE and are_people_waiting(served) and is_due():
        yield named
    yield from (lane for lane in PEOPLE if lane == named)
    yield from (lane for lane in PEOPLE if lane != named and lane in served)
    if Lane.SITE in served:
        yield Lane.SITE


def _take(lane: str, token: uuid.UUID) -> Taken | None:
    return _take_site_work(token) if lane == Lane.SITE else _take_next(lane, token)


def _take_next(lane: str, token: uuid.UUID) -> Taken | None:
    """Lease the solve or job of a lane whose turn it is, or return None.

    Mostly it is a solve, so one statement claims it and reads it.
    """
    turns, claims = _statements(lane, settings.LEASE_SECONDS)
    with prepared_cursor() as cursor:
        cursor.execute(_solve_statement(lane, settings.LEASE_SECONDS), [token])
        if row := cursor.fetchone():
            solve = Solve.with_puzzle(row)
            return Taken(Solve, solve.pk, lane, token, solve)
        cursor.execute(turns, [])
        for _turn, at in sorted(cursor.fetchall()):
            model, claiming = claims[at]
            cursor.execute(claiming, [token])
            if row := cursor.fetchone():
                return Taken(model, row[0], lane, token)
    return None


@cache
def _solve_statement(lane: str, _seconds: int) -> str:
    """Return what claims the first solve of a lane and reads it, unless the turn of a job comes before."""
    solves, *jobs = _waiting(lane)
    earlier = [Exists(rows.order_by().filter(turn__lt=OuterRef("turn"))) for rows in jobs]
    claiming = _with_values(solves.claiming_first(TOKEN, ~earlier[0] if earlier else None))
    table, reading = Solve._meta.db_table, Solve.reading()[0]
    # In what reads, the name of the table means the claimed row.
    return f'WITH "{table}" AS ({claiming} RETURNING *) {reading}'


@cache
def _statements(lane: str, _seconds: int) -> tuple[str, list[tuple[Any, str]]]:
    """Return what asks for the first turn of each kind of work in a lane, and what claims the first of each.

    To build these takes longer than to execute them.
    """
    waiting = list(_waiting(lane))
    turns = [rows.values_list("turn", Value(at))[:1] for at, rows in enumerate(waiting)]
    claims = [
        (rows.model, f"{_with_values(rows.claiming_first(TOKEN))} RETURNING id") for rows in waiting
    ]
    return _with_values(turns[0].union(*turns[1:], all=True).query.sql_with_params()), claims


def _with_values(statement: Statement) -> str:
    """Return the text of a statement with its values in it, and a placeholder for `TOKEN`.

    A prepared plan uses an index of unfinished rows only if it knows the status.
    """
    return with_values(*statement).replace(f"'{TOKEN.hex}'::uuid", "%s")


def _take_site_work(token: uuid.UUID) -> Taken | None:
    """Do the same in the site's lane, unless SITE_AT_ONCE run already: people find a free worker."""
    with transaction.atomic():
        advisory_lock("lane site")
        at_work = sum(
            rows.filter(lane=Lane.SITE, status=RUNNING).exclude(has_run_out()).count()
            for rows in (Solve.objects.all(), Job.objects.all())
        )
        return _take_next(Lane.SITE, token) if at_work < settings.SITE_AT_ONCE else None


def _waiting(lane: str) -> Iterator[LeaseQuerySet[Any]]:
    """Yield the waiting solves of a lane, then its waiting jobs, each in order."""
    yield Solve.objects.waiting_in(lane)
    if lane not in WITHOUT_JOBS:
        yield known_jobs().waiting_in(lane)
