"""The pool: published puzzles by the technique that they need, from which a wish is answered at once.

They are puzzles of the library like any other, and known by their tags: `needs xy-wing`, and the name of a
symmetry. Whatever is made by technique in the admin is in the pool too.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Max, Q, QuerySet

from solver import engine
from solver.engine.generator.seeds import seed_sets
from solver.engine.rating import LEVELS
from solver.engine.techniques.rungs import by_slug, slug
from solver.models import Puzzle
from solver.models.puzzle import LEVELS as PUZZLE_LEVELS
from solver.models.puzzle import NEEDS

# By the band of its grade, what a puzzle that nobody has rated yet is sure to be.
LEVELS_OF_BANDS = {"singles": "easy", "locked": "medium", "subsets": "medium"}
LEVEL_WORDS: dict[str, Any] = dict(zip(LEVELS, dict(PUZZLE_LEVELS).values(), strict=True))
SYMMETRIES = ("none", "rotational-180")  # of the puzzles that a pool is filled with, by turns


@dataclass(frozen=True)
class PoolQuery:
    """A wish for a puzzle; what is empty may be anything."""

    needs: str = ""
    level: str = ""
    symmetry: str = ""

    @property
    def tags(self) -> list[str]:
        tags = [f"{NEEDS}{self.needs}"] if self.needs else []
        return tags + ([self.symmetry] if self.symmetry else [])

    @property
    def is_any(self) -> bool:
        return not (self.needs or self.level or self.symmetry)


def techniques() -> list[str]:
    """The slugs of those that a puzzle can be made for, easiest first."""
    return [name for name in by_slug() if name in seed_sets()]


def requirements_of(spec: Mapping[str, Any]) -> engine.Requirements:
    """The requirements that were chosen; ValueError, saying why, where that cannot be."""
    clues, score, er = spec.get("clues"), spec.get("score"), spec.get("er")
    return engine.Requirements(
        spec.get("size", 9),
        bool(spec.get("minimal")),
        spec.get("symmetry", "none"),
        (clues[0], clues[1]) if clues else None,
        spec.get("grade") or None,
        spec.get("needs") or None,
        spec.get("hardest") or None,
        spec.get("level") or None,
        (score[0], score[1]) if score else None,
        spec.get("pattern") or None,
        (er[0], er[1]) if er else None,
    )


def tags_of(wished: engine.Requirements) -> list[str]:
    """The tags of a puzzle that was made by the ladder; none of any other."""
    if not wished.is_by_ladder:
        return []
    needs = slug(wished.needed.technique) if wished.needed else ""
    return PoolQuery(needs, symmetry=wished.symmetry if wished.symmetry != "none" else "").tags


def puzzles(wish: PoolQuery) -> QuerySet[Puzzle]:
    """The puzzles of the pool that are as wished for, in the order of their ids, which are random."""
    found = _pooled() if not wish.needs else Puzzle.objects.filter(is_published=True)
    level = Q(level=LEVELS.index(wish.level) + 1) if wish.level else Q()
    return found.filter(level, tags__contains=wish.tags, box=3).order_by("id")


def pick(wish: PoolQuery, after: Puzzle | None = None) -> Puzzle | None:
    """One of them at random; or the one that follows another, round and round."""
    found = puzzles(wish)
    if after is None:
        count = found.count()
        return found[random.randrange(count)] if count else None
    return found.filter(pk__gt=after.pk).first() or found.first()


def of_level(level: str) -> Q:
    """Puzzles of a level; of those that are not rated yet, what their grade is sure to say."""
    grades = [grade for grade, band in engine.BANDS.items() if LEVELS_OF_BANDS.get(band) == level]
    return Q(level=LEVELS.index(level) + 1) | Q(level=None, grade__in=grades)


def lacking() -> Iterator[str]:
    """What the pool lacks: an item of a job for each puzzle, of each technique one before any has two."""
    counts = Counter(
        tag.removeprefix(NEEDS)
        for tags in _pooled().values_list("tags", flat=True)
        for tag in tags
        if tag.startswith(NEEDS)
    )
    for number in range(settings.POOL_PER_TECHNIQUE):
        for name in techniques():
            if number >= counts[name]:
                yield f"{name}/{SYMMETRIES[number % len(SYMMETRIES)]}"


def number(puzzles: Iterable[Puzzle]) -> None:
    """Give each that needs a technique the number after the last one's."""
    last: dict[str, int] = {}
    for puzzle in puzzles:
        if name := puzzle.needed:
            if name not in last:
                same = Puzzle.objects.filter(tags__contains=[f"{NEEDS}{name}"])
                last[name] = same.aggregate(last=Max("number"))["last"] or 0
            last[name] += 1
            puzzle.number = last[name]


def _pooled() -> QuerySet[Puzzle]:
    tags: Sequence[str] = [f"{NEEDS}{name}" for name in techniques()]
    return Puzzle.objects.filter(is_published=True, tags__overlap=tags)
