"""A promise, a solve's or a job's: what its row has, and its moves.

Each move is one UPDATE whose WHERE clause is the guard. Its times are the database's: every process has a
clock of its own, and a lease means the same to all.
"""

import os
import uuid
from datetime import timedelta
from itertools import count
from typing import Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import InterfaceError, InternalError, OperationalError, models, transaction
from django.db.models import Case, F, Func, Q, Value, When
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Cast, Coalesce, Now, NullIf
from django.utils import timezone

from .failures import Code, Fact, say_failure
from .locking import LockableModel, LockableQuerySet
from .sessions import session_digests

QUEUED, RUNNING, FAILED = "queued", "running", "failed"
OVER = ("finished", "cancelled")  # for good
FREE = {"lease_token": None, "lease_until": None}  # a row that nobody holds
OF_A_WORKER = 8  # the version of such a token, which RFC 9562 leaves to applications
LONGER_THAN_ANY_LEASE = timedelta(minutes=10)
# The database is away, or let somebody else go first (a deadlock, a lock that took too long): another
# attempt may do better. `InternalError` is how it says that a transaction was idle for too long.
PASSING = (OperationalError, InterfaceError, InternalError)
Work = TypeVar("Work", bound="LeasedWork")
# Who counts as one when turns are taken: an account, else the network of a stranger, else a session. What
# belongs to nobody is the site's own, or was asked for by a command.
ASKER = Coalesce(
    Cast("owner_id", models.TextField()), NullIf("network", models.Value("")), "session_digest"
)


_worker = ""  # 12 hexadecimal digits, in the processes of a worker
_attempts = count()


def set_worker_name(worker: str) -> None:
    """Name the worker that this process and those it forks hold leases for."""
    global _worker
    _worker = worker


def new_token() -> uuid.UUID:
    """Return a token for an attempt, which names its worker and its process if it is a worker's."""
    if not _worker:
        return uuid.uuid4()
    number = f"{next(_attempts) % 16**6:06x}"
    return uuid.UUID(f"{_worker}{OF_A_WORKER}{number[:3]}8{number[3:]}{os.getpid():012x}")


def is_of_worker(worker: str) -> Q:
    """Whether a lease is held by a process of this worker."""
    of_it = f"{worker}{OF_A_WORKER}"
    ends = (uuid.UUID(of_it.ljust(32, digit)) for digit in "0f")
    return Q(lease_token__range=tuple(ends))


def holder_of(token: uuid.UUID) -> tuple[str, int]:
    """Return the worker and the process that a token names; no worker if it names none."""
    is_of_a_worker = token.version == OF_A_WORKER
    return (token.hex[:12], int(token.hex[20:], 16)) if is_of_a_worker else ("", 0)


class LeaseLost(Exception):
    """Another attempt owns the row now, or somebody stopped it; this one must write nothing more."""


def next_lease() -> CombinedExpression:
    return Now() + timedelta(seconds=settings.LEASE_SECONDS)


def requeue_fields() -> dict[str, Any]:
    """The change of a row that is queued again as if nothing had failed, its attempts counted anew."""
    return {
        "attempt": 0,
        "lost": None,
        "failure": "",
        "failure_facts": {},
        "finished_at": None,
        "enqueued_at": Now(),
    }


def release_fields() -> dict[str, Any]:
    """The change of a row that is queued again, for which the reaper rings at its next look."""
    long_ago = Now() - timedelta(seconds=settings.REAPER_PERIOD)
    return {"status": QUEUED, "enqueued_at": long_ago, **FREE}


def append_token(tokens: str, token: Any) -> Func:
    """Return what a column of tokens holds, and one more."""
    return Func(F(tokens), token, function="array_append", output_field=lost_tokens_field())


def remove_token(tokens: str, token: uuid.UUID) -> Func:
    """Return what a column of tokens holds, but for one."""
    given = Value(token, output_field=models.UUIDField())
    return Func(F(tokens), given, function="array_remove", output_field=lost_tokens_field())


def lost_tokens_field() -> ArrayField:
    """A column of tokens whose attempts lost their lease and have not said since that they are well.

    An attempt is counted as lost if its process is dead by then (`Holders.deaths`).
    """
    return ArrayField(models.UUIDField(), null=True, default=None, editable=False)


def has_run_out() -> Q:
    """Of a lease; one that no attempt can have taken was taken before the database's clock was set back."""
    return Q(lease_until__lt=Now()) | Q(lease_until__gt=Now() + LONGER_THAN_ANY_LEASE)


class LeaseQuerySet(LockableQuerySet[Work]):
    """Rows with a status, an owner, and a lease that one attempt at a time holds."""

    def _claim(self, pk: uuid.UUID, token: uuid.UUID, **more: Any) -> bool:
        """Take a queued row, or a running one whose lease ran out, for a new attempt."""
        free = Q(status=QUEUED) | Q(has_run_out(), status=RUNNING)
        is_lost = When(status=RUNNING, then=append_token("lost", F("lease_token")))
        return bool(
            self.filter(free, pk=pk).update(
                status=RUNNING,
                attempt=F("attempt") + 1,
                lost=Case(is_lost, default=F("lost")),
                lease_token=token,
                lease_until=next_lease(),
                **more,
            )
        )

    def known(self) -> Self:
        """Rows that this version of the site can work on; what a newer one has queued waits for its worker."""
        return self

    def waiting_in(self, lane: str) -> Self:
        """Rows of a lane that may be taken, in their turn."""
        free = Q(status=QUEUED) | Q(has_run_out(), status=RUNNING)
        in_lane = self.known().filter(lane=lane, status__in=(QUEUED, RUNNING))
        return in_lane.filter(free).order_by("turn", "pk")

    def take_first(self, token: uuid.UUID) -> uuid.UUID | None:
        """Take the first of these rows, which are in order; what others are just taking is passed over."""
        with transaction.atomic():
            free = self.select_for_update(skip_locked=True, no_key=True)
            pk = free.values_list("pk", flat=True).first()
            return pk if pk and self.claim(pk, token) else None

    def claim(self, pk: uuid.UUID, token: uuid.UUID) -> bool:
        """Take this row for a new attempt, if it is free and known here."""
        raise NotImplementedError

    def with_lease(self, pk: uuid.UUID, token: uuid.UUID) -> Self:
        """The row, if the lease is still ours; every write goes through this."""
        return self.filter(pk=pk, lease_token=token)

    def change(self, pk: uuid.UUID, token: uuid.UUID, **change: Any) -> None:
        """Change the row, if the lease is still ours; else LeaseLost, and nothing is changed."""
        if not self.with_lease(pk, token).update(**change):
            raise LeaseLost

    def release(self, pk: uuid.UUID, token: uuid.UUID) -> None:
        """Queue it again, if it is still ours: this attempt does not count, the reaper rings for another."""
        self.with_lease(pk, token).update(**release_fields())

    def lose(self, pk: uuid.UUID, token: uuid.UUID) -> bool:
        """Queue it again, if it is still ours, after an attempt that its process could not bear."""
        lost = append_token("lost", Value(uuid.uuid4(), output_field=models.UUIDField()))
        return bool(self.with_lease(pk, token).update(lost=lost, **release_fields()))

    def come_back(self, pk: uuid.UUID, token: uuid.UUID) -> None:
        """Note that the process of an attempt that lost its lease is well, so that it does not count."""
        self.filter(pk=pk, lost__contains=[token]).update(lost=remove_token("lost", token))

    def fail(self, pk: uuid.UUID, token: uuid.UUID, code: Code, **facts: Fact) -> None:
        """End it as failed, if the lease is still ours; else whoever holds it goes on."""
        self.with_lease(pk, token).end_as_failed(code, **facts)

    def end_as_failed(self, code: Code, **facts: Fact) -> None:
        self.update(
            status=FAILED,
            finished_at=Now(),
            failure=code,
            failure_facts=facts,
            **FREE,
        )

    def overdue(self) -> Self:
        """Queued for longer than a reaper's period, or in the future, or running on a lease that ran out."""
        patience = timedelta(seconds=settings.REAPER_PERIOD)
        is_recent = Q(enqueued_at__range=(Now() - patience, Now() + patience))
        return self.filter(~is_recent, status=QUEUED) | self.lost()

    def lost(self) -> Self:
        """Running on a lease that ran out: whoever held it is gone, or asleep."""
        return self.filter(has_run_out(), status=RUNNING)

    def waiting_before(self, promise: Any, most: int) -> int:
        """The number of rows, up to `most`, whose turn in the same lane comes before this one's."""
        earlier = Q(turn__lt=promise.turn) | Q(turn=promise.turn, pk__lt=promise.pk)
        return self.filter(earlier, status=QUEUED, lane=promise.lane)[:most].count()

    def lock(self) -> list[Any]:
        """Of those that are over nobody writes any more, and there may be very many."""
        return LockableQuerySet.lock(self.exclude(status__in=OVER))

    def of_visitor(self, user: Any, session_key: str | None) -> Self:
        """Rows that belong to an account, or to a browser session that has none."""
        return self.filter(belongs_to(user, session_key))


def belongs_to(user: Any, session_key: str | None) -> Q:
    """Whether a row with an owner and a session belongs to this visitor: the one way to ask."""
    return Q(owner=user) if user.is_authenticated else belongs_to_session(session_key)


def belongs_to_session(session_key: str | None) -> Q:
    """Whether a row belongs to the browser with this key, and to no account."""
    return Q(owner=None, session_digest__in=session_digests(session_key))


class LeasedWork(LockableModel):
    """Work that was asked for and will be answered, by one attempt at a time, however many are lost.

    Each kind has a `status` and an `owner` of its own: the words of the one differ, and so does what becomes
    of a row when the other goes.
    """

    attempt = models.PositiveSmallIntegerField(default=0)  # how often it was begun
    lease_token = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    lost = lost_tokens_field()
    created_at = models.DateTimeField(default=timezone.now)
    enqueued_at = models.DateTimeField(default=timezone.now)  # when its id was last published
    # Its place in its lane. A trigger sets it each time that the row is queued (migration 0049): behind the
    # other queued rows of the same asker, and at once behind the first of all others. So askers take turns.
    turn = models.BigIntegerField(default=0, db_default=0, editable=False)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    failure = models.TextField(blank=True)  # a code of `failures`, or words of an old version
    # What its sentence needs to be made. The database has the default too: while a new version is rolled
    # out, the old one still writes rows.
    failure_facts = models.JSONField(default=dict, db_default={}, editable=False)
    # Whence a stranger asked for it, as `operations.limits.network_of` says it, to count what is unfinished.
    network = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    # The request that asked for it, as the logs name it.
    request_id = models.CharField(
        max_length=32, blank=True, default="", db_default="", editable=False
    )

    class Meta:
        abstract = True
        ordering = ("-created_at",)
        indexes: ClassVar[tuple[models.Index, ...]] = (
            # The reaper's question; only unfinished rows are in it, so it stays small.
            models.Index(
                fields=("status", "enqueued_at"),
                condition=Q(status__in=(QUEUED, RUNNING)),
                name="%(class)s_unfinished",
            ),
            # Whose turn it is.
            models.Index(
                fields=("lane", "turn", "id"),
                condition=Q(status__in=(QUEUED, RUNNING)),
                name="%(class)s_turn",
            ),
            # The last turn of an asker.
            models.Index(
                "lane", ASKER, "turn", condition=Q(status=QUEUED), name="%(class)s_turn_of_asker"
            ),
        )
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            models.CheckConstraint(
                name="%(class)s_running_has_lease",
                condition=Q(status=RUNNING, lease_token__isnull=False, lease_until__isnull=False)
                | (~Q(status=RUNNING) & Q(lease_token__isnull=True)),
            ),
            models.CheckConstraint(
                name="%(class)s_failed_says_why", condition=~Q(status=FAILED, failure="")
            ),
        )

    @property
    def failure_words(self) -> str:
        """Why it failed, in the language of whoever reads it; empty when it did not."""
        return say_failure(self.failure, self.failure_facts)
