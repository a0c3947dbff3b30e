"""Hints: what they cost on hard positions, and whether a check finds all mistakes and invents none.

    python -m bench.hints [--mistakes 500] [--puzzles 60] [--list FILE] [--seed 1]

`mistakes`: games in the middle of random puzzles, a third of them without anything wrong, with wrong digits and
marks that were wrongly taken away put in at random; a check has to name exactly these. `hints`: every position
on the way through hard puzzles, by hints alone, each counted anew; prints seconds of the processor.
"""

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import process_time

from solver.engine import Requirements, enumerate_solutions, generate, read_any
from solver.engine.grid import Grid
from solver.engine.hinting import Game, after, check, hint
from solver.engine.hinting.game import solutions_of

HARD = Path(__file__).resolve().parent.parent.parent / "shared/puzzles/top1465-sample.txt"


@dataclass(frozen=True)
class Broken:
    """A game, and what was made wrong in it: cells with a wrong digit, cells that lack the mark they need."""

    game: Game
    wrong: frozenset[int]
    missing: frozenset[int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mistakes", type=int, default=500)
    parser.add_argument("--puzzles", type=int, default=60)
    parser.add_argument("--list", type=Path, default=HARD)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    judge_checks(options.mistakes, options.seed)
    rows = [
        line.split() for line in options.list.read_text().splitlines() if line[:1] in "123456789.0"
    ]
    measure([row[0] for row in rows if row][: options.puzzles])


def judge_checks(count: int, seed: int) -> None:
    rng = random.Random(seed)
    puzzles = ((grid, solution_of(grid)) for grid in generate(Requirements(), seed=seed))
    put_in = found = invented = 0
    for broken in islice(broken_games(puzzles, rng), count):
        answer = check(broken.game)
        told = {*answer.wrong}, {cell for cell, _digit in answer.missing}
        put_in += len(broken.wrong) + len(broken.missing)
        found += len(broken.wrong & told[0]) + len(broken.missing & told[1])
        invented += len(told[0] - broken.wrong) + len(told[1] - broken.missing)
        if answer.is_clean != (not broken.wrong and not broken.missing):
            print(f"  judged wrongly: {broken}")
    print(f"checks: {count} games, {put_in} mistakes, {found} found, {invented} invented")


def solution_of(grid: Grid) -> tuple[int, ...]:
    (solution,) = enumerate_solutions(grid, limit=2).solutions
    return solution


def broken_games(
    puzzles: Iterator[tuple[Grid, tuple[int, ...]]], rng: random.Random
) -> Iterator[Broken]:
    """A game of each puzzle: some right digits, right marks in some cells, and up to four mistakes."""
    for grid, solution in puzzles:
        yield broken_game(grid, solution, rng)


def broken_game(grid: Grid, solution: tuple[int, ...], rng: random.Random) -> Broken:
    size = grid.size
    empty = [cell for cell, given in enumerate(grid.givens) if not given]
    rng.shuffle(empty)
    filled = rng.randint(0, len(empty) - 1)
    values, marks = list(grid.givens), [0] * len(solution)
    for cell in empty[:filled]:
        values[cell] = solution[cell]
    for cell in empty[filled:]:
        if rng.random() < 0.6:
            marks[cell] = rng.getrandbits(size) | 1 << (solution[cell] - 1)
    wrong, missing = set(), set()
    for _ in range(rng.choice((0, 0, 1, 1, 2, 4))):
        cell = rng.choice(empty)
        if cell in wrong or cell in missing:
            continue
        if values[cell] or rng.random() < 0.3:
            values[cell] = rng.choice([d for d in range(1, size + 1) if d != solution[cell]])
            marks[cell] = 0
            wrong.add(cell)
        else:
            others = [d for d in range(1, size + 1) if d != solution[cell]]
            kept = rng.sample(others, rng.randint(1, 4))
            marks[cell] = sum(1 << (digit - 1) for digit in kept)
            missing.add(cell)
    return Broken(Game(grid, tuple(values), tuple(marks)), frozenset(wrong), frozenset(missing))


def measure(lines: list[str]) -> None:
    took, stuck = [], 0
    for line in lines:
        game = Game.of(read_any(line))
        while True:
            solutions_of.cache_clear()
            began = process_time()
            given = hint(game, stage=3)
            took.append(process_time() - began)
            if given.step is None:
                stuck += given.ending != "solved"
                break
            game = after(game, given.step)
    took.sort()
    ms = [1000 * took[min(len(took) * share // 100, len(took) - 1)] for share in (50, 95, 99, 100)]
    print(
        f"hints: {len(lines)} puzzles, {len(took)} hints, {stuck} puzzles without a step at some position"
    )
    print("  median {:.1f} ms, p95 {:.1f} ms, p99 {:.1f} ms, slowest {:.1f} ms".format(*ms))


if __name__ == "__main__":
    main()
