"""A part of a story: as much as one answer tells, or one part of a file.

What an iteration costs is measured by `size_of`. To tell 100,000 bytes takes 0.03 to 0.2 s of the processor.
"""

from collections.abc import Iterator
from math import inf
from typing import Self

from solver import engine
from solver.engine.core.steps import packed_length
from solver.engine.core.storage_codec import size_of
from solver.models import Solve

from .reading import iter_iterations

MOST_TOLD = 100_000  # bytes of a story that one answer tells: some 50 iterations of 25×25


class Portion:
    """The iterations of a solve that follow a number: up to `count` and `most` bytes, and at least one.

    With a `number` it is that iteration alone, and none for 0, the start. Once it was gone through, `last` is
    the number of its last iteration, and `is_end` says whether the story ends there.
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
        box = self.solve.puzzle.box
        for iteration in iter_iterations(self.solve, self.after):
            size = size_of(iteration, box)
            is_full = self.size + size > self.most or iteration.number > self.after + self.count
            if self.size and is_full:
                self.is_end = False
                return
            self.last = iteration.number
            self.size += size
            yield iteration

    def measured(self) -> Self:
        """Go through it once, so that its end is known before anything is written."""
        for _ in self:
            pass
        return self


def is_long(solve: Solve) -> bool:
    """Return whether a story is more than one answer tells."""
    return _boards(solve) > MOST_TOLD or not Portion(solve, most=MOST_TOLD).measured().is_end


def may_be_long(solve: Solve) -> bool:
    """Return whether a story may be more than one answer tells, without a look at it."""
    return 4 * _boards(solve) > MOST_TOLD


def _boards(solve: Solve) -> int:
    """Return the bytes of the boards of a story, which its steps come on top of."""
    return solve.iteration_count * packed_length(solve.puzzle.box)
