"""The article's own SQL in the database of the rules, by a role that may only make temporary tables."""

import psycopg
import pytest
from puzzles import ARTICLE_000, ARTICLE_001

from solver import engine
from solver.sets.article_rows import enclosed, fitting
from solver.sets.article_run import run_article
from solver.sets.articles import install_script


def masks(board):
    return [sum(1 << int(digit) - 1 for digit in cell) for cell in board.split(",")]


@pytest.fixture(scope="module")
def run_of_000(database):
    return run_article(database.url, "combos", engine.read(ARTICLE_000))


def test_both_texts_of_000_end_on_the_same_board(run_of_000):
    printed, united = run_of_000["combos as printed"], run_of_000["combos"]
    assert printed["board"] == united["board"]
    assert max(row[0] for row in united["passes"]) == 15
    assert max(row[0] for row in printed["passes"]) > 15
    assert "NumberOfIterations 15" in united["messages"][-1]


def test_the_board_after_each_statement_is_kept(run_of_000):
    boards = [masks(board) for *_, board in run_of_000["combos"]["passes"]]
    left = [sum(mask.bit_count() for mask in board) for board in boards]
    assert (left[0], left[-1]) == (521, 81)
    assert left == sorted(left, reverse=True)


def test_001_keeps_its_messages(database):
    run = run_article(database.url, "branches", engine.read(ARTICLE_001))["branches as printed"]
    assert run["messages"].count("Stuck! Branch!") == 3
    assert sum(message.startswith("Constraint Violation") for message in run["messages"]) == 2


def test_it_leaves_nothing(database):
    with psycopg.connect(database.url, autocommit=True) as connection:
        count = "SELECT count(*) FROM pg_class"
        before = connection.execute(count).fetchone()
        run_article(database.url, "guessing", engine.read(ARTICLE_001))
        assert connection.execute(count).fetchone() == before


def test_counted_rows_of_the_ctes_are_those_of_postgresql(database):
    """`#temp`, `a` and `x` of each pass, counted in Python from the board, and by the statements themselves."""
    with psycopg.connect(database.url, autocommit=True) as connection:
        connection.execute("BEGIN READ WRITE")
        connection.execute(install_script("pg_temp"))
        connection.execute("SELECT count(*) FROM pg_temp.passes(%s, 'combos', 60)", [ARTICLE_000])
        for board in [511] * 81, [sum(1 << (cell * d) % 9 for d in (1, 2)) for cell in range(81)]:
            connection.cursor().executemany(
                'UPDATE pg_temp."#Sudoku" SET Val = %s WHERE id = %s',
                [(mask, cell) for cell, mask in enumerate(board, 1)],
            )
            counted = connection.execute(
                """WITH t AS (
                     SELECT s.id, c.combo, c.NumOfChoices FROM "#Sudoku" s
                     JOIN "#Combo" c ON s.val - (c.combo & s.val) = 0),
                   a AS (SELECT m.Range, t.Combo, t.NumOfChoices FROM t JOIN "#MapRange" m ON t.id = m.ID),
                   x AS (SELECT Range, combo FROM a GROUP BY Range, combo HAVING MAX(NumOfChoices) = COUNT(*))
                   SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM a), array_agg((Range, combo)::text)
                   FROM x"""
            ).fetchone()
            temp, a, x = counted
            assert (temp, a) == (fitting(board), 3 * fitting(board))
            assert sorted(x) == sorted(f"({row.range},{row.combo})" for row in enclosed(board))
