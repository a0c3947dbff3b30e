"""How many stories are the same in PostgreSQL and in the engine: lists, 4×4, 16×16, each method.

python -m bench.stories --listed 200

A story of more than 400 iterations is not compared, nor one that either side ends for what it takes. Asked
last: rows and bytes of the catalogue before and after all of them. SETS_DATABASE_URL is that of the rules.
"""

import argparse
import json
import os
import random
from collections.abc import Iterable

import psycopg

from bench.sets import LISTS, MOST, listed
from solver.engine import Budget, Grid, Solving, enumerate_solutions, read
from solver.sets import Database, Witness, tellers

SECONDS = 5.0
CATALOGUE = (
    "SELECT count(*), pg_total_relation_size('pg_class'), pg_total_relation_size('pg_attribute')"
    " FROM pg_class"
)


def small_boards(count: int) -> list[Grid]:
    """Boards of 4×4 with a few givens and a solution each."""
    chance, boards = random.Random(4), []
    while len(boards) < count:
        cells = [0] * 16
        for _ in range(chance.randrange(3, 7)):
            cells[chance.randrange(16)] = chance.randrange(1, 5)
        try:
            grid = Grid(2, tuple(cells))
        except ValueError:
            continue
        if enumerate_solutions(grid, limit=1).solutions:
            boards.append(grid)
    return boards


def large_boards(count: int) -> list[Grid]:
    boards = json.loads((LISTS / "big-boards.json").read_text())
    return [Grid(4, tuple(each["cells"])) for each in boards if each["box"] == 4][:count]


def compare(database: Database, method: str, grids: Iterable[Grid]) -> str:
    told = same = skipped = iterations = steps = alike = 0
    for grid in grids:
        engines = Solving(grid, method, budget=Budget(SECONDS, MOST))
        count = sum(1 for _ in engines)
        if count >= MOST or engines.elapsed >= SECONDS:
            skipped += 1
            continue
        with database.solving():

            def tell(grid: Grid, options: dict[str, object]) -> object:
                return tellers()[method](database, grid, options)

            witness = Witness(grid, method, engines.options)
            solving = Solving(grid, method, tell=tell)
            for iteration in solving:
                witness.look(iteration)
                iterations += 1
            witness.close(solving.ending, iterations)
        if solving.outcome == "limit" != engines.outcome:
            skipped += 1
            continue
        told += 1
        same += witness.differs_in is None
        steps += witness.steps
        alike += witness.same
        if witness.differs_in is not None:
            print(f"another story: {method} {grid.text} from iteration {witness.differs_in}")
    return f"{told} | {same} | {iterations:,} | {alike:,} of {steps:,} | {skipped}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listed", type=int, default=200)
    parser.add_argument("--methods", nargs="*", default=[])
    asked = parser.parse_args()
    database = Database(os.environ["SETS_DATABASE_URL"])
    with psycopg.connect(database.url) as connection:
        before = connection.execute(CATALOGUE).fetchone()
    boards = {
        "listed": [read(text) for text in listed(asked.listed // 4)[3:]],
        "4×4": small_boards(32),
        "16×16": large_boards(2),
    }
    print("| method | boards | stories | the same | iterations | steps | not compared |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for method in asked.methods or tellers():
        for name, grids in boards.items():
            print(f"| `{method}` | {name} | {compare(database, method, grids)} |", flush=True)
    with psycopg.connect(database.url) as connection:
        after = connection.execute(CATALOGUE).fetchone()
        version = connection.info.parameter_status("server_version")
    print(
        f"PostgreSQL {version}; rows of pg_class, its bytes, those of pg_attribute: {before}, {after}"
    )
    database.close()


if __name__ == "__main__":
    main()
