"""What the articles' own statements do in PostgreSQL: article 000's UPDATE … FROM, and orders of 004's joins.

python -m bench.word_for_word

The UPDATE needs DATABASE_URL, for temporary tables; the joins SETS_DATABASE_URL. Both are on this machine.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psycopg

from solver.engine import read
from solver.engine.board import Board
from solver.engine.errors import BudgetSpent
from solver.engine.geometry import Geometry
from solver.engine.techniques import placed_digit
from solver.sets import Database
from solver.sets.methods.joins import MOST_BOARDS, _agree, _list_lines, _plan, commons_of

from .common import ARTICLES, processor_ms

# Article 000's tables; #names and IDENTITY are spelt otherwise here, no more.
TABLES = """
CREATE TEMP TABLE num AS SELECT n AS vint, 1 << (n - 1) AS vbinary FROM generate_series(1, 9) AS n;
CREATE TEMP TABLE sudoku AS
  SELECT n AS id, (n - 1) / 9 + 1 AS "row", (n - 1) % 9 + 1 AS col,
         (n - 1) / 27 * 3 + (n - 1) % 9 / 3 + 1 AS blk,
         CASE substr('{givens}', n, 1) WHEN '0' THEN 511
         ELSE 1 << (substr('{givens}', n, 1)::int - 1) END AS val
  FROM generate_series(1, 81) AS n;
CREATE TEMP TABLE combo AS
  SELECT c AS combo, (SELECT count(*) FROM num WHERE (c & vbinary) > 0) AS numofchoices
  FROM generate_series(1, 511) AS c;
CREATE TEMP TABLE maprange AS
  SELECT id, "row" AS range FROM sudoku UNION ALL SELECT id, col * 10 FROM sudoku
  UNION ALL SELECT id, blk * 100 FROM sudoku;
"""
# Its loop's body: `val & combo > 0` has parentheses, since & and > have another rank here.
PASS = """
CREATE TEMP TABLE temp AS
  SELECT s.id, c.combo, c.numofchoices FROM sudoku s JOIN combo c ON s.val - (c.combo & s.val) = 0;
WITH a AS (SELECT m.range, t.combo, t.numofchoices FROM temp t JOIN maprange m ON t.id = m.id),
x AS (SELECT range, combo FROM a GROUP BY range, combo HAVING max(numofchoices) = count(*))
UPDATE sudoku AS sdk SET val = sdk.val - (sdk.val & x.combo)
FROM maprange AS r JOIN x ON x.range = r.range
WHERE sdk.id = r.id AND (sdk.val & x.combo) > 0 AND sdk.val - (sdk.val & x.combo) > 0;
"""
# Which of several combos a cell is updated with is the plan's choice, and with it the number of passes.
JOINS = ("hashjoin", "mergejoin", "nestloop")
PLANS = {
    "as it is planned": (),
    "by hash joins": ("mergejoin", "nestloop"),
    "by merge joins": ("hashjoin", "nestloop"),
    "by nested loops": ("hashjoin", "mergejoin"),
}


def passes(connection: psycopg.Connection, givens: str) -> Iterator[int]:
    """Cells that each pass changes; the last one none."""
    with connection.transaction(force_rollback=True):
        connection.execute(TABLES.format(givens=givens.replace(".", "0")))
        changed = 1
        while changed:
            cursor = connection.execute(PASS)
            cursor.nextset()
            changed = cursor.rowcount
            connection.execute("DROP TABLE temp")
            yield changed


# --- The order of the joins -----------------------------------------------------------------------------


def orders(shape: Geometry, database: Database, board: Board) -> dict[str, list[int]]:
    """Units in the order in which they are joined, by what it is called."""
    size = shape.size
    lines = [unit for n in range(size) for unit in (n, size + n)]
    boxes = [2 * size + n for n in range(size)]
    in_bands = [
        unit
        for n in range(size)
        for unit in (n, size + n, *((2 * size + n,) if n % shape.box == shape.box - 1 else ()))
    ]
    rest = [box for box in boxes if box not in in_bands]
    return {
        "each as the boards grow least": [
            j.unit for j in _plan(shape, _list_lines(database, board))
        ],
        "row, column, row …, boxes last": [*lines, *boxes],
        "row, column, row …, a box after three": [*in_bands, *rest],
        "rows, columns, boxes": [*range(3 * size)],
    }


def joins(database: Database, givens: str) -> None:
    grid = read(givens)
    board = Board.of(grid)
    for step in list(placed_digit.find(board)):
        board.remove(step.removed)
    with database.solving():
        _agree(database, board)
        for name, units in orders(grid.geometry, database, board).items():
            before = processor_ms(database.backend)
            rows, most = tried(database, board, units)
            spent = processor_ms(database.backend) - before
            done = f"{len(rows)} of {len(units)} joins"
            if len(rows) < len(units):
                done += f", then more than {most:,}"
            largest = max((row.boards for row in rows), default=0)
            print(f"| {name} | {done} | {largest:,} | {spent:,.0f} |")


def tried(database: Database, board: Board, units: list[int]) -> tuple[list[Any], int]:
    """(A row a stage, the partial boards that one stage could have), as the method tries it."""
    for most in MOST_BOARDS:
        commons = commons_of(board.geometry, units)
        with suppress(BudgetSpent):
            return database.find("join", board, units=units, commons=commons, most=most), most
    return [], MOST_BOARDS[-1]


def main() -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        print(f"PostgreSQL {connection.info.parameter_status('server_version')}")
        for plan, off in PLANS.items():
            for setting in JOINS:
                connection.execute(f"SET enable_{setting} = {'off' if setting in off else 'on'}")
            for name, givens in ARTICLES.items():
                changed = list(passes(connection, givens))
                print(f"{plan}, {name}: {len(changed)} passes, {changed}")
    database = Database(os.environ["SETS_DATABASE_URL"])
    print("| order | came to | most partial boards | ms, with its plan |\n|---|---|---:|---:|")
    joins(database, ARTICLES["004, AlEscargot"])
    database.close()


if __name__ == "__main__":
    main()
