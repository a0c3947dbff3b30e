"""Article 003: delete rules and insert rules, round by round, until none of them affects a row.

Placed values and open values are two tables. A round runs the delete rules and then the insert
rules, each on the tables as the rule before left them. A digit that an insert rule places stays among
its peers' open values until the next round's delete rule; the insert rules look past it, as the
article's nested NOT EXISTS does. What is left open at the end is shown as lists of its values.

The reader is meant to add rules. Adding one here is one line in `RULES`; a user chooses which run.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..board import Board
from ..errors import Contradiction
from ..geometry import Kind
from ..grid import Grid
from ..steps import Iteration, Step, apply
from ..techniques import (
    claiming,
    complete_match,
    enclosed_combo,
    hidden_single,
    naked_single,
    placed_digit,
    pointing,
)
from ..techniques.events import contradiction_step
from .base import OUTPUT, Ending, Method, Option, Story


@dataclass(frozen=True)
class Rule:
    """A rule of the set: its words for people, how it finds its steps, and whether it places."""

    title: str
    find: Callable[[Board], Iterator[Step]]
    inserts: bool = False
    is_in_article: bool = True


def only_place_in(kind: Kind) -> Callable[[Board], Iterator[Step]]:
    """Hidden singles of rows alone, of columns alone, or of boxes alone."""

    def find(board: Board) -> Iterator[Step]:
        for index, unit in enumerate(board.geometry.units):
            if unit.kind == kind:
                for cell, bit in hidden_single.singles_in(board, index):
                    placed = ((cell, bit.bit_length()),)
                    yield Step(hidden_single.technique.name, index, (cell,), bit, placed)

    return find


RULES = {
    "placed": Rule("values seen by a placed value are deleted", placed_digit.find),
    "pointing": Rule("pointing", pointing.find, is_in_article=False),
    "claiming": Rule("claiming", claiming.find, is_in_article=False),
    "matches": Rule("complete match", complete_match.find, is_in_article=False),
    "combos": Rule("enclosed combos", enclosed_combo.find, is_in_article=False),
    "cell": Rule("unique in its cell", naked_single.find, inserts=True),
    "row": Rule("unique in its row", only_place_in("row"), inserts=True),
    "column": Rule("unique in its column", only_place_in("column"), inserts=True),
    "box": Rule("unique in its box", only_place_in("box"), inserts=True),
}


def tell(grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid)
    chosen = [RULES[name] for name in options["rules"]]
    number = 0
    while True:
        number += 1
        steps: list[Step] = []
        try:
            for rule in chosen:
                steps += _insert(board, rule) if rule.inserts else _delete(board, rule)
                board.check()
        except Contradiction as error:
            steps.append(contradiction_step(error))
            yield Iteration(number, tuple(steps), tuple(board.candidates))
            return Ending("contradiction")
        yield Iteration(number, tuple(steps), tuple(board.candidates))
        if not steps:  # the round that affects no row is counted, as the article's loop has it
            break
    return Ending("solved", (board.digits(),)) if board.is_complete else Ending("stalled")


def _delete(board: Board, rule: Rule) -> list[Step]:
    done = [apply(board, step) for step in list(rule.find(board))]
    return [step for step in done if step]


def _insert(board: Board, rule: Rule) -> list[Step]:
    """Place what the rule finds where values seen by placed ones no longer count."""
    seen = board.copy()
    for step in list(placed_digit.find(seen)):
        apply(seen, step)
    seen.check()
    done = [apply(board, step) for step in list(rule.find(seen))]
    return [step for step in done if step]


method = Method(
    name="rules",
    title="Delete and insert rules",
    summary="Short rules to a fixpoint, then shows what is left. Choose which rules run.",
    article="003",
    tell=tell,
    options=(
        Option(
            name="rules",
            title="Rules",
            help="The article deletes what placed values rule out and inserts by four rules. Add more.",
            choices={name: rule.title for name, rule in RULES.items()},
            default=[name for name, rule in RULES.items() if rule.is_in_article],
        ),
        OUTPUT,
    ),
)
