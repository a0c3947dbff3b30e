"""The puzzle of the day, and those of each level."""

import uuid
from datetime import date
from hashlib import blake2b

from django.db.models import QuerySet
from django.utils import timezone

from solver.engine.rating import LEVELS
from solver.models import DailyPuzzle, Puzzle
from solver.puzzles import pool


def puzzle_of_the_day(day: date | None = None) -> Puzzle | None:
    """A published 9×9 puzzle with one solution, another one each day, the same for everybody.

    The first whose id follows the day's digest: ids are random, so no puzzle is asked for in vain.
    """
    fit = Puzzle.objects.filter(is_published=True, box=3, verdict=Puzzle.Verdict.UNIQUE)
    in_order = fit.order_by("id")
    digest = blake2b((day or timezone.now().date()).isoformat().encode(), digest_size=16).digest()
    return in_order.filter(id__gte=uuid.UUID(bytes=digest)).first() or in_order.first()


def puzzles_of(day: date) -> list[tuple[str, Puzzle]]:
    """The puzzles of a day with their levels, easiest first; what is chosen once stays.

    Which one follows from the day and the level, among those that no other day has had.
    """
    kept = {each.level: each.puzzle for each in _kept(day)}
    for level in LEVELS:
        if level not in kept:
            found = _choose(day, level)
            if found:
                _keep(day, level, found)
    return [(each.level, each.puzzle) for each in sorted(_kept(day), key=_rank)]


def _kept(day: date) -> QuerySet[DailyPuzzle]:
    return DailyPuzzle.objects.filter(day=day).select_related("puzzle")


def _rank(each: DailyPuzzle) -> int:
    return LEVELS.index(each.level) if each.level in LEVELS else len(LEVELS)


def _choose(day: date, level: str) -> Puzzle | None:
    """As the puzzle of the day is; one that has had its day only when there is no other."""
    had = DailyPuzzle.objects.filter(level=level).values("puzzle")
    fit = Puzzle.objects.filter(
        pool.of_level(level), is_published=True, box=3, verdict=Puzzle.Verdict.UNIQUE
    ).order_by("id")
    place = uuid.UUID(bytes=blake2b(f"{day} {level}".encode(), digest_size=16).digest())
    for among in (fit.exclude(pk__in=had), fit):
        found = among.filter(id__gte=place).first() or among.first()
        if found:
            return found
    return None


def _keep(day: date, level: str, puzzle: Puzzle) -> None:
    """Whoever looks at the same moment may have kept one already, which stays."""
    DailyPuzzle.objects.bulk_create(
        [DailyPuzzle(day=day, level=level, puzzle=puzzle)], ignore_conflicts=True
    )
