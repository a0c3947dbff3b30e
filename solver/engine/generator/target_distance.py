"""What a puzzle needs, by the ladder: whether it is as wished for, and if not, how near it is.

A puzzle needs a technique if the ladder up to the hardest that is allowed solves it, and does not without that
technique. That does not depend on the order of the steps, unlike whether the technique was used. What an AIC
takes away also refutes itself, by a discontinuous nice loop: so a puzzle needs an AIC if it needs one of the
two, and there is one.
"""

from typing import NamedTuple

from ..core.deadline import Deadline
from ..core.errors import BudgetSpent
from ..core.grid import Grid
from ..core.position import Position
from ..ladder.path import climb
from ..rating import rate
from ..rating.explainer import explain
from ..techniques.rungs import Rung
from .requirements import Requirements

NODES = 125_000  # that Sudoku Explainer's rating of a puzzle may take


class TargetCheck(NamedTuple):
    """`fault` says why nobody wished for a puzzle, and is empty where it is as it should be.

    It `is_near` where the technique does something once all else has come to an end, though not enough.
    """

    fault: str
    is_near: bool = False


def check_target(grid: Grid, target: Requirements) -> TargetCheck:
    """A puzzle with one solution beside what was wished for; the cheap questions come first."""
    position = Position.of(grid)
    others = without(target.needed, target.rungs) if target.needed else []
    if target.needed:
        climb(position, others)
        if position.is_complete or not _is_found(target.needed, position):
            return TargetCheck(f"could do without {target.needed.technique}")
        path = climb(position, target.rungs)
        if not position.is_complete:
            return TargetCheck("needed more", is_near=not set(path) <= set(others))
        position = Position.of(
            grid
        )  # what is easier comes first again, as whoever solves it has it
    path = climb(position, target.rungs)
    if not position.is_complete:
        return TargetCheck("needed more")
    if target.needed and set(path) <= set(others):
        return TargetCheck(f"could do without {target.needed.technique}")
    return TargetCheck(_fault_of(grid, target))


def without(rung: Rung, rungs: list[Rung]) -> list[Rung]:
    names = {rung.technique, rung.retells}
    return [each for each in rungs if each.technique not in names]


def _is_found(rung: Rung, position: Position) -> bool:
    return not rung.retells or next(rung.find(position), None) is not None


def _fault_of(grid: Grid, target: Requirements) -> str:
    if not (target.level or target.score or target.er):
        return ""
    rating = rate(grid)
    if target.level and rating.level != target.level:
        return f"had level {rating.level}"
    if target.score and not target.score[0] <= rating.score <= target.score[1]:
        return f"had a score {'below' if rating.score < target.score[0] else 'above'} that"
    return _fault_by_explainer(grid, *target.er) if target.er else ""


def _fault_by_explainer(grid: Grid, least: float, most: float) -> str:
    budget = Deadline(NODES)
    try:
        with budget:
            er = explain(Position.of(grid)).er
    except BudgetSpent:
        if not budget.is_spent:
            raise
        return "took too long to rate"
    if er is not None and least <= er <= most:
        return ""
    return f"had an ER {'below' if er is not None and er < least else 'above'} that"


def stopped_before(grid: Grid, target: Requirements) -> Position:
    """The position where nothing is left but the technique that is needed."""
    assert target.needed
    position = Position.of(grid)
    climb(position, without(target.needed, target.rungs))
    return position
