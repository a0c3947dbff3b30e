"""The loops that lessons show beside the statements find the same rows."""

import inspect

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001

from solver import engine
from solver.engine.core.board import Board
from solver.engine.core.geometry import digits_of, geometry_of
from solver.engine.core.shape import parse
from solver.engine.methods.join_order import order_of
from solver.puzzles.course import COURSE
from solver.sets import loops
from solver.sets.apply_rows import all_placed
from solver.sets.database import _given
from solver.sets.lesson_texts import lesson_texts
from solver.sets.methods.joins import _agree, _list_lines, _span, commons_of


def boards(givens):
    """A few boards along a solve, each with its digits as sets and what is placed."""
    board = Board.of(engine.read(givens))
    for cell in all_placed(board):
        board.clear_peers(cell, board.placed[cell])
    story = list(engine.Solving(engine.read(givens), "combos"))
    for iteration in story[:6]:
        yield board
        board = board.copy()
        for cell, mask in enumerate(iteration.candidates):
            board.eliminate(cell, ~mask)


def as_sets(board):
    placed = {cell: mask.bit_length() for cell, mask in enumerate(board.placed) if mask}
    return [set(digits_of(mask)) for mask in board.candidates], placed


def rows_of(database, name, board, **values):
    with database.solving():
        return {(row.cell, row.digit) for row in database.find(name, board, **values)}


UNITS = [unit.cells for unit in geometry_of(3).units]


@pytest.mark.parametrize("givens", [ARTICLE_000, ARTICLE_001, ALESCARGOT])
class TestOnTheArticlesPuzzles:
    def test_finds_the_removals_of_placed_digits(self, database, givens):
        board = Board.of(engine.read(givens))
        found = rows_of(database, "placed_digit", board, sources=all_placed(board))
        assert loops.placed_digits(*as_sets(board), UNITS) == found

    def test_finds_hidden_singles(self, database, givens):
        for board in boards(givens):
            found = rows_of(database, "hidden_single", board, kinds=["row", "column", "box"])
            assert loops.hidden_singles(*as_sets(board), UNITS) == found

    def test_finds_the_removals_of_enclosed_sets(self, database, givens):
        for board in list(boards(givens))[:2]:
            found = rows_of(database, "enclosed_combo", board)
            assert found
            assert loops.enclosed_sets(as_sets(board)[0], UNITS) == found

    def test_guesses_in_the_same_cell(self, database, givens):
        for board in boards(givens):
            with database.solving():
                rows = database.find("guess", board, sign=1)
            found = {(row.cell, digit) for row in rows for digit in digits_of(row.digits)}
            assert loops.guess(*as_sets(board)) == found

    def test_statements_of_the_lessons_find_the_same(self, database, givens):
        for board in boards(givens):
            digits, placed = as_sets(board)
            assert short_rows(database, "peers", board) == loops.placed_digits(
                digits, placed, UNITS
            )
            assert short_rows(database, "hidden-singles", board) == loops.hidden_singles(
                digits, placed, UNITS
            )
            assert short_rows(database, "enclosed-sets", board) == loops.enclosed_sets(
                digits, UNITS
            )
            assert short_rows(database, "branches", board) == loops.guess(digits, placed)
        board = Board.of(engine.read(givens))
        found = loops.candidates_as_rows(engine.read(givens).givens)
        assert short_rows(database, "candidates-as-rows", board) == found


@pytest.mark.parametrize("name", ["9x9 diagonals", "9x9 windows anti-knight", "9x9"])
def test_lesson_on_units_finds_the_same_on_any_board(database, name):
    shape = parse(name)
    solved = engine.enumerate_solutions(engine.Grid(shape, (0,) * 81), limit=1).solutions[0]
    grid = engine.Grid(shape, tuple(digit * (cell % 5 == 1) for cell, digit in enumerate(solved)))
    board = Board.of(grid)
    for cell in all_placed(board):
        board.clear_peers(cell, board.placed[cell])
    peers = [set(cells) for cells in board.geometry.peers]
    units = [unit.cells for unit in board.geometry.units]
    found = loops.units(as_sets(board)[0], units, peers)
    assert found
    if not shape.square_box:
        assert short_rows(database, "units", board) == found


def test_every_lesson_has_a_short_statement_that_is_no_longer_than_its_loop():
    assert {lesson.name for lesson in COURSE} == lesson_texts().keys()
    for name, text in lesson_texts().items():
        loop = inspect.getsource(text.loop)
        assert len(text.short.select.splitlines()) <= len(loop.splitlines()), name


def short_rows(database, name, board, **values):
    """The rows of a lesson's short statement, as it stands in the lesson."""
    with database.solving():
        rows = database._run(
            lesson_texts()[name].short.statement(board.geometry.shape), _given(board, values)
        )
    return {tuple(row) for row in rows}


def test_candidates_as_rows_equal_those_of_the_board(database):
    grid = engine.read(ARTICLE_000)
    board = Board.of(grid)
    rows = {
        (cell, digit) for cell, mask in enumerate(board.candidates) for digit in digits_of(mask)
    }
    assert loops.candidates_as_rows(grid.givens) == rows


def test_join_gives_the_same_boards(database):
    grid = engine.read(ARTICLE_001)
    board = Board.of(grid)
    for cell in all_placed(board):
        board.clear_peers(cell, board.placed[cell])
    shape = board.geometry
    with database.solving():
        _agree(database, board)
        listed = _list_lines(database, board)
        spans = [_span(shape, cells) for cells in UNITS]
        order = list(order_of(9, spans, [listed[unit] for unit in range(27)]))
        *_, last = database.find(
            "join", board, units=order, commons=commons_of(shape, order), most=100_000
        )
    short = short_rows(database, "joins", board, units=order, commons=commons_of(shape, order))
    lines = {
        unit: [
            {cell: (line >> 9 * cell & 511).bit_length() for cell in shape.units[unit].cells}
            for line in of_unit
        ]
        for unit, of_unit in listed.items()
    }
    (found,) = loops.join(lines, order)
    assert last.boards == 1
    assert short == {tuple(last.solutions)}
    assert "".join(str(found[cell]) for cell in range(81)) == "".join(
        map(str, engine.solve(grid, "joins").solutions[0])
    )
