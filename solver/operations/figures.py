"""Figures of the running site, computed from its tables: queues, times and outcomes.

So all processes return the same figures, and no counter is lost when a worker dies. Each query reads either
unfinished solves or those of the last minutes. Both have an index.
"""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, DurationField, ExpressionWrapper, F, Min, QuerySet, Sum
from django.db.models.functions import Now
from django.utils import timezone

from solver.models import Delivery, Heartbeat, JobPart, Mail, Solve
from solver.models.statements import fetch_rows
from solver.models.webhook import GIVEN_UP_AFTER

RECENT = timedelta(minutes=5)
GIVEN_UP_FOR = timedelta(days=1)
HOUR = 60  # minutes of a series
QUANTILES = (0.5, 0.95, 0.99)


@dataclass
class LaneFigures:
    """One lane: its queue now, and its solves of the last five minutes. Times are in seconds."""

    name: str
    waiting: int = 0
    running: int = 0
    oldest_wait: float = 0.0
    jobs_waiting: int = 0
    jobs_running: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)  # counts, also of `failed`
    wait: tuple[float, ...] = (0.0,) * len(QUANTILES)
    run: tuple[float, ...] = (0.0,) * len(QUANTILES)


@dataclass(frozen=True)
class OutboxFigures:
    """Mails or webhook messages to be sent. `given_up` counts those of the last day."""

    name: str
    waiting: int
    oldest_wait: float  # seconds
    given_up: int


@dataclass(frozen=True)
class Minute:
    """The solves of one minute: how many ended, their 95th percentile wait (s), and how many waited."""

    start: datetime
    ended: int
    wait: float
    waiting: int


def lanes() -> list[LaneFigures]:
    figures = {name: LaneFigures(name) for name in Solve.Lane.values}
    for lane, waiting, running, oldest in fetch_rows(UNFINISHED):
        lane_figures = figures[lane]
        lane_figures.waiting, lane_figures.running = waiting, running
        lane_figures.oldest_wait = oldest
    for lane, waiting, running in fetch_rows(UNFINISHED_JOBS):
        figures[lane].jobs_waiting, figures[lane].jobs_running = waiting, running
    for lane, outcome, count in fetch_rows(OUTCOMES, [RECENT]):
        figures[lane].outcomes[outcome] = count
    for lane, wait, run in fetch_rows(TIMES, [list(QUANTILES), list(QUANTILES), RECENT]):
        figures[lane].wait, figures[lane].run = tuple(wait), tuple(run)
    return list(figures.values())


def outbox() -> list[OutboxFigures]:
    unsent = Delivery.objects.filter(sent_at=None)
    given_up_since = Now() - GIVEN_UP_AFTER - GIVEN_UP_FOR
    late = unsent.filter(due_at__range=(given_up_since, Now() - GIVEN_UP_AFTER))
    return [
        _outbox("mail", Mail.objects.waiting(), "created_at", Mail.objects.given_up()),
        _outbox("webhook", Delivery.objects.waiting(), "due_at", late),
    ]


def _outbox(
    name: str, waiting: "QuerySet[Any]", since: str, given_up: "QuerySet[Any]"
) -> OutboxFigures:
    wait = ExpressionWrapper(Now() - Min(since), DurationField())
    totals = waiting.order_by().aggregate(count=Count("pk"), oldest=wait)
    oldest = totals["oldest"].total_seconds() if totals["oldest"] else 0.0
    return OutboxFigures(name, totals["count"], oldest, given_up.count())


def last_hour() -> list[Minute]:
    """Return the figures of each minute of the last hour: ended solves, their wait, and waiting ones.

    The current minute comes last.
    """
    now = timezone.now().replace(second=0, microsecond=0)
    starts = [now - timedelta(minutes=ago) for ago in reversed(range(HOUR))]
    span = timedelta(minutes=HOUR)
    ended = {start: (count, wait) for start, count, wait in fetch_rows(ENDED_BY_MINUTE, [span])}
    changes: Counter[datetime] = Counter()
    for start, change in fetch_rows(WAITING_BY_MINUTE, [span]):
        changes[max(start, starts[0])] += change
    minutes, waiting = [], 0
    for start in starts:
        waiting += changes[start]
        count, wait = ended.get(start, (0, 0.0))
        minutes.append(Minute(start, count, wait or 0.0, waiting))
    return minutes


def set_aside() -> dict[str, int]:
    """Return the number of items, by job type, that failed and have not been tried again."""
    parts = JobPart.objects.set_aside().values_list("job__kind")
    return dict(parts.annotate(count=Sum("items")).order_by("job__kind"))


def heartbeats() -> dict[str, tuple[float, dict[str, int]]]:
    """Return (seconds since the latest heartbeat, counters) of each process, by its name."""
    silence = ExpressionWrapper(Now() - F("seen_at"), DurationField())
    beats = Heartbeat.objects.order_by("name").values_list("name", silence, "counts")
    return {name: (silent.total_seconds(), counts) for name, silent, counts in beats}


UNFINISHED = """
    SELECT lane,
           count(*) FILTER (WHERE status = 'queued'),
           count(*) FILTER (WHERE status = 'running'),
           coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE status = 'queued')), 0)::float
      FROM solver_solve WHERE status IN ('queued', 'running') GROUP BY lane"""
UNFINISHED_JOBS = """
    SELECT lane, count(*) FILTER (WHERE status = 'queued'), count(*) FILTER (WHERE status = 'running')
      FROM solver_job WHERE status IN ('queued', 'running') GROUP BY lane"""
OUTCOMES = """
    SELECT lane, coalesce(nullif(outcome, ''), status), count(*)
      FROM solver_solve WHERE finished_at > now() - %s GROUP BY 1, 2"""
TIMES = """
    SELECT lane,
           percentile_cont(%s::float[]) WITHIN GROUP (ORDER BY extract(epoch FROM started_at - created_at)),
           percentile_cont(%s::float[]) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at))
      FROM solver_solve WHERE finished_at > now() - %s AND started_at IS NOT NULL GROUP BY lane"""
ENDED_BY_MINUTE = """
    SELECT date_trunc('minute', finished_at, 'UTC'), count(*),
           percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM started_at - created_at))
      FROM solver_solve WHERE finished_at > now() - %s GROUP BY 1"""
WAITING_BY_MINUTE = """
    WITH recent AS (
        SELECT created_at, started_at, finished_at FROM solver_solve
         WHERE finished_at > now() - %s OR status IN ('queued', 'running'))
    SELECT date_trunc('minute', created_at, 'UTC'), count(*) FROM recent GROUP BY 1
     UNION ALL
    SELECT date_trunc('minute', coalesce(started_at, finished_at), 'UTC'), -count(*) FROM recent
     WHERE coalesce(started_at, finished_at) IS NOT NULL GROUP BY 1"""
