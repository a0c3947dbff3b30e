"""Solves: one puzzle solved by one method."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import connection, models
from django.db.models import BooleanField, ExpressionWrapper, Q
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from solver import engine
from solver.engine.core.steps import unpack
from solver.engine.methods.best import FIRST

from .leased_work import LeasedWork, LeaseQuerySet, belongs_to
from .puzzle import Puzzle
from .sessions import DIGEST
from .uuid7 import uuid7
from .validators import validate_lines


def current_version() -> str:
    """Return the version of the engine. A function, so that a new version needs no migration."""
    return engine.VERSION


class SolveQuerySet(LeaseQuerySet["Solve"]):
    def known(self) -> Self:
        return self.filter(method__in=engine.methods())

    def known_to(self, user: Any, session_key: str | None) -> Self:
        """Annotate the solves with `is_own`, whether they belong to this visitor.

        Only the owner sees and searches the note and the favourites.
        """
        return self.known_by(belongs_to(user, session_key))

    def known_by(self, own: Q) -> Self:
        """Annotate the solves with `is_own`, whether they meet this condition."""
        return self.annotate(is_own=ExpressionWrapper(own, output_field=BooleanField()))

    def of_visitor(self, user: Any, session_key: str | None) -> Self:
        return super().of_visitor(user, session_key).known_to(user, session_key)

    def published(self, user: Any, session_key: str | None) -> Self:
        """Return the public solves, annotated with `is_own` for this visitor."""
        public = self.filter(visibility=Solve.Visibility.PUBLIC)
        return public.known_to(user, session_key)

    def visible_to(self, user: Any, session_key: str | None) -> Self:
        """Return the solves that this visitor may open by address: all but the private ones of others.

        Every view of a single solve uses this, for staff too, who have the list in the admin.
        """
        return self.filter(~Q(visibility=Solve.Visibility.PRIVATE) | belongs_to(user, session_key))

    def going_on_from(self, solve: "Solve") -> Self:
        """Return the solves that continue this stalled solve, newest first, without failed ones."""
        return self.filter(continues=solve).exclude(status=Solve.Status.FAILED)


class Solve(LeasedWork):
    """One puzzle solved by one method: the request, its progress and its answer."""

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        FAILED = "failed", _("failed")

    class Outcome(models.TextChoices):
        SOLVED = "solved", _("solved")
        STALLED = "stalled", _("stuck")
        CONTRADICTION = "contradiction", _("contradiction")
        LIMIT = "limit", _("at the limit")

    class Lane(models.TextChoices):
        INTERACTIVE = "interactive", _("interactive")
        SLOW = "slow", _("slow")  # somebody waits, but it used up its turn in the interactive lane
        BULK = "bulk", _("bulk")
        SITE = "site", _("the site's own")  # nobody waits for it
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
    # The candidates of a position, packed. Null if the solve starts from the givens.
    start = models.BinaryField(null=True, editable=False)
    # The stalled solve that this one continues, beginning with its iterations. The id stays when that solve is
    # deleted: finished rows never change, and a deletion never waits for rows of others.
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
    # Of the browser that asked for it, until an account owns it. See `sessions`.
    session_digest = models.CharField(
        max_length=DIGEST, blank=True, editable=False, db_column="session_key"
    )
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.UNLISTED)
    # Set by its owner.
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

    # Whether it is the visitor's own, if the query was annotated by `known_to`.
    is_own: bool = False

    class Meta(LeasedWork.Meta):
        indexes = (
            *LeasedWork.Meta.indexes,
            # Past solves of a visitor, newest first. Each solve is in one of the two indexes, because it
            # belongs to an account or to a session.
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
            # The moderators' list, also of one method, and the few failed solves.
            models.Index(fields=("-created_at", "-id"), include=("method",), name="solve_newest"),
            models.Index(
                fields=("-created_at", "-id"), condition=Q(status="failed"), name="solve_failed"
            ),
            # The puzzles of the inbox that accounts have brought.
            models.Index(
                fields=("created_at",),
                include=("puzzle",),
                condition=Q(owner__isnull=False),
                name="solve_of_account",
            ),
            # The list of public solves.
            models.Index(
                fields=("-created_at", "-id"),
                condition=Q(visibility="public"),
                name="solve_published",
            ),
            # The figures of the last minutes on the status page and in the metrics.
            models.Index(
                fields=("finished_at",),
                condition=Q(finished_at__isnull=False),
                name="solve_finished",
            ),
            # The continuations of a solve, for its page. Few rows are continuations.
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

    @classmethod
    @cache
    def reading(cls) -> tuple[str, Any]:
        """Return the statement that reads solves with their puzzles, and the converters of its columns."""
        compiler = (
            cls.objects.select_related("puzzle").order_by().query.get_compiler(cls.objects.db)
        )
        sql, _values = compiler.as_sql()
        return sql, compiler.get_converters([column for column, *_rest in compiler.select])

    @classmethod
    def with_puzzle(cls, row: Sequence[Any]) -> Self:
        """Return the solve of a row that the statement of `reading` found."""
        values = list(row)
        for at, (converters, column) in cls.reading()[1].items():
            for convert in converters:
                values[at] = convert(values[at], column, connection)
        own = [field.attname for field in cls._meta.concrete_fields]
        others = [field.attname for field in Puzzle._meta.concrete_fields]
        solve = cls.from_db(cls.objects.db, own, values[: len(own)])
        solve.puzzle = Puzzle.from_db(cls.objects.db, others, values[len(own) :])
        return solve

    def __str__(self) -> str:
        method = gettext(engine.find_method(self.method).title)
        return gettext("%(puzzle)s by %(method)s") % {"puzzle": self.puzzle, "method": method}

    def get_absolute_url(self) -> str:
        return reverse("solve", args=[self.pk])

    @property
    def is_in_old_words(self) -> bool:
        """Whether the solve's iterations are stored with the names of 0.2.0 and earlier versions.

        `engine_version` does not say so, because later commits wrote 0.2.0 too. Ids do: they were random up to
        0.2.0, and are of UUID version 7 since.
        """
        return bool(self.pk.version == 4)

    @property
    def grid(self) -> engine.Grid:
        """The grid that the method starts from: the puzzle, or a position with candidates."""
        return replace(self.puzzle.grid, marks=self.marks)

    @property
    def marks(self) -> tuple[int, ...] | None:
        """The candidates that the solve starts from, a mask a cell, or None if it starts from the givens."""
        return unpack(bytes(self.start), self.puzzle.size) if self.start else None

    @property
    def are_all_solutions(self) -> bool:
        """Whether the stored solutions are all that the puzzle has."""
        return self.has_all_solutions or self.verdict in (
            Puzzle.Verdict.UNIQUE,
            Puzzle.Verdict.NONE,
        )

    @property
    def can_go_on(self) -> bool:
        """Whether a guessing method can continue from the solve's last board: its method stalled."""
        return self.outcome == self.Outcome.STALLED and self.method in FIRST

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.FAILED)

    @property
    def state(self) -> str:
        """The outcome if the solve is finished, else its status."""
        return self.outcome or self.status

    @property
    def state_words(self) -> str:
        """The label of `state` in the active language."""
        return str(self.get_outcome_display() if self.outcome else self.get_status_display())
