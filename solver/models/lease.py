"""The moves of a promise, a solve's or a job's: each is one UPDATE whose WHERE clause is the guard."""

import uuid
from datetime import datetime, timedelta
from typing import Any, Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

QUEUED, RUNNING = "queued", "running"
Promise = TypeVar("Promise", bound=models.Model)


def next_lease() -> datetime:
    return timezone.now() + timedelta(seconds=settings.LEASE_SECONDS)


class LeaseQuerySet(models.QuerySet[Promise]):
    """Rows with a status, an owner, and a lease that one attempt at a time holds."""

    def _claim(self, pk: uuid.UUID, token: uuid.UUID, **more: Any) -> bool:
        """Take a queued row, or a running one whose lease ran out, for a new attempt."""
        free = Q(status=QUEUED) | Q(status=RUNNING, lease_until__lt=timezone.now())
        return bool(
            self.filter(free, pk=pk).update(
                status=RUNNING,
                attempt=F("attempt") + 1,
                lease_token=token,
                lease_until=next_lease(),
                **more,
            )
        )

    def holding(self, pk: uuid.UUID, token: uuid.UUID) -> Self:
        """The row, if the lease is still ours; every write goes through this."""
        return self.filter(pk=pk, lease_token=token)

    def forgotten(self, now: datetime) -> Self:
        """Queued for longer than a reaper's period, or running on a lease that ran out."""
        patience = now - timedelta(seconds=settings.REAPER_PERIOD)
        return self.filter(status=QUEUED, enqueued_at__lt=patience) | self.lost(now)

    def lost(self, now: datetime) -> Self:
        """Running on a lease that ran out: whoever held it is gone, or asleep."""
        return self.filter(status=RUNNING, lease_until__lt=now)

    def of_visitor(self, user: Any, session_key: str | None) -> Self:
        """What belongs to an account, or to a browser session that has none."""
        return self.filter(is_of(user, session_key))


def is_of(user: Any, session_key: str | None) -> Q:
    """Whether a row with an owner and a session key belongs to this visitor."""
    if user.is_authenticated:
        return Q(owner=user)
    return Q(owner=None, session_key=session_key) if session_key else Q(pk__in=())
