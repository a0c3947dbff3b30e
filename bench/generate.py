"""Minimal puzzles with one solution a CPU second: ours, and clue after clue by other ways to count.

    python -m bench.generate [--count 3000]

The others try the 81 clues of a random board one after another. The textbook solver finds first solutions
only, so it is asked for one with each other digit in the cell. Every puzzle is checked.
"""

import random
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

from .common import arguments, timed

IsNeeded = Callable[[str, int, str], bool]  # asked with the rest of the clues, a cell and its digit


def clue_by_clue(is_needed: IsNeeded, count: int) -> list[str]:
    """Puzzles from boards whose clues go one at a time, as long as they are not needed."""
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


def textbook() -> IsNeeded:
    solve = norvig()

    def has_other_solution(rest: str, cell: int, digit: str) -> bool:
        others = [d for d in "123456789" if d != digit]
        return any(solve([f"{rest[:cell]}{d}{rest[cell + 1 :]}" for d in others], 60))

    return has_other_solution


def main() -> None:
    count = arguments(__doc__, count=3000).count
    count_many(["0" * 81])
    count_solutions("0" * 81)  # what is built once is not counted
    ours = generate(Requirements(is_minimal=True), 1)
    ways: dict[str, Callable[[], list[str]]] = {
        "clue by clue, the textbook solver": lambda: clue_by_clue(textbook(), count // 200),
        "clue by clue, `count_solutions`": lambda: clue_by_clue(
            lambda rest, cell, digit: count_solutions(rest) > 1, count // 10
        ),
        "**ours**, `generate`": lambda: [grid.text for grid in islice(ours, count)],
    }
    base = 0.0
    print("| minimal puzzles | made | a CPU second |\n|---|---:|---:|")
    for title, make in ways.items():
        puzzles: list[str] = []
        rate = 1000 / timed(lambda: puzzles.extend(make()))  # noqa: B023 - called at once
        rate *= len(puzzles)
        assert all(facts.is_minimal for facts in facts_of_many(list(map(read_line, puzzles))))
        base = base or rate
        print(f"| {title} | {len(puzzles)} | {rate:,.1f} ({rate / base:.0f}×) |", flush=True)


if __name__ == "__main__":
    main()
