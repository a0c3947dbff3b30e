"""Exact counting: how many solutions a grid has, up to a limit, within a budget.

Singles are followed to the end, then the cell with the fewest candidates is split. This is the
verdict's word on a puzzle, apart from any method.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .board import Board
from .errors import Contradiction
from .geometry import iterate_digits
from .grid import Grid
from .techniques import hidden_single
from .techniques.placed_digit import find as placed_digits

Verdict = Literal["unique", "multiple", "none", "unknown"]


@dataclass(frozen=True)
class Count:
    """Solutions found, a digit a cell each, and whether those are all there are.

    `is_complete` is False when the limit was reached or a budget ran out: there may be more.
    """

    solutions: tuple[tuple[int, ...], ...]
    is_complete: bool

    @property
    def verdict(self) -> Verdict:
        if len(self.solutions) > 1:
            return "multiple"
        if not self.is_complete:
            return "unknown"
        return "unique" if self.solutions else "none"


class BudgetSpent(Exception):
    """The search may visit no more nodes, or take no more time."""


def find_solutions(
    grid: Grid, limit: int = 2, nodes: int | None = None, seconds: float | None = None
) -> Count:
    """Up to `limit` solutions of a grid, within so many nodes of the search and seconds of time."""
    found: list[tuple[int, ...]] = []
    deadline = time.monotonic() + seconds if seconds is not None else None
    search = _Search(nodes, deadline)
    try:
        for solution in search.run(grid):
            found.append(solution)
            if len(found) >= limit:
                return Count(tuple(found), is_complete=False)
    except BudgetSpent:
        return Count(tuple(found), is_complete=False)
    return Count(tuple(found), is_complete=True)


class _Search:
    """Depth first over copies of the board, counting nodes."""

    def __init__(self, nodes: int | None, deadline: float | None) -> None:
        self.nodes_left = nodes
        self.deadline = deadline

    def run(self, grid: Grid) -> Iterator[tuple[int, ...]]:
        board = Board.of(grid)
        try:
            for step in list(placed_digits(board)):
                for cell, mask in step.removed:
                    board.eliminate(cell, mask)
            board.check()
            yield from self._visit(board)
        except Contradiction:
            return

    def _visit(self, board: Board) -> Iterator[tuple[int, ...]]:
        stack = [board]
        while stack:
            board = stack.pop()
            self._spend()
            try:
                _follow_singles(board)
            except Contradiction:
                continue
            if board.is_complete:
                yield board.digits()
                continue
            cell = min(
                board.open_cells(range(board.geometry.cell_count)),
                key=lambda c: board.candidates[c].bit_count(),
            )
            branches = []
            for digit in iterate_digits(board.candidates[cell]):
                branch = board.copy()
                _assign(branch, cell, 1 << (digit - 1))
                branches.append(branch)
            stack += reversed(branches)

    def _spend(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise BudgetSpent
        if self.nodes_left is not None:
            self.nodes_left -= 1
            if self.nodes_left < 0:
                raise BudgetSpent


def _assign(board: Board, cell: int, bit: int) -> None:
    """Narrow a cell to a digit; `_follow_singles` does the rest."""
    board.candidates[cell] = bit


def _follow_singles(board: Board) -> None:
    """Place naked and hidden singles until there are none; Contradiction when the board breaks."""
    while True:
        _follow_naked_singles(board)
        board.check()
        if board.is_complete:
            return
        singles = list(hidden_single.find(board))
        if not singles:
            return
        for step in singles:
            cell, digit = step.placed[0]
            bit = 1 << (digit - 1)
            if not board.candidates[cell] & bit:
                raise Contradiction(step.unit, (cell,), bit)
            board.candidates[cell] = bit


def _follow_naked_singles(board: Board) -> None:
    candidates, peers = board.candidates, board.geometry.peers
    waiting = [
        cell
        for cell, mask in enumerate(candidates)
        if mask & (mask - 1) == 0 and not board.is_placed(cell)
    ]
    while waiting:
        cell = waiting.pop()
        if board.is_placed(cell):
            continue
        bit = candidates[cell]
        if not bit:
            raise Contradiction(None, (cell,), 0)
        board.place(cell, bit.bit_length())
        for peer in peers[cell]:
            mask = candidates[peer]
            if mask & bit:
                mask ^= bit
                if not mask:
                    raise Contradiction(None, (peer,), 0)
                candidates[peer] = mask
                if mask & (mask - 1) == 0:
                    waiting.append(peer)
