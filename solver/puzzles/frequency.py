"""How often techniques are needed, counted over the paths of the library's rated puzzles."""

from collections import Counter
from collections.abc import Iterable

from django.core.cache import cache

from solver.engine.techniques.rungs import rungs
from solver.models import Puzzle

MOST = 2_000  # puzzles that are looked at, the newest first
SECONDS = 3_600  # that a process keeps the counts


class NeedCounts:
    """The techniques on the easiest path of each of some puzzles, by their codes."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.puzzles = 0
        self.by_codes: Counter[frozenset[str]] = Counter()
        for path in paths:
            self.puzzles += 1
            self.by_codes[
                frozenset(word.partition(".")[0] for word in path.partition("/")[0].split())
            ] += 1

    @property
    def facts(self) -> int:
        """A number that changes with the counts. It is another one in each process."""
        return hash(frozenset(self.by_codes.items()))

    def needing(self, techniques: Iterable[str]) -> int:
        """Return how many puzzles need at least one technique among these."""
        codes = {rungs()[name].code for name in techniques if name in rungs()}
        return sum(count for met, count in self.by_codes.items() if met & codes)


def count_needs() -> NeedCounts:
    """Return which techniques the published 9×9 puzzles need. It is kept for an hour."""
    counts: NeedCounts | None = cache.get("needs")
    if counts is None:
        counts = _count()
        cache.set("needs", counts, SECONDS)
    return counts


def _count() -> NeedCounts:
    rated = Puzzle.objects.filter(is_published=True, box=3).exclude(path="")
    return NeedCounts(rated.order_by("-created_at", "-id").values_list("path", flat=True)[:MOST])
