"""Counts of published puzzles of each kind, for beside the filters, and their givens as bars."""

from collections import Counter
from collections.abc import Callable, Collection, Container
from dataclasses import dataclass
from functools import cached_property
from secrets import token_hex

from django.core.cache import cache
from django.db import connection

from solver.puzzles.filters import PuzzleFilter

from ..plotting import share

MOST = 250_000  # puzzles that are counted: beyond, no counts are shown
SECONDS = 600  # that a process shows the same counts
USUAL = 9  # the size whose givens are shown while none is chosen
BARS = 12
WIDTH, HEIGHT = 234, 48  # of all bars

Kind = tuple[int, int, str, str, int]  # box, givens, verdict, grade, level or 0


@dataclass(frozen=True)
class GivensBar:
    """The number of puzzles with `fewest` to `most` givens; `is_asked` for those that a filter lets through."""

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
    """Puzzles by all that can be asked for with a checkbox; None for what is too much to be counted."""

    by_kind: Counter[Kind]

    @cached_property
    def is_complete(self) -> bool:
        return self.by_kind.total() <= MOST

    @cached_property
    def by_grade(self) -> Counter[str]:
        """There are dozens to be asked for, and hundreds of kinds."""
        found: Counter[str] = Counter()
        for kind, count in self.by_kind.items():
            found[kind[3]] += count
        return found

    @cached_property
    def total(self) -> int | None:
        return self.where(lambda _kind: True)

    def where(self, is_meant: Callable[[Kind], bool]) -> int | None:
        if not self.is_complete:
            return None
        return sum(count for kind, count in self.by_kind.items() if is_meant(kind))

    def of_size(self, size: int) -> int | None:
        return self.where(lambda kind: kind[0] ** 2 == size)

    def of_verdict(self, verdict: str) -> int | None:
        return self.where(lambda kind: kind[2] == verdict)

    def of_grades(self, wanted: Collection[str]) -> int | None:
        return sum(self.by_grade[grade] for grade in wanted) if self.is_complete else None

    def of_level(self, level: int) -> int | None:
        return self.where(lambda kind: kind[4] == level)

    def of_givens(self, sizes: Container[int], fewest: int, most: int | None) -> int | None:
        """Of those sizes; of all where there are none of them."""
        return self.where(
            lambda kind: (
                (not sizes or kind[0] ** 2 in sizes)
                and fewest <= kind[1]
                and (most is None or kind[1] <= most)
            )
        )

    def bars(self, wanted: PuzzleFilter) -> list[GivensBar]:
        """The givens of the puzzles of those sizes; none where there are no such puzzles."""
        sizes = {int(size) for size in wanted.values.get("size", [USUAL])}
        fewest, most = wanted.values.get("givens_from", 0), wanted.values.get("givens_to")
        givens: Counter[int] = Counter()
        for (box, clues, *_more), count in self.by_kind.items():
            if box**2 in sizes:
                givens[clues] += count
        if not givens or not self.is_complete:
            return []
        step = -(-(max(givens) - min(givens) + 1) // BARS)
        firsts = range(min(givens), max(givens) + 1, step)
        counts = [sum(givens[first + at] for at in range(step)) for first in firsts]
        return [
            GivensBar(
                first,
                first + step - 1,
                count,
                is_asked=first + step > fewest and (most is None or first <= most),
                x=share(at, len(counts), WIDTH),
                width=WIDTH / len(counts) - 1,
                height=max(1.0 if count else 0.0, share(count, max(counts), HEIGHT)),
            )
            for at, (first, count) in enumerate(zip(firsts, counts, strict=True))
        ]


def name_of_counts() -> str:
    """Names the counts that are shown now: another one in ten minutes."""
    return str(cache.get_or_set("library-counts", lambda: token_hex(8), SECONDS))


def library_counts() -> Counts:
    """The counts, ten minutes old at most: what they cost is shared by all who look meanwhile."""
    key = f"library-counts-{name_of_counts()}"
    return Counts(cache.get_or_set(key, _count, SECONDS) or Counter())


def _count() -> Counter[Kind]:
    with connection.cursor() as cursor:
        cursor.execute(COUNT, [MOST + 1])
        return Counter(
            {(row[0], row[1], row[2], row[3], row[4]): row[5] for row in cursor.fetchall()}
        )


# The limit is what bounds it: no more rows are read, however many there are.
COUNT = """
    SELECT box, clue_count, verdict, grade, coalesce(level, 0), count(*) FROM (
        SELECT box, clue_count, verdict, grade, level FROM solver_puzzle
         WHERE is_published LIMIT %s) counted
     GROUP BY 1, 2, 3, 4, 5"""
