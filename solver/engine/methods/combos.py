"""Article 000: every enclosed combo of every unit, all at once, pass by pass.

A pass finds the enclosed combos of all units on the board as the pass began, then removes them all
together. The loop ends with a pass that removes nothing, which counts, as the article's does. It
never guesses: if cells are left open then, it has stalled. The article misses boards on which more cells
fit a combo than it has digits. Here these are contradictions.
"""

from collections.abc import Mapping
from typing import Any

from ..core.board import Board
from ..core.grid import Grid
from ..core.steps import Step
from ..techniques.subsets import enclosed_combo
from .base import OUTPUT, Ending, Method, Story, passes


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid).remember()

    def run(_number: int, steps: list[Step]) -> bool:
        steps += _carry_out(board, list(enclosed_combo.find(board)))
        return bool(steps)

    _passes, ending = yield from passes(board, run)
    digits = board.digits()
    return ending or (Ending("solved", (digits,)) if all(digits) else Ending("stalled"))


def _carry_out(board: Board, found: list[Step]) -> list[Step]:
    """Apply steps and return those that did anything. A cell left with one candidate counts as placed."""
    done = []
    candidates = board.candidates
    for step in found:
        technique, unit, cells, combo, _, losses, _, _ = step
        removed = board.remove(losses)
        if removed:
            single = [
                (cell, mask.bit_length())
                for cell, _ in removed
                if not (mask := candidates[cell]) & mask - 1 and mask
            ]
            if single or removed != losses:
                step = Step(technique, unit, cells, combo, tuple(single), removed)
            done.append(step)
    return done


method = Method(
    name="combos",
    title="Enclosed combos",
    summary=(
        "Finds two digits that fill two cells of a row, column or box, three that fill three, and "
        "so on, until nothing changes. Never guesses."
    ),
    article="000",
    solve=solve,
    techniques=(enclosed_combo.technique,),
    options=(OUTPUT,),
)
