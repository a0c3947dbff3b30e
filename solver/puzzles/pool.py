"""The pool: published puzzles by the technique that they need, to be offered at once.

They are ordinary puzzles of the library with tags like `needs xy-wing` and the name of a symmetry. Puzzles that
editors generate by technique are in the pool too.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from solver import engine
from solver.engine.core.shape import parse
from solver.engine.generator.seeds import seed_sets
from solver.engine.rating import LEVELS
from solver.engine.techniques.rungs import by_slug, slug
from solver.models import Puzzle
from solver.models.puzzle import LEVELS as PUZZLE_LEVELS, NEEDS

# By the band of its grade, the level that an unrated puzzle certainly has.
LEVELS_OF_BANDS = {"singles": "easy", "locked": "medium", "subsets": "medium"}
LEVEL_WORDS: dict[str, Any] = dict(zip(LEVELS, dict(PUZZLE_LEVELS).values(), strict=True))
FIRST_NUMBER = 1001  # titles like `Hard 27` are those of the starter library
SYMMETRIES = ("none", "rotational-180")  # of the puzzles that fill the pool, alternating
JIGSAW, PLAIN = "jigsaw", "plain"  # kinds of shapes that are chosen together
# Kinds of boards that a visitor may wish for.
KINDS = (
    *("6x6", "8x8", "10x10", "12x12"),
    *("9x9 diagonals", "9x9 windows", "9x9 disjoint", "9x9 anti-knight", "9x9 anti-king", JIGSAW),
)


@dataclass(frozen=True)
class PoolQuery:
    """A query for a puzzle of the pool. Empty fields match all."""

    needs: str = ""
    level: str = ""
    symmetry: str = ""
    shape: str = ""

    @property
    def tags(self) -> list[str]:
        tags = [f"{NEEDS}{self.needs}"] if self.needs else []
        return tags + ([self.symmetry] if self.symmetry else [])

    @property
    def is_any(self) -> bool:
        return not (self.needs or self.level or self.symmetry or self.shape)


def techniques() -> list[str]:
    """Return the slugs of the techniques for which puzzles can be generated, easiest first."""
    return [name for name in by_slug() if name in seed_sets()]


def requirements_of(spec: Mapping[str, Any]) -> engine.Requirements:
    """Return the requirements in a generation job's spec.

    Raise ValueError with a sentence if they are impossible.
    """
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
        parse(spec["shape"]) if spec.get("shape") else None,
    )


def tags_of(requirements: engine.Requirements) -> list[str]:
    """Return the tags of a puzzle generated with these requirements: the technique needed and the symmetry.

    Return [] if the requirements are not about techniques.
    """
    if not requirements.is_by_ladder:
        return []
    needs = slug(requirements.needed.technique) if requirements.needed else ""
    symmetry = requirements.symmetry if requirements.symmetry != "none" else ""
    return PoolQuery(needs, symmetry=symmetry).tags


def puzzles(query: PoolQuery) -> QuerySet[Puzzle]:
    """Return the published puzzles of the pool that match a query of technique, level and symmetry.

    Each puzzle of the pool needs some technique. If none matches, return those of the whole library that do.
    They are in the order of their ids, which are random.
    """
    level = Q(level=LEVELS.index(query.level) + 1) if query.level else Q()
    board = of_shape(query.shape or "9x9")
    rows = Puzzle.objects.filter(level, board, is_published=True, tags__contains=query.tags)
    pooled = rows & _needing()
    return (pooled if pooled.exists() else rows).order_by("id")


def pick(query: PoolQuery, after: Puzzle | None = None) -> Puzzle | None:
    """Return a random published puzzle that matches, or the one after `after`, at the end the first.

    Return None if none matches.
    """
    rows = puzzles(query)
    if after is None:
        count = rows.count()
        return rows[random.randrange(count)] if count else None
    return rows.filter(pk__gt=after.pk).first() or rows.first()


def next_to(
    query: PoolQuery, puzzle: Puzzle | None = None, is_harder: bool = True
) -> Puzzle | None:
    """Return the puzzle that matches with the next higher score, or the next lower one.

    Without `puzzle` it is the one with the lowest score. Return None if there is none.
    """
    rows = puzzles(query)
    if puzzle is None or puzzle.score is None:
        return rows.order_by("score", "pk").first()
    if is_harder:
        beyond = Q(score__gt=puzzle.score) | Q(score=puzzle.score, pk__gt=puzzle.pk)
        return rows.filter(beyond).order_by("score", "pk").first()
    beyond = Q(score__lt=puzzle.score) | Q(score=puzzle.score, pk__lt=puzzle.pk)
    return rows.filter(beyond).order_by("-score", "-pk").first()


def of_level(level: str) -> Q:
    """Return the condition for puzzles of a level. Unrated puzzles count if their grade implies a level."""
    grades = [grade for grade, band in engine.BANDS.items() if LEVELS_OF_BANDS.get(band) == level]
    return Q(level=LEVELS.index(level) + 1) | Q(level=None, grade__in=grades)


def kind_of(shape: str) -> str:
    """Return by what shapes are chosen: their name, or `jigsaw` for all that have crooked regions."""
    return JIGSAW if shape.startswith(f"{JIGSAW}:") else shape


def say_shape(kind: str) -> Any:
    """Return a kind of shapes in words, such as `9×9, anti-knight`."""
    return _("Jigsaw") if kind == JIGSAW else parse(kind).title


def of_shape(kind: str) -> Q:
    """Return the condition for puzzles of a shape, or of a kind of them."""
    if kind == JIGSAW:
        return Q(shape__startswith=f"{JIGSAW}:")
    if kind == PLAIN:
        return Q(shape="")
    board = parse(kind)
    return Q(shape="", box=board.square_box) if board.square_box else Q(shape=kind)


def lacking() -> Iterator[str]:
    """Yield an item for a job, like `xy-wing/none`, for each puzzle that a technique lacks in the pool.

    The pool is published puzzles by the technique that they need. Techniques take turns.
    """
    counts = Counter(
        tag.removeprefix(NEEDS)
        for tags in _needing().filter(is_published=True).values_list("tags", flat=True)
        for tag in tags
        if tag.startswith(NEEDS)
    )
    for number in range(settings.POOL_PER_TECHNIQUE):
        for name in techniques():
            if number >= counts[name]:
                yield f"{name}/{SYMMETRIES[number % len(SYMMETRIES)]}"


def number(puzzles: Iterable[Puzzle]) -> None:
    """Set `number` of the puzzles that need a technique, after the highest number, from FIRST_NUMBER on."""
    needing = [puzzle for puzzle in puzzles if puzzle.needed]
    if needing:
        last = _needing().aggregate(last=Max("number"))["last"] or FIRST_NUMBER - 1
        for number, puzzle in enumerate(needing, last + 1):
            puzzle.number = number


def _needing() -> QuerySet[Puzzle]:
    tags: Sequence[str] = [f"{NEEDS}{name}" for name in techniques()]
    return Puzzle.objects.filter(tags__overlap=tags)
