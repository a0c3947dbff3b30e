"""Install `manage.py sudoku_sql` on any server and solve with it in plain psql, by a role without rights.

    python -m bench.take_along --server postgresql://postgres@localhost/postgres [--folder LISTS] [--puzzles 30]

The server's superuser makes the role `take_along` and an empty database of that name, and drops both. First
come the articles' own puzzles, with the passes that docs/sets.md names. Then each method takes puzzles of the
lists, and none may be solved wrongly. `guessing` takes ten more. The exit status is 1 if something is not as it
should be.
"""

import random
import subprocess
import sys
import urllib.parse
from pathlib import Path

from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, ARTICLE_000, ARTICLE_001, SOLUTION_000

from solver import engine
from solver.sets.articles import METHODS, install_script

from .common import LISTS, arguments, samples

NAME = "take_along"
SERIES = "..38....4.9..1..8.2....73..7....18...8..9..7...47....3..12....9.6..3..4.3....52.."
MAKE = (
    f"CREATE ROLE {NAME} LOGIN PASSWORD '{NAME}'",
    f"CREATE DATABASE {NAME} TEMPLATE template0",
    f"GRANT CREATE, TEMPORARY ON DATABASE {NAME} TO {NAME}",
)
DROP = (f"DROP DATABASE IF EXISTS {NAME} WITH (FORCE)", f"DROP ROLE IF EXISTS {NAME}")


class Psql:
    """Plain psql, a process for each text."""

    def __init__(self, server: str) -> None:
        self.command = ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", server]

    def __call__(self, text: str) -> tuple[list[list[str]], str]:
        """Return the rows, and what was said beside them."""
        done = subprocess.run(self.command, input=text, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(done.stderr)
        return [line.split("|") for line in done.stdout.splitlines()], done.stderr

    def solve(self, board: str, method: str, seconds: float) -> tuple[list[str], str]:
        found, said = self(f"SELECT * FROM sudoku.solve('{board}', '{method}', {seconds})")
        return [row[0] for row in found], said

    def passes(self, board: str, method: str) -> tuple[int, list[str]]:
        """Return the number of passes, and their statements."""
        found, _said = self(f"SELECT pass, statement FROM sudoku.passes('{board}', '{method}', 60)")
        return max(int(number) for number, _statement in found), [row[1] for row in found]


def as_role(server: str) -> str:
    """Return the address of the same server for the role in its database."""
    url = urllib.parse.urlsplit(server)
    at = f"{NAME}:{NAME}@{url.netloc.rpartition('@')[2]}"
    return url._replace(netloc=at, path=f"/{NAME}").geturl()


def own_puzzles(psql: Psql) -> dict[str, bool]:
    """Print what the articles' own puzzles do, and return what is as it should be."""
    of_000, _ = psql.passes(ARTICLE_000, "combos")
    printed, _ = psql.passes(ARTICLE_000, "combos as printed")
    of_001, said_001 = psql.passes(ARTICLE_001, "branches as printed")
    indexed, _ = psql.passes(ARTICLE_001, "branches")
    of_002, said_002 = psql.passes(SERIES, "guessing")
    counts = [sum(each.startswith(word) for each in said_001) for word in ("Branch", "Purge")]
    guesses = sum(each.startswith("guess") for each in said_002)
    boards = {
        "combos": (ARTICLE_000, SOLUTION_000),
        "combos as printed": (ARTICLE_000, SOLUTION_000),
        "branches": (ARTICLE_001, solution_of(ARTICLE_001)),
        "branches as printed": (ARTICLE_001, solution_of(ARTICLE_001)),
        "guessing": (SERIES, solution_of(SERIES)),
        "joins": (ALESCARGOT, ALESCARGOT_SOLUTION),
    }
    return {
        f"000 takes {of_000} passes, {printed} word for word": of_000 == 15 < printed,
        f"001 takes {of_001} passes with {counts} branchings and purges, {indexed} with its index": (
            (of_001, counts, indexed) == (20, [3, 2], 18)
        ),
        f"002 takes {of_002} iterations and guesses {guesses} time": (of_002, guesses) == (14, 1),
        **{
            f"{method} finds its solution": psql.solve(board, method, 60)[0] == [solution]
            for method, (board, solution) in boards.items()
        },
    }


def solution_of(board: str) -> str:
    (digits,) = engine.enumerate_solutions(engine.read(board)).solutions
    return "".join(map(str, digits))


def lists(folder: Path, count: int) -> list[tuple[str, str]]:
    """Return puzzles with one solution, and it."""
    found = [
        (puzzle, solution)
        for rows in samples(folder).values()
        for puzzle, counted, solution in rows
        if counted == "1"
    ]
    return random.Random(38).sample(found, count)


def solve_all(psql: Psql, method: str, puzzles: list[tuple[str, str]], seconds: float) -> list[str]:
    """Return for each puzzle whether it was `solved`, `said` not to be, or `wrong`."""
    ends = []
    for puzzle, solution in puzzles:
        found, said = psql.solve(puzzle, method, seconds)
        is_said = not found and "stopped after" in said
        ends.append("solved" if found == [solution] else "said" if is_said else "wrong")
    return ends


def main() -> None:
    asked = arguments(__doc__, server="", folder=LISTS, puzzles=30, seconds=10.0)
    superuser, role = Psql(asked.server), Psql(as_role(asked.server))
    for statement in (*DROP, *MAKE):
        superuser(statement)
    try:
        role(install_script())
        ((version,),), _said = role("SHOW server_version")
        print(f"PostgreSQL {version}")
        checks = own_puzzles(role)
        puzzles = lists(asked.folder, asked.puzzles + 10)
        for method in (*METHODS, "combos as printed"):
            ends = solve_all(role, method, puzzles[10:], asked.seconds)
            words = ", ".join(f"{ends.count(end)} {end}" for end in ("solved", "said", "wrong"))
            checks[f"{method}: {words}"] = "wrong" not in ends
        held = solve_all(role, "guessing", puzzles[:10], asked.seconds)
        checks[f"guessing solves {held.count('solved')} of 10"] = held.count("solved") >= 9
    finally:
        for statement in DROP:
            superuser(statement)
    for words, is_right in checks.items():
        print("  " if is_right else "NO", words)
    sys.exit(not all(checks.values()))


if __name__ == "__main__":
    main()
