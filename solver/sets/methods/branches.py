"""Article 001 in PostgreSQL: push and eliminate, branch by branch as its cursor goes, and fork when stalled."""

from collections.abc import Callable, Mapping
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.errors import Contradiction
from solver.engine.core.geometry import digits_of
from solver.engine.core.grid import Grid
from solver.engine.core.steps import Step
from solver.engine.methods.base import Ending, Story
from solver.engine.methods.branches import Branch
from solver.engine.techniques.events import FORK, contradiction_step
from solver.engine.techniques.locked import claiming
from solver.engine.techniques.singles import hidden_single, naked_single, placed_digit

from ..apply_rows import all_placed, check, place, refuse_clash, remove, singles
from ..database import Database


def solve(database: Database, grid: Grid, options: Mapping[str, Any]) -> Story:
    live, born, number = [Branch(Board.of(grid))], 1, 0
    queries = BranchQueries(database)
    purged = queries.attempt(live[0], _eliminate)
    while True:
        solved = None
        for branch in live:
            if branch.number not in purged and solved is None:
                purged |= queries.attempt(branch, _push)
                if branch.number not in purged and branch.board.is_complete:
                    solved = branch
        pushed = any(step.placed for branch in live for step in branch.steps)
        survivors = [branch for branch in live if branch.number not in purged]
        if solved is None and survivors and not pushed:
            twins = _fork(database, survivors, born)
            born += len(twins)
            live += twins
            survivors += twins
        if solved is None:
            for branch in survivors:
                purged |= queries.attempt(branch, _eliminate)
        for branch in live:
            if branch.steps:
                number += 1
                yield branch.iteration(number)
        yield None
        if solved:
            return Ending("solved", (solved.board.digits(),))
        live = [branch for branch in live if branch.number not in purged]
        if not live:
            return Ending("contradiction")


Operation = Callable[[Database, Branch], None]


class BranchQueries:
    """The queries of each branch. A board that has not changed since is not queried again."""

    def __init__(self, database: Database) -> None:
        self.database = database
        # By branch and operation, the board on which it found nothing.
        self.dry: dict[tuple[int, str], list[int]] = {}

    def attempt(self, branch: Branch, operation: Operation) -> set[int]:
        """Run an operation's statement on a branch, unless it found nothing on the same board before.

        Return {number of the branch} if its board then breaks the rules, else an empty set.
        """
        board, key = branch.board, (branch.number, operation.__name__)
        state = board.candidates + board.placed
        if self.dry.get(key) == state:
            return set()
        try:
            operation(self.database, branch)
            check(self.database, board)
        except Contradiction as error:
            branch.steps.append(contradiction_step(error))
            return {branch.number}
        if board.candidates + board.placed == state:
            self.dry[key] = state
        return set()


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
    ((number, cell, digits),) = database.find("fork", all_boards, branches=numbers)
    branch = survivors[numbers.index(number)]
    stays, *others = digits_of(digits)
    twins = [
        Branch(branch.board.copy(), born + offset, branch.number, branch.depth + 1)
        for offset in range(1, len(others) + 1)
    ]
    for twin, digit in zip([branch, *twins], [stays, *others], strict=True):
        removed = twin.board.eliminate(cell, digits & ~(1 << (digit - 1)))
        twin.steps.append(Step(FORK, None, (cell,), digits, (), ((cell, removed),)))
    return twins
