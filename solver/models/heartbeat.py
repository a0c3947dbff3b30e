"""Signs of life of the processes, and what they say about the attempts that are held.

A lease token of a worker names the worker and its process (`leased_work.new_token`). A process that finds a
lease can ask here whether its holder is still there.
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

SILENT = timedelta(seconds=8)  # after that others take over what a worker holds
DEAD = timedelta(minutes=5)  # after that a silent worker does not wake again


@dataclass(frozen=True)
class Seen:
    """The last sign of life of one worker: how long ago, and which of its processes have ended."""

    silent: timedelta
    ended: frozenset[int]


class Holders:
    """The workers as they were seen at one moment."""

    def __init__(self, seen: Mapping[str, Seen]) -> None:
        self.seen = seen

    def is_gone(self, token: UUID) -> bool:
        """Whether the holder of a lease gives no sign of life: dead, or stopped, or very slow."""
        worker, process = holder_of(token)
        seen = self.seen.get(worker)
        return bool(worker) and (seen is None or seen.silent > SILENT or process in seen.ended)

    def is_dead(self, token: UUID) -> bool:
        """Whether the holder of a lease that ran out never comes back. A process that is no worker's is so."""
        worker, process = holder_of(token)
        seen = self.seen.get(worker)
        return not worker or seen is None or seen.silent > DEAD or process in seen.ended

    def deaths(self, tokens: Iterable[UUID] | None) -> int:
        """How many of these attempts have ended with their process."""
        return sum(map(self.is_dead, tokens or ()))


class HeartbeatManager(models.Manager["Heartbeat"]):
    def note(
        self,
        name: str,
        counts: dict[str, int] | None = None,
        worker: str = "",
        ended: Iterable[int] = (),
    ) -> None:
        """This process is well now; those silent for a day are forgotten."""
        seen = {"seen_at": Now(), "counts": counts or {}, "worker": worker, "ended": list(ended)}
        self.update_or_create(name=name, defaults=seen)
        self.filter(seen_at__lt=Now() - timedelta(days=1)).delete()

    def forget(self, name: str, worker: str = "") -> None:
        """This process has ended because it was told to; another may have its name since."""
        self.filter(name=name, worker=worker).delete()

    def holders(self) -> Holders:
        silent = ExpressionWrapper(Now() - F("seen_at"), DurationField())
        rows = self.exclude(worker="").values_list("worker", silent, "ended")
        return Holders({worker: Seen(since, frozenset(ended)) for worker, since, ended in rows})


class Heartbeat(models.Model):
    """A worker or reaper that was well at `seen_at`, with what it counted since it started."""

    name = models.CharField(max_length=200, primary_key=True)  # interactive@host
    seen_at = models.DateTimeField()
    counts = models.JSONField(default=dict)
    # Of a worker: what its lease tokens begin with, another each time it is started.
    worker = models.CharField(max_length=12, blank=True, default="", db_default="")
    # Of its pool: processes that have ended lately.
    ended = ArrayField(models.IntegerField(), default=list, db_default=[])

    objects = HeartbeatManager()

    def __str__(self) -> str:
        return self.name
