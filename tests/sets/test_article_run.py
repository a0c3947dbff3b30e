"""The article's own SQL in the database of the rules, by a role that may only make temporary tables."""

import psycopg
import pytest
from puzzles import ARTICLE_000, ARTICLE_001
from support import PATIENCE

from solver import engine
from solver.sets.article_rows import (
    GROUPS,
    RANGES,
    State,
    enclosed,
    fitting,
    hidden,
    matched,
    naked,
)
from solver.sets.article_run import run_article
from solver.sets.articles import articles, install_script


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
    states = [State.read(board) for *_, board in run_of_000["combos"]["passes"]]
    left = [sum(mask.bit_count() for mask in state.masks) for state in states]
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


@pytest.fixture
def installed(database):
    """A session in which the script is installed, and nothing is kept."""
    patient = f"-c statement_timeout={PATIENCE}s"
    with psycopg.connect(database.url, autocommit=True, options=patient) as connection:
        connection.execute("BEGIN READ WRITE")
        connection.execute(install_script("pg_temp"))
        yield connection
        connection.execute("ROLLBACK")


def start(connection, puzzle, method, seconds):
    """Run a method, 0 seconds for its tables alone, and return the state it leaves."""
    connection.execute("SELECT count(*) FROM pg_temp.passes(%s, %s, %s)", (puzzle, method, seconds))
    connection.execute("SET LOCAL search_path = pg_temp")
    ((board,),) = connection.execute("SELECT pg_temp.board_now(%s)", [method]).fetchall()
    return State.read(board)


def section(method, key):
    sections = articles()[method].sections(engine.read(ARTICLE_000))
    return next(section.postgresql for section in sections if section.key == key)


@pytest.mark.parametrize("board", [[511] * 81, [3 << cell % 8 for cell in range(81)]])
def test_counted_rows_of_000s_ctes_are_those_of_postgresql(installed, board):
    start(installed, ARTICLE_000, "combos", 0)
    installed.cursor().executemany(
        'UPDATE "#Sudoku" SET Val = %s WHERE id = %s',
        [(mask, cell) for cell, mask in enumerate(board, 1)],
    )
    fits = section("combos", "temp").partition(" AS\n")[2]
    installed.execute(f'CREATE TEMP TABLE "#temp" AS {fits}')
    ctes = section("combos", "a") + section("combos", "x")
    counted = installed.execute(
        f"""{ctes} SELECT (SELECT count(*) FROM "#temp"), (SELECT count(*) FROM a),
        (SELECT array_agg((Range, combo)::text) FROM x)"""
    )
    temp, a, x = counted.fetchone()
    state = State(tuple(board), frozenset())
    assert (temp, a) == (fitting(state), 3 * fitting(state))
    numbers = [(RANGES[row.unit.kind] * row.unit.number, row.digits) for row in enclosed(state)]
    assert sorted(x) == sorted(f"({number},{digits})" for number, digits in numbers)


@pytest.mark.parametrize("puzzle", [ARTICLE_000, ARTICLE_001])
def test_counted_rows_of_001s_ctes_are_those_of_postgresql(installed, puzzle):
    start(installed, puzzle, "branches", 0)
    ((board,),) = installed.execute("SELECT pg_temp.board_now('branches')").fetchall()
    state = State.read(board)
    ctes = "\n".join(
        section("branches", key) for key in ("solved", "inrow", "incol", "insquare")
    ).partition("WITH")[2]
    ctes = ctes.replace('"@branch"', "1")
    for name, rows in {
        "solvedCells": {(cell, mask) for cell, mask in naked(state)},
        "unqInRow": {(row.cells[0], row.digits) for row in hidden(state, "row")},
        "unqInCol": {(row.cells[0], row.digits) for row in hidden(state, "column")},
        "unqInSquare": {(row.cells[0], row.digits) for row in hidden(state, "box")},
    }.items():
        found = installed.execute(
            f"WITH {ctes} SELECT (Rw - 1)*9 + ascii(Cl) - 65, 1 << (Value - 1) FROM {name}"
        ).fetchall()
        assert set(found) == rows, name


@pytest.mark.parametrize("puzzle", [ARTICLE_000, ARTICLE_001])
def test_counted_sets_of_002_are_those_of_postgresql(installed, puzzle):
    start(installed, puzzle, "rules", 0)
    installed.execute("CALL pg_temp.StartGame(%s)", [puzzle])
    ((board,),) = installed.execute("SELECT pg_temp.board_now('guessing')").fetchall()
    for key, partly in (("complete", False), ("partial", True)):
        inner = section("guessing", key).partition("INNER JOIN (")[2].partition(") h ON")[0]
        found = installed.execute(inner).fetchall()
        rows = [
            (GROUPS[row.unit.kind], row.unit.number, row.digits, row.digits.bit_count())
            for row in matched(State.read(board), partly=partly)
        ]
        assert sorted(found) == sorted(rows)
        assert found or not partly
