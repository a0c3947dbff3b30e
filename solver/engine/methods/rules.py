"""Article 003: delete rules and insert rules, round by round, until none of them affects a row.

Placed values and open values are two tables. A round runs the delete rules and then the insert
rules, each on the tables as the rule before left them. A digit that an insert rule places stays among
its peers' open values until the next round's delete rule. The insert rules ignore it, as the article's
nested NOT EXISTS does. Cells that are open at the end are shown as lists of their values.

The reader is meant to add rules. A technique declares the rules it offers, and a user chooses which run.
"""

from collections.abc import Mapping
from typing import Any

from ..core.board import Board
from ..core.deadline import spend
from ..core.grid import Grid
from ..core.steps import Step, apply
from ..techniques import techniques
from .base import OUTPUT, Ending, Method, Option, Story, carry_out, passes

# By name, in the order in which a round runs them.
RULES = {
    rule.name: rule
    for rule in sorted(
        (rule for technique in techniques().values() for rule in technique.rules),
        key=lambda rule: rule.turn,
    )
}


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid).remember()
    seen = board.copy()  # without the values that placed ones see
    for cell, mask in enumerate(board.placed):
        if mask:
            seen.clear_peers(cell, mask)
    selected = [RULES[name] for name in options["rules"]]

    def run(_number: int, steps: list[Step]) -> bool:
        for rule in selected:
            spend(len(board.candidates) // 8)
            if rule.inserts:
                seen.check()
            done = carry_out(board, rule.find(seen if rule.inserts else board))
            steps += done
            board.check()
            _follow(seen, done)
        return bool(steps)  # the round that affects no row counts, as in the article's loop

    _rounds, ending = yield from passes(board, run)
    solved = Ending("solved", (board.digits(),)) if board.is_complete else Ending("stalled")
    return ending or solved


def _follow(seen: Board, steps: list[Step]) -> None:
    """Apply to the board without seen values the steps that were applied to the other board."""
    for step in steps:
        apply(seen, step)
    for step in steps:
        for cell, _ in step.placed:
            seen.clear_peers(cell, seen.candidates[cell])


method = Method(
    name="rules",
    title="Delete-and-insert rules",
    summary=(
        "Applies simple rules until nothing changes, then shows what is left. You choose which "
        "rules run."
    ),
    article="003",
    solve=solve,
    techniques=tuple(technique for technique in techniques().values() if technique.rules),
    options=(
        Option(
            name="rules",
            title="Rules",
            help=(
                "The published method removes what placed digits rule out, and places digits by "
                "four rules. You can add more."
            ),
            choices={name: rule.title for name, rule in RULES.items()},
            default=[name for name, rule in RULES.items() if rule.is_in_article],
        ),
        OUTPUT,
    ),
)
