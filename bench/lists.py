"""Known lists solved with full history: every answer checked, puzzles a CPU second, by method.

    python -m bench.lists FOLDER [--most 300] [--methods branches guessing joins]

FOLDER holds the lists `*-sample.txt`: a puzzle, its solutions counted up to 2, and one of them a line.
"""

import argparse
import time
from pathlib import Path

from solver.engine import Solving, enumerate_solutions, methods, read_line
from solver.engine.grid import text_of


def rows_of(path: Path, most: int) -> list[tuple[str, int, str]]:
    rows = [line.split() for line in path.read_text().splitlines() if line and line[0] != "#"]
    return [(row[0], int(row[1]), row[2]) for row in rows[:most]]


def is_right(method: str, puzzle: str, count: int, known: str) -> tuple[bool, float]:
    """Whether the method's solutions are what they must be, and its seconds of CPU time."""
    grid = read_line(puzzle)
    options = {"limit": 1000} if method == "joins" else {}
    solving = Solving(grid, method, options)
    started = time.process_time()
    for _ in solving:
        pass
    seconds = time.process_time() - started
    found = solving.ending.solutions if solving.ending else ()
    if method == "joins" and count > 1:
        exact = enumerate_solutions(grid, limit=1001).solutions
        right = len(found) == min(len(exact), 1000) and all(map(grid.is_solved_by, found))
        return right and len(set(found)) == len(found), seconds
    if count > 1:
        return bool(found) and all(map(grid.is_solved_by, found)), seconds
    return [text_of(digits) for digits in found] == [known], seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=300)
    parser.add_argument("--methods", nargs="*", default=["branches", "guessing", "joins"])
    options = parser.parse_args()
    assert set(options.methods) <= set(methods())
    for path in sorted(options.folder.glob("*-sample.txt")):
        rows = rows_of(path, options.most)
        for method in options.methods:
            seconds, right = 0.0, 0
            for row in rows:
                well, elapsed = is_right(method, *row)
                right += well
                seconds += elapsed
            print(
                f"{path.name} by {method}: {right} of {len(rows)} right, {seconds:.1f} s, "
                f"{len(rows) / seconds:.1f} puzzles/s",
                flush=True,
            )


if __name__ == "__main__":
    main()
