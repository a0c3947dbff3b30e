"""Article 001 in PostgreSQL: push and eliminate, branch by branch as its cursor goes, and fork when stalled."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.errors import Contradiction
from solver.engine.core.grid import Grid
from solver.engine.methods.base import Story
from solver.engine.methods.branches import Branch, by_passes, fork_at
from solver.engine.techniques.events import contradiction_step
from solver.engine.techniques.locked import claiming
from solver.engine.techniques.singles import hidden_single, naked_single, placed_digit

from ..apply_rows import all_placed, check, place, refuse_clash, remove, singles
from ..database import Database


def solve(database: Database, grid: Grid, options: Mapping[str, Any]) -> Story:
    attempt = BranchQueries(database).attempt
    push, eliminate = partial(attempt, _push), partial(attempt, _eliminate)
    return by_passes(Branch(Board.of(grid)), push, eliminate, partial(_fork, database))


Operation = Callable[[Database, Branch], None]


class BranchQueries:
    """The queries of each branch. A board that has not changed since is not queried again."""

    def __init__(self, database: Database) -> None:
        self.database = database
        # By branch and operation, the board on which it found nothing.
        self.dry: dict[tuple[int, str], list[int]] = {}

    def attempt(self, operation: Operation, branch: Branch) -> None:
        """Run an operation's statement on a branch, unless it found nothing on the same board before.

        Mark the branch as purged if its board then breaks the rules.
        """
        board, key = branch.board, (branch.number, operation.__name__)
        state = board.candidates + board.placed
        if self.dry.get(key) == state:
            return
        try:
            operation(self.database, branch)
            check(self.database, board)
        except Contradiction as error:
            branch.steps.append(contradiction_step(error))
            branch.is_purged = True
        else:
            if board.candidates + board.placed == state:
                self.dry[key] = state


def _push(database: Database, branch: Branch) -> None:
    rows = database.find("push", branch.board)
    refuse_clash(branch.board, rows)
    for technique, of_it in (
        (naked_single.technique.name, [row for row in rows if row.unit is None]),
        (hidden_single.technique.name, [row for row in rows if row.unit is not None]),
    ):
        found = singles(technique, of_it)
        place(branch.board, found)
        branch.steps += found


def _eliminate(database: Database, branch: Branch) -> None:
    board = branch.board
    rows = database.find("placed_digit", board, sources=all_placed(board))
    branch.steps += remove(board, placed_digit.technique.name, rows)
    branch.steps += remove(board, claiming.technique.name, database.find("claiming", board))


def _fork(database: Database, survivors: list[Branch], born: int) -> list[Branch]:
    """Fork the board with the tightest cell, and return the new branches, numbered after `born`."""
    all_boards = Board(survivors[0].board.geometry)
    all_boards.candidates = [mask for branch in survivors for mask in branch.board.candidates]
    all_boards.placed = [mask for branch in survivors for mask in branch.board.placed]
    numbers = [branch.number for branch in survivors]
    ((number, cell, _digits),) = database.find("fork", all_boards, branches=numbers)
    return fork_at(survivors[numbers.index(number)], cell, born)
