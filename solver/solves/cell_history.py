"""The history of a cell: which step removed which of its candidates, and which placed its digit.

It follows one line of branches: the one that leads to an iteration, and on to the end of that iteration's
branch. On such a line candidates never come back, so each one is removed once or stays.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from solver import engine
from solver.engine.core.geometry import digits_of
from solver.engine.core.storage_codec import MOST_ITERATIONS
from solver.models import Chapter, Solve

from .reading import AT_ONCE, IterationSnapshot, previous_of, start_of


@dataclass(frozen=True)
class Event:
    """The iteration that removed a candidate or placed a digit, with its step (from 1) if one did it."""

    number: int
    step_number: int = 0
    step: engine.Step | None = None


@dataclass(frozen=True)
class CellHistory:
    """A cell from the start to the end of a line of branches."""

    at_start: int  # the mask of its candidates
    at_end: int
    lost: dict[int, Event]  # by digit
    placed: Event | None
    last: int  # the iteration that the line ends with


@dataclass(frozen=True)
class Touch:
    """What an iteration did to one cell."""

    number: int
    mask: int  # of its candidates after the iteration
    steps: tuple[tuple[int, engine.Step], ...]  # that changed it, numbered from 1


def cell_history_of(solve: Solve, cell: int, snapshot: IterationSnapshot) -> CellHistory:
    """Return what happened to a cell on the branch of the iteration in `snapshot`.

    It has the step that removed each digit or placed it. Each stored chapter of iterations is unpacked once,
    and not kept.
    """
    line = [_touch(iteration, cell) for iteration in _back(solve, snapshot)][::-1]
    line += [_touch(iteration, cell) for iteration in _on(solve, snapshot)]
    at_start = mask = start_of(solve)[cell]
    lost: dict[int, Event] = {}
    placed: Event | None = None
    for touch in line:
        for digit in digits_of(mask & ~touch.mask):
            lost[digit] = _loss(touch, cell, digit)
        placed = placed or _placing(touch, cell)
        mask = touch.mask
    return CellHistory(at_start, mask, lost, placed, line[-1].number if line else 0)


def _back(solve: Solve, snapshot: IterationSnapshot) -> Iterator[engine.Iteration]:
    """Yield the snapshot's iteration and those that led to it, newest first."""
    number = snapshot.iteration.number
    row: Chapter | None = None
    iterations: list[engine.Iteration] = []
    while number:
        if row is None or number < row.first:
            row = solve.chapters.filter(first__lte=number).latest("first")
            iterations = row.iterations(solve)
        iteration = iterations[number - row.first]
        yield iteration
        number = previous_of(snapshot.branches, iteration)


def _on(solve: Solve, snapshot: IterationSnapshot) -> Iterator[engine.Iteration]:
    """Yield the later iterations of the snapshot's branch, oldest first."""
    branch = snapshot.iteration.branch
    first = snapshot.iteration.number - MOST_ITERATIONS
    rows = solve.chapters.filter(branches__contains=[branch], first__gt=first)
    for row in rows.iterator(chunk_size=AT_ONCE):
        for iteration in row.iterations(solve):
            if iteration.branch == branch and iteration.number > snapshot.iteration.number:
                yield iteration


def _touch(iteration: engine.Iteration, cell: int) -> Touch:
    steps = tuple(
        (number, step)
        for number, step in enumerate(iteration.steps, 1)
        if any(at == cell for at, _ in (*step.placed, *step.removed))
    )
    return Touch(iteration.number, iteration.candidates[cell], steps)


def _loss(touch: Touch, cell: int, digit: int) -> Event:
    """Return the step that removed a digit from the cell, or else the one that placed another digit."""
    for number, step in touch.steps:
        if dict(step.removed).get(cell, 0) >> (digit - 1) & 1:
            return Event(touch.number, number, step)
    return _placing(touch, cell) or Event(touch.number)


def _placing(touch: Touch, cell: int) -> Event | None:
    for number, step in touch.steps:
        if cell in dict(step.placed):
            return Event(touch.number, number, step)
    return None
