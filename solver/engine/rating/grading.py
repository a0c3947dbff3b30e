"""The grade of a puzzle: how hard it is, by the rule of the `rules` method that it cannot be solved without.

The rules are tried as a ladder, easy ones first, each with all those below it. The grade is the rung from
which on they solve the puzzle, or `guessing`, the method that is left when none of them do.
"""

from bisect import bisect_left
from collections.abc import Mapping
from types import MappingProxyType

from ..core.errors import BudgetSpent
from ..core.grid import Grid
from ..methods import find_method
from ..methods.rules import RULES
from ..methods.solving import Solving

BEYOND = "guessing"

# Every grade, easy first, with its place in any order by difficulty. Puzzles are stored with both, so a
# name keeps its number for good; the gaps are for the rules still to come.
RANKS: Mapping[str, int] = MappingProxyType(
    {
        rule.name: rule.grade_rank
        for rule in sorted(RULES.values(), key=lambda rule: rule.grade_rank)
        if rule.grade_rank  # deleting what placed values see is a part of every grade
    }
    | {BEYOND: 10_000}
)

LADDER = tuple(grade for grade in RANKS if grade != BEYOND)

# Every grade with its words, easy first.
GRADES: Mapping[str, str] = MappingProxyType(
    {rung: RULES[rung].title for rung in LADDER} | {BEYOND: find_method(BEYOND).title}
)

# What players call the kind of each, which several grades share.
BANDS: Mapping[str, str] = MappingProxyType(
    {rung: RULES[rung].band for rung in LADDER} | {BEYOND: "guess"}
)


def grade_of(grid: Grid) -> str:
    """The first grade whose rules solve a puzzle: a key of `GRADES`.

    `guessing` also for one that has several solutions or none, which no rule can solve.
    """
    # Whatever a rung solves, the next one solves too.
    index = bisect_left(range(len(LADDER)), True, key=lambda rung: is_solved_by(grid, LADDER[rung]))
    return LADDER[index] if index < len(LADDER) else BEYOND


def is_solved_by(grid: Grid, rung: str) -> bool:
    """Whether a rung of the ladder solves a puzzle, with the rungs below it."""
    rules = ["placed", *LADDER[: LADDER.index(rung) + 1]]
    solving = Solving(grid, "rules", {"rules": rules})
    for _ in solving:
        pass
    if solving.outcome == "limit":
        raise BudgetSpent
    return solving.outcome == "solved"
