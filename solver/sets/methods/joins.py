"""Article 004 in PostgreSQL: singletons, then the lines counted, filtered and joined to whole boards."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from solver.engine.core.bitboard import join_masks, split_masks
from solver.engine.core.board import Board
from solver.engine.core.errors import BudgetSpent
from solver.engine.core.geometry import Geometry
from solver.engine.core.grid import Grid
from solver.engine.core.steps import Iteration, Step
from solver.engine.methods.base import Ending, Story, passes
from solver.engine.methods.join_order import order_of
from solver.engine.methods.joins import MOST_LINES, MOST_SETS, excludes, narrowed
from solver.engine.techniques.events import JOIN, LINES
from solver.engine.techniques.singles import naked_single, placed_digit

from ..apply_rows import all_placed, check, place, remove, singles
from ..database import Database

MOST_BOARDS = (100_000, 10_000)  # partial boards of a stage, at the first try and at the second
Lines = dict[int, list[int]]  # by unit. A line has a bit for each cell and digit, as in the engine


def solve(database: Database, grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid)
    geometry = board.geometry

    def run(number: int, steps: list[Step]) -> bool:
        if number == 1:
            _clear(database, board, steps)
        return _place_singletons(database, board, steps) > 0

    number, ending = yield from passes(board, run)
    if ending:
        return ending
    counted = database.find("count_lines", board, most=MOST_SETS)
    number += 1
    yield Iteration(number, tuple(map(_count_step, counted)), tuple(board.candidates))
    if (
        sum(MOST_LINES + 1 if row.different is None else row.different for row in counted)
        > MOST_LINES
    ):
        return Ending("limit")
    before = tuple(board.candidates)
    line_counts = _agree(database, board)
    candidates = tuple(board.candidates)
    number += 1
    yield Iteration(
        number, tuple(_filter_steps(geometry, counted, line_counts, before, candidates)), candidates
    )
    if not all(line_counts):
        return Ending("contradiction")

    joins = _plan(geometry, _list_lines(database, board), candidates)
    yield None
    outcome, reached, solutions = _join(database, board, joins, options["limit"])
    for join in joins[:reached]:
        number += 1
        before = candidates
        if outcome is None:  # else more boards might have come, with other digits
            candidates = join.narrow(geometry, candidates)
        done = narrowed(range(geometry.cell_count), before, candidates)
        step = Step(JOIN, join.unit, (), 0, *done, (join.lines, join.boards))
        yield Iteration(number, (step,), candidates)
    if outcome == "limit":
        return Ending("limit", tuple(solutions))
    return Ending("solved" if solutions else "contradiction", tuple(solutions))


# --- Singletons -----------------------------------------------------------------------------------


def _clear(database: Database, board: Board, steps: list[Step]) -> None:
    rows = database.find("placed_digit", board, sources=all_placed(board))
    steps += remove(board, placed_digit.technique.name, rows)
    check(database, board)


def _place_singletons(database: Database, board: Board, steps: list[Step]) -> int:
    """Place the cells with one candidate and clear their peers. Return how many there were."""
    found = singles(naked_single.technique.name, database.find("naked_single", board))
    place(board, found)
    steps += found
    check(database, board)
    _clear(database, board, steps)
    return len(found)


# --- Lines ----------------------------------------------------------------------------------------


def _count_step(row: Any) -> Step:
    counted = row.adding_up, row.different  # `different` is null where it was not counted
    counts = tuple(int(count) for count in counted if count is not None)
    return Step(LINES, row.unit, (), 0, (), (), counts)


def _agree(database: Database, board: Board) -> list[int]:
    """Remove digits that no line of some unit has, until there are none. Return the lines each unit keeps."""
    while True:
        ((allowed, lines),) = database.find("agree", board)
        remaining = split_masks(int(allowed, 2), board.geometry.size)
        if remaining == tuple(board.candidates):
            return list(lines)
        board.candidates = list(remaining)


def _filter_steps(
    geometry: Geometry,
    counted: list[Any],
    line_counts: list[int],
    before: tuple[int, ...],
    after: tuple[int, ...],
) -> Iterable[Step]:
    for index, unit in enumerate(geometry.units):
        # What a cell lost is shown once, in the step of its row.
        done = narrowed(unit.cells, before, after) if unit.kind == "row" else ((), ())
        yield Step(LINES, index, (), 0, *done, (int(counted[index].different), line_counts[index]))


def _list_lines(database: Database, board: Board) -> Lines:
    lines = defaultdict(list)
    for unit, line in database.find("list_lines", board):
        lines[unit].append(int(line, 2))
    return lines


# --- Joins ----------------------------------------------------------------------------------------


@dataclass
class BoardJoin:
    """One unit's lines, to be joined to partial boards on the cells that both fill."""

    unit: int
    lines: int
    cells: tuple[int, ...]
    boards: int = 0  # partial boards after it
    seen: int = 0  # their OR

    def narrow(self, geometry: Geometry, candidates: tuple[int, ...]) -> tuple[int, ...]:
        """Return the mask of candidates of each cell, reduced by what the partial boards of the join have."""
        seen = split_masks(self.seen, geometry.size)
        return tuple(
            mask & held if held else mask for mask, held in zip(candidates, seen, strict=True)
        )


def _plan(geometry: Geometry, lines: Lines, candidates: tuple[int, ...]) -> list[BoardJoin]:
    """Return the joins in the engine's order."""
    spans = [_span(geometry, each.cells) for each in geometry.links]
    loose = range(len(geometry.units), len(geometry.links))
    listed = [lines[index] for index in range(len(geometry.links))]
    for index in loose:
        if not excludes(geometry, index, len(listed[index]), candidates):
            listed[index] = []
    return [
        BoardJoin(index, len(listed[index]), geometry.links[index].cells)
        for index in order_of(geometry.size, spans, listed, loose)
    ]


def commons_of(geometry: Geometry, units: Iterable[int]) -> list[str]:
    """Return, for each unit in this order, the bits of its cells that the units before it fill already.

    A bit string has a character for each candidate of the board.
    """
    filled, commons = 0, []
    for unit in units:
        span = _span(geometry, geometry.links[unit].cells)
        commons.append(f"{span & filled:0{geometry.size**3}b}")
        filled |= span
    return commons


def _span(geometry: Geometry, cells: tuple[int, ...]) -> int:
    """Return all bits of some cells."""
    held = set(cells)
    full = geometry.all_digits_mask
    return join_masks(
        [full if cell in held else 0 for cell in range(geometry.cell_count)], geometry.size
    )


def _join(
    database: Database, board: Board, joins: list[BoardJoin], limit: int
) -> tuple[str | None, int, list[tuple[int, ...]]]:
    """Join all. Return `limit` if there are too many solutions or boards, the stages reached, and solutions."""
    units = [join.unit for join in joins]
    plan = {"units": units, "commons": commons_of(board.geometry, units)}
    rows: list[Any] = []
    for most in MOST_BOARDS:
        with suppress(BudgetSpent):  # the next try, with fewer boards, gets as far as they allow
            rows = database.find("join", board, most=most, **plan)
            break
    found: list[int] = []
    for row in rows:
        joins[row.nth - 1].boards = row.boards
        joins[row.nth - 1].seen = int(row.seen, 2)
        found = [int(solution, 2) for solution in row.solutions or ()]
    if not rows or (len(rows) < len(joins) and rows[-1].boards > most):
        return "limit", len(rows), []
    solutions = _in_order(board.geometry, joins, found)
    return ("limit" if len(solutions) > limit else None), len(joins), solutions[:limit]


def _in_order(
    geometry: Geometry, joins: list[BoardJoin], full_boards: list[int]
) -> list[tuple[int, ...]]:
    """Return the solutions in the engine's order: depth first, the last line of each unit first."""
    boards = [
        tuple(mask.bit_length() for mask in split_masks(board, geometry.size))
        for board in full_boards
    ]
    cells = [cell for join in joins for cell in join.cells]
    return sorted(boards, key=lambda digits: [digits[cell] for cell in cells], reverse=True)
