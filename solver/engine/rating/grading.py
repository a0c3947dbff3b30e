"""The grade of a puzzle: the hardest rule of the `rules` method that it cannot be solved without.

The rules are tried as a ladder, easy ones first, each with all rules below it. The grade is the first rung
that solves the puzzle, or `guessing`, the method that is left if none does.
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
# name keeps its number for good. The gaps are for rules that will be added.
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
    """Return the name of the easiest grade (a key of `GRADES`) whose rules solve a puzzle.

    It is `guessing` also for a puzzle with several solutions or none, because no rule can solve it.
    """
    # What a rung solves, the next one solves too.
    index = bisect_left(range(len(LADDER)), True, key=lambda rung: is_solved_by(grid, LADDER[rung]))
    return LADDER[index] if index < len(LADDER) else BEYOND


def is_solved_by(grid: Grid, rung: str) -> bool:
    """Return whether the rule `rung` solves a puzzle, together with the easier rules of the grades.

    Raise BudgetSpent if the solving meets a limit.
    """
    rules = ["placed", *LADDER[: LADDER.index(rung) + 1]]
    solving = Solving(grid, "rules", {"rules": rules})
    for _ in solving:
        pass
    if solving.outcome == "limit":
        raise BudgetSpent
    return solving.outcome == "solved"
