"""Bytes that a stored solve takes in PostgreSQL, by list and method: tables, indexes and TOAST.

    python -m sudokusite.local.services python -m bench.storage FOLDER [--most 100] [--methods combos guessing]

FOLDER holds the lists `*-sample.txt`, a puzzle a line. Needs an empty database, which it fills and empties.
Every solve is copied fifty times, so that half-filled pages count for little.
"""

# ruff: noqa: E402  # models are there after the setup

import argparse
import logging
import os
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
django.setup()

from django.core.management import call_command
from django.db import connection

from solver import engine
from solver.models import Puzzle, Solve
from solver.queue import submission
from solver.record import writing
from solver.record.reading import walk

from .lists import rows_of

HEAD = (
    "| list | method | iterations | steps | solve | its indexes | story | its indexes | TOAST | **all** |\n"
    "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
)
SIZES = """
    SELECT pg_relation_size('solver_solve'), pg_indexes_size('solver_solve'),
           pg_relation_size('solver_chapter'), pg_indexes_size('solver_chapter'),
           pg_table_size('solver_solve') - pg_relation_size('solver_solve')
           + pg_table_size('solver_chapter') - pg_relation_size('solver_chapter')"""
COPIES = 50
# Rows whatever their columns are, under new ids.
COPY = """
    CREATE TEMPORARY TABLE copies AS
        SELECT id, gen_random_uuid() AS copy FROM solver_solve, generate_series(2, %s);
    INSERT INTO solver_solve SELECT (jsonb_populate_record(s, jsonb_build_object('id', copy))).*
      FROM solver_solve s JOIN copies USING (id);
    INSERT INTO solver_chapter SELECT (jsonb_populate_record(c, jsonb_build_object('solve_id', copy))).*
      FROM solver_chapter c JOIN copies ON id = solve_id;
    DROP TABLE copies"""


def fill(puzzles: list[str], method: str) -> tuple[float, float]:
    """Solve them all as a worker does it; gives the mean number of iterations and of steps."""
    iterations = steps = 0
    for puzzle in puzzles:
        owner = submission.Owner(session_key="a-session-key-is-thirty-two-long")
        solve = submission.submit(
            engine.read_line(puzzle), method, owner=owner, lane=Solve.Lane.BULK
        )
        writing.record(solve.pk)
        for iteration in walk(solve):
            iterations += 1
            steps += len(iteration.steps)
    return iterations / len(puzzles), steps / len(puzzles)


def sizes() -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(COPY % COPIES)
        cursor.execute("VACUUM (FULL, ANALYZE) solver_solve, solver_chapter")
        cursor.execute(SIZES)
        return list(cursor.fetchone())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=100, help="puzzles of a list")
    parser.add_argument("--methods", nargs="*", default=list(engine.methods()))
    options = parser.parse_args()
    logging.disable()
    call_command("migrate", verbosity=0)
    print(HEAD)
    for path in sorted(options.folder.glob("*-sample.txt")):
        puzzles = [puzzle for puzzle, *_ in rows_of(path, options.most)]
        for method in options.methods:
            iterations, steps = fill(puzzles, method)
            found = [size / len(puzzles) / COPIES for size in sizes()]
            words = " | ".join(f"{size:,.0f}" for size in (*found, sum(found)))
            name = path.stem.removesuffix("-sample")
            print(f"| {name} | {method} | {iterations:.1f} | {steps:.0f} | {words} |", flush=True)
            Puzzle.objects.all().delete()


if __name__ == "__main__":
    main()
