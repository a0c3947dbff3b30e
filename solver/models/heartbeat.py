"""Signs of life of the processes."""

from datetime import timedelta

from django.db import models
from django.db.models.functions import Now


class HeartbeatManager(models.Manager["Heartbeat"]):
    def note(self, name: str, counts: dict[str, int] | None = None) -> None:
        """This process is well now; those silent for a day are forgotten."""
        seen = {"seen_at": Now(), "counts": counts or {}}
        self.update_or_create(name=name, defaults=seen)
        self.filter(seen_at__lt=Now() - timedelta(days=1)).delete()

    def forget(self, name: str) -> None:
        """This process has ended because it was told to."""
        self.filter(name=name).delete()


class Heartbeat(models.Model):
    """A worker or reaper that was well at `seen_at`, with what it counted since it started."""

    name = models.CharField(max_length=200, primary_key=True)  # interactive@host
    seen_at = models.DateTimeField()
    counts = models.JSONField(default=dict)

    objects = HeartbeatManager()

    def __str__(self) -> str:
        return self.name
