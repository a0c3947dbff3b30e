"""Counts of published puzzles for the filters of the library, and their givens as bars."""

from collections import Counter
from collections.abc import Callable, Collection, Container
from dataclasses import dataclass
from functools import cached_property
from secrets import token_hex

from django.core.cache import cache
from django.db import connection

from solver.puzzles.filters import PuzzleFilter

from ..plotting import share

MOST = 250_000  # puzzles that are counted. With more, no counts are shown.
SECONDS = 600  # that a process shows the same counts
USUAL = 9  # the size whose givens are shown while no size is selected
BARS = 12
WIDTH, HEIGHT = 234, 48  # of all bars together

Kind = tuple[int, int, str, str, int]  # box, givens, verdict, grade, level or 0


@dataclass(frozen=True)
class GivensBar:
    """The number of puzzles with `fewest` to `most` givens. `is_asked` if the filter lets them through."""

    fewest: int
    most: int
    count: int
    is_asked: bool
    x: float
    width: float
    height: float

    @property
    def y(self) -> float:
        return HEIGHT - self.height


@dataclass(frozen=True)
class Counts:
    """Puzzles by everything that has a checkbox. Each count is None if there are too many puzzles to count."""

    by_kind: Counter[Kind]

    @cached_property
    def is_complete(self) -> bool:
        return self.by_kind.total() <= MOST

    @cached_property
    def by_grade(self) -> Counter[str]:
        """The number of published puzzles by grade. Dozens of grades are looked up, among hundreds of kinds."""
        counts: Counter[str] = Counter()
        for kind, count in self.by_kind.items():
            counts[kind[3]] += count
        return counts

    @cached_property
    def total(self) -> int | None:
        return self.where(lambda _kind: True)

    def where(self, matches: Callable[[Kind], bool]) -> int | None:
        if not self.is_complete:
            return None
        return sum(count for kind, count in self.by_kind.items() if matches(kind))

    def of_size(self, size: int) -> int | None:
        return self.where(lambda kind: kind[0] ** 2 == size)

    def of_verdict(self, verdict: str) -> int | None:
        return self.where(lambda kind: kind[2] == verdict)

    def of_grades(self, grades: Collection[str]) -> int | None:
        return sum(self.by_grade[grade] for grade in grades) if self.is_complete else None

    def of_level(self, level: int) -> int | None:
        return self.where(lambda kind: kind[4] == level)

    def of_givens(self, sizes: Container[int], minimum: int, maximum: int | None) -> int | None:
        """Return how many published puzzles of these sizes have `minimum` to `maximum` givens.

        Empty `sizes` are all sizes. `maximum` may be None for no limit.
        """
        return self.where(
            lambda kind: (
                (not sizes or kind[0] ** 2 in sizes)
                and minimum <= kind[1]
                and (maximum is None or kind[1] <= maximum)
            )
        )

    def bars(self, filters: PuzzleFilter) -> list[GivensBar]:
        """Return the numbers of puzzles by givens as bars, for the filter's sizes, or [] without any."""
        sizes = {int(size) for size in filters.values.get("size", [USUAL])}
        values = filters.values
        minimum, maximum = values.get("givens_from", 0), values.get("givens_to")
        givens: Counter[int] = Counter()
        for (box, clues, *_more), count in self.by_kind.items():
            if box**2 in sizes:
                givens[clues] += count
        if not givens or not self.is_complete:
            return []
        step = -(-(max(givens) - min(givens) + 1) // BARS)
        firsts = range(min(givens), max(givens) + 1, step)
        counts = [sum(givens[first + index] for index in range(step)) for first in firsts]
        return [
            GivensBar(
                first,
                first + step - 1,
                count,
                is_asked=first + step > minimum and (maximum is None or first <= maximum),
                x=share(index, len(counts), WIDTH),
                width=WIDTH / len(counts) - 1,
                height=max(1.0 if count else 0.0, share(count, max(counts), HEIGHT)),
            )
            for index, (first, count) in enumerate(zip(firsts, counts, strict=True))
        ]


def name_of_counts() -> str:
    """Return a name for the library's current counts, which changes every ten minutes.

    It is a key of caches.
    """
    return str(cache.get_or_set("library-counts", lambda: token_hex(8), SECONDS))


def library_counts() -> Counts:
    """Return the counts of the library's puzzles, at most ten minutes old. All visitors share them."""
    key = f"library-counts-{name_of_counts()}"
    return Counts(cache.get_or_set(key, _count, SECONDS) or Counter())


def _count() -> Counter[Kind]:
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [MOST + 1])
        return Counter(
            {(row[0], row[1], row[2], row[3], row[4]): row[5] for row in cursor.fetchall()}
        )


# The inner limit bounds the cost: no more rows are read, however many there are.
COUNT = """
    SELECT box, clue_count, verdict, grade, coalesce(level, 0), count(*) FROM (
        SELECT box, clue_count, verdict, grade, level FROM solver_puzzle
         WHERE is_published LIMIT %s) counted
     GROUP BY 1, 2, 3, 4, 5"""
