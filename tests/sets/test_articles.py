"""The articles' own SQL, installed by an ordinary role in an empty database of its own."""

import os
import re
import urllib.parse

import psycopg
import pytest
from puzzles import (
    ALESCARGOT,
    ALESCARGOT_SOLUTION,
    ARTICLE_000,
    ARTICLE_001,
    EMPTY,
    NO_CANDIDATE,
    SOLUTION_000,
)
from support import PATIENCE, manage, some

from solver import engine
from solver.engine.generator.seeds import seed_sets
from solver.sets.articles import METHODS, articles, tsql_script

SERIES = "..38....4.9..1..8.2....73..7....18...8..9..7...47....3..12....9.6..3..4.3....52.."
OTHERS = [grids.grids[0].text for grids in seed_sets().values()][:30]


@pytest.fixture(scope="module")
def installed():
    """A connection of a role without rights, to a database in which it has run the script."""
    site = urllib.parse.urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(site.geturl(), autocommit=True) as superuser:
        superuser.execute("DROP DATABASE IF EXISTS article_sql WITH (FORCE)")
        superuser.execute("DROP ROLE IF EXISTS article_reader")
        superuser.execute("CREATE ROLE article_reader LOGIN PASSWORD 'of-a-test'")
        superuser.execute("CREATE DATABASE article_sql OWNER article_reader TEMPLATE template0")
    at = f"article_reader:of-a-test@{site.netloc.rpartition('@')[2]}"
    url = site._replace(netloc=at, path="/article_sql").geturl()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(manage("sudoku_sql").stdout.decode())
        yield connection


def solve(connection, puzzle, method, seconds=PATIENCE):
    """Return the rows, and what was said."""
    said = []
    connection.add_notice_handler(lambda notice: said.append(notice.message_primary))
    rows = connection.execute("SELECT * FROM sudoku.solve(%s, %s, %s)", (puzzle, method, seconds))
    return [row for (row,) in rows], said


def right(puzzle):
    """Return its only solution, in a list."""
    (digits,) = engine.enumerate_solutions(engine.read(puzzle)).solutions
    return ["".join(map(str, digits))]


def passes(connection, puzzle, method):
    return connection.execute(
        "SELECT pass, statement, rows, ms FROM sudoku.passes(%s, %s, %s)",
        (puzzle, method, PATIENCE),
    ).fetchall()


def count(rows, statement):
    return sum(each.startswith(statement) for _, each, _, _ in rows)


def test_role_has_no_rights_on_the_server(installed):
    (is_super,) = installed.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
    assert is_super == (False,)


def test_000_solves_its_board_in_15_passes(installed):
    assert solve(installed, ARTICLE_000, "combos") == ([SOLUTION_000], [])
    rows = passes(installed, ARTICLE_000, "combos")
    changed = [touched for _, statement, touched, _ in rows if statement == "UPDATE #Sudoku"]
    assert changed == [55, 10, 23, 8, 6, 10, 8, 8, 7, 8, 7, 6, 3, 1, 0]
    assert all(ms >= 0 for *_, ms in rows)


def test_000_word_for_word_takes_more_passes_to_the_same_board(installed):
    """How many hangs on the plan: which of several combos an UPDATE takes for a row."""
    assert solve(installed, ARTICLE_000, "combos as printed") == ([SOLUTION_000], [])
    assert 15 < count(passes(installed, ARTICLE_000, "combos as printed"), "UPDATE") <= 25


def test_001_takes_20_passes_as_printed_and_18_with_its_index(installed):
    rows = passes(installed, ARTICLE_001, "branches as printed")
    assert (rows[-1][0], count(rows, "Branch"), count(rows, "Purge")) == (20, 3, 2)
    assert passes(installed, ARTICLE_001, "branches")[-1][0] == 18
    assert solve(installed, ARTICLE_001, "branches") == (right(ARTICLE_001), [])


def test_001_as_printed_takes_81_rows_in_fewer_cells_for_solved(installed):
    puzzle = ".62...9..9....6..18..4...3.....6..5..3...82....6...3.7.2.93.1..6.1.5.....7...4..."
    rows, said = solve(installed, puzzle, "branches as printed")
    assert rows == []
    assert "81 rows in 78 cells, which the article takes for solved" in said[0]
    assert solve(installed, puzzle, "branches") == (right(puzzle), [])


def test_002_guesses_once_in_14_iterations(installed):
    rows = passes(installed, SERIES, "guessing")
    assert (max(row[0] for row in rows), count(rows, "guess")) == (14, 1)
    assert solve(installed, SERIES, "guessing") == (right(SERIES), [])


def test_002_prints_its_messages(installed):
    said = []
    installed.add_notice_handler(lambda notice: said.append(notice.message_primary))
    passes(installed, SERIES, "guessing")
    assert " Iteration 1 ApplyRuleSingleTokenInGroup solves 5 cells." in said
    assert " nestlevel 1: guessing value 1 in cell 17" in said


def test_004_finds_the_nine_printed_rows(installed):
    assert solve(installed, ALESCARGOT, "joins") == ([ALESCARGOT_SOLUTION], [])


def test_board_has_the_digits_left(installed):
    rows = installed.execute("SELECT * FROM sudoku.board(%s, 'rules')", (ARTICLE_001,)).fetchall()
    assert rows[0] == (1, "5", "3", "6", "478", "1", "47", "9", "48", "2")
    assert len(rows) == 9


@pytest.mark.fuzz
@pytest.mark.every
@pytest.mark.parametrize("method", METHODS)
def test_other_puzzles_are_solved_rightly_or_not_at_all(installed, method):
    assert len(set(OTHERS)) == 30
    solved = 0
    for puzzle in OTHERS if method in ("rules", "guessing") else some(OTHERS, 3):
        rows, said = solve(installed, puzzle, method, 3 if method == "joins" else 60)
        assert rows in ([], right(puzzle)), puzzle
        assert rows or "stopped after" in said[0]
        solved += len(rows)
    assert solved > 1 or method == "joins"  # which hangs on the clock


@pytest.mark.parametrize("method", [*METHODS, "combos as printed", "branches as printed"])
@pytest.mark.parametrize("puzzle", [EMPTY, NO_CANDIDATE])
def test_boards_without_one_solution_end_within_the_limit(installed, method, puzzle):
    rows, said = solve(installed, puzzle, method, 1)
    assert rows or "stopped after" in said[0]
    assert puzzle != NO_CANDIDATE or not rows


@pytest.mark.parametrize(
    ("board", "method", "words"),
    [
        ("12", "combos", "a board has 81 cells, .* here are 2 characters"),
        ("11" + "0" * 79, "combos", "r1c1 and r1c2 are both 1"),
        (EMPTY, "magic", "there is no method 'magic'"),
    ],
)
def test_bad_input_gets_a_sentence(installed, board, method, words):
    with pytest.raises(psycopg.errors.RaiseException, match=words):
        solve(installed, board, method)


@pytest.mark.parametrize("method", METHODS)
def test_t_sql_script_is_read_by_a_parser(method):
    from sqlfluff.core import FluffConfig, Linter

    text = tsql_script(method, engine.read(ARTICLE_001))
    parsed = Linter(config=FluffConfig(overrides={"dialect": "tsql"})).parse_string(text)
    assert not parsed.violations
    assert "unparsable" not in parsed.tree.stringify()
    assert "Not run here" in text
    assert not re.search(r"\W:(board|inserts|join)\b", text)


@pytest.mark.parametrize("method", METHODS)
def test_parser_of_t_sql_finds_a_fault(method):
    from sqlfluff.core import FluffConfig, Linter

    text = tsql_script(method, engine.read(ARTICLE_001)).replace("FROM", "FORM")
    spoiled = next(batch for batch in text.split("\nGO\n") if "FORM" in batch)
    linter = Linter(config=FluffConfig(overrides={"dialect": "tsql"}))
    assert linter.parse_string(spoiled).violations


@pytest.mark.parametrize("method", METHODS)
def test_every_section_of_postgresql_says_what_it_does(method):
    sections = articles()[method].sections(engine.read(ARTICLE_000))
    assert all(section.says for section in sections if section.postgresql)
    assert sum(bool(section.tsql and section.postgresql) for section in sections) >= 5
