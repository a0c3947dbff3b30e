"""A portion of a solve's iterations, as many as fit into one answer or one part of a file.

`size_of` measures the cost of an iteration in bytes. Writing 100,000 bytes takes 0.03 to 0.2 s of CPU time.
"""

from collections.abc import Iterator
from math import inf
from typing import Self

from solver import engine
from solver.engine.core.steps import packed_length
from solver.engine.core.storage_codec import size_of
from solver.models import Solve

from .reading import iter_iterations

MOST_TOLD = 100_000  # bytes of a story in one answer: about 50 iterations at 25×25


class Portion:
    """The iterations of a solve after a number: up to `count` and up to `most` bytes, but at least one.

    With a `number`, only that iteration, or none for 0, the start. After iterating over it, `last` is the
    number of its last iteration, and `is_end` says whether the solve has no more.
    """

    def __init__(
        self,
        solve: Solve,
        number: int | None = None,
        after: int = 0,
        most: float = inf,
        count: float = inf,
    ) -> None:
        self.solve = solve
        self.number = number
        self.after = self.last = after
        self.most, self.count = most, count
        self.size = 0
        self.is_end = True

    def __iter__(self) -> Iterator[engine.Iteration]:
        if self.number is not None:
            yield from (
                iter_iterations(self.solve, self.number - 1, (self.number,)) if self.number else ()
            )
            return
        self.last, self.size, self.is_end = self.after, 0, True
        board_size = self.solve.puzzle.size
        for iteration in iter_iterations(self.solve, self.after):
            size = size_of(iteration, board_size)
            is_full = self.size + size > self.most or iteration.number > self.after + self.count
            if self.size and is_full:
                self.is_end = False
                return
            self.last = iteration.number
            self.size += size
            yield iteration

    def measured(self) -> Self:
        """Return this portion after reading it once, so that `last` and `is_end` are known before writing."""
        for _ in self:
            pass
        return self


def is_long(solve: Solve) -> bool:
    """Return whether a solve's iterations are too many for one answer. It reads some."""
    return _boards(solve) > MOST_TOLD or not Portion(solve, most=MOST_TOLD).measured().is_end


def may_be_long(solve: Solve) -> bool:
    """Return whether a solve's iterations may be too many for one answer, without reading any."""
    return 4 * _boards(solve) > MOST_TOLD


def _boards(solve: Solve) -> int:
    """Return the bytes of the boards in a solve's history. The steps come on top."""
    return solve.iteration_count * packed_length(solve.puzzle.size)
