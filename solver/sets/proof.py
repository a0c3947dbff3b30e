"""Whether the proof of a step of the ladder holds, as PostgreSQL counts it: `core.proof_check.verify` in SQL.

An argument that counts is one GROUP BY … HAVING over its sets; one that is replayed is one statement over all
its inferences. What an argument has proved is gone for the next, so each has a statement of its own.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.proof import Replay, ReplayBranch, SetCount, digit_and_unit
from solver.engine.core.steps import Step

from .database import Database


def verify(database: Database, board: Board, givens: Sequence[int], step: Step) -> bool:
    """Whether a step's proof holds on a board; `givens` are cells. The board is left as it is."""
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
    """The candidates that the inequality makes false; None when it does not hold."""
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
    """What the statement is given of an argument."""
    return {
        "links": list(count.links),
        "truths": list(count.truths),
        "guardians": list(count.guardians),
    }


def _replayed(database: Database, left: Board, replay: Replay) -> list[tuple[int, int]] | None:
    telling = told_of(left, replay)
    if telling is None or database.find("replay", left, **telling.bound()):
        return None
    return [divided(left.geometry, replay.assumed)]


def _is_done(database: Database, left: Board, step: Step) -> bool:
    """Whether what is placed is alone in a set, each in turn, and what is removed is gone then."""
    if step.placed:
        cells = left.geometry.cell_count
        telling = ReplayRows()
        for nth, (cell, digit) in enumerate(step.placed):
            telling.tell(0, nth, (digit - 1) * cells + cell, is_due=True)
        if database.find("replay", left, **telling.bound()):
            return False
        for cell, digit in step.placed:
            left.eliminate(cell, ~(1 << (digit - 1)))
            left.clear_peers(cell, 1 << (digit - 1))
    return not any(left.candidates[cell] & mask for cell, mask in step.removed)


# --- A replay as rows -----------------------------------------------------------------------------------


@dataclass
class ReplayRows:
    """The rows of a replay: a line for each branch of it, with all that is told on the way there."""

    told: list[tuple[int, int, int, bool]] = field(default_factory=list)
    endings: list[tuple[int, int]] = field(default_factory=list)  # line, set
    tried: list[tuple[int, int]] = field(default_factory=list)  # line, candidate

    def tell(self, line: int, nth: int, candidate: int, *, is_due: bool) -> None:
        """`is_due` where it has to follow, and is not assumed or told by the line that this one is from."""
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
    """None where it tries more candidates than its sets have left."""
    telling = ReplayRows()
    return telling if _add(telling, left, (replay.assumed,), replay.branch) else None


def _add(telling: ReplayRows, left: Board, before: tuple[int, ...], branch: ReplayBranch) -> bool:
    """A line for a branch that comes after what was told, then one for each that it splits into."""
    line = len(telling.endings)
    path = (*before, *branch.forced)
    for nth, candidate in enumerate(path):
        telling.tell(line, nth, candidate, is_due=nth >= len(before))
    telling.endings.append((line, branch.ending))
    tried = [
        each for each in members(left, branch.ending) if not _is_gone(left.geometry, each, path)
    ]
    if len(branch.branches) > len(tried):
        return False
    pairs = list(zip(tried, branch.branches, strict=False))
    telling.tried += [(line, candidate) for candidate, _each in pairs]
    # Every line is added: all() of a generator would stop at the first that is none.
    added = [_add(telling, left, (*path, candidate), each) for candidate, each in pairs]
    return all(added)


def members(left: Board, number: int) -> Iterator[int]:
    """The candidates of a set that a board has left, in their order."""
    geometry = left.geometry
    meant = digit_and_unit(geometry, number)
    if meant is None:
        for digit in digits_of(left.candidates[number]):
            yield (digit - 1) * geometry.cell_count + number
        return
    digit, unit = meant
    for cell in geometry.units[unit].cells:
        if left.candidates[cell] >> (digit - 1) & 1:
            yield (digit - 1) * geometry.cell_count + cell


def _is_gone(geometry: Geometry, candidate: int, path: Sequence[int]) -> bool:
    cell, digit = divided(geometry, candidate)
    return any(
        (cell == other and digit != true) or (digit == true and other in geometry.peers[cell])
        for other, true in (divided(geometry, each) for each in path)
    )


def made_false(left: Board, count: SetCount) -> list[int]:
    """The candidates that the statement returns, worked out here: those that weigh more than the rank."""
    weights = Counter(each for number in count.links for each in members(left, number))
    weights.subtract(each for number in count.truths for each in members(left, number))
    weights.subtract(count.guardians)
    rank = len(count.links) - len(count.truths) - bool(count.guardians)
    return sorted(each for each, weight in weights.items() if weight > rank)


def divided(geometry: Geometry, candidate: int) -> tuple[int, int]:
    """(Cell, digit) of a candidate's number."""
    index, cell = divmod(candidate, geometry.cell_count)
    return cell, index + 1
