"""How near a puzzle is to what it should need on the ladder.

A puzzle needs a technique if the ladder up to the hardest allowed rung solves it, and does not without that
technique. This does not depend on the order of the steps, unlike whether the technique was used. What an AIC
removes also refutes itself, by a discontinuous nice loop. So a puzzle needs an AIC if it needs one of the
two, and an AIC is found.
"""

from typing import NamedTuple

from ..core.deadline import limited
from ..core.grid import Grid
from ..core.position import Position
from ..ladder.search import climb
from ..rating import rate
from ..rating.explainer import rate_by_explainer
from ..techniques.rungs import Rung
from .requirements import Requirements

NODES = 125_000  # for Sudoku Explainer's rating of a puzzle


class TargetCheck(NamedTuple):
    """`fault` says why a puzzle misses the target. It is empty if the puzzle meets it.

    A puzzle `is_near` if the technique does something once all else is stuck, though not enough.
    """

    fault: str
    is_near: bool = False


def check_target(grid: Grid, target: Requirements) -> TargetCheck:
    """Return how a puzzle with one solution misses the target, such as a technique that it should need.

    Its fault is empty if the puzzle meets the target. Cheap checks come first.
    """
    position = Position.of(grid)
    others = without(target.needed, target.rungs) if target.needed else []
    if target.needed:
        climb(position, others)
        if position.is_complete or not _is_found(target.needed, position):
            return TargetCheck(f"could do without {target.needed.technique}")
        path = climb(position, target.rungs)
        if not position.is_complete:
            return TargetCheck("needed more", is_near=not set(path) <= set(others))
        position = Position.of(grid)  # a player takes easier steps first
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
    """Return why level, score or ER miss the target, or an empty string."""
    if not (target.level or target.score or target.er):
        return ""
    rating = rate(grid)
    if target.level and rating.level != target.level:
        return f"had level {rating.level}"
    if target.score and not target.score[0] <= rating.score <= target.score[1]:
        return f"had a score {'below' if rating.score < target.score[0] else 'above'} that"
    return _fault_by_explainer(grid, *target.er) if target.er else ""


def _fault_by_explainer(grid: Grid, least: float, most: float) -> str:
    """Return why the ER misses the range, or an empty string. Too long a rating is a fault."""
    with limited(NODES) as budget:
        er = rate_by_explainer(Position.of(grid), most).er
    if budget.is_spent:
        return "took too long to rate"
    if er is not None and least <= er <= most:
        return ""
    return f"had an ER {'below' if er is not None and er < least else 'above'} that"


def stopped_before(grid: Grid, target: Requirements) -> Position:
    """Return the position in which only the technique that the target needs can help.

    All easier steps have been taken.
    """
    assert target.needed
    position = Position.of(grid)
    climb(position, without(target.needed, target.rungs))
    return position
