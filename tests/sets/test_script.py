"""The script to take away: run by psql, it prints the engine's boards, and keeps nothing."""

import os
import re
import shutil
import subprocess

import psycopg
import pytest
from puzzles import ARTICLE_000, ARTICLE_001, NO_CANDIDATE
from test_other_shapes import NAMES, made

from solver import engine
from solver.engine.core.steps import pivot
from solver.engine.techniques.events import JOIN
from solver.sets import solvers
from solver.sets.script import script

PSQL = shutil.which("psql")
pytestmark = pytest.mark.skipif(PSQL is None, reason="there is no psql here")
HEADING = re.compile(r"Iteration (\d+)(?:, branch (\d+))?: \d+ placed, \d+ removed\n")


def order_of(iterations):
    return [
        step.unit for iteration in iterations for step in iteration.steps if step.technique == JOIN
    ]


def run(text, tmp_path):
    file = tmp_path / "solve.sql"
    file.write_text(text)
    result = subprocess.run(
        [PSQL, "-X", "-f", file, os.environ["DATABASE_URL"]], capture_output=True, text=True
    )
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def board(text):
    """What each cell shows, a list a row, whatever stands between them."""
    lines = [line for line in text.splitlines() if line.strip() and "-+-" not in line]
    return [line.replace("|", " ").split() for line in lines]


def assert_prints(tmp_path, givens, method, options=None, size=None):
    grid = givens if isinstance(givens, engine.Grid) else engine.read(givens, size)
    solving = engine.Solving(grid, method, options)
    expected = list(solving)
    said = run("".join(script(grid, method, solving.options, order_of(expected))), tmp_path)
    _, *pieces = HEADING.split(said)
    numbers, branches, boards = pieces[::3], pieces[1::3], pieces[2::3]
    assert [int(number) for number in numbers] == [each.number for each in expected]
    assert [int(branch or 1) for branch in branches] == [each.branch for each in expected]
    for one, printed in zip(expected, boards, strict=True):
        assert board(printed)[: grid.size] == board(pivot(one.candidates, grid.shape))
    return said.strip().splitlines()[-1], solving.outcome


@pytest.mark.parametrize("method", solvers())
@pytest.mark.parametrize("givens", [ARTICLE_000, ARTICLE_001])
def test_script_prints_the_boards_of_the_engine(tmp_path, givens, method):
    ending, outcome = assert_prints(tmp_path, givens, method)
    assert ending == ("1 solutions" if method == "joins" else outcome)


@pytest.mark.parametrize("method", solvers())
@pytest.mark.parametrize(
    "name", ["9x9 diagonals anti-knight", "6x6 extra:r1c1+r2c4+r3c5", NAMES[-1]]
)
def test_script_prints_the_boards_of_other_shapes(tmp_path, name, method):
    grid = made(name, 0.7)
    ending, outcome = assert_prints(tmp_path, grid, method)
    assert ending == ("1 solutions" if method == "joins" else outcome)
    text = "".join(script(grid, method, engine.Solving(grid, method).options, ()))
    assert text.splitlines()[1] == f"-- {grid.line}"
    assert "INSERT INTO set_cell" in text


@pytest.mark.parametrize("method", ["combos", "rules", "guessing", "branches"])
def test_script_ends_in_a_contradiction_without_a_solution(tmp_path, method):
    ending, _ = assert_prints(tmp_path, NO_CANDIDATE, method)
    assert ending == "contradiction"


@pytest.mark.parametrize("method", ["combos", "guessing", "branches"])
def test_script_solves_4x4_boards(tmp_path, method):
    assert_prints(tmp_path, "0030040002001000", method)


def test_script_runs_only_the_chosen_rules(tmp_path):
    assert_prints(
        tmp_path, ARTICLE_001, "rules", {"rules": ["placed", "claiming", "matches", "box"]}
    )
    assert_prints(tmp_path, ARTICLE_001, "rules", {"rules": ["combos", "cell"]})


def test_script_leaves_no_tables(tmp_path):
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        tables = (
            "SELECT count(*) FROM pg_class WHERE relname IN ('candidate', 'unit_cell', 'affected')"
        )
        before = connection.execute(tables).fetchone()
        assert_prints(tmp_path, ARTICLE_000, "combos")
        assert connection.execute(tables).fetchone() == before


def test_script_explains_the_article_at_each_rule():
    text = "".join(script(engine.read(ARTICLE_000), "combos", {}))
    assert "511 combos" in text
    assert "-- T-SQL: 000 " in text
