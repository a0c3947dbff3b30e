"""Counts of published puzzles for the filters of the library, and their givens as bars.

The counts of a filter's values follow the other filters: each is the number of puzzles that would be listed.
All are sums over one grouped query.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.core.exceptions import EmptyResultSet
from django.db.models import Count, QuerySet, Value
from django.db.models.functions import Coalesce

from solver import engine
from solver.engine.core.shape import parse
from solver.engine.ladder.search import LARGEST
from solver.engine.rating import LEVELS
from solver.models import Puzzle
from solver.models.puzzle import NEEDS
from solver.models.statements import fetch_rows
from solver.puzzles.filters import USUAL, PuzzleFilter
from solver.puzzles.pool import PLAIN, kind_of

from ..page_cache import digest_of
from ..plotting import share

T = TypeVar("T")
MOST = 250_000  # puzzles that are counted. With more, no counts are shown.
MOST_OF_ONE = 5_000  # if words or a score are asked for, of which there are very many
MOST_KINDS = 20_000  # with more, as with a tag for each puzzle, tags are not counted
LARGE = 5_000  # puzzles. Fewer are counted for each page, which takes some milliseconds.
SECONDS = 600  # that a process keeps the counts of a large library
TOO_LARGE = "large"  # why a puzzle has no level: boards beyond 9×9 are not rated
BARS = 12
WIDTH, HEIGHT = 234, 48  # of all bars together


class Kind(NamedTuple):
    """What the counted filters ask about a puzzle. Puzzles of the same kind are counted together."""

    box: int
    clue_count: int
    verdict: str
    grade: str
    level: int  # 0 without a rating
    shape: str
    tags: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return parse(self.shape).size if self.shape else self.box**2


# By filter, the values that a kind has. A filter lets it through if one of them is asked for.
VALUES: dict[str, Callable[[Kind], Sequence[str]]] = {
    "size": lambda kind: (str(kind.box**2),),
    "shape": lambda kind: (
        (kind_of(kind.shape), kind.shape) if kind.shape else (PLAIN, f"{kind.size}x{kind.size}")
    ),
    "solutions": lambda kind: (kind.verdict,),
    "level": lambda kind: LEVELS[kind.level - 1 : kind.level] if kind.level else (),
    "needs": lambda kind: (kind.grade, engine.BANDS.get(kind.grade, "")),
    "tag": lambda kind: kind.tags,
    "technique": lambda kind: [
        tag.removeprefix(NEEDS) for tag in kind.tags if tag.startswith(NEEDS)
    ],
}
GIVENS = "givens"  # stands for the filters of the fewest and the most givens
BY_TAG = ("tag", "technique")
COUNTED = (*VALUES, "givens_from", "givens_to", "order")


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
    """The puzzles that pass the filters which have no counts, by kind."""

    digest: str  # of the other fields
    by_kind: Counter[Kind] = field(compare=False)
    has_tags: bool = field(compare=False)
    most: int = MOST

    @cached_property
    def is_complete(self) -> bool:
        return self.by_kind.total() <= self.most

    def total(self, filters: PuzzleFilter) -> int | None:
        """Return the number of puzzles that pass the filters, or None if there are too many to count."""
        if not self._are_counted(filters):
            return None
        return sum(count for _kind, count in self._passing(filters))

    def by(self, name: str, filters: PuzzleFilter) -> Counter[str] | None:
        """Return the number of puzzles by each value of the filter `name`, if they pass the other filters.

        Return None if there are too many puzzles to count.
        """
        if not self._are_counted(filters) or (name in BY_TAG and not self.has_tags):
            return None
        counts: Counter[str] = Counter()
        for kind, count in self._passing(filters, without=name):
            for value in dict.fromkeys(VALUES[name](kind)):
                counts[value] += count
        return counts

    def unrated(self, filters: PuzzleFilter) -> Counter[str]:
        """Return the number of puzzles that pass the filters and lack a level, by reason.

        A reason is TOO_LARGE or a verdict. Return nothing if there are too many puzzles to count.
        """
        counts: Counter[str] = Counter()
        if self._are_counted(filters):
            for kind, count in self._passing(filters):
                if not kind.level:
                    is_large = kind.verdict == Puzzle.Verdict.UNIQUE and kind.size > LARGEST
                    counts[TOO_LARGE if is_large else kind.verdict] += count
        return counts

    def by_givens(self, filters: PuzzleFilter, size: int | None = None) -> Counter[int] | None:
        """Return the number of puzzles by number of givens, among those that pass the other filters.

        With `size`, count boards of that size alone if the filters name no size. Return None if there are too
        many puzzles.
        """
        if not self._are_counted(filters):
            return None
        counts: Counter[int] = Counter()
        is_any_size = size is None or filters.asked["size"]
        for kind, count in self._passing(filters, without=GIVENS):
            if is_any_size or kind.box**2 == size:
                counts[kind.clue_count] += count
        return counts

    def bars(self, filters: PuzzleFilter) -> list[GivensBar]:
        """Return the numbers of puzzles by givens as bars, for the filters' sizes, or [] without any."""
        givens = self.by_givens(filters, USUAL)
        if not givens:
            return []
        minimum, maximum = givens_asked(filters)
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

    def _are_counted(self, filters: PuzzleFilter) -> bool:
        is_by_tag = any(filters.asked[name] for name in BY_TAG)
        return self.is_complete and (self.has_tags or not is_by_tag)

    def _passing(self, filters: PuzzleFilter, without: str = "") -> Iterator[tuple[Kind, int]]:
        """Yield the kinds that pass all counted filters except one, with their numbers of puzzles."""
        asked = [
            (values, frozenset(filters.asked[name]))
            for name, values in VALUES.items()
            if name != without and filters.asked[name]
        ]
        minimum, maximum = (0, None) if without == GIVENS else givens_asked(filters)
        for kind, count in self.by_kind.items():
            if kind.clue_count < minimum or (maximum is not None and kind.clue_count > maximum):
                continue
            if all(not wanted.isdisjoint(values(kind)) for values, wanted in asked):
                yield kind, count


def givens_asked(filters: PuzzleFilter) -> tuple[int, int | None]:
    """Return the fewest and the most givens that the filters ask for. The most is None without a limit."""
    return filters.values.get("givens_from", 0), filters.values.get("givens_to")


def counts_for(filters: PuzzleFilter) -> Counts:
    """Return the counts of puzzles for these filters, as they are now.

    Those of a large library are up to ten seconds old.
    """
    if "q" in filters.wanted and len(filters.found) > MOST_OF_ONE:
        return Counts("", Counter(), has_tags=False, most=-1)
    others = {
        name: condition for name, condition in filters.conditions.items() if name not in COUNTED
    }
    rows = Puzzle.objects.filter(*others.values(), is_published=True).order_by()
    most = MOST_OF_ONE if others.keys() - {"collection"} else MOST
    return _kept("counts", filters, others, lambda: _count(rows, most))


def by_collection(filters: PuzzleFilter) -> Counter[str]:
    """Return the number of puzzles by the slug of their collection, among those that pass the other filters."""
    others = {
        name: condition for name, condition in filters.conditions.items() if name != "collection"
    }
    # A join with the memberships alone: to exclude puzzles without any joins the puzzles with themselves.
    collected = Puzzle.objects.filter(
        *others.values(), is_published=True, collections__isnull=False
    )
    counts = collected.order_by().values_list("collections__slug").annotate(count=Count("pk"))
    return _kept("collections", filters, others, lambda: Counter(dict(counts)))


def _kept(name: str, filters: PuzzleFilter, others: Iterable[str], count: Callable[[], T]) -> T:
    """Return what is counted with these other filters. That of a large library is kept in the process."""
    asked = {each: filters.asked[each] for each in others}
    key = f"library-{name}-{_changes()}-{digest_of(asked)}"
    found: T | None = cache.get(key)
    if found is None:
        found = count()
        if _total(found) > LARGE:
            cache.set(key, found, SECONDS)
    return found


def _total(found: Any) -> int:
    return int(found.by_kind.total() if isinstance(found, Counts) else found.total())


def _changes() -> int:
    """Return how many rows of puzzles and of collections were ever written or deleted.

    PostgreSQL keeps these numbers, and adds those of a transaction within ten seconds of its end.
    """
    [(count,)] = fetch_rows(CHANGES)
    return int(count)


def _count(puzzles: QuerySet[Puzzle], most: int) -> Counts:
    columns = [*Kind._fields[:4], "stored_level", "shape"]
    by_kind = _grouped(puzzles, [*columns, "tags"], most)
    has_tags = len(by_kind) <= MOST_KINDS
    if not has_tags:
        by_kind = _grouped(puzzles, columns, most)
    return Counts(digest_of(sorted(by_kind.items())), by_kind, has_tags, most)


def _grouped(puzzles: QuerySet[Puzzle], columns: list[str], most: int) -> Counter[Kind]:
    """Count puzzles by their values in columns, at most `most` + 1 puzzles and MOST_KINDS + 1 kinds.

    The inner limit bounds the cost: no more rows are read, however many there are.
    """
    rows = puzzles.annotate(stored_level=Coalesce("level", Value(0))).values_list(*columns)
    try:
        inner, params = rows[: most + 1].query.sql_with_params()
    except EmptyResultSet:  # a search for nothing that can be found
        return Counter()
    names = ", ".join(map(str, range(1, len(columns) + 1)))
    sql = (
        f"SELECT counted.*, count(*) FROM ({inner}) counted GROUP BY {names} LIMIT {MOST_KINDS + 1}"  # noqa: S608 - our own columns
    )
    found = fetch_rows(sql, params)
    return Counter({Kind(*row[:6], *map(tuple, row[6:-1])): row[-1] for row in found})


CHANGES = """
    SELECT sum(pg_stat_get_tuples_inserted(it) + pg_stat_get_tuples_updated(it)
               + pg_stat_get_tuples_deleted(it))
      FROM unnest(ARRAY['solver_puzzle', 'solver_membership']::regclass[]) AS it"""
