"""Compare a story from PostgreSQL with the engine's in Python, iteration by iteration, as they come."""

from collections.abc import Iterator, Mapping
from typing import Any

from solver.engine import Budget, Grid, Iteration, Solving, Step
from solver.engine.methods import Ending
from solver.engine.techniques.events import CONTRADICTION, JOIN


class CrossCheck:
    """The number of steps so far, of steps equal in the engine, and the first iteration that differs."""

    def __init__(
        self, grid: Grid, method: str, options: Mapping[str, Any], budget: Budget | None = None
    ) -> None:
        self.steps = 0
        self.same = 0
        self.differs_in: int | None = None  # iteration
        self._other_counts = 0
        self._solving = Solving(grid, method, options, budget)
        self._engine: Iterator[Iteration] = iter(self._solving)

    def look(self, iteration: Iteration) -> None:
        """Compare the next iteration of the run in PostgreSQL with the engine's next. Count equal steps."""
        own = next(self._engine, None)
        pairs = list(zip(own.steps, iteration.steps, strict=False)) if own else []
        same = sum(_told(one) == _told(other) for one, other in pairs)
        self.steps += len(iteration.steps)
        self.same += same
        self._other_counts += sum(one.counts != other.counts for one, other in pairs)
        is_same = own is not None and _rest(own) == _rest(iteration)
        if not (is_same and same == len(iteration.steps)):
            self._note(iteration.number)

    def close(self, ending: Ending | None, number: int) -> None:
        """Compare how the runs ended, after `number` iterations. Do nothing if a budget ran out."""
        if ending is None or ending.outcome == "limit":
            return
        self.same -= self._other_counts
        if (
            self._other_counts
            or next(self._engine, None) is not None
            or self._solving.ending != ending
        ):
            self._note(number)

    def _note(self, number: int) -> None:
        if self.differs_in is None:
            self.differs_in = number


def _rest(iteration: Iteration) -> tuple[Any, ...]:
    """Return the facts of an iteration except its steps."""
    branch = iteration.branch, iteration.parent, iteration.depth
    return iteration.number, iteration.candidates, branch, len(iteration.steps)


def _told(step: Step) -> Any:
    """Return the facts of a step that must be the same.

    A contradiction may have other evidence, because either may name another of several crowded sets. The boards
    after a join are the same number only if it was not cut off, depth first here and stage by stage there.
    """
    if step.technique == CONTRADICTION:
        return step.technique
    return step._replace(counts=step.counts[:1]) if step.technique == JOIN else step
