"""Apply the rows of a rule to a board. Each becomes a part of a step, as in the engine."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.errors import Contradiction
from solver.engine.core.steps import Step

from .database import Database


def check(database: Database, board: Board) -> None:
    """Raise Contradiction, naming the first fault, if a statement finds that the board breaks the rules."""
    geometry = board.geometry
    named = len(geometry.units) + len(geometry.groups)  # a pair has no name but its cells
    for row in database.find("check", board):
        unit = row.unit if row.unit is None or row.unit < named else None
        raise Contradiction(unit, tuple(row.cells), row.digits)


def remove(board: Board, technique: str, rows: Iterable[Any]) -> list[Step]:
    """Remove the candidates that a rule found, and return the steps. Rows of one step are adjacent.

    A row is a candidate. Raise Contradiction if a row has no cell: more cells fit a set than it has digits.
    """
    steps = []
    for _, together in groupby(rows, key=lambda row: row.turn):
        first, *more = together
        if first.cell is None:
            raise Contradiction(first.unit, tuple(first.cells), first.digits)
        removed: dict[int, int] = {}
        for row in (first, *more):
            bit = 1 << (row.digit - 1)
            removed[row.cell] = removed.get(row.cell, 0) | board.eliminate(row.cell, bit)
        evidence = technique, first.unit, tuple(first.cells), first.digits
        steps.append(Step(*evidence, (), tuple(removed.items())))
    return steps


def singles(technique: str, rows: Iterable[Any]) -> list[Step]:
    """Return the steps that place the digits which a rule found, a row a cell. The board does not change."""
    return [
        Step(
            technique,
            row.unit,
            tuple(row.cells),
            1 << (row.digit - 1),
            ((row.cell, row.digit),),
        )
        for row in rows
    ]


def refuse_clash(board: Board, rows: Iterable[Any]) -> None:
    """Raise Contradiction for a row with two digits, because both have only its cell left."""
    for row in rows:
        if row.digits & (row.digits - 1):
            unit = board.geometry.units_of[row.cell][0]
            raise Contradiction(unit, (row.cell,), row.digits)


def place(board: Board, steps: Iterable[Step]) -> None:
    for step in steps:
        board.place(*step.placed[0])


def all_placed(board: Board) -> list[int]:
    """Return the placed cells, whose digits are to be removed from their peers, in reading order."""
    return [cell for cell, mask in enumerate(board.placed) if mask]
