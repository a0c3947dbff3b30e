"""The ladder of techniques: random minimal puzzles, lists of known ones, all steps at hard positions, proofs.

`python -m bench.ladder [LIST]`: a list has a puzzle a line, the first word of it. Seconds are of the processor.
"""

import statistics
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from time import process_time

from solver.engine import Grid, Requirements, Solving, generate, read, read_any
from solver.engine.ladder.listing import asked_for_by_default, steps_at
from solver.engine.ladder.position import Position, carry_out
from solver.engine.ladder.proof import verify

PUZZLES = 200  # random ones; of a list all are climbed
HARD = 20  # positions of which all steps are asked


def main(names: list[str]) -> None:
    # As many as the generator makes at random, of no grade.
    minimal = list(islice(generate(Requirements(is_minimal=True), seed=18), PUZZLES))
    climb("random minimal", minimal)
    for name in names:
        lines = [line.split() for line in Path(name).read_text().splitlines()]
        grids = [read(words[0]) for words in lines if words and words[0][0] != "#"]
        climb(Path(name).name, grids)
        all_steps(Path(name).name, grids[:HARD])


def climb(name: str, grids: list[Grid]) -> None:
    """Each puzzle by the whole ladder, its story kept; then every step of it proved."""
    took, outcomes, used, proofs, steps, wrong = [], Counter[str](), Counter[str](), 0.0, 0, 0
    for grid in grids:
        began = process_time()
        solving = Solving(grid, "ladder")
        story = list(solving)
        took.append(process_time() - began)
        outcomes[solving.outcome] += 1
        position = Position.of(grid)
        names = set()
        for step in (step for iteration in story[1:] for step in iteration.steps):
            began = process_time()
            wrong += not verify(position, step)
            proofs += process_time() - began
            steps += 1
            names.add(step.technique)
            carry_out(position, step)
        used.update(names)
    milliseconds = [1000 * seconds for seconds in took]
    print(f"{name}: {len(grids)} puzzles, {dict(outcomes)}")
    print(
        f"  ms a puzzle: median {statistics.median(milliseconds):.1f},"
        f" mean {statistics.mean(milliseconds):.1f}, most {max(milliseconds):.0f}"
    )
    print(f"  {steps} steps, {wrong} not proved, {1e6 * proofs / steps:.0f} µs a proof")
    nets = sum(count for name, count in used.items() if name.startswith("forcing net"))
    print(f"  puzzles that used: {', '.join(_most(used))}; forcing nets {nets}")


def _most(used: Counter[str]) -> Iterable[str]:
    return (f"{name} {count}" for name, count in used.most_common(8))


def all_steps(name: str, grids: list[Grid]) -> None:
    """All steps where singles and locked candidates stop."""
    took = []
    for grid in grids:
        solving = Solving(grid, "ladder", {"techniques": EASY})
        last = list(solving)[-1]
        if solving.outcome != "stalled":
            continue
        marks = " ".join(
            "".join(str(d + 1) for d in range(9) if m >> d & 1) for m in last.candidates
        )
        reading = read_any(marks)
        began = process_time()
        count = sum(1 for _ in steps_at(reading, asked_for_by_default(3)))
        took.append((process_time() - began, count))
    if took:
        seconds = [each for each, _ in took]
        counts = [count for _, count in took]
        print(f"{name}: all steps at {len(took)} positions, {statistics.mean(counts):.0f} each")
        print(f"  s a position: mean {statistics.mean(seconds):.2f}, most {max(seconds):.2f}")


EASY = ["full-house", "naked-single", "hidden-single", "pointing", "claiming"]

if __name__ == "__main__":
    main(sys.argv[1:])
