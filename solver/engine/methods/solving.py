"""A method at work on a grid: its iterations as they come, then how it ended and what it took."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from ..core.deadline import NO_END, Deadline
from ..core.display import as_html
from ..core.errors import BudgetSpent
from ..core.grid import Grid, text_of
from ..core.steps import Iteration, candidates_as_json
from ..exact import Count, enumerate_solutions
from ..techniques.description import describe_iteration
from . import Ending, find_method
from .base import Outcome, Story

SLICE = 0.01  # seconds that a method works between two checks of its budgets


@dataclass(frozen=True)
class Budget:
    """The budget of one solve. If it runs out, the outcome is `limit`, with the history so far.

    `nodes` and `iterations` end a solve at the same place on every machine. `seconds` is CPU time, for callers
    that hand over solves that take longer.
    """

    seconds: float | None = None
    iterations: int | None = None
    nodes: int | None = None


Tell = Callable[[Grid, Mapping[str, Any]], Story]


class Solving:
    """A solve that can be iterated over. Afterwards `ending`, `elapsed` and `iteration_count` are its result.

    Raise ValueError for an unknown method, option or option value, before anything is done.
    """

    def __init__(
        self,
        grid: Grid,
        method: str = "combos",
        options: Mapping[str, Any] | None = None,
        budget: Budget | None = None,
        tell: Tell | None = None,
    ) -> None:
        """Prepare a solve. `tell` yields the same iterations by other means.

        Its time is then measured by the clock, because other processes work for it.
        """
        self.grid = grid
        self.method = find_method(method)
        self.options = self.method.read_options(options or {})
        self.budget = budget or Budget()
        self.ending: Ending | None = None
        self.elapsed = 0.0  # CPU seconds, solving only
        self.tell = tell or self.method.solve
        self.clock = time.monotonic if tell else time.thread_time
        self.iteration_count = 0
        self.deadline = Deadline(self.budget.nodes, None if tell else self.budget.seconds)
        self._was_told = False  # whether the method knows that the budget is spent

    def __iter__(self) -> Iterator[Iteration]:
        story = self.tell(self.grid, self.options)
        ending = None
        while ending is None:
            ahead: list[Iteration] = []
            ending = self._go_on(story, ahead)
            for iteration in ahead:
                self.iteration_count += 1
                yield iteration
        self.ending = ending

    def _go_on(self, story: Story, ahead: list[Iteration]) -> Ending | None:
        """Work for a slice of time, or until a budget may be spent. Return the ending if there is one.

        Reading the CPU time is a system call, which may take as long as an iteration.
        """
        budget, count = self.budget, self.iteration_count
        # The searches of a method raise BudgetSpent themselves when its deadline has run out.
        self._was_told = self._was_told or self.deadline.is_spent
        spent = not self._was_told and self._is_spent()
        self._was_told = self._was_told or spent
        is_begun = self.elapsed > 0  # the first iteration comes with any budget
        most = budget.iterations
        room = NO_END if most is None or self._was_told else most - count
        started, until = self.clock(), time.perf_counter() + (SLICE if is_begun else 0.0)
        try:
            with self.deadline if is_begun else nullcontext():
                iteration = story.throw(BudgetSpent()) if spent else next(story)
                while True:
                    if iteration is not None:
                        ahead.append(iteration)
                    if len(ahead) >= room or time.perf_counter() >= until:
                        return None
                    iteration = next(story)
        except StopIteration as end:
            ending: Ending = end.value
            return ending
        except BudgetSpent:
            return Ending("limit")
        finally:
            self.elapsed += self.clock() - started

    def _is_spent(self) -> bool:
        budget = self.budget
        return self.elapsed > 0 and (
            (budget.seconds is not None and self.elapsed >= budget.seconds)
            or (budget.iterations is not None and self.iteration_count >= budget.iterations)
        )

    @property
    def is_late(self) -> bool:
        """Whether the solving ended because its seconds had run out."""
        seconds = self.budget.seconds
        is_over = seconds is not None and self.elapsed >= seconds
        return self.outcome == "limit" and (self.deadline.is_out_of_time or is_over)

    @property
    def outcome(self) -> Outcome:
        if self.ending is None:
            raise RuntimeError("the solving has not ended: iterate over it first")
        return self.ending.outcome

    def solutions(self, count: Count) -> tuple[tuple[int, ...], ...]:
        """Return the solutions that the method found, then those that only the exact count found.

        They are as many as the longer of the two lists, because each was cut at the limit. Raise RuntimeError
        if the solving has not ended.
        """
        if self.ending is None:
            raise RuntimeError("the solving has not ended: iterate over it first")
        found = self.ending.solutions
        together = dict.fromkeys((*found, *count.solutions))
        return tuple(together)[: max(len(found), len(count.solutions))]


@dataclass(frozen=True)
class Solution:
    """A finished solve: all iterations and the verdict."""

    grid: Grid
    method: str
    outcome: Outcome
    count: Count
    solutions: tuple[tuple[int, ...], ...]
    iterations: tuple[Iteration, ...]
    elapsed: float  # CPU seconds, solving only

    def as_json(self) -> dict[str, Any]:
        """Return the solution with its iterations as JSON, as the command line and the API show it."""
        return {
            "puzzle": self.grid.text,
            "size": self.grid.size,
            **self.grid.shape.as_json(),
            "method": self.method,
            "outcome": self.outcome,
            "verdict": self.count.verdict,
            "solutions": [text_of(digits) for digits in self.solutions],
            "iteration_count": len(self.iterations),
            "elapsed_ms": round(self.elapsed * 1000, 3),
            "iterations": [
                iteration_as_json(self.grid, iteration) for iteration in self.iterations
            ],
        }

    def _repr_html_(self) -> str | None:
        """Return the solve as HTML for a notebook."""
        return as_html(self)


def solve(
    grid: Grid,
    method: str = "combos",
    options: Mapping[str, Any] | None = None,
    budget: Budget | None = None,
    limit: int = 2,
    tell: Tell | None = None,
) -> Solution:
    """Solve a grid by a method, and count its solutions up to `limit`. Return everything that was found.

    `budget` limits both. `tell` runs the method in place of Python, for example as SQL. Raise ValueError for an
    unknown method, option or option value.
    """
    solving = Solving(grid, method, options, budget, tell)
    iterations = tuple(solving)
    budget = solving.budget
    count = enumerate_solutions(grid, limit, budget.nodes, budget.seconds)
    return Solution(
        grid,
        method,
        solving.outcome,
        count,
        solving.solutions(count),
        iterations,
        solving.elapsed,
    )


def iteration_as_json(grid: Grid, iteration: Iteration) -> dict[str, Any]:
    """Return an iteration as JSON, with names and words in place of indexes and masks."""
    described = describe_iteration(grid.geometry, iteration, "facts")
    return described._asdict() | {
        "candidates": candidates_as_json(described.candidates, grid.size),
        "steps": [step.as_json(grid.geometry) for step in described.steps],
    }
