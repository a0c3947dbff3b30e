"""The story of a solve as it is kept: in chapters, each some iterations in a row."""

from collections.abc import Container
from functools import lru_cache
from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Func, Q
from django.db.models.lookups import Exact, Range

from solver import engine
from solver.engine.core.storage_codec import MOST_ITERATIONS, Stretch, unpack_story

MOST_UNPACKED = 6  # chapters in memory: of 9×9 some 100 kB each, of 25×25 a megabyte

if TYPE_CHECKING:
    from . import Solve


def _count_of(array: str) -> Func:
    return Func(array, function="cardinality", output_field=models.IntegerField())


class Chapter(models.Model):
    """Up to 64 iterations of a solve in a row, with all their steps and boards. Never changed once written.

    One row an iteration would cost as much in headers and indexes as its story does (docs/decisions/0013).
    """

    pk = models.CompositePrimaryKey("solve_id", "first")
    solve = models.ForeignKey(
        "Solve", on_delete=models.CASCADE, related_name="chapters", db_index=False
    )
    first = models.PositiveIntegerField()  # the number of its first iteration, from 1
    attempt = models.PositiveSmallIntegerField()
    # What curves and searches ask, so that they need not unpack every story.
    branches = ArrayField(models.PositiveIntegerField())  # of each iteration
    lefts = ArrayField(models.PositiveSmallIntegerField())  # candidates left after each iteration
    parents = ArrayField(models.PositiveIntegerField())  # that a branch in it came from
    techniques = ArrayField(models.CharField(max_length=50))  # that a step in it is of
    story = models.BinaryField()  # `engine.core.storage_codec`

    class Meta:
        ordering = ("first",)
        constraints = (
            models.CheckConstraint(name="chapter_from_one", condition=Q(first__gte=1)),
            models.CheckConstraint(
                name="chapter_length",
                condition=Q(
                    Exact(_count_of("lefts"), _count_of("branches")),
                    Range(_count_of("lefts"), (1, MOST_ITERATIONS)),
                ),
            ),
        )

    def __str__(self) -> str:
        return f"iterations {self.first} to {self.last}"

    @classmethod
    def of(cls, solve: "Solve", stretch: Stretch) -> "Chapter":
        """The row that keeps a stretch of the solve's story."""
        return cls(solve_id=solve.pk, attempt=solve.attempt, **vars(stretch))

    @property
    def last(self) -> int:
        return self.first + len(self.lefts) - 1

    def iterations(
        self, solve: "Solve", wanted: Container[int] | None = None
    ) -> list[engine.Iteration]:
        """Return the iterations that this row keeps of the solve, or those with a wanted number alone."""
        story, box, is_old = bytes(self.story), solve.puzzle.box, solve.is_in_old_words
        if wanted is not None:
            return unpack_story(story, box, self.first, wanted, is_old)
        return list(_unpacked(story, box, self.first, is_old))


@lru_cache(MOST_UNPACKED)
def _unpacked(story: bytes, box: int, first: int, is_old: bool) -> list[engine.Iteration]:
    """A page looks at the same few chapters again and again, and so does whoever goes through them."""
    return unpack_story(story, box, first, is_in_old_words=is_old)
