"""The life of a cell: which step took which of its candidates, and which placed its digit.

Told along one line of branches: the one that leads to a moment, and on in the moment's own branch. On
such a line candidates only go, so each of them is lost once or stays.
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
    """What ended a candidate, or placed a digit: an iteration, and its step from 1, where one says so."""

    number: int
    step_number: int = 0
    step: engine.Step | None = None


@dataclass(frozen=True)
class CellHistory:
    """A cell from the start to the end of a line of branches."""

    at_start: int  # candidates, as a mask
    at_end: int
    lost: dict[int, Event]  # by digit
    placed: Event | None
    last: int  # the iteration that the line ends with


@dataclass(frozen=True)
class Touch:
    """What an iteration did to one cell: the candidates after it, and the steps that touched it, from 1."""

    number: int
    mask: int
    steps: tuple[tuple[int, engine.Step], ...]


def cell_history_of(solve: Solve, cell: int, snapshot: IterationSnapshot) -> CellHistory:
    """The life of a cell on the line of a moment.

    Unpacks each chapter of the line once and keeps of it what touched the cell: a long story takes time
    but hardly memory.
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
    """The iteration of a moment and those that led to it, newest first."""
    number = snapshot.iteration.number
    row: Chapter | None = None
    kept: list[engine.Iteration] = []
    while number:
        if row is None or number < row.first:
            row = solve.chapters.filter(first__lte=number).latest("first")
            kept = row.iterations(solve)
        iteration = kept[number - row.first]
        yield iteration
        number = previous_of(snapshot.branches, iteration)


def _on(solve: Solve, snapshot: IterationSnapshot) -> Iterator[engine.Iteration]:
    """The iterations that the branch of a moment has after it, oldest first."""
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
    """The step that took a digit from the cell; else the one that placed another digit there."""
    for number, step in touch.steps:
        if dict(step.removed).get(cell, 0) >> (digit - 1) & 1:
            return Event(touch.number, number, step)
    return _placing(touch, cell) or Event(touch.number)


def _placing(touch: Touch, cell: int) -> Event | None:
    for number, step in touch.steps:
        if cell in dict(step.placed):
            return Event(touch.number, number, step)
    return None
