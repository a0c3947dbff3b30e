"""A solve as SQL to take along: the script, its rows, and the tables for them."""

import csv
import io
import os
import shutil
import subprocess

import psycopg
import pytest
from django.urls import reverse
from puzzles import ARTICLE_000
from support import body_of, manage

from solver import engine
from solver.queue import submission
from solver.solves import writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def solve():
    solve = submission.submit(engine.read(ARTICLE_000), "joins")
    writing.record(solve.pk)
    solve.refresh_from_db()
    return solve


def fetch(client, solve, form):
    response = client.get(reverse("export", args=[solve.pk, form]))
    assert response.status_code == 200
    return body_of(response).decode()


def test_script_contains_the_join_order_of_the_solve(client, solve):
    text = fetch(client, solve, "sql")
    assert text.startswith("-- Sudoku by sets: Joins (article 004), as SQL.")
    assert "units int[] := '{" in text
    assert "'{}'::int[]; " not in text
    assert text.rstrip().endswith("ROLLBACK;")


def test_t_sql_has_the_puzzle_in_it(client, solve):
    text = fetch(client, solve, "tsql.sql")
    assert text.startswith("-- T-SQL by Sudoku by sets: article 004, ")
    assert f"DECLARE @board CHAR(81) = '{ARTICLE_000}';" in text
    assert "##SQUARE9 SQUARE9 ON " in text


def test_t_sql_of_another_size_says_that_there_is_none(client):
    solve = submission.submit(engine.read("0030040002001000"), "combos")
    writing.record(solve.pk)
    assert "for boards of 9×9" in fetch(client, solve, "tsql.sql")


def test_sudoku_sql_is_what_the_command_writes(client):
    response = client.get(reverse("sudoku-sql"))
    assert response["Content-Disposition"] == 'attachment; filename="sudoku.sql"'
    assert response.content == manage("sudoku_sql").stdout


def test_csv_has_a_row_for_each_candidate_and_removal(client, solve):
    rows = list(csv.DictReader(io.StringIO(fetch(client, solve, "rows.csv"))))
    told = list(engine.Solving(solve.grid, "joins"))
    for iteration in told:
        of_it = [row for row in rows if row["iteration"] == str(iteration.number)]
        count = {
            name: sum(row["relation"] == name for row in of_it)
            for name in ("candidate", "placed", "removed")
        }
        assert count == {
            "candidate": sum(mask.bit_count() for mask in iteration.candidates),
            "placed": iteration.placed_count,
            "removed": iteration.removed_count,
        }
    assert {
        "relation": "placed",
        "cell": "r4c9",
        "row": "4",
        "col": "9",
        "box": "6",
    }.items() <= next(
        row for row in rows if row["relation"] == "placed" and row["cell"] == "r4c9"
    ).items()


@pytest.mark.skipif(shutil.which("psql") is None, reason="there is no psql here")
def test_psql_loads_the_csv_into_the_tables(client, solve, tmp_path):
    name = f"sudoku-{str(solve.pk)[:8]}"
    (tmp_path / f"{name}.rows.csv").write_text(fetch(client, solve, "rows.csv"))
    (tmp_path / "tables.sql").write_text(f"BEGIN;\n{fetch(client, solve, 'tables.sql')}ROLLBACK;\n")
    result = subprocess.run(
        ["psql", "-X", "-v", "ON_ERROR_STOP=1", "-f", "tables.sql", os.environ["DATABASE_URL"]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert f"({solve.iteration_count} rows)" in result.stdout
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        assert not connection.execute("SELECT FROM pg_class WHERE relname = 'story'").fetchall()
