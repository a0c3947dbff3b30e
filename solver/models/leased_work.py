"""Work under a lease, a solve or a job: the columns of its row, and how its state changes.

Each change of state is one UPDATE whose WHERE clause is the guard. All times are the database's: every process
has a clock of its own, and a lease means the same to all.
"""

import os
import uuid
from datetime import timedelta
from itertools import count
from typing import Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import InterfaceError, InternalError, OperationalError, connection, models
from django.db.models import Case, F, Func, Q, Value, When
from django.db.models.expressions import CombinedExpression, RawSQL
from django.db.models.functions import Cast, Coalesce, Now, NullIf
from django.db.models.sql import UpdateQuery
from django.utils import timezone

from .failures import Code, Fact, say_failure
from .locking import LockableModel, LockableQuerySet
from .sessions import session_digests
from .statements import prepared_cursor

QUEUED, RUNNING, FAILED = "queued", "running", "failed"
OVER = ("finished", "cancelled")  # for good
FREE = {"lease_token": None, "lease_until": None}  # no attempt holds the row
OF_A_WORKER = 8  # the UUID version of a worker's token, which RFC 9562 leaves to applications
LONGER_THAN_ANY_LEASE = timedelta(minutes=10)
# The database is away, or preferred another transaction (a deadlock, a lock that took too long). Another
# attempt may succeed. PostgreSQL raises `InternalError` if a transaction was idle for too long.
PASSING = (OperationalError, InterfaceError, InternalError)
Work = TypeVar("Work", bound="LeasedWork")
Statement = tuple[str, tuple[Any, ...]]  # SQL and its values
# Who counts as one when turns are taken: an account, else a visitor's network, else a session. Other rows are
# the site's own, or a command's.
ASKER = Coalesce(
    Cast("owner_id", models.TextField()), NullIf("network", models.Value("")), "session_digest"
)


_worker = ""  # 12 hexadecimal digits, in the processes of a worker
_attempts = count()


def set_worker_name(worker: str) -> None:
    """Set the worker's name that the leases of this process and of its forks will have."""
    global _worker
    _worker = worker


def new_token() -> uuid.UUID:
    """Return a new token for the lease of an attempt. In a worker, it names the worker and the process."""
    if not _worker:
        return uuid.uuid4()
    number = f"{next(_attempts) % 16**6:06x}"
    return uuid.UUID(f"{_worker}{OF_A_WORKER}{number[:3]}8{number[3:]}{os.getpid():012x}")


def is_of_worker(worker: str) -> Q:
    """Return the condition that a process of this worker holds the row's lease."""
    prefix = f"{worker}{OF_A_WORKER}"
    ends = (uuid.UUID(prefix.ljust(32, digit)) for digit in "0f")
    return Q(lease_token__range=tuple(ends))


def holder_of(token: uuid.UUID) -> tuple[str, int]:
    """Return the worker and the process id that a lease's token names, or ("", 0) if it is no worker's."""
    is_of_a_worker = token.version == OF_A_WORKER
    return (token.hex[:12], int(token.hex[20:], 16)) if is_of_a_worker else ("", 0)


class LeaseLost(Exception):
    """Another attempt holds the row, or somebody stopped it. This attempt must not write any more."""


def next_lease() -> CombinedExpression:
    return Now() + timedelta(seconds=settings.LEASE_SECONDS)


def requeue_fields() -> dict[str, Any]:
    """Return the values of `update()` that queue a row again: attempts and failure are cleared."""
    return {
        "attempt": 0,
        "lost": None,
        "failure": "",
        "failure_facts": {},
        "finished_at": None,
        "enqueued_at": Now(),
    }


def release_fields() -> dict[str, Any]:
    """Return the values of `update()` that queue a row and end its lease.

    The reaper enqueues the row at its next look.
    """
    long_ago = Now() - timedelta(seconds=settings.REAPER_PERIOD)
    return {"status": QUEUED, "enqueued_at": long_ago, **FREE}


def append_token(tokens: str, token: Any) -> Func:
    """Return an expression for `update()`: the array column `tokens` with one more token at its end."""
    return Func(F(tokens), token, function="array_append", output_field=lost_tokens_field())


def remove_token(tokens: str, token: uuid.UUID) -> Func:
    """Return an expression for `update()`: the array column `tokens` without this token."""
    removed = Value(token, output_field=models.UUIDField())
    return Func(F(tokens), removed, function="array_remove", output_field=lost_tokens_field())


def lost_tokens_field() -> ArrayField:
    """Return a model field for the tokens of attempts that lost their lease and have not reported back since.

    `Holders.deaths` counts the attempts among them whose process is dead.
    """
    return ArrayField(models.UUIDField(), null=True, default=None, editable=False)


def has_run_out() -> Q:
    """Return the condition that the row's lease has ended.

    A lease that ends impossibly late counts too: it was taken before the database's clock was set back.
    """
    return Q(lease_until__lt=Now()) | Q(lease_until__gt=Now() + LONGER_THAN_ANY_LEASE)


class LeaseQuerySet(LockableQuerySet[Work]):
    """Rows with a status, an owner, and a lease that one attempt holds at a time."""

    # The value of `started_at` of a claimed row.
    started: ClassVar[Any] = Now()

    def claim(self, pk: uuid.UUID, token: uuid.UUID) -> bool:
        """Claim this row for a new attempt with this token.

        Return False if it is not free, or not known here.
        """
        with connection.cursor() as cursor:
            cursor.execute(*self.claiming(pk, token))
            return bool(cursor.rowcount)

    def claiming(self, pk: uuid.UUID | RawSQL, token: uuid.UUID) -> Statement:
        """Return the statement that claims a queued row, or one whose lease ran out."""
        free = Q(status=QUEUED) | Q(has_run_out(), status=RUNNING)
        is_lost = When(status=RUNNING, then=append_token("lost", F("lease_token")))
        query: Any = self.known().filter(free, pk=pk).query.chain(UpdateQuery)
        query.add_update_values(
            {
                "status": RUNNING,
                "attempt": F("attempt") + 1,
                "lost": Case(is_lost, default=F("lost")),
                "lease_token": token,
                "lease_until": next_lease(),
                "started_at": self.started,
            }
        )
        statement: Statement = query.sql_with_params()
        return statement

    def claiming_first(self, token: uuid.UUID, condition: Any = None) -> Statement:
        """Return the statement that claims the first row, if it meets the condition.

        Rows that others are claiming are skipped.
        """
        first, values = self.values("pk")[:1].query.sql_with_params()
        pk = RawSQL(f"{first} FOR NO KEY UPDATE SKIP LOCKED", values)  # noqa: S611 - our own columns
        return type(self)(self.model).filter(condition or Q()).claiming(pk, token)

    def known(self) -> Self:
        """Return the rows that this version can work on. Rows of a newer version wait for its workers."""
        return self

    def waiting_in(self, lane: str) -> Self:
        """Return the rows of a lane (queue) that may be claimed, the next one first."""
        free = Q(status=QUEUED) | Q(has_run_out(), status=RUNNING)
        in_lane = self.known().filter(lane=lane, status__in=(QUEUED, RUNNING))
        return in_lane.filter(free).order_by("turn", "pk")

    def with_lease(self, pk: uuid.UUID, token: uuid.UUID) -> Self:
        """Return a query for the row if this token still holds its lease. Every write goes through this."""
        return self.filter(pk=pk, lease_token=token)

    def change(self, pk: uuid.UUID, token: uuid.UUID, **change: Any) -> None:
        """Update columns of the row.

        Raise LeaseLost, and change nothing, if this token does not hold its lease.
        """
        if not self.with_lease(pk, token).update(**change):
            raise LeaseLost

    def change_and_add(
        self, pk: uuid.UUID, token: uuid.UUID, rows: list[Any], **change: Any
    ) -> None:
        """Do the same, and insert these rows of another model, at least one, in one statement."""
        update: Any = self.with_lease(pk, token).query.chain(UpdateQuery)
        update.add_update_values(change)
        changing, values = update.sql_with_params()
        fields, table = rows[0]._meta.concrete_fields, rows[0]._meta.db_table
        columns = ", ".join(f'"{field.column}"' for field in fields)
        each = f"({', '.join(f'%s::{field.db_type(connection)}' for field in fields)})"
        added = f"(VALUES {', '.join([each] * len(rows))}) AS added"
        sql = f"INSERT INTO {table} ({columns}) SELECT added.* FROM changed, {added}"  # noqa: S608 - our own columns
        more = [getattr(row, field.attname) for row in rows for field in fields]
        with prepared_cursor() as cursor:
            cursor.execute(f"WITH changed AS ({changing} RETURNING id) {sql}", (*values, *more))
            if not cursor.rowcount:
                raise LeaseLost

    def release(self, pk: uuid.UUID, token: uuid.UUID) -> None:
        """Queue the row again if this token holds its lease. The attempt does not count as lost."""
        self.with_lease(pk, token).update(**release_fields())

    def lose(self, pk: uuid.UUID, token: uuid.UUID) -> bool:
        """Queue the row again if this token holds its lease, and count the attempt as lost.

        Return whether it did.
        """
        lost = append_token("lost", Value(uuid.uuid4(), output_field=models.UUIDField()))
        return bool(self.with_lease(pk, token).update(lost=lost, **release_fields()))

    def come_back(self, pk: uuid.UUID, token: uuid.UUID) -> None:
        """Note that the process of an attempt that lost its lease is alive: the attempt does not count as dead.

        `token` was the lease's.
        """
        self.filter(pk=pk, lost__contains=[token]).update(lost=remove_token("lost", token))

    def fail(self, pk: uuid.UUID, token: uuid.UUID, code: Code, **facts: Fact) -> None:
        """Mark the row as failed with a code and the facts of its sentence.

        Change nothing if this token no longer holds the row's lease: a newer attempt has it then.
        """
        self.with_lease(pk, token).end_as_failed(code, **facts)

    def end_as_failed(self, code: Code, **facts: Fact) -> None:
        self.update(status=FAILED, finished_at=Now(), failure=code, failure_facts=facts, **FREE)

    def overdue(self) -> Self:
        """Return rows to be enqueued again: lost, or queued for longer than REAPER_PERIOD or in the future."""
        patience = timedelta(seconds=settings.REAPER_PERIOD)
        is_recent = Q(enqueued_at__range=(Now() - patience, Now() + patience))
        return self.filter(~is_recent, status=QUEUED) | self.lost()

    def lost(self) -> Self:
        """Return the running rows whose lease ran out: their attempt is dead or asleep."""
        return self.filter(has_run_out(), status=RUNNING)

    def waiting_before(self, row: Any, most: int) -> int:
        """Return how many queued rows of the same lane (queue) come before this row, counting up to `most`."""
        earlier = Q(turn__lt=row.turn) | Q(turn=row.turn, pk__lt=row.pk)
        return self.filter(earlier, status=QUEUED, lane=row.lane)[:most].count()

    def lock(self) -> list[Any]:
        """Lock the rows of this query that are not over, until the commit, and return their keys.

        Nothing writes to rows that are over, and there may be very many.
        """
        return LockableQuerySet.lock(self.exclude(status__in=OVER))

    def of_visitor(self, user: Any, session_key: str | None) -> Self:
        """Return the rows of an account, or of a browser session if nobody is signed in."""
        return self.filter(belongs_to(user, session_key))


def belongs_to(user: Any, session_key: str | None) -> Q:
    """Return the condition that a row belongs to this visitor. All code asks it in this way."""
    return Q(owner=user) if user.is_authenticated else belongs_to_session(session_key)


def belongs_to_session(session_key: str | None) -> Q:
    """Return the condition that a row belongs to the browser with this key, and to no account."""
    return Q(owner=None, session_digest__in=session_digests(session_key))


class LeasedWork(LockableModel):
    """Work that will be answered, by one attempt at a time, even if attempts are lost.

    Each model has its own `status` and `owner`: the values of `status` differ, and so does what happens to a
    row if its owner is deleted.
    """

    attempt = models.PositiveSmallIntegerField(default=0)  # the number of the latest, from 1
    lease_token = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    lost = lost_tokens_field()
    created_at = models.DateTimeField(default=timezone.now)
    # When its id was last sent to the broker.
    enqueued_at = models.DateTimeField(default=timezone.now)
    # The place in its lane. A trigger (in the first migration) sets it whenever the row is queued: after the
    # other queued rows of the same asker, but right after the first row of each other asker. So askers take
    # turns.
    turn = models.BigIntegerField(default=0, db_default=0, editable=False)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    failure = models.TextField(blank=True)  # a code of `failures`, or words of an old version
    # The values in its sentence. The database has the default too, because an old version that still runs
    # writes rows without it.
    failure_facts = models.JSONField(default=dict, db_default={}, editable=False)
    # The visitor's network by `operations.limits.network_of`, to count unfinished rows.
    network = models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    # The request that asked for it, as the logs name it.
    request_id = models.CharField(
        max_length=32, blank=True, default="", db_default="", editable=False
    )

    class Meta:
        abstract = True
        ordering = ("-created_at",)
        indexes: ClassVar[tuple[models.Index, ...]] = (
            # For the reaper. Only unfinished rows are in it, so it stays small.
            models.Index(
                fields=("status", "enqueued_at"),
                condition=Q(status__in=(QUEUED, RUNNING)),
                name="%(class)s_unfinished",
            ),
            # The next row of a lane.
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
        """The reason of the row's failure in the active language, or an empty string."""
        return say_failure(self.failure, self.failure_facts)
