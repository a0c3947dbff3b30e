"""What is stored: users, puzzles, solves with their iterations, and jobs.

PostgreSQL's constraints are the last line: whatever the code does, these rows stay sane.
"""

import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.engine.steps import unpack

from .chapter import Chapter
from .collection import Collection, Membership
from .idempotency import IdempotencyKey
from .job import Job, JobPart
from .lease import LeaseQuerySet, is_of
from .texts import validate_plain
from .token import Token

__all__ = [
    "SEARCHED",
    "Chapter",
    "Collection",
    "Heartbeat",
    "IdempotencyKey",
    "Job",
    "JobPart",
    "Membership",
    "Puzzle",
    "Solve",
    "SolveQuerySet",
    "Token",
    "User",
]

SIZES = (4, 9, 16, 25)
BOXES = (2, 3, 4, 5)


class User(AbstractUser):
    """Django's own user; ours from the first migration, because a later swap is very hard."""


PUBLISHED = Q(is_published=True)
SEARCHED = SearchVector("title", "author", "source", "notes", config="simple")


class Puzzle(models.Model):
    """A grid that somebody entered or an editor keeps; one row a grid, whoever brings it."""

    class Verdict(models.TextChoices):
        UNIQUE = "unique", _("one solution")
        MULTIPLE = "multiple", _("several solutions")
        NONE = "none", _("no solution")
        UNKNOWN = "unknown", _("not known")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    givens = models.TextField(unique=True, help_text="One character a cell, 0 for an empty one.")
    box = models.PositiveSmallIntegerField(
        "size",
        editable=False,
        choices=[(box, f"{box**2}×{box**2}") for box in BOXES],
        help_text="3 for a 9×9 board.",
    )
    clue_count = models.PositiveSmallIntegerField(editable=False)
    verdict = models.CharField(
        max_length=8, choices=Verdict, default=Verdict.UNKNOWN, editable=False
    )
    title = models.CharField(max_length=200, blank=True, validators=[validate_plain])
    author = models.CharField(max_length=200, blank=True, validators=[validate_plain])
    source = models.CharField(max_length=500, blank=True, validators=[validate_plain])
    licence = models.CharField(
        max_length=200, blank=True, db_default="", help_text="What others may do with it."
    )
    notes = models.TextField(blank=True)
    tags = ArrayField(models.CharField(max_length=50), default=list, blank=True)
    is_published = models.BooleanField("published", default=False)
    # The line that it shares with all its twins; empty while nobody has worked it out, and beyond 9×9.
    canonical = models.TextField(blank=True, default="", db_default="", editable=False)
    # Its place among `engine.GRADES`, null while nobody has graded it.
    difficulty = models.PositiveSmallIntegerField(null=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-created_at",)
        indexes = (
            # The public list in each of its orders, and its filters.
            models.Index(fields=("created_at", "id"), condition=PUBLISHED, name="puzzle_by_age"),
            models.Index(
                fields=("clue_count", "created_at", "id"),
                condition=PUBLISHED,
                name="puzzle_by_clues",
            ),
            models.Index(
                fields=("difficulty", "created_at", "id"),
                condition=PUBLISHED,
                name="puzzle_by_difficulty",
            ),
            models.Index(
                fields=("verdict", "created_at", "id"),
                condition=PUBLISHED,
                name="puzzle_by_verdict",
            ),
            models.Index(
                fields=("box", "created_at", "id"), condition=PUBLISHED, name="puzzle_by_box"
            ),
            GinIndex(fields=("tags",), name="puzzle_tags"),
            GinIndex(SEARCHED, name="puzzle_words"),
            models.Index(
                fields=("canonical",), condition=~Q(canonical=""), name="puzzle_canonical"
            ),
            # The editors' list, newest first.
            models.Index(fields=("-created_at", "-id"), name="puzzle_newest"),
        )
        constraints = (
            models.CheckConstraint(name="puzzle_box", condition=Q(box__in=BOXES)),
            models.CheckConstraint(
                name="puzzle_givens",
                condition=Q(givens__regex=r"^[0-9A-P]+$") & Q(clue_count__lte=625),
            ),
            # A line as long as its board has cells: box⁴.
            models.CheckConstraint(
                name="puzzle_givens_length",
                condition=Exact(Length("givens"), F("box") * F("box") * F("box") * F("box")),
            ),
        )

    def __str__(self) -> str:
        if self.title:
            return self.title
        clues = ngettext("%d given", "%d givens", self.clue_count) % self.clue_count
        return f"{self.givens[:20]}… ({clues})"

    def save(self, *args: Any, **kwargs: Any) -> None:
        grid = engine.read_line(self.givens)
        self.givens, self.box, self.clue_count = grid.text, grid.box, grid.clue_count
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("puzzle", args=[self.pk])

    def clean(self) -> None:
        """Take any form the reader takes, and keep the canonical line; names what is wrong."""
        try:
            grid = engine.read(self.givens)
            if grid.marks:
                raise engine.GridError("the library keeps puzzles, without pencil marks")
        except engine.GridError as error:
            raise ValidationError({"givens": str(error)}) from None
        self.givens, self.box = grid.text, grid.box

    @property
    def grid(self) -> engine.Grid:
        return engine.read_line(self.givens, self.size)

    @property
    def size(self) -> int:
        return self.box * self.box


class SolveQuerySet(LeaseQuerySet["Solve"]):
    def claim(self, solve_id: uuid.UUID, token: uuid.UUID) -> bool:
        return self._claim(solve_id, token, started_at=timezone.now())

    def published(self) -> Self:
        """What anybody finds without an address."""
        return self.filter(visibility=Solve.Visibility.PUBLIC)

    def visible_to(self, user: Any, session_key: str | None) -> Self:
        """What a visitor may open who knows the address: all that is not private, and their own.

        Every door that shows a single solve asks this. Nobody is above it: staff look at the record
        in the admin.
        """
        return self.filter(~Q(visibility=Solve.Visibility.PRIVATE) | is_of(user, session_key))


class Solve(models.Model):
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

    class Visibility(models.TextChoices):
        PRIVATE = "private", _("private")
        UNLISTED = "unlisted", _("unlisted")
        PUBLIC = "public", _("public")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="solves")
    method = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    # The pencil marks of a position, packed; null where the solve starts from the givens alone.
    start = models.BinaryField(null=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, db_index=False
    )
    session_key = models.CharField(max_length=40, blank=True, editable=False)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.UNLISTED)
    # What its owner put to it.
    is_favourite = models.BooleanField(default=False, db_default=False)
    note = models.CharField(max_length=500, blank=True, default="", db_default="")
    lane = models.CharField(max_length=11, choices=Lane, default=Lane.INTERACTIVE)

    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    attempt = models.PositiveSmallIntegerField(default=0)
    lease_token = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now)
    enqueued_at = models.DateTimeField(default=timezone.now)  # when its id was last published
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    outcome = models.CharField(max_length=13, choices=Outcome, blank=True)
    verdict = models.CharField(max_length=8, choices=Puzzle.Verdict, blank=True)
    solutions = ArrayField(models.TextField(), default=list)
    iteration_count = models.PositiveIntegerField(default=0)
    elapsed_ms = models.FloatField(null=True, help_text="Solving only, without the wait.")
    failure = models.TextField(blank=True)
    engine_version = models.CharField(max_length=20, default=engine.VERSION)
    # The request that asked for it, as the logs name it. The database has the default too: while a new
    # version is rolled out, the old one still writes rows.
    request_id = models.CharField(
        max_length=32, blank=True, default="", db_default="", editable=False
    )

    objects = SolveQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)
        indexes = (
            # Past solves of a visitor, newest first. A solve belongs to an account or to a session, so it
            # is in one of the two.
            models.Index(
                fields=("owner", "-created_at"),
                condition=Q(owner__isnull=False),
                name="solve_by_owner",
            ),
            models.Index(
                fields=("session_key", "-created_at"),
                condition=~Q(session_key=""),
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
            # The reaper's question; only unfinished rows are in it, so it stays small.
            models.Index(
                fields=("status", "enqueued_at"),
                condition=Q(status__in=("queued", "running")),
                name="solve_unfinished",
            ),
            # What the status page and the metrics tell of the last minutes.
            models.Index(
                fields=("finished_at",),
                condition=Q(finished_at__isnull=False),
                name="solve_finished",
            ),
        )
        constraints = (
            models.CheckConstraint(
                name="solve_running_has_lease",
                condition=Q(status="running", lease_token__isnull=False, lease_until__isnull=False)
                | (~Q(status="running") & Q(lease_token__isnull=True)),
            ),
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
                name="solve_failed_says_why", condition=~Q(status="failed", failure="")
            ),
            models.CheckConstraint(
                name="solve_known_words",
                condition=Q(status__in=("queued", "running", "finished", "failed"))
                & Q(outcome__in=("", "solved", "stalled", "contradiction", "limit"))
                & Q(lane__in=("interactive", "slow", "bulk"))
                & Q(visibility__in=("private", "unlisted", "public")),
            ),
        )

    def __str__(self) -> str:
        method = gettext(engine.find_method(self.method).title)
        return gettext("%(puzzle)s by %(method)s") % {"puzzle": self.puzzle, "method": method}

    def get_absolute_url(self) -> str:
        return reverse("solve", args=[self.pk])

    @property
    def grid(self) -> engine.Grid:
        """What the method was given: the puzzle, or a position on the way."""
        grid = self.puzzle.grid
        return replace(grid, marks=unpack(bytes(self.start), grid.box)) if self.start else grid

    @property
    def times_lost(self) -> int:
        """How many attempts died, once the lease of the last has run out: all but one that was handed over."""
        return self.attempt - (self.lane == self.Lane.SLOW)

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


class HeartbeatManager(models.Manager["Heartbeat"]):
    def note(self, name: str, counts: dict[str, int] | None = None) -> None:
        """This process is well now; those silent for a day are forgotten."""
        now = timezone.now()
        seen = {"seen_at": now, "counts": counts or {}}
        self.update_or_create(name=name, defaults=seen)
        self.filter(seen_at__lt=now - timedelta(days=1)).delete()


class Heartbeat(models.Model):
    """A worker or reaper that was well at `seen_at`, with what it counted since it started."""

    name = models.CharField(max_length=200, primary_key=True)  # interactive@host
    seen_at = models.DateTimeField()
    counts = models.JSONField(default=dict)

    objects = HeartbeatManager()

    def __str__(self) -> str:
        return self.name
