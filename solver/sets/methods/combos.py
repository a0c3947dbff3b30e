"""Article 000 in PostgreSQL: one statement a pass, until it affects no row."""

from collections.abc import Mapping
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.errors import Contradiction
from solver.engine.core.grid import Grid
from solver.engine.core.steps import Iteration, Step
from solver.engine.methods.base import Ending, Story
from solver.engine.techniques.events import contradiction_step
from solver.engine.techniques.subsets.enclosed_combo import technique

from ..apply_rows import remove
from ..database import Database


def solve(database: Database, grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid)
    number = 0
    while True:
        number += 1
        before = board.candidates.copy()
        try:
            steps = remove(board, technique.name, database.find("enclosed_combo", board))
        except Contradiction as error:
            yield Iteration(number, (contradiction_step(error),), tuple(board.candidates))
            return Ending("contradiction")
        yield Iteration(number, tuple(_with_singles(before, steps)), tuple(board.candidates))
        if not steps:
            break
    digits = board.digits()
    return Ending("solved", (digits,)) if all(digits) else Ending("stalled")


def _with_singles(candidates: list[int], steps: list[Step]) -> list[Step]:
    """Return the steps. A cell left with one candidate counts as placed by the step that left it so."""
    done = []
    for step in steps:
        for cell, mask in step.removed:
            candidates[cell] ^= mask
        single = tuple(
            (cell, candidates[cell].bit_length())
            for cell, _ in step.removed
            if candidates[cell].bit_count() == 1
        )
        done.append(step._replace(placed=single))
    return done
