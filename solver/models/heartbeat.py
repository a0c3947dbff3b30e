"""Heartbeats of processes, and which holders of leases are alive by them.

A lease token of a worker names the worker and its process (`leased_work.new_token`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import DurationField, ExpressionWrapper, F
from django.db.models.functions import Now

from .leased_work import holder_of

SILENT = timedelta(seconds=8)  # after this other workers take over the leases of a worker
DEAD = timedelta(minutes=5)  # after this a silent worker counts as dead


@dataclass(frozen=True)
class Seen:
    """The latest heartbeat of a worker: how long ago, and which of its processes have ended."""

    silent: timedelta
    ended: frozenset[int]


class Holders:
    """All workers at one time, by their latest heartbeats."""

    def __init__(self, seen: Mapping[str, Seen]) -> None:
        self.seen = seen

    def is_gone(self, token: UUID) -> bool:
        """Return whether the process that holds a lease is silent: dead, stopped or very slow.

        `token` is the lease's. False for a holder that is no worker's process.
        """
        worker, process = holder_of(token)
        seen = self.seen.get(worker)
        return bool(worker) and (seen is None or seen.silent > SILENT or process in seen.ended)

    def is_dead(self, token: UUID) -> bool:
        """Return whether the process of an ended lease is dead and never comes back.

        `token` is the lease's. True for a holder that is no worker's process.
        """
        worker, process = holder_of(token)
        seen = self.seen.get(worker)
        return not worker or seen is None or seen.silent > DEAD or process in seen.ended

    def deaths(self, tokens: Iterable[UUID] | None) -> int:
        """Return how many attempts died with their process. `tokens` are those of their leases."""
        return sum(map(self.is_dead, tokens or ()))


class HeartbeatManager(models.Manager["Heartbeat"]):
    def note(
        self,
        name: str,
        counts: dict[str, int] | None = None,
        worker: str = "",
        ended: Iterable[int] = (),
    ) -> None:
        """Write the heartbeat of a process.

        `counts` are its counters, `worker` the worker's name in leases, `ended` the ids of its processes that
        ended.
        """
        seen = {"seen_at": Now(), "counts": counts or {}, "worker": worker, "ended": list(ended)}
        row = Heartbeat(name=name, **seen)
        # One statement, over a connection that a worker opens for it.
        self.bulk_create(
            [row], update_conflicts=True, unique_fields=["name"], update_fields=[*seen]
        )

    def drop_old(self) -> None:
        """Delete the heartbeats of processes that have been silent for a day."""
        self.filter(seen_at__lt=Now() - timedelta(days=1)).delete()

    def forget(self, name: str, worker: str = "") -> None:
        """Delete the heartbeat of a process that was told to end, unless another worker has taken its name."""
        self.filter(name=name, worker=worker).delete()

    def holders(self) -> Holders:
        silent = ExpressionWrapper(Now() - F("seen_at"), DurationField())
        rows = self.exclude(worker="").values_list("worker", silent, "ended")
        return Holders({worker: Seen(since, frozenset(ended)) for worker, since, ended in rows})


class Heartbeat(models.Model):
    """A worker or reaper that was alive at `seen_at`, with its counters since it started."""

    name = models.CharField(max_length=200, primary_key=True)  # interactive@host
    seen_at = models.DateTimeField()
    counts = models.JSONField(default=dict)
    # The prefix of a worker's lease tokens. It is new at each start.
    worker = models.CharField(max_length=12, blank=True, default="", db_default="")
    # Processes of its pool that have ended lately.
    ended = ArrayField(models.IntegerField(), default=list, db_default=[])

    objects = HeartbeatManager()

    def __str__(self) -> str:
        return self.name
