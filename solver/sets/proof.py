"""Check the proof of a step of the ladder in PostgreSQL: `core.proof_check.verify` in SQL.

An argument that counts is one GROUP BY … HAVING over its sets. One that is replayed is one statement over all
its inferences. What an argument has proved is removed for the next, so each has a statement of its own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.proof import Replay, ReplayBranch, SetCount, digit_and_unit
from solver.engine.core.proof_check import is_refuted
from solver.engine.core.steps import Step, candidate_numbers

from .database import Database


def verify(database: Database, board: Board, givens: Sequence[int], step: Step) -> bool:
    """Return whether a step's proof holds on a board, computed in PostgreSQL. The board does not change.

    `givens` are the cells of the givens.
    """
    left = Board(board.geometry, list(board.candidates))
    for argument in step.arguments:
        if isinstance(argument, SetCount):
            proved = _counted(database, left, givens, argument)
        else:
            proved = _replayed(database, left, argument)
        if proved is None:
            return False
        for cell, digit in proved:
            left.eliminate(cell, 1 << (digit - 1))
    return _is_done(database, left, step)


def _counted(
    database: Database, left: Board, givens: Sequence[int], count: SetCount
) -> list[tuple[int, int]] | None:
    """Return the candidates that the inequality makes false, or None if it does not hold."""
    if count.guardians and database.find(
        "guardians",
        left,
        guardians=list(count.guardians),
        corners=list(count.cells),
        givens=list(givens),
    ):
        return None
    rows = database.find("count_sets", left, **bound(count))
    if any(row.weight < 0 for row in rows):
        return None
    return [(row.cell, row.digit) for row in rows]


def bound(count: SetCount) -> dict[str, list[int]]:
    """Return the values that a counting argument binds in its SQL statement, by name."""
    return {
        "links": list(count.links),
        "truths": list(count.truths),
        "guardians": list(count.guardians),
    }


def _replayed(database: Database, left: Board, replay: Replay) -> list[tuple[int, int]] | None:
    if _is_renamed(replay.branch):  # that digits may be renamed is no fact about this board
        numbers = candidate_numbers(left.geometry, enumerate(left.candidates))
        is_shown = is_refuted(left.geometry, sum(1 << each for each in numbers), replay)
        return [cell_and_digit(left.geometry, replay.assumed)] if is_shown else None
    replay_rows = told_of(left, replay)
    if replay_rows is None or database.find("replay", left, **replay_rows.bound()):
        return None
    for board, branch in _counts_in(left, (replay.assumed,), replay.branch):
        proved = _counted(database, board, (), branch.counted) if branch.counted else None
        alternatives = members(board, branch.ending)
        if proved is None or not {cell_and_digit(left.geometry, each) for each in alternatives} <= {
            *proved
        }:
            return None
    return [cell_and_digit(left.geometry, replay.assumed)]


def _is_renamed(branch: ReplayBranch) -> bool:
    return branch.pattern is not None or any(map(_is_renamed, branch.branches))


def _counts_in(
    left: Board, before: tuple[int, ...], branch: ReplayBranch
) -> Iterator[tuple[Board, ReplayBranch]]:
    """Yield each branch that ends with a count, with the board that it counts on."""
    path = (*before, *branch.forced)
    board = Board(left.geometry, list(left.candidates))
    for candidate in path:
        cell, digit = cell_and_digit(left.geometry, candidate)
        board.eliminate(cell, ~(1 << (digit - 1)))
        board.clear_peers(cell, 1 << (digit - 1))
    if branch.counted:
        yield board, branch
    for candidate, each in zip(members(board, branch.ending), branch.branches, strict=False):
        yield from _counts_in(left, (*path, candidate), each)


def _is_done(database: Database, left: Board, step: Step) -> bool:
    """Return whether each placed digit is alone in a set, each in turn, and what is removed is gone then."""
    if step.placed:
        cells = left.geometry.cell_count
        replay_rows = ReplayRows()
        for nth, (cell, digit) in enumerate(step.placed):
            replay_rows.add(0, nth, (digit - 1) * cells + cell, is_due=True)
        if database.find("replay", left, **replay_rows.bound()):
            return False
        for cell, digit in step.placed:
            left.eliminate(cell, ~(1 << (digit - 1)))
            left.clear_peers(cell, 1 << (digit - 1))
    return not any(left.candidates[cell] & mask for cell, mask in step.removed)


# --- A replay as rows ---------------------------------------------------------------------------------


@dataclass
class ReplayRows:
    """The rows of a replay: a line for each branch, with all candidates on the way to it."""

    told: list[tuple[int, int, int, bool]] = field(default_factory=list)
    endings: list[tuple[int, int]] = field(default_factory=list)  # line, set
    tried: list[tuple[int, int]] = field(default_factory=list)  # line, candidate

    def add(self, line: int, nth: int, candidate: int, *, is_due: bool) -> None:
        """Add a candidate, number `nth` of a line of the replay.

        `is_due` says that it has to follow from others, as it is neither assumed nor of an earlier line.
        """
        self.told.append((line, nth, candidate, is_due))

    def bound(self) -> dict[str, list[Any]]:
        names = ("lines", "nths", "told", "dues"), ("ended", "endings"), ("split", "tried")
        tables: tuple[list[Any], ...] = self.told, self.endings, self.tried
        return {
            name: [row[at] for row in rows]
            for of_table, rows in zip(names, tables, strict=True)
            for at, name in enumerate(of_table)
        }


def told_of(left: Board, replay: Replay) -> ReplayRows | None:
    """Return the rows of a replay for its SQL statement.

    Return None if it tries more candidates than its sets have left.
    """
    replay_rows = ReplayRows()
    return replay_rows if _add(replay_rows, left, (replay.assumed,), replay.branch) else None


def _add(
    replay_rows: ReplayRows, left: Board, before: tuple[int, ...], branch: ReplayBranch
) -> bool:
    """Add a line for a branch that comes after `before`, then one for each that it splits into."""
    line = len(replay_rows.endings)
    path = (*before, *branch.forced)
    for nth, candidate in enumerate(path):
        replay_rows.add(line, nth, candidate, is_due=nth >= len(before))
    replay_rows.endings.append((line, branch.ending))
    tried = [
        each for each in members(left, branch.ending) if not _is_gone(left.geometry, each, path)
    ]
    if branch.counted:  # what is left there fails by a count, which has a statement of its own
        replay_rows.tried += [(line, candidate) for candidate in tried]
        return not branch.branches
    if len(branch.branches) > len(tried):
        return False
    pairs = list(zip(tried, branch.branches, strict=False))
    replay_rows.tried += [(line, candidate) for candidate, _each in pairs]
    # A list, so that every line is added. With a generator all() would stop at the first False.
    added = [_add(replay_rows, left, (*path, candidate), each) for candidate, each in pairs]
    return all(added)


def members(left: Board, number: int) -> Iterator[int]:
    """Yield the candidates of a set of a proof, by its number, that a board has left, in their order."""
    geometry = left.geometry
    meant = digit_and_unit(geometry, number)
    if meant is None:
        for digit in digits_of(left.candidates[number]):
            yield (digit - 1) * geometry.cell_count + number
        return
    digit, unit = meant
    for cell in geometry.links[unit].cells:
        if left.candidates[cell] >> (digit - 1) & 1:
            yield (digit - 1) * geometry.cell_count + cell


def _is_gone(geometry: Geometry, candidate: int, path: Sequence[int]) -> bool:
    cell, digit = cell_and_digit(geometry, candidate)
    return any(
        (cell == other and digit != true) or (digit == true and other in geometry.peers[cell])
        for other, true in (cell_and_digit(geometry, each) for each in path)
    )


def made_false(left: Board, count: SetCount) -> list[int]:
    """Return the candidates that a counting argument proves false: those that weigh more than its rank.

    It is what the SQL statement returns, computed in Python.
    """
    weights = Counter(each for number in count.links for each in members(left, number))
    weights.subtract(each for number in count.truths for each in members(left, number))
    weights.subtract(count.guardians)
    rank = len(count.links) - len(count.truths) - bool(count.guardians)
    return sorted(each for each, weight in weights.items() if weight > rank)


def cell_and_digit(geometry: Geometry, candidate: int) -> tuple[int, int]:
    """Return (cell, digit) of a candidate's number."""
    index, cell = divmod(candidate, geometry.cell_count)
    return cell, index + 1
