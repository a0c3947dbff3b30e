"""A puzzle, kept once, whoever brings it."""

import uuid
from functools import lru_cache
from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.engine.techniques.rungs import by_slug

from .locking import LockableModel
from .validators import validate_lines, validate_plain

SIZES = (4, 9, 16, 25)


BOXES = (2, 3, 4, 5)


PUBLISHED = Q(is_published=True)


# How hard a puzzle is for people, easy first: `engine.rating.LEVELS`, from 1 on.
LEVELS = (
    (1, _("easy")),
    (2, _("medium")),
    (3, _("hard")),
    (4, _("unfair")),
    (5, _("extreme")),
)


# The library's own; not each puzzle that somebody once had solved.
KEPT = Q(in_inbox=False)


# Of a tag that says which technique a puzzle needs: `needs xy-wing`.
NEEDS = "needs "


DRAFTS = Q(in_inbox=False, is_published=False)


# What visitors had solved and no editor has looked at.
WAITING = Q(in_inbox=True, dismissed_at=None)


SEARCHED = SearchVector("title", "author", "source", "notes", config="simple")


def refuse_position(grid: engine.Grid) -> engine.Grid:
    """The grid itself; GridError for a position on the way, of which only the givens would be kept."""
    if grid.marks:
        raise engine.GridError("the library keeps puzzles, without pencil marks or placed digits")
    return grid


MOST_GRIDS = 256  # that a process keeps, some 2 kB each


@lru_cache(maxsize=MOST_GRIDS)
def _grid(givens: str, size: int) -> engine.Grid:
    """A list of solves is mostly of the same puzzles as the one before."""
    return engine.read_line(givens, size)


class Puzzle(LockableModel):
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
        max_length=200,
        blank=True,
        db_default="",
        help_text="What others may do with it.",
        validators=[validate_plain],
    )
    notes = models.TextField(blank=True, validators=[validate_lines])
    tags = ArrayField(
        models.CharField(max_length=50, validators=[validate_plain]), default=list, blank=True
    )
    # Among those that were made for the same technique, from 1: what their names differ by.
    number = models.PositiveIntegerField(null=True, editable=False)
    is_published = models.BooleanField("published", default=False)
    # Brought by a visitor and no part of the library; until an editor accepts or dismisses it.
    in_inbox = models.BooleanField(default=False, db_default=False, editable=False)
    # That brought it into the library, to find all of an import again.
    job = models.ForeignKey(
        "solver.Job", on_delete=models.SET_NULL, null=True, related_name="puzzles", editable=False
    )
    dismissed_at = models.DateTimeField(null=True, editable=False)
    # The line that it shares with all its twins; empty while nobody has worked it out, and beyond 9×9.
    canonical = models.TextField(blank=True, default="", db_default="", editable=False)
    # One of `engine.GRADES`, empty while nobody has graded it; another where it was renamed or is to come.
    grade = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)
    # The grade's of `engine.RANKS`, for lists and filters, which are found by index.
    grade_rank = models.PositiveSmallIntegerField(null=True, editable=False)
    # How hard it is for people, by `library.rating`: all but `rated_by` are empty where that cannot be said.
    level = models.PositiveSmallIntegerField(null=True, editable=False, choices=LEVELS)
    score = models.PositiveIntegerField(null=True, editable=False)
    # The highest index of a rung on its path, and the version that went it: what is to be rated anew.
    reach = models.PositiveSmallIntegerField(null=True, editable=False)
    rated_by = models.PositiveSmallIntegerField(null=True, editable=False)
    path = models.TextField(blank=True, default="", db_default="", editable=False)
    # Sudoku Explainer's in tenths, where somebody asked; above the highest that is rated, one more than that.
    er = models.PositiveSmallIntegerField(null=True, editable=False)
    ep = models.PositiveSmallIntegerField(null=True, editable=False)
    ed = models.PositiveSmallIntegerField(null=True, editable=False)
    er_by = models.PositiveSmallIntegerField(null=True, editable=False)  # the version that rated it
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
                fields=("grade_rank", "created_at", "id"),
                condition=PUBLISHED,
                name="puzzle_by_grade",
            ),
            models.Index(
                fields=("score", "created_at", "id"), condition=PUBLISHED, name="puzzle_by_score"
            ),
            models.Index(
                fields=("level", "created_at", "id"), condition=PUBLISHED, name="puzzle_by_level"
            ),
            models.Index(
                fields=("er", "created_at", "id"), condition=PUBLISHED, name="puzzle_by_er"
            ),
            # What is to be worked out, which the reaper asks every few seconds.
            models.Index(
                fields=("er_by", "er"), condition=Q(er__isnull=False), name="puzzle_to_explain"
            ),
            models.Index(fields=("rated_by", "reach"), condition=KEPT, name="puzzle_to_work_out"),
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
            # Twins, and how many a form has: both are answered by the index alone.
            models.Index(
                fields=("canonical", "in_inbox"),
                condition=~Q(canonical=""),
                name="puzzle_twins",
            ),
            # The editors' lists in each of their orders.
            models.Index(
                F("score").desc(nulls_last=True),
                F("created_at").desc(),
                F("id").desc(),
                condition=KEPT,
                name="puzzle_kept_by_score",
            ),
            models.Index(
                fields=("-clue_count", "-created_at", "-id"),
                condition=KEPT,
                name="puzzle_kept_by_clues",
            ),
            # Their filters: equal rows are one entry, so all of it is read in no time for any of these.
            models.Index(
                fields=("level", "verdict", "box", "grade", "is_published"),
                condition=KEPT,
                name="puzzle_kept_facts",
            ),
            models.Index(fields=("-created_at", "-id"), name="puzzle_newest"),
            models.Index(fields=("-created_at", "-id"), condition=KEPT, name="puzzle_kept"),
            models.Index(fields=("-created_at", "-id"), condition=WAITING, name="puzzle_inbox"),
            # What is still to be published, which is little of a large library.
            models.Index(fields=("-created_at", "-id"), condition=DRAFTS, name="puzzle_drafts"),
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
            # A grade that is written without its rank would be missing from lists.
            models.CheckConstraint(
                name="puzzle_grade_rank",
                condition=Q(grade="", grade_rank=None)
                | (~Q(grade="") & Q(grade_rank__isnull=False)),
            ),
        )

    def __str__(self) -> str:
        if self.called:
            return self.called
        clues = ngettext("%d given", "%d givens", self.clue_count) % self.clue_count
        return f"{self.givens[:20]}… ({clues})"

    @classmethod
    def of(cls, grid: engine.Grid, **more: Any) -> "Puzzle":
        """Return the puzzle with these givens, not saved, of which nothing is worked out."""
        return cls(givens=grid.text, box=grid.box, clue_count=grid.clue_count, **more)

    def save(self, *args: Any, **kwargs: Any) -> None:
        grid = engine.read_line(self.givens)
        self.givens, self.box, self.clue_count = grid.text, grid.box, grid.clue_count
        self.grade_rank = engine.RANKS.get(self.grade, self.grade_rank)
        self.in_inbox = self.in_inbox and not self.is_published
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """With its solves, which come before it in the order of locks."""
        with transaction.atomic():
            self.solves.all().lock()
            return super().delete(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("puzzle", args=[self.pk])

    def clean(self) -> None:
        """Take any form the reader takes, and keep the canonical line; names what is wrong."""
        try:
            grid = refuse_position(engine.read(self.givens))
        except engine.GridError as error:
            raise ValidationError({"givens": str(error)}) from None
        self.givens, self.box = grid.text, grid.box

    @property
    def called(self) -> str:
        """Its title; of one that was made by technique what it needs, with a number or a day; else empty."""
        if self.title or not (self.is_published and self.needed):
            return self.title
        technique = capfirst(gettext(by_slug()[self.needed].technique))
        if self.number:
            return f"{technique} {self.number}"
        return f"{technique}, {date_format(self.created_at, 'DATE_FORMAT')}"

    @property
    def needed(self) -> str:
        """The slug of the technique that it needs, where it was made or chosen by that; else empty."""
        names = (tag.removeprefix(NEEDS) for tag in self.tags if tag.startswith(NEEDS))
        return next((name for name in names if name in by_slug()), "")

    @property
    def grid(self) -> engine.Grid:
        return _grid(self.givens, self.size)

    @property
    def size(self) -> int:
        return self.box * self.box
