"""Measure how many puzzles that need a technique are generated a CPU second, and how soon the first.

    python -m bench.making [--names xy-wing jellyfish …] [--count 20] [--seconds 40] [--cold]
    python -m bench.making --hits 3 > solver/engine/generator/seeds.txt

Without names all usual techniques run. Each has so many seconds until its first puzzle and between two.
`--cold` ignores the known hits that ship with the engine, and `--hits` writes such lines. Every puzzle is
checked: it has one solution, and the ladder solves it up to the technique and not without it.
"""

import time
from itertools import islice

from solver.engine import BudgetSpent, Grid, Requirements, count_many, generate
from solver.engine.core.position import Position
from solver.engine.generator import seeds
from solver.engine.generator.generating import Effort
from solver.engine.generator.target_distance import without
from solver.engine.ladder.search import climb, named, usual
from solver.engine.techniques.rungs import slug

from .common import arguments


def make(needs: str, count: int, seconds: float) -> tuple[list[Grid], Effort, float]:
    """Return the puzzles, their search effort, and the seconds until the first."""
    effort, grids, first = Effort(), list[Grid](), 0.0
    try:
        for grid in islice(
            generate(Requirements(needs=needs), 1, seconds=seconds, effort=effort), count
        ):
            grids.append(grid)
            first = first or effort.seconds
    except BudgetSpent:
        pass
    return grids, effort, first


def check(grids: list[Grid], needs: str) -> None:
    (rung,) = named([needs])
    assert count_many(grids) == [1] * len(grids)
    whole = [each for each in usual() if each.index <= rung.index]
    for grid in grids:
        for chosen, is_solved in ((without(rung, whole), False), (whole, True)):
            position = Position.of(grid)
            climb(position, chosen)
            assert position.is_complete == is_solved, (grid.text, needs)


def main() -> None:
    asked = arguments(__doc__, names=[], count=20, seconds=40.0, cold=False, hits=0)
    if asked.cold or asked.hits:
        seeds.seed_sets = dict  # type: ignore[assignment]
    if not asked.hits:
        print("| needs, and nothing harder | made | tried | first, s | a second |")
        print("|---|---:|---:|---:|---:|")
    for name in asked.names or [slug(rung.technique) for rung in usual()]:
        began = time.process_time()
        grids, effort, first = make(name, asked.hits or asked.count, asked.seconds)
        check(grids, name)
        if asked.hits:
            each = (time.process_time() - began) / max(1, len(grids))
            line = f"{name} {each:.2f} {' '.join(grid.text for grid in grids)}"
            print(line if grids else f"# {name} none in {asked.seconds:g} s", flush=True)
        else:
            rate = len(grids) / effort.seconds
            print(
                f"| {name} | {len(grids)} | {effort.tried} | {first:.1f} | {rate:.2f} |", flush=True
            )


if __name__ == "__main__":
    main()
