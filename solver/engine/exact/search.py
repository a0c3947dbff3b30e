"""A search on a board of any shape, in plain Python, for puzzles that singles and some guesses solve.

It is faster than building a formula, unless a puzzle is stubborn.
"""

from collections.abc import Iterator, Sequence

from ..core.deadline import NODE, spend
from ..core.geometry import Geometry
from ..core.masks import bits
from . import singles

# Guesses in a row without a solution, after which a SAT solver is the better tool.
PATIENCE = 30


class Stubborn(Exception):
    """Too many guesses in a row without a solution."""


def explore(geometry: Geometry, candidates: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every solution of a board, as a digit a cell.

    `candidates` is a mask a cell, and singles have been followed. Raise Stubborn after `PATIENCE` guesses in a
    row without a solution, and BudgetSpent if a deadline runs out.
    """
    stack = [list(candidates)]
    patience = PATIENCE
    while stack:
        board = stack.pop()
        open_cells = [cell for cell, mask in enumerate(board) if mask & (mask - 1)]
        if not open_cells:
            patience = PATIENCE
            yield tuple(mask.bit_length() for mask in board)
            continue
        patience -= 1
        if patience < 0:
            raise Stubborn
        spend(NODE)
        cell = min(open_cells, key=lambda each: board[each].bit_count())
        for digit in bits(board[cell]):
            branch = board.copy()
            branch[cell] = 1 << digit
            if singles.follow(geometry, branch, [cell]):
                stack.append(branch)
