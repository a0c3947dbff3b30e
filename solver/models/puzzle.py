"""Puzzles: one row for each grid, no matter who enters it."""

import re
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
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from solver import engine
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.shape import Shape, boxed, parse
from solver.engine.notation.of_shape import read_board
from solver.engine.techniques.rungs import by_slug

from .locking import LockableModel
from .validators import validate_lines, validate_plain

SIZES = (4, 9, 16, 25)
BOXES = (2, 3, 4, 5)
PUBLISHED = Q(is_published=True)
# The columns by which the public list is in order or filtered, by the names of their indexes.
LISTED_BY = {
    **{name: name for name in ("score", "level", "er", "verdict", "box")},
    "clues": "clue_count",
    "grade": "grade_rank",
}
# `engine.rating.LEVELS` by their stored number, easiest first.
LEVELS = (
    (1, _("easy")),
    (2, _("medium")),
    (3, _("hard")),
    (4, _("unfair")),
    (5, _("extreme")),
)


# Puzzles of the library, without those that only visitors entered.
KEPT = Q(in_inbox=False)
MADE = "Made for this site"  # the source of a generated puzzle, before a colon and its requirements
EARLIER = (
    "Earlier title: "  # before each earlier title in the notes of a puzzle of the starter library
)
STARTER = "starter"  # the tag of the puzzles that a new site begins with
NEEDS = "needs "  # the prefix of a tag for the technique that a puzzle needs: `needs xy-wing`
SCHEDULED = Q(publish_at__isnull=False)
DRAFTS = Q(in_inbox=False, is_published=False)
# Puzzles of visitors that no editor has accepted or dismissed.
WAITING = Q(in_inbox=True, dismissed_at=None)
# Puzzles of the library whose twins are not known. The job that rates them examines them first.
UNEXAMINED = Q(in_inbox=False, rated_by=None, canonical="", shape="", box=3)
SEARCHED = SearchVector("title", "author", "source", "notes", config="simple")


def refuse_position(grid: engine.Grid) -> engine.Grid:
    """Return the grid unchanged. Raise GridError if it has pencil marks, because only givens are stored."""
    if grid.marks:
        raise position_error()
    return grid


def position_error() -> engine.GridError:
    return engine.GridError(
        "the library keeps puzzles without pencil marks or placed digits; remove them"
    )


MOST_GRIDS = 256  # in the cache of a process, about 2 kB each


def grid_of(line: str) -> engine.Grid:
    """Return the grid of a line that was stored: `Grid.line`, or `Puzzle.line`."""
    shape, _blank, givens = line.rpartition(" ")
    if shape:
        return engine.Grid(parse(shape), tuple(map(ALPHABET.index, givens)))
    return engine.read_line(givens)


# Successive lists of solves have mostly the same puzzles.
_grid = lru_cache(maxsize=MOST_GRIDS)(grid_of)


def split_title(title: str) -> tuple[str, str]:
    """Return a title without its number, and the number: `Hard 12` is split into `Hard` and ` 12`."""
    name, number = re.fullmatch(r"(.*?)( \d+)?", title, re.DOTALL).groups()  # type: ignore[union-attr]
    return name, number or ""


def translate_title(title: str) -> str:
    """Return a title of the starter library in the language of the page. Titles are stored in English."""
    name, number = split_title(title)
    return gettext(name) + number if name else title


class Puzzle(LockableModel):
    """A grid that a visitor or an editor entered. One row a grid."""

    class Verdict(models.TextChoices):
        UNIQUE = "unique", _("one solution")
        MULTIPLE = "multiple", _("several solutions")
        NONE = "none", _("no solution")
        UNKNOWN = "unknown", _("not known")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    givens = models.TextField(help_text="One character a cell, 0 for an empty one.")
    box = models.PositiveSmallIntegerField(
        "size",
        editable=False,
        choices=[(box, f"{box**2}×{box**2}") for box in BOXES] + [(0, _("another shape"))],
        help_text="3 for a plain 9×9 board, 0 for a board of another shape.",
    )
    # The name of a shape, `9x9 diagonals`. Empty for a plain board of square boxes, which `box` says, so that
    # rows of earlier versions are right as they are.
    shape = models.TextField(blank=True, default="", db_default="", editable=False)
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
    # The number in its name among the puzzles generated for a technique, of whatever level.
    number = models.PositiveIntegerField(null=True, editable=False)
    is_published = models.BooleanField("published", default=False)
    publish_at = models.DateTimeField(
        _("publish at"),
        null=True,
        blank=True,
        help_text=_("UTC; then it is published, and you need not be there."),
    )
    # Entered by a visitor and not in the library, until an editor accepts or dismisses it.
    in_inbox = models.BooleanField(default=False, db_default=False, editable=False)
    # The job that added it, to find all puzzles of an import.
    job = models.ForeignKey(
        "solver.Job", on_delete=models.SET_NULL, null=True, related_name="puzzles", editable=False
    )
    dismissed_at = models.DateTimeField(null=True, editable=False)
    # The canonical form, equal for all isomorphs. Empty if not computed yet, or beyond 9×9.
    canonical = models.TextField(blank=True, default="", db_default="", editable=False)
    # One of `engine.GRADES`, or a name of an earlier or newer version. Empty if not graded.
    grade = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)
    # The rank of the grade by `engine.RANKS`, for indexes of lists and filters.
    grade_rank = models.PositiveSmallIntegerField(null=True, editable=False)
    # The rating by `puzzles.rating`. All but `rated_by` are empty if it cannot be rated.
    level = models.PositiveSmallIntegerField(null=True, editable=False, choices=LEVELS)
    # An editor has set the level, so ratings leave it as it is.
    is_level_set = models.BooleanField(default=False, db_default=False, editable=False)
    score = models.PositiveIntegerField(null=True, editable=False)
    # The highest rung on its path, and the version that rated it. They say if it must be rated again.
    reach = models.PositiveSmallIntegerField(null=True, editable=False)
    rated_by = models.PositiveSmallIntegerField(null=True, editable=False)
    path = models.TextField(blank=True, default="", db_default="", editable=False)
    # Sudoku Explainer's ratings in tenths, if somebody asked for them. One more than the highest if beyond it.
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
            *(
                models.Index(
                    fields=(column, "created_at", "id"),
                    condition=PUBLISHED,
                    name=f"puzzle_by_{name}",
                )
                for name, column in LISTED_BY.items()
            ),
            # Puzzles to rate, which the reaper looks for every few seconds.
            models.Index(
                fields=("er_by", "er"), condition=Q(er__isnull=False), name="puzzle_to_explain"
            ),
            models.Index(fields=("rated_by", "reach"), condition=KEPT, name="puzzle_to_work_out"),
            models.Index(fields=("publish_at",), condition=SCHEDULED, name="puzzle_to_publish"),
            # Searches by the first givens.
            models.Index(
                fields=("givens",), opclasses=("text_pattern_ops",), name="puzzle_by_givens"
            ),
            models.Index(
                fields=("shape", "created_at", "id"),
                condition=PUBLISHED & ~Q(shape=""),
                name="puzzle_by_shape",
            ),
            GinIndex(fields=("tags",), name="puzzle_tags"),
            GinIndex(SEARCHED, name="puzzle_words"),
            # Isomorphs and their number, answered by the index alone.
            models.Index(
                fields=("canonical", "in_inbox"),
                condition=~Q(canonical=""),
                name="puzzle_twins",
            ),
            # The admin's list in its orders.
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
            # Its filters. Equal rows share an entry, so the whole index is read quickly.
            models.Index(
                fields=("level", "verdict", "box", "grade", "is_published"),
                condition=KEPT,
                name="puzzle_kept_facts",
            ),
            models.Index(fields=("-created_at", "-id"), name="puzzle_newest"),
            models.Index(fields=("-created_at", "-id"), condition=KEPT, name="puzzle_kept"),
            models.Index(fields=("-created_at", "-id"), condition=WAITING, name="puzzle_inbox"),
            # Drafts, which are few in a large library.
            models.Index(fields=("-created_at", "-id"), condition=DRAFTS, name="puzzle_drafts"),
        )
        constraints = (
            models.UniqueConstraint(name="puzzle_of_shape", fields=("givens", "shape")),
            models.CheckConstraint(
                name="puzzle_box",
                condition=Q(box__in=BOXES, shape="") | (Q(box=0) & ~Q(shape="")),
            ),
            models.CheckConstraint(
                name="puzzle_givens",
                condition=Q(givens__regex=r"^[0-9A-P]+$") & Q(clue_count__lte=625),
            ),
            # One character a cell: box⁴ on a plain board.
            models.CheckConstraint(
                name="puzzle_givens_length",
                condition=Q(box=0)
                | Q(Exact(Length("givens"), F("box") * F("box") * F("box") * F("box"))),
            ),
            # Puzzles with a grade but no rank would be missing in lists.
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
        board = f"{self.board.title}: " if self.shape else ""
        return f"{board}{self.givens[:20]}… ({clues})"

    @classmethod
    def of(cls, grid: engine.Grid, **more: Any) -> "Puzzle":
        """Return an unsaved puzzle with these givens and no computed fields."""
        return cls(
            **cls.identity(grid), box=grid.shape.square_box, clue_count=grid.clue_count, **more
        )

    @staticmethod
    def identity(grid: engine.Grid) -> dict[str, str]:
        """Return the columns by which a grid's one row is found: its givens and its shape."""
        return {
            "givens": grid.text,
            "shape": "" if grid.shape.square_box else grid.shape.name,
        }

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.box = self.box if self.shape else engine.read_line(self.givens).box
        grid = self.grid
        self.givens, self.box = grid.text, grid.shape.square_box
        self.clue_count = grid.clue_count
        self.grade_rank = engine.RANKS.get(self.grade, self.grade_rank)
        if self.is_published:
            self.in_inbox, self.publish_at = False, None
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete the puzzle and its solves, which are locked first."""
        with transaction.atomic():
            self.solves.all().lock()
            return super().delete(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("puzzle", args=[self.pk])

    def clean(self) -> None:
        """Replace the givens, which may be in any text format, by their line of digits.

        Raise ValidationError if they are not readable or have pencil marks.
        """
        try:
            if self.shape:
                grid = read_board(self.givens, self.board).grid
            else:
                grid = refuse_position(engine.read(self.givens))
        except engine.GridError as error:
            raise ValidationError({"givens": str(error)}) from None
        self.box = grid.shape.square_box
        self.givens, self.shape = self.identity(grid).values()

    @property
    def called(self) -> str:
        """The puzzle's title, or for a generated one its level with a number or date, or an empty string.

        It never names what the puzzle needs.
        """
        if self.title and STARTER in self.tags:
            return translate_title(self.title)
        is_generated = self.needed or self.source.startswith(f"{MADE}: ")
        if self.title or not (self.is_published and self.level and is_generated):
            return self.title
        level = str(capfirst(self.get_level_display()))
        if self.number:
            return f"{level} {self.number}"
        return f"{date_format(self.created_at, 'DATE_FORMAT')} · {level}"

    @property
    def origin(self) -> str:
        """The puzzle's source, in the language of the page if it is the site itself.

        Requirements are left out.
        """
        source = MADE if self.source.startswith(f"{MADE}: ") else self.source
        return gettext(source) if source == MADE or (source and STARTER in self.tags) else source

    @property
    def needed(self) -> str:
        """The slug of the technique that the puzzle was generated or chosen for, or an empty string."""
        names = (tag.removeprefix(NEEDS) for tag in self.tags if tag.startswith(NEEDS))
        return next((name for name in names if name in by_slug()), "")

    @property
    def grid(self) -> engine.Grid:
        return _grid(self.line)

    @property
    def board(self) -> Shape:
        """The shape of its board."""
        return parse(self.shape) if self.shape else boxed(self.box)

    @property
    def size(self) -> int:
        return self.board.size if self.shape else self.box * self.box

    @property
    def line(self) -> str:
        """The givens as a line of text, after the name of their shape if the board is not plain."""
        return f"{self.shape} {self.givens}" if self.shape else self.givens
