"""The joins of lines: in bulk and one board after the other they come to the same."""

import pytest
from puzzles import random_puzzles

from solver.engine.core.board import Board
from solver.engine.core.steps import apply
from solver.engine.methods import join_order as joining
from solver.engine.methods.joins import Coding, _agreeing
from solver.engine.techniques.singles import placed_digit

LIMIT = 500


def joined(grid, monkeypatch, pulse):
    """The full boards in order, and of each join what it let through, counted and one over the other."""
    monkeypatch.setattr(joining, "PULSE", pulse)
    board = Board.of(grid)
    for step in list(placed_digit.find(board)):
        apply(board, step)
    coding = Coding(grid.geometry, _agreeing(board))
    lines = [coding.lines(unit.cells) for unit in grid.geometry.units]
    joins = joining.plan(grid.geometry.size, coding.spans, lines)
    boards: list[int] = []
    for _ in joining.search(coding.spans, joins, LIMIT, boards):
        pass
    return boards, [(join.unit, join.count, join.seen) for join in joins]


@pytest.mark.parametrize("without", [0, 1, 3])
def test_bulk_join_gives_the_same_lines_as_one_by_one(monkeypatch, without):
    for grid, _ in random_puzzles(8, seed=without):
        fewer = fewer_clues(grid, without)
        assert joined(fewer, monkeypatch, 1) == joined(fewer, monkeypatch, 10**9)


def fewer_clues(grid, count):
    """The puzzle without its first clues: it may have several solutions then."""
    clues = [cell for cell, digit in enumerate(grid.givens) if digit][:count]
    return type(grid)(
        grid.box, tuple(0 if cell in clues else digit for cell, digit in enumerate(grid.givens))
    )
