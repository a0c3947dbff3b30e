"""The puzzle of the day, and the daily puzzles of each level."""

import uuid
from datetime import date
from hashlib import blake2b

from django.db.models import QuerySet
from django.utils import timezone

from solver.engine.rating import LEVELS
from solver.models import DailyPuzzle, Puzzle
from solver.puzzles import pool


def puzzle_of_the_day(day: date | None = None) -> Puzzle | None:
    """Return a published 9×9 puzzle with one solution: a different one each day, the same for everybody.

    It is the first puzzle with an id after the day's digest. Ids are random, so each puzzle has its chance.
    """
    suitable = Puzzle.objects.filter(is_published=True, box=3, verdict=Puzzle.Verdict.UNIQUE)
    in_order = suitable.order_by("id")
    digest = blake2b((day or timezone.now().date()).isoformat().encode(), digest_size=16).digest()
    return in_order.filter(id__gte=uuid.UUID(bytes=digest)).first() or in_order.first()


def puzzles_of(day: date) -> list[tuple[str, Puzzle]]:
    """Return the puzzles of a day with their levels, easiest first. Choose and store missing ones."""
    levels = {row.level for row in _stored(day)}
    for level in LEVELS:
        if level not in levels and (puzzle := _choose(day, level)):
            _store(day, level, puzzle)
    return [(row.level, row.puzzle) for row in sorted(_stored(day), key=_rank)]


def _stored(day: date) -> QuerySet[DailyPuzzle]:
    return DailyPuzzle.objects.filter(day=day).select_related("puzzle")


def _rank(row: DailyPuzzle) -> int:
    return LEVELS.index(row.level) if row.level in LEVELS else len(LEVELS)


def _choose(day: date, level: str) -> Puzzle | None:
    """Choose a puzzle like the puzzle of the day, or one that had a day already if there is no other."""
    had = DailyPuzzle.objects.filter(level=level).values("puzzle")
    suitable = Puzzle.objects.filter(
        pool.of_level(level), is_published=True, box=3, verdict=Puzzle.Verdict.UNIQUE
    ).order_by("id")
    digest = uuid.UUID(bytes=blake2b(f"{day} {level}".encode(), digest_size=16).digest())
    for candidates in (suitable.exclude(pk__in=had), suitable):
        puzzle = candidates.filter(id__gte=digest).first() or candidates.first()
        if puzzle:
            return puzzle
    return None


def _store(day: date, level: str, puzzle: Puzzle) -> None:
    """Store the choice, unless a request at the same time has stored one already."""
    DailyPuzzle.objects.bulk_create(
        [DailyPuzzle(day=day, level=level, puzzle=puzzle)], ignore_conflicts=True
    )
