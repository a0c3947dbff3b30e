"""The puzzles of a day, one for each level, and the puzzle of the day, which is one of them.

They are chosen once and stored, so all pages and programs show the same ones all day (UTC). The one that is
stored first is the puzzle of the day. It is Medium if the library has one: most people can finish it, and
the other levels are one link away. A deleted or unpublished puzzle has no page, so another one of its level is
chosen. If it was the puzzle of the day, the one that was stored next takes its place.
"""

import uuid
from collections.abc import Iterable
from datetime import date
from functools import reduce
from hashlib import blake2b
from operator import or_

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from solver.engine.rating import LEVELS
from solver.models import DailyPuzzle, Puzzle
from solver.models.locking import advisory_lock
from solver.puzzles import pool

SATURDAY = 6
ORDER = ("medium", *(level for level in LEVELS if level != "medium"))


def puzzle_of_the_day(day: date | None = None) -> Puzzle | None:
    """Return the puzzle of the day, today's by default, or None if the library has no suitable puzzle."""
    day = day or timezone.now().date()
    first = first_of(_stored(day) or _added_to([], day))
    return first.puzzle if first else None


def puzzles_of(day: date) -> list[DailyPuzzle]:
    """Return the puzzles of a day, easiest first. There are fewer than five if the library lacks a level."""
    rows = _added_to(_stored(day), day)
    return sorted(rows, key=lambda row: LEVELS.index(row.level))


def puzzle_of_the_weekend(day: date) -> Puzzle | None:
    """Return a puzzle on another board than the usual one for the weekend of a day, or None on other days.

    It follows from the day and is not stored, so it may change if the library does.
    """
    if day.isoweekday() < SATURDAY:
        return None
    digest = _digest("{}-{}".format(*day.isocalendar()))
    suitable = Puzzle.objects.filter(
        ~Q(shape=""), is_published=True, verdict=Puzzle.Verdict.UNIQUE
    ).order_by("id")
    return suitable.filter(id__gte=digest).first() or suitable.first()


def first_of(rows: Iterable[DailyPuzzle]) -> DailyPuzzle | None:
    """Return the row of the puzzle of the day, the first stored of a day's rows, or None if there are none."""
    return min(rows, key=lambda row: row.pk, default=None)


def day_of(puzzle: Puzzle) -> date | None:
    """Return the latest day that had this puzzle, or None if no day had it."""
    return DailyPuzzle.objects.filter(puzzle=puzzle).values_list("day", flat=True).first()


def _stored(day: date) -> list[DailyPuzzle]:
    """Return the rows of a day, or none if one of their puzzles was unpublished since."""
    rows = list(DailyPuzzle.objects.filter(day=day).select_related("puzzle"))
    return rows if all(row.puzzle.is_published for row in rows) else []


def _added_to(rows: list[DailyPuzzle], day: date) -> list[DailyPuzzle]:
    """Return the stored rows of a day with those of levels that lack one, if the library has any for them.

    One statement finds that it has none: pages of a small library ask this each time.
    """
    known = {row.level for row in rows}
    lacking = [pool.of_level(level) for level in LEVELS if level not in known]
    if lacking and _suitable().filter(reduce(or_, lacking)).exists():
        return _choose(day)
    return rows


@transaction.atomic
def _choose(day: date) -> list[DailyPuzzle]:
    """Choose and store a puzzle for each lacking level, and return the rows of the day."""
    advisory_lock(f"puzzles of {day}")  # other processes wait, then find these rows
    rows = DailyPuzzle.objects.filter(day=day)
    rows.filter(puzzle__is_published=False).delete()
    known = set(rows.values_list("level", flat=True))
    picked = ((level, _pick(day, level)) for level in ORDER if level not in known)
    rows.bulk_create(
        DailyPuzzle(day=day, level=level, puzzle=puzzle) for level, puzzle in picked if puzzle
    )
    return _stored(day)


def _suitable() -> QuerySet[Puzzle]:
    return Puzzle.objects.filter(is_published=True, box=3, verdict=Puzzle.Verdict.UNIQUE)


def _pick(day: date, level: str) -> Puzzle | None:
    """Return a published 9×9 puzzle with one solution, if possible one that never had a day.

    It is the first puzzle with an id after a digest of day and level. Ids are random, so each puzzle has its
    chance. It is locked until the commit, and a puzzle that somebody is changing or deleting is passed over.
    """
    had = DailyPuzzle.objects.filter(level=level).values("puzzle")
    suitable = (
        _suitable()
        .filter(pool.of_level(level))
        .select_for_update(no_key=True, skip_locked=True)
        .order_by("id")
    )
    digest = _digest(f"{day} {level}")
    for candidates in (suitable.exclude(pk__in=had), suitable):
        puzzle = candidates.filter(id__gte=digest).first() or candidates.first()
        if puzzle:
            return puzzle
    return None


def _digest(text: str) -> uuid.UUID:
    return uuid.UUID(bytes=blake2b(text.encode(), digest_size=16).digest())
