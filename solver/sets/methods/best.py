"""The best that works, in PostgreSQL: the statements of a method that never guesses, and then guessing's."""

from collections.abc import Mapping
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.grid import Grid
from solver.engine.core.steps import Iteration
from solver.engine.methods.base import Ending, Story

from ..database import Database
from . import combos, guessing, rules

FIRST = {"combos": combos.solve, "rules": rules.solve}


def solve(database: Database, grid: Grid, options: Mapping[str, Any]) -> Story:
    story = FIRST[options["first"]](database, grid, options)
    last = Iteration(0, (), ())
    ending: Ending | None = None
    while ending is None:
        try:
            iteration = next(story)
        except StopIteration as end:
            ending = end.value
        else:
            last = iteration or last
            yield iteration
    if ending.outcome != "stalled":
        return ending
    return (yield from guessing.go_on(database, _stalled(grid, last), options, last.number))


def _stalled(grid: Grid, last: Iteration) -> Board:
    """Return the board after an iteration, with every cell placed that has one candidate."""
    board = Board.of(grid)
    board.candidates = list(last.candidates)
    for cell, mask in enumerate(last.candidates):
        if mask.bit_count() == 1 and not board.is_placed(cell):
            board.place(cell, mask.bit_length())
    return board
