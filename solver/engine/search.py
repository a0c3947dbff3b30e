"""Exact counting: how many solutions a grid has, up to a limit, within a budget.

Singles are followed to the end, then the cell with the fewest candidates is split. This is the
verdict's word on a puzzle, apart from any method.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .board import Board
from .geometry import Geometry, digits_of
from .grid import Grid

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
    """Depth first over lists of candidate masks, counting nodes."""

    def __init__(self, nodes: int | None, deadline: float | None) -> None:
        self.nodes_left = nodes
        self.deadline = deadline

    def run(self, grid: Grid) -> Iterator[tuple[int, ...]]:
        shape = grid.geometry
        start = Board.of(grid).candidates
        singles = [cell for cell, mask in enumerate(start) if mask & (mask - 1) == 0]
        stack = [(start, singles)] if all(start) else []
        while stack:
            candidates, singles = stack.pop()
            self._spend()
            if not _follow_singles(shape, candidates, singles):
                continue
            open_cells = [cell for cell, mask in enumerate(candidates) if mask & (mask - 1)]
            if not open_cells:
                yield tuple(mask.bit_length() for mask in candidates)
                continue
            # Fewest candidates first: a guess between two is wrong half the time.
            cell = min(open_cells, key=lambda c: candidates[c].bit_count())
            for digit in reversed(digits_of(candidates[cell])):
                branch = candidates.copy()
                branch[cell] = 1 << (digit - 1)
                stack.append((branch, [cell]))

    def _spend(self) -> None:
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise BudgetSpent
        if self.nodes_left is not None:
            self.nodes_left -= 1
            if self.nodes_left < 0:
                raise BudgetSpent


def _follow_singles(shape: Geometry, candidates: list[int], singles: list[int]) -> bool:
    """Follow naked and hidden singles to the end, in place; False when the board breaks.

    `singles` are cells down to one digit whose peers have not heard of it yet.
    """
    peers, full = shape.peers, shape.all_digits_mask
    while True:
        while singles:
            cell = singles.pop()
            bit = candidates[cell]
            for peer in peers[cell]:
                mask = candidates[peer]
                if mask & bit:
                    mask ^= bit
                    if not mask:
                        return False
                    candidates[peer] = mask
                    if mask & (mask - 1) == 0:
                        singles.append(peer)
        for unit in shape.units:
            once = twice = 0
            for cell in unit.cells:
                mask = candidates[cell]
                twice |= once & mask
                once |= mask
            if once != full:
                return False
            once &= ~twice
            for cell in unit.cells:
                mask = candidates[cell]
                alone = mask & once
                if alone and mask != alone:
                    if alone & (alone - 1):
                        return False
                    candidates[cell] = alone
                    singles.append(cell)
        if not singles:
            return True
