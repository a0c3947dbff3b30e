"""A solve: one puzzle given to one method."""

import uuid
from dataclasses import replace
from typing import Any, Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.engine.core.steps import unpack
from solver.engine.methods.best import FIRST

from .leased_work import LeasedWork, LeaseQuerySet, belongs_to
from .puzzle import Puzzle
from .sessions import DIGEST
from .uuid7 import uuid7
from .validators import validate_lines


def current_version() -> str:
    """The version of the engine; a function, so that a new version needs no migration."""
    return engine.VERSION


class SolveQuerySet(LeaseQuerySet["Solve"]):
    def known(self) -> Self:
        return self.filter(method__in=engine.methods())

    def claim(self, pk: uuid.UUID, token: uuid.UUID) -> bool:
        return self.known()._claim(pk, token, started_at=Now())

    def known_to(self, user: Any, session_key: str | None) -> Self:
        """The same, each with `is_own`: what an owner put to a solve is shown and searched by it alone."""
        return self.known_by(belongs_to(user, session_key))

    def known_by(self, own: Q) -> Self:
        """Return the same, each with `is_own` as a condition says it."""
        return self.annotate(is_own=ExpressionWrapper(own, output_field=BooleanField()))

    def of_visitor(self, user: Any, session_key: str | None) -> Self:
        return super().of_visitor(user, session_key).known_to(user, session_key)

    def published(self, user: Any, session_key: str | None) -> Self:
        """Solves that anybody finds without an address, as this visitor knows them."""
        found = self.filter(visibility=Solve.Visibility.PUBLIC)
        return found.known_to(user, session_key)

    def visible_to(self, user: Any, session_key: str | None) -> Self:
        """Solves that a visitor may open who knows the address: all that is not private, and their own.

        Every door that shows a single solve asks this. Nobody is above it: staff look at the record
        in the admin.
        """
        return self.filter(~Q(visibility=Solve.Visibility.PRIVATE) | belongs_to(user, session_key))

    def going_on_from(self, solve: "Solve") -> Self:
        """Solves that go on from one which has stalled, the newest first; what failed does not."""
        return self.filter(continues=solve).exclude(status=Solve.Status.FAILED)


class Solve(LeasedWork):
    """One puzzle given to one method: the promise, its progress and its answer."""

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        FAILED = "failed", _("failed")

    class Outcome(models.TextChoices):
        SOLVED = "solved", _("solved")
        STALLED = "stalled", _("stalled")
        CONTRADICTION = "contradiction", _("contradiction")
        LIMIT = "limit", _("limit")

    class Lane(models.TextChoices):
        INTERACTIVE = "interactive", _("interactive")
        SLOW = (
            "slow",
            _("slow"),
        )  # somebody waits, but it took longer than its turn in the interactive lane
        BULK = "bulk", _("bulk")
        SITE = "site", _("the site's own")  # which nobody waits for
        SETS = "sets", _("by sets")  # in PostgreSQL

    class RunsIn(models.TextChoices):
        PYTHON = "python", _("Python")
        POSTGRESQL = "postgresql", _("PostgreSQL")

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("private")
        UNLISTED = "unlisted", _("unlisted")
        PUBLIC = "public", _("public")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="solves")
    method = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    # The pencil marks of a position, packed; null where the solve starts from the givens alone.
    start = models.BinaryField(null=True, editable=False)
    # The stalled solve whose story this one begins with and goes on from. That stays so when the other is
    # deleted: what is finished never changes, and nobody's deletion has to wait for others' rows.
    continues = models.ForeignKey(
        "self",
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        null=True,
        editable=False,
        related_name="continuations",
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, db_index=False
    )
    # Of the browser that asked for it, as long as no account has it; see `sessions`.
    session_digest = models.CharField(
        max_length=DIGEST, blank=True, editable=False, db_column="session_key"
    )
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.UNLISTED)
    # What its owner put to it.
    is_favourite = models.BooleanField(default=False, db_default=False)
    note = models.CharField(
        max_length=500, blank=True, default="", db_default="", validators=[validate_lines]
    )
    runs_in = models.CharField(
        max_length=10, choices=RunsIn, default=RunsIn.PYTHON, db_default=RunsIn.PYTHON
    )
    lane = models.CharField(max_length=11, choices=Lane, default=Lane.INTERACTIVE)

    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    outcome = models.CharField(max_length=13, choices=Outcome, blank=True)
    verdict = models.CharField(max_length=8, choices=Puzzle.Verdict, blank=True)
    solutions = ArrayField(models.TextField(), default=list)
    has_all_solutions = models.BooleanField(default=False, db_default=False)
    iteration_count = models.PositiveIntegerField(default=0)
    elapsed_ms = models.FloatField(null=True, help_text="Solving only, without the wait.")
    engine_version = models.CharField(max_length=20, default=current_version)

    objects = SolveQuerySet.as_manager()

    # Whose it is to whoever looks at it, where the query was told who that is: see `known_to`.
    is_own: bool = False

    class Meta(LeasedWork.Meta):
        indexes = (
            *LeasedWork.Meta.indexes,
            # Past solves of a visitor, newest first. A solve belongs to an account or to a session, so it
            # is in one of the two.
            models.Index(
                fields=("owner", "-created_at"),
                condition=Q(owner__isnull=False),
                name="solve_by_owner",
            ),
            models.Index(
                fields=("session_digest", "-created_at"),
                condition=~Q(session_digest=""),
                name="solve_by_session",
            ),
            # The moderators' list.
            models.Index(fields=("-created_at", "-id"), name="solve_newest"),
            # The stream of published solves.
            models.Index(
                fields=("-created_at", "-id"),
                condition=Q(visibility="public"),
                name="solve_published",
            ),
            # What the status page and the metrics tell of the last minutes.
            models.Index(
                fields=("finished_at",),
                condition=Q(finished_at__isnull=False),
                name="solve_finished",
            ),
            # What goes on from a solve, for its page; few rows do.
            models.Index(
                fields=("continues",),
                condition=Q(continues__isnull=False),
                name="solve_continuations",
            ),
        )
        constraints = (
            *LeasedWork.Meta.constraints,
            models.CheckConstraint(
                name="solve_finished_has_outcome",
                condition=(
                    Q(status="finished", finished_at__isnull=False)
                    & ~Q(outcome="")
                    & ~Q(verdict="")
                )
                | (~Q(status="finished") & Q(outcome="")),
            ),
            models.CheckConstraint(
                name="solve_known_words",
                condition=Q(status__in=("queued", "running", "finished", "failed"))
                & Q(outcome__in=("", "solved", "stalled", "contradiction", "limit"))
                & Q(lane__in=("interactive", "slow", "bulk", "site", "sets"))
                & Q(runs_in__in=("python", "postgresql"))
                & Q(visibility__in=("private", "unlisted", "public")),
            ),
        )

    def __str__(self) -> str:
        method = gettext(engine.find_method(self.method).title)
        return gettext("%(puzzle)s by %(method)s") % {"puzzle": self.puzzle, "method": method}

    def get_absolute_url(self) -> str:
        return reverse("solve", args=[self.pk])

    @property
    def is_in_old_words(self) -> bool:
        """Whether its story is told in the words of 0.2.0 and earlier versions.

        `engine_version` does not tell, since what came after 0.2.0 wrote that number too. Up to 0.2.0 ids
        were drawn at random, and since then they are keys in time.
        """
        return bool(self.pk.version == 4)

    @property
    def grid(self) -> engine.Grid:
        """The grid that the method was given: the puzzle, or a position on the way."""
        return replace(self.puzzle.grid, marks=self.marks)

    @property
    def marks(self) -> tuple[int, ...] | None:
        """The candidates that a position begins with; None where the solve starts from the givens alone."""
        return unpack(bytes(self.start), self.puzzle.box) if self.start else None

    @property
    def are_all_solutions(self) -> bool:
        """Whether the puzzle has no solution but those kept here; of one or none the verdict tells that."""
        return self.has_all_solutions or self.verdict in (
            Puzzle.Verdict.UNIQUE,
            Puzzle.Verdict.NONE,
        )

    @property
    def can_go_on(self) -> bool:
        """Whether its last board is one that a method which guesses could go on from."""
        return self.outcome == self.Outcome.STALLED and self.method in FIRST

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.FAILED)

    @property
    def state(self) -> str:
        """The one word a list shows: the outcome once finished, the status until then."""
        return self.outcome or self.status

    @property
    def state_words(self) -> str:
        """`state` for people: `solved`."""
        return str(self.get_outcome_display() if self.outcome else self.get_status_display())
