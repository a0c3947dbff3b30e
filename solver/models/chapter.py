"""The stored history of a solve: in chapters, each with some successive iterations."""

from collections.abc import Container
from functools import lru_cache
from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Func, Q
from django.db.models.lookups import Exact, Range

from solver import engine
from solver.engine.core.storage_codec import MOST_ITERATIONS, Stretch, unpack_story

MOST_UNPACKED = 6  # chapters in memory: about 100 kB each at 9×9, 1 MB at 25×25

if TYPE_CHECKING:
    from . import Solve


def _count_of(array: str) -> Func:
    return Func(array, function="cardinality", output_field=models.IntegerField())


class Chapter(models.Model):
    """Up to 64 successive iterations of a solve with their steps and boards. Never changed once written.

    One row an iteration would cost as much for headers and indexes as for content (docs/decisions/0013).
    """

    pk = models.CompositePrimaryKey("solve_id", "first")
    solve = models.ForeignKey(
        "Solve", on_delete=models.CASCADE, related_name="chapters", db_index=False
    )
    first = models.PositiveIntegerField()  # the number of its first iteration, from 1
    attempt = models.PositiveSmallIntegerField()
    # For curves and searches, which so need not unpack the story.
    branches = ArrayField(models.PositiveIntegerField())  # the branch of each iteration
    lefts = ArrayField(models.PositiveSmallIntegerField())  # candidates left after each iteration
    parents = ArrayField(models.PositiveIntegerField())  # of the branches that begin in it
    techniques = ArrayField(models.CharField(max_length=50))  # of its steps
    story = models.BinaryField()  # packed by `engine.core.storage_codec`

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
        """Return the unsaved chapter for a stretch (successive iterations) of a solve."""
        return cls(solve_id=solve.pk, attempt=solve.attempt, **vars(stretch))

    @property
    def last(self) -> int:
        return self.first + len(self.lefts) - 1

    def iterations(
        self, solve: "Solve", wanted: Container[int] | None = None
    ) -> list[engine.Iteration]:
        """Return the iterations of this chapter, or only those with a number in `wanted`."""
        story, size, is_old = bytes(self.story), solve.puzzle.size, solve.is_in_old_words
        if wanted is not None:
            return unpack_story(story, size, self.first, wanted, is_old)
        return list(_unpacked(story, size, self.first, is_old))


@lru_cache(MOST_UNPACKED)
def _unpacked(story: bytes, size: int, first: int, is_old: bool) -> list[engine.Iteration]:
    """Unpack a chapter, with a cache: a page reads the same few chapters again and again."""
    return unpack_story(story, size, first, is_in_old_words=is_old)
