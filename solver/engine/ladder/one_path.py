"""The path that a puzzle's solve, rating and hints share: each time HoDoKu's first easiest step."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ..core.deadline import Deadline, seconds_left
from ..core.errors import BudgetSpent
from ..core.geometry import KEPT
from ..core.grid import Grid
from ..core.position import Position, carry_out
from ..core.shape import Shape
from ..core.steps import Step
from ..techniques.deduction import Deduction
from ..techniques.rungs import Rung
from .hodoku_order import QueuedPosition, in_hodoku_order
from .search import telling_solution, usual

NODES = 8_000  # for the steps before a position, about a tenth of a second
SHARE = 0.5  # of a request's seconds, for the same: nets take longer than their nodes say


@lru_cache(maxsize=KEPT)
def climbed(shape: Shape, is_unique: bool) -> tuple[Rung, ...]:
    """Return the rungs (techniques of the ladder) of the path on boards of a shape.

    Rungs that rest on one solution need `is_unique`.
    """
    return tuple(rung for rung in usual(shape) if is_unique or not rung.rests_on_one_solution)


def next_on_path(position: QueuedPosition, is_unique: bool) -> Deduction | None:
    """Return the first easiest step at a position, or None if there is none or nothing is open.

    Rungs that rest on one solution need `is_unique`.
    """
    if position.fault or position.is_complete:
        return None
    chosen = climbed(position.masks.geometry.shape, is_unique)
    rungs = telling_solution(position, chosen) if is_unique else chosen
    return next(filter(None, in_hodoku_order(position, rungs)), None)


def steps_along(grid: Grid, is_unique: bool) -> Iterator[Step]:
    """Yield the steps of the path from the givens of a puzzle, as far as there are any."""
    position = QueuedPosition.of(grid)
    while deduction := next_on_path(position, is_unique):
        step = deduction.step(position)
        yield step
        carry_out(position, step)


def step_on_path(position: Position, grid: Grid, steps: Iterable[Step]) -> Step | None:
    """Return the step of the path that follows a position, or None if it is not on the path.

    `steps` are those of the path from the givens of `grid`. If finding them takes too long, none follows.
    """
    along = Position.of(grid)
    left = seconds_left()
    try:
        with Deadline(NODES, None if left is None else SHARE * left):
            for step in steps:
                if along.marks == position.marks:
                    return _without_seen(along, step) if along.values == position.values else None
                carry_out(along, step)
                if not _may_come_to(along, position):
                    return None
    except BudgetSpent:
        pass
    return None


def _may_come_to(along: Position, position: Position) -> bool:
    """Return whether no digit and no candidate has gone already that the position has."""
    pairs = zip(along.marks, along.values, position.marks, position.values, strict=True)
    return all(
        (value in (0, there)) and (value or not left & ~mark) for mark, value, left, there in pairs
    )


def _without_seen(position: Position, step: Step) -> Step:
    """Return a step without the candidates that only the digits it places remove from their peers."""
    peers = position.masks.peers
    lost = dict(step.removed)
    for cell, digit in step.placed:
        for peer in lost:
            if peers[cell] >> peer & 1:
                lost[peer] &= ~(1 << (digit - 1))
    return step._replace(removed=tuple((cell, mask) for cell, mask in lost.items() if mask))
