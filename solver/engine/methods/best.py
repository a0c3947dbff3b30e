"""The best that works, without an article: sets or the ladder, and where they stall, guessing from their board.

It begins as a method that never guesses, with the same iterations. If that method has stalled, the ladder
goes on from its last board (option `then`), or guessing does at once. Where the ladder ends, guessing goes on.
Cells with one candidate are placed then, and iterations are numbered on, in the same branch. If nothing stalls
there are no more iterations.
"""

from collections.abc import Generator, Mapping
from typing import Any

from ..core.board import Board
from ..core.grid import Grid
from ..core.steps import Iteration
from . import combos, guessing, ladder, rules
from .base import Ending, Method, Option, Story

# Methods that may stall, by name. This method has their options too, so that a solve that continues one of
# theirs is a solve of this method.
FIRST = {method.name: method for method in (combos.method, rules.method, ladder.method)}
PARTS = (*FIRST.values(), guessing.method)


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    first, last = FIRST[options["first"]], Iteration(0, (), ())
    ending, last = yield from _tell(first.solve(grid, options), last)
    if ending.outcome == "stalled" and options["then"] == ladder.method.name != first.name:
        board = _stalled(grid, last)
        position = Grid(grid.shape, board.digits(), tuple(board.candidates))
        ending, last = yield from _tell(ladder.method.solve(position, options), last)
    if ending.outcome != "stalled":
        return ending
    return (yield from guessing.go_on(_stalled(grid, last), options, last.number))


def _tell(
    story: Story, last: Iteration
) -> Generator[Iteration | None, None, tuple[Ending, Iteration]]:
    """Yield the iterations of a story, numbered after `last`. Return the ending and the last iteration.

    A first iteration without steps is left out if another method came before: it is told already.
    """
    before = last.number
    while True:
        try:
            iteration = next(story)
        except StopIteration as end:
            return end.value, last
        if iteration and (iteration.steps or not before):
            last = iteration._replace(number=last.number + 1) if before else iteration
            yield last
        else:
            yield None


def _stalled(grid: Grid, last: Iteration) -> Board:
    """Return the board after an iteration, with every cell placed that has one candidate."""
    board = Board.on(grid.geometry, last.candidates)
    for cell, mask in enumerate(last.candidates):
        if mask.bit_count() == 1:
            board.place(cell, mask.bit_length())
    return board


method = Method(
    name="best",
    title="Step by step",
    summary="One method after another: logic first, and a guess only where that ends.",
    article="",
    solve=solve,
    techniques=tuple(
        {technique.name: technique for part in PARTS for technique in part.techniques}.values()
    ),
    options=(
        Option(
            name="first",
            title="Begin with",
            help="The method that solves first.",
            choices={name: method.title for name, method in FIRST.items()},
            default="combos",
        ),
        Option(
            name="then",
            title="If it gets stuck",
            help="What continues from its board. After the ladder it is guessing, where that ends.",
            choices={method.name: method.title for method in (guessing.method, ladder.method)},
            default="guessing",
        ),
        *{option.name: option for part in PARTS for option in part.options}.values(),
    ),
)
