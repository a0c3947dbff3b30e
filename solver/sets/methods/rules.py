"""Article 003 in PostgreSQL: a statement a rule, round by round, until none affects a row."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from solver.engine.core.board import Board
from solver.engine.core.grid import Grid
from solver.engine.core.steps import Step
from solver.engine.methods.base import Ending, Story, passes
from solver.engine.techniques.locked import claiming, pointing
from solver.engine.techniques.singles import hidden_single, naked_single, placed_digit
from solver.engine.techniques.subsets import complete_match, enclosed_combo

from ..apply_rows import all_placed, check, place, remove, singles
from ..database import Database


class Statement(NamedTuple):
    """The statement of a rule, the technique of its steps, and the values it is given."""

    name: str
    technique: str
    given: Mapping[str, Any] = {}
    inserts: bool = False


# By the names of the options of the engine's method.
RULES = {
    "placed": Statement("placed_digit", placed_digit.technique.name),
    "pointing": Statement("pointing", pointing.technique.name),
    "claiming": Statement("claiming", claiming.technique.name),
    "matches": Statement("complete_match", complete_match.technique.name),
    "combos": Statement("enclosed_combo", enclosed_combo.technique.name),
    "cell": Statement("naked_single", naked_single.technique.name, inserts=True),
    **{
        kind: Statement("hidden_single", hidden_single.technique.name, {"kinds": [kind]}, True)
        for kind in ("row", "column", "box")
    },
}


def solve(database: Database, grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid)
    rule_run = RuleRun(database, board)

    def run(_number: int, steps: list[Step]) -> bool:
        for name in options["rules"]:
            steps += rule_run.run(RULES[name])
            rule_run.check()
        return bool(steps)

    _rounds, ending = yield from passes(board, run)
    solved = Ending("solved", (board.digits(),)) if board.is_complete else Ending("stalled")
    return ending or solved


class RuleRun:
    """The board as the rules change it, and the same board as the insert rules see it."""

    def __init__(self, database: Database, board: Board) -> None:
        self.database = database
        self.board = board
        self.valid: list[int] = []  # the candidates and placed digits that passed the last check
        # A state of the board, and the insert rules' board for it.
        self.seen: tuple[list[int], Board] | None = None

    def run(self, statement: Statement) -> list[Step]:
        if statement.inserts:
            return self._insert(statement)
        given = dict(statement.given)
        if statement.name == "placed_digit":
            given["sources"] = all_placed(self.board)
        rows = self.database.find(statement.name, self.board, **given)
        return remove(self.board, statement.technique, rows)

    def check(self) -> None:
        """Raise Contradiction if the board breaks the rules, as after each rule.

        An unchanged board is skipped.
        """
        self._check(self.board)

    def _check(self, board: Board) -> None:
        if board.candidates + board.placed != self.valid:
            check(self.database, board)
            self.valid = board.candidates + board.placed

    def _insert(self, statement: Statement) -> list[Step]:
        """Place what the rule finds on the board without the values that placed ones see."""
        seen = self._looked_past()
        self._check(seen)
        given = dict(statement.given)
        if given.get("kinds") == ["box"]:  # with other units of the board's shape
            given["kinds"] = ["box", *seen.further_kinds]
        found = singles(statement.technique, self.database.find(statement.name, seen, **given))
        done = {step.cells[0]: step for step in reversed(found)}  # the first that names a cell
        steps = [step for step in found if done[step.cells[0]] is step]
        place(self.board, steps)
        return steps

    def _looked_past(self) -> Board:
        """Return the board without the values that a placed one sees: the article's nested NOT EXISTS."""
        state = self.board.candidates + self.board.placed
        if self.seen is None or self.seen[0] != state:
            seen = self.board.copy()
            rows = self.database.find("placed_digit", seen, sources=all_placed(seen))
            remove(seen, placed_digit.technique.name, rows)
            self.seen = state, seen
        return self.seen[1]
