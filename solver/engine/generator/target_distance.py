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


class Judgement(NamedTuple):
    """`fault` says why nobody wished for a puzzle, and is empty where it is as it should be.

    It `is_near` where the technique does something once all else has come to an end, though not enough.
    """

    fault: str
    is_near: bool = False


def judge(grid: Grid, wished: Requirements) -> Judgement:
    """A puzzle with one solution beside what was wished for; the cheap questions come first."""
    position = Position.of(grid)
    others = without(wished.needed, wished.rungs) if wished.needed else []
    if wished.needed:
        climb(position, others)
        if position.is_complete or not _is_found(wished.needed, position):
            return Judgement(f"could do without {wished.needed.technique}")
        path = climb(position, wished.rungs)
        if not position.is_complete:
            return Judgement("needed more", is_near=not set(path) <= set(others))
        position = Position.of(
            grid
        )  # what is easier comes first again, as whoever solves it has it
    path = climb(position, wished.rungs)
    if not position.is_complete:
        return Judgement("needed more")
    if wished.needed and set(path) <= set(others):
        return Judgement(f"could do without {wished.needed.technique}")
    return Judgement(_fault_of(grid, wished))


def without(rung: Rung, rungs: list[Rung]) -> list[Rung]:
    names = {rung.technique, rung.retells}
    return [each for each in rungs if each.technique not in names]


def _is_found(rung: Rung, position: Position) -> bool:
    return not rung.retells or next(rung.find(position), None) is not None


def _fault_of(grid: Grid, wished: Requirements) -> str:
    if not (wished.level or wished.score or wished.er):
        return ""
    rating = rate(grid)
    if wished.level and rating.level != wished.level:
        return f"had level {rating.level}"
    if wished.score and not wished.score[0] <= rating.score <= wished.score[1]:
        return f"had a score {'below' if rating.score < wished.score[0] else 'above'} that"
    return _fault_by_explainer(grid, *wished.er) if wished.er else ""


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


def stopped_before(grid: Grid, wished: Requirements) -> Position:
    """The position where nothing is left but the technique that is needed."""
    assert wished.needed
    position = Position.of(grid)
    climb(position, without(wished.needed, wished.rungs))
    return position
