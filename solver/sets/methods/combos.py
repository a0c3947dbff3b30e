"""Article 000 in PostgreSQL: one statement a pass, until it affects no row."""

from collections.abc import Mapping
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.grid import Grid
from solver.engine.core.steps import Step
from solver.engine.methods.base import Ending, Story, passes
from solver.engine.techniques.subsets.enclosed_combo import technique

from ..apply_rows import remove
from ..database import Database


def solve(database: Database, grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid)

    def run(_number: int, steps: list[Step]) -> bool:
        before = board.candidates.copy()
        found = remove(board, technique.name, database.find("enclosed_combo", board))
        steps += _with_singles(before, found)
        return bool(steps)

    _passes, ending = yield from passes(board, run)
    digits = board.digits()
    return ending or (Ending("solved", (digits,)) if all(digits) else Ending("stalled"))


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
