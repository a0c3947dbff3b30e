"""The best that works, without an article: sets, and if they stall, guessing from their board.

It begins as a method that never guesses, with the same iterations. If that method has stalled, guessing
begins on its last board: cells with one candidate are placed, and iterations are numbered on, in the same
branch. If nothing stalls there are no more iterations.
"""

from collections.abc import Generator, Mapping
from typing import Any

from ..core.board import Board
from ..core.grid import Grid
from ..core.steps import Iteration
from . import combos, guessing, rules
from .base import Ending, Method, Option, Story

# Methods that may stall, by name. This method has their options too, so that a solve that continues one of
# theirs is a solve of this method.
FIRST = {method.name: method for method in (combos.method, rules.method)}
PARTS = (*FIRST.values(), guessing.method)


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    ending, last = yield from _with_last(FIRST[options["first"]].solve(grid, options))
    if ending.outcome != "stalled":
        return ending
    return (yield from guessing.go_on(_stalled(grid, last), options, last.number))


def _with_last(story: Story) -> Generator[Iteration | None, None, tuple[Ending, Iteration]]:
    """Yield the same iterations. Return the ending and the last iteration."""
    last = Iteration(0, (), ())
    while True:
        try:
            iteration = next(story)
        except StopIteration as end:
            return end.value, last
        last = iteration or last
        yield iteration


def _stalled(grid: Grid, last: Iteration) -> Board:
    """Return the board after an iteration, with every cell placed that has one candidate."""
    board = Board(grid.geometry, last.candidates)
    for cell, mask in enumerate(last.candidates):
        if mask.bit_count() == 1:
            board.place(cell, mask.bit_length())
    return board


method = Method(
    name="best",
    title="Automatic",
    summary="Enclosed combos; where they get stuck, guessing continues from their board.",
    article="",
    solve=solve,
    techniques=tuple(
        {technique.name: technique for part in PARTS for technique in part.techniques}.values()
    ),
    options=(
        Option(
            name="first",
            title="Begin with",
            help="Its article ends where it gets stuck; here guessing continues from that board.",
            choices={name: method.title for name, method in FIRST.items()},
            default="combos",
        ),
        *{option.name: option for part in PARTS for option in part.options}.values(),
    ),
)
