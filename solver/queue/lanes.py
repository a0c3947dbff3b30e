"""What a worker does next: which lane, and whose row in it.

People come before programs, and both before what the site does by itself. One worker serves the interactive
lane alone, for short turns. Another serves three: `slow` (somebody waits for a long solve), `bulk` (jobs and
batches) and `site` (rating, the pool, showcases). Slow and bulk have their turns alternately, as their messages
come. The site's own has one when neither has anything to do, and a small share if that never happens.

Within a lane those who ask take turns: the row with the lowest `turn` is next (`models/leased_work`).
"""

import uuid
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from solver.jobs import known_jobs
from solver.models import Job, JobPart, Solve
from solver.models.leased_work import (
    FREE,
    RUNNING,
    LeaseQuerySet,
    has_run_out,
    is_of_worker,
    new_token,
    release_fields,
)

Lane = Solve.Lane
PEOPLE = (Lane.SLOW, Lane.BULK)
WITHOUT_JOBS = (Lane.SLOW, Lane.SETS)


@dataclass(frozen=True)
class Taken:
    """A row that this worker holds now, by its token."""

    model: type[Solve] | type[Job]
    pk: uuid.UUID
    lane: str
    token: uuid.UUID


def take(rung: str, served: Collection[str], is_due: Callable[[], bool]) -> Taken | None:
    """Take what comes next for a worker that serves these lanes and was rung for in one of them.

    `is_due` says whether the site's own is to have its share now. It is asked only if people wait.
    """
    token = new_token()
    for lane in _in_order(rung, served, is_due):
        found = _take_site_work(token) if lane == Lane.SITE else _take_next(lane, token)
        if found:
            return found
    return None


def release_worker(worker: str) -> None:
    """Queue again what the processes of a worker hold that was told to end; no attempt of theirs counts."""
    own = is_of_worker(worker)
    JobPart.objects.filter(own).update(**FREE)
    for rows in (Solve.objects.all(), Job.objects.all()):
        rows.filter(own, status=RUNNING).update(**release_fields())


def are_people_waiting(served: Collection[str] = PEOPLE) -> bool:
    """Whether anything waits, in one of these lanes, that comes before the site's own."""
    return any(rows.exists() for lane in PEOPLE if lane in served for rows in _waiting(lane))


def next_in(lane: str) -> Any:
    """The row of a lane that comes next, a solve or a job; None if nothing waits there."""
    return next((row for rows in _waiting(lane) if (row := rows.first())), None)


def _in_order(rung: str, served: Collection[str], is_due: Callable[[], bool]) -> Iterator[str]:
    """The lanes to look at, first the one that was rung for."""
    if rung not in (*PEOPLE, Lane.SITE):
        yield rung
        return
    if rung == Lane.SITE and are_people_waiting(served) and is_due():
        yield rung
    yield from (lane for lane in PEOPLE if lane == rung)
    yield from (lane for lane in PEOPLE if lane != rung and lane in served)
    if Lane.SITE in served:
        yield Lane.SITE


def _take_next(lane: str, token: uuid.UUID) -> Taken | None:
    """Take the row of a lane whose turn it is, be it a solve or a job."""
    waiting = list(_waiting(lane))
    if len(waiting) > 1:
        turns = [rows.values_list("turn", flat=True).first() for rows in waiting]
        first = sorted((turn, at) for at, turn in enumerate(turns) if turn is not None)
        waiting = [waiting[at] for _turn, at in first]
    for rows in waiting:
        if pk := rows.take_first(token):
            return Taken(rows.model, pk, lane, token)
    return None


def _take_site_work(token: uuid.UUID) -> Taken | None:
    """The same in the lane of the site's own, of which few are at work at once: people find a free worker."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('lane site', 0))")
        at_work = sum(
            rows.filter(lane=Lane.SITE, status=RUNNING).exclude(has_run_out()).count()
            for rows in (Solve.objects.all(), Job.objects.all())
        )
        return _take_next(Lane.SITE, token) if at_work < settings.SITE_AT_ONCE else None


def _waiting(lane: str) -> Iterator[LeaseQuerySet[Any]]:
    """The rows that wait in a lane, a kind of row after the other, each in its order."""
    yield Solve.objects.waiting_in(lane)
    if lane not in WITHOUT_JOBS:
        yield known_jobs().waiting_in(lane)
