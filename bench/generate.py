"""Minimal puzzles with one solution a CPU second: ours, and clue after clue by other ways to count.

    python -m bench.generate [--count 3000]

The others try the 81 clues of a random board one after another. The textbook solver finds first solutions
only, so it is asked for one with each other digit in the cell. Every puzzle is checked.
"""

import argparse
import random
import time
from collections.abc import Callable
from itertools import islice

from bench.peers.count import norvig
from solver.engine import (
    Requirements,
    count_many,
    count_solutions,
    facts_of_many,
    generate,
    read_line,
)
from solver.engine.digging import random_solution
from solver.engine.grid import text_of


def clue_by_clue(is_needed: Callable[[str, int, str], bool], count: int) -> list[str]:
    """Puzzles from boards whose clues go one at a time, as long as `is_needed(rest, cell, digit)` is not so."""
    rng = random.Random(1)
    puzzles = []
    for _ in range(count):
        text = text_of(random_solution(3, rng))
        for cell in rng.sample(range(81), 81):
            rest = f"{text[:cell]}0{text[cell + 1 :]}"
            if not is_needed(rest, cell, text[cell]):
                text = rest
        puzzles.append(text)
    return puzzles


def has_second_solution(rest: str, cell: int, digit: str) -> bool:
    return count_solutions(rest) > 1


def textbook() -> Callable[[str, int, str], bool]:
    solve = norvig()

    def has_other_solution(rest: str, cell: int, digit: str) -> bool:
        others = [d for d in "123456789" if d != digit]
        answers = solve([f"{rest[:cell]}{d}{rest[cell + 1 :]}" for d in others], 60)
        return any(answers)

    return has_other_solution


def ours(count: int) -> list[str]:
    return [grid.text for grid in islice(generate(Requirements(is_minimal=True), 1), count)]


def row_of(title: str, make: Callable[[], list[str]], base: float = 0) -> tuple[str, float]:
    started = time.process_time()
    puzzles = make()
    rate = len(puzzles) / (time.process_time() - started)
    assert all(facts.is_minimal for facts in facts_of_many(list(map(read_line, puzzles))))
    return f"| {title} | {len(puzzles)} | {rate:,.1f} ({rate / (base or rate):.0f}×) |", rate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    count = parser.parse_args().count
    count_many(["0" * 81])
    count_solutions("0" * 81)  # what is built once is not counted
    print("| minimal puzzles | made | a CPU second |\n|---|---:|---:|")
    row, base = row_of(
        "clue by clue, the textbook solver", lambda: clue_by_clue(textbook(), count // 200)
    )
    print(row, flush=True)
    one = lambda: clue_by_clue(has_second_solution, count // 10)  # noqa: E731
    print(row_of("clue by clue, `count_solutions`", one, base)[0], flush=True)
    print(row_of("**ours**, `generate`", lambda: ours(count), base)[0], flush=True)


if __name__ == "__main__":
    main()
