"""The best that works, of no article: sets, and where they stall, guessing goes on from their board.

It begins as a method that never guesses, and tells that method's story iteration for iteration. When that
one has stalled, guessing begins on its last board: the cells with one candidate are placed, the iterations
are numbered on, in the same branch. Where nothing stalls there is nothing more to tell.
"""

from collections.abc import Generator, Mapping
from typing import Any

from ..core.board import Board
from ..core.grid import Grid
from ..core.steps import Iteration
from . import combos, guessing, rules
from .base import Ending, Method, Option, Story

# That may stall, by name. Their options are options in here too, so that whatever goes on from a solve of
# theirs is a solve of this method.
FIRST = {method.name: method for method in (combos.method, rules.method)}
PARTS = (*FIRST.values(), guessing.method)


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    ending, last = yield from _with_last(FIRST[options["first"]].solve(grid, options))
    if ending.outcome != "stalled":
        return ending
    return (yield from guessing.go_on(_stalled(grid, last), options, last.number))


def _with_last(story: Story) -> Generator[Iteration | None, None, tuple[Ending, Iteration]]:
    """The same story; at its end, that and the last iteration."""
    last = Iteration(0, (), ())
    while True:
        try:
            iteration = next(story)
        except StopIteration as end:
            return end.value, last
        last = iteration or last
        yield iteration


def _stalled(grid: Grid, last: Iteration) -> Board:
    """The board that an iteration left behind, with every cell placed that has one candidate."""
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
