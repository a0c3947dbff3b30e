"""Article 002 in PostgreSQL: statements that place, then those that remove, and a guess if none finds more."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.geometry import digits_of
from solver.engine.core.grid import Grid
from solver.engine.core.steps import Step
from solver.engine.methods.base import Story
from solver.engine.methods.guessing import Opening, Savepoint, SearchState, alternate
from solver.engine.techniques.locked import pointing
from solver.engine.techniques.singles import hidden_single, naked_single, placed_digit
from solver.engine.techniques.subsets import complete_match, partial_match

from ..apply_rows import all_placed, check, place, refuse_clash, remove, singles
from ..database import Database

UNITS = ["row", "column", "box"]
REMOVING = (
    ("complete_match", complete_match.technique.name),
    ("partial_match", partial_match.technique.name),
    ("pointing", pointing.technique.name),
)


def solve(database: Database, grid: Grid, options: Mapping[str, Any]) -> Story:
    return go_on(database, Board.of(grid), options)


def go_on(database: Database, board: Board, options: Mapping[str, Any], after: int = 0) -> Story:
    """Solve from a board on in PostgreSQL, with iterations numbered from `after` + 1.

    Yield these and return the ending. A first pass that finds nothing is not shown, because the method before
    ended with it.
    """
    state = SearchState(board, number=after)
    save = partial(_save, database, which=options["guess"])
    return (yield from alternate(state, partial(_pass, database), save))


def _pass(database: Database, board: Board, opening: Opening, steps: list[Step]) -> bool:
    """Run one iteration and add what was done to `steps`. Return whether the rules did nothing."""
    if opening:
        _place(database, board, opening, steps)
    else:
        if opening is None:
            rows = database.find("placed_digit", board, sources=all_placed(board))
            steps += remove(board, placed_digit.technique.name, rows)
        check(database, board)
    placed_before = board.placed_count
    found = singles(naked_single.technique.name, database.find("naked_single", board))
    _place(database, board, found, steps)
    rows = database.find("hidden_single", board, kinds=[*UNITS, *board.further_kinds])
    refuse_clash(board, rows)
    _place(database, board, singles(hidden_single.technique.name, rows), steps)
    if board.is_complete or board.placed_count > placed_before:
        return False
    steps_before = len(steps)
    for name, technique in REMOVING:
        steps += remove(board, technique, database.find(name, board))
    return len(steps) == steps_before


def _place(database: Database, board: Board, found: list[Step], steps: list[Step]) -> None:
    """Place all that was found together, then remove the digits from their peers."""
    if not found:
        return
    first = len(steps)
    steps += found
    place(board, found)
    check(database, board)
    sources = [step.placed[0][0] for step in found]
    rows = database.find("placed_digit", board, sources=sources)
    lost = {step.cells[0]: step.removed for step in remove(board, "", rows)}
    for index, step in enumerate(found, first):
        evidence = step.technique, step.unit, step.cells, step.digits_mask
        steps[index] = Step(*evidence, step.placed, lost.get(step.cells[0], ()))
    check(database, board)


def _save(database: Database, state: SearchState, which: str) -> None:
    """Make a savepoint at the open cell with the fewest or most candidates: two arrays to return to."""
    ((cell, digits),) = database.find("guess", state.board, sign=-1 if which == "most" else 1)
    untried = list(digits_of(digits))
    board = state.board.copy()
    state.savepoints.append(Savepoint(board, cell, untried, state.branch, state.depth))
