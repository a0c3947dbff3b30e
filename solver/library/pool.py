"""The pool: published puzzles by the technique that they need, from which a wish is answered at once.

They are puzzles of the library like any other, and known by their tags: `needs xy-wing`, `level hard`, and
the name of a symmetry. Whatever is made by technique in the admin is in the pool too.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.engine.hits import known
from solver.engine.ladder.path import climb, level_of
from solver.engine.ladder.position import Position
from solver.engine.ladder.rungs import by_slug, slug
from solver.models import Puzzle

LEVELS_OF_BANDS = {"singles": "easy", "locked": "medium", "subsets": "medium"}
LEVEL_WORDS = {
    "easy": _("easy"),
    "medium": _("medium"),
    "hard": _("hard"),
    "unfair": _("unfair"),
    "extreme": _("extreme"),
}
NEEDS, LEVEL = "needs ", "level "
SYMMETRIES = ("none", "rotational-180")  # of the puzzles that a pool is filled with, by turns


@dataclass(frozen=True)
class Wish:
    """A wish for a puzzle; what is empty may be anything."""

    needs: str = ""
    level: str = ""
    symmetry: str = ""

    @property
    def tags(self) -> list[str]:
        tags = [f"{NEEDS}{self.needs}"] if self.needs else []
        tags += [f"{LEVEL}{self.level}"] if self.level else []
        return tags + ([self.symmetry] if self.symmetry else [])


def techniques() -> list[str]:
    """The slugs of those that a puzzle can be made for, easiest first."""
    return [name for name in by_slug() if name in known()]


def tags_of(grid: engine.Grid, wished: engine.Requirements) -> list[str]:
    """The tags of a puzzle that was made by the ladder; none of any other."""
    if not wished.is_by_ladder:
        return []
    wish = Wish(
        slug(wished.needed.technique) if wished.needed else "",
        level_of(climb(Position.of(grid), wished.rungs)),
        wished.symmetry if wished.symmetry != "none" else "",
    )
    return wish.tags


def needed_by(puzzle: Puzzle) -> str:
    """The slug of the technique that a puzzle of the pool needs; empty for any other."""
    names = (tag.removeprefix(NEEDS) for tag in puzzle.tags if tag.startswith(NEEDS))
    return next((name for name in names if name in by_slug()), "")


def level_in(puzzle: Puzzle) -> str:
    return next((tag.removeprefix(LEVEL) for tag in puzzle.tags if tag.startswith(LEVEL)), "")


def puzzles(wish: Wish) -> QuerySet[Puzzle]:
    """The puzzles of the pool that are as wished for, in the order of their ids, which are random."""
    found = _pooled() if not wish.needs else Puzzle.objects.filter(is_published=True)
    return found.filter(tags__contains=wish.tags, box=3).order_by("id")


def pick(wish: Wish, after: Puzzle | None = None) -> Puzzle | None:
    """One of them at random; or the one that follows another, round and round."""
    found = puzzles(wish)
    if after is None:
        count = found.count()
        return found[random.randrange(count)] if count else None
    return found.filter(pk__gt=after.pk).first() or found.first()


def of_level(level: str) -> Q:
    """Puzzles of a level: by its tag, or by a grade that no harder puzzle has."""
    grades = [grade for grade, band in engine.BANDS.items() if LEVELS_OF_BANDS.get(band) == level]
    return Q(tags__contains=[f"{LEVEL}{level}"]) | Q(grade__in=grades)


def lacking() -> Iterator[str]:
    """What the pool lacks: an item of a job for each puzzle, the easiest first."""
    counts = Counter(
        tag.removeprefix(NEEDS)
        for tags in _pooled().values_list("tags", flat=True)
        for tag in tags
        if tag.startswith(NEEDS)
    )
    for name in techniques():
        for number in range(counts[name], settings.POOL_PER_TECHNIQUE):
            yield f"{name}/{SYMMETRIES[number % len(SYMMETRIES)]}"


def _pooled() -> QuerySet[Puzzle]:
    tags: Sequence[str] = [f"{NEEDS}{name}" for name in techniques()]
    return Puzzle.objects.filter(is_published=True, tags__overlap=tags)
