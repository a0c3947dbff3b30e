"""Check and measure the ladder of techniques.

    python -m bench.ladder [LIST …]
    python -m bench.ladder --whole 1000 --several 100 --cheap 10000 [--seed 1] [--seconds 600]

The first command solves random minimal puzzles and lists (a puzzle is the first word of its line), proves each
step, and finds all steps at hard positions. The second looks for wrong steps. `whole`: random puzzles with one
solution, by all usual rungs, each step verified. `several`: puzzles with several solutions, by all rungs that
do not need a unique one, each step verified. All solutions, or the first 200, must stay. `cheap`: random clues
of a random board, with one or many solutions, by singles, locked candidates, subsets and the X-wing. Each part
stops after so many seconds. Any error is printed with its puzzle. All times are CPU seconds.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import mean
from time import process_time
from typing import Any

from solver.engine import Grid, Requirements, Solving, enumerate_solutions, generate, read, read_any
from solver.engine.core.geometry import digits_of
from solver.engine.core.masks import bits, mask_of
from solver.engine.core.position import Position, carry_out
from solver.engine.core.proof_check import verify
from solver.engine.core.shape import boxed
from solver.engine.ladder.listing import asked_for_by_default, steps_at
from solver.engine.ladder.search import easiest, usual
from solver.engine.symmetry import Transformation
from solver.engine.techniques.deduction import Deduction
from solver.engine.techniques.rungs import Rung, rungs

from .common import arguments, in_words, rows

PUZZLES = 200  # random ones, as all puzzles of a list are solved
HARD = 20  # positions whose steps are all found
EASY = ["full-house", "naked-single", "hidden-single", "pointing", "claiming"]
MOST_SOLUTIONS = 200
CHEAP = 2400  # rungs from this index on are not cheap
BOARDS = 200  # complete ones, as a base of twins
Drawn = tuple[Grid, Sequence[Sequence[int]]]  # a puzzle, and solutions that must stay


def main() -> None:
    chosen = arguments(__doc__, "lists*", whole=0, several=0, cheap=0, seed=1, seconds=600.0)
    if chosen.whole or chosen.several or chosen.cheap:
        look_for_wrong_steps(chosen)
        return
    # Random puzzles of any grade.
    minimal = list(islice(generate(Requirements(is_minimal=True), seed=18), PUZZLES))
    climb("random minimal", minimal)
    for path in chosen.lists:
        grids = [read(words[0]) for words in rows(path)]
        climb(path.name, grids)
        all_steps(path.name, grids[:HARD])


# --- How fast -------------------------------------------------------------------------------------------


def climb(name: str, grids: list[Grid]) -> None:
    """Solve each puzzle by the whole ladder, then prove every step."""
    took, outcomes, used, proofs, steps, wrong = [], Counter[str](), Counter[str](), 0.0, 0, 0
    for grid in grids:
        began = process_time()
        solving = Solving(grid, "ladder")
        story = list(solving)
        took.append(1000 * (process_time() - began))
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
    print(f"{name}: {len(grids)} puzzles, {dict(outcomes)}; {in_words(took)} a puzzle")
    print(f"  {steps} steps, {wrong} not proved, {1e6 * proofs / steps:.0f} µs a proof")
    nets = sum(count for name, count in used.items() if name.startswith("forcing net"))
    most = ", ".join(f"{name} {count}" for name, count in used.most_common(8))
    print(f"  puzzles that used: {most}; forcing nets {nets}", flush=True)


def all_steps(name: str, grids: list[Grid]) -> None:
    """Find all steps at positions where singles and locked candidates stop."""
    took, counts = [], []
    for grid in grids:
        solving = Solving(grid, "ladder", {"techniques": EASY})
        last = list(solving)[-1]
        if solving.outcome != "stalled":
            continue
        reading = read_any(" ".join("".join(map(str, digits_of(m))) for m in last.candidates))
        began = process_time()
        counts.append(sum(1 for _ in steps_at(reading, asked_for_by_default(boxed(3)))))
        took.append(1000 * (process_time() - began))
    if took:
        print(f"{name}: all steps at {len(took)} positions, {mean(counts):.0f} each")
        print(f"  {in_words(took)} a position")


# --- Is it right ----------------------------------------------------------------------------------------


def look_for_wrong_steps(chosen: Any) -> None:
    rng = random.Random(chosen.seed)
    sure = [rung for rung in usual() if not rung.rests_on_one_solution]
    cheap = [rung for rung in rungs().values() if rung.index < CHEAP]
    kinds: list[tuple[str, int, Iterator[Drawn], list[Rung], bool]] = [
        ("whole", chosen.whole, with_one(chosen.seed), usual(), True),
        ("several", chosen.several, with_several(chosen.seed, rng), sure, True),
        ("cheap", chosen.cheap, with_clues(chosen.seed, rng), cheap, False),
    ]
    for name, count, drawn, way, is_verified in kinds:
        figures, began = Counter[str](), process_time()
        for grid, solutions in islice(drawn, count):
            figures += judge(grid, solutions, way, is_verified)
            if process_time() - began > chosen.seconds:
                break
        words = ", ".join(f"{each} {figures[each]}" for each in FIGURES)
        print(f"{name}: {words}, {process_time() - began:.0f} s", flush=True)


FIGURES = ("puzzles", "solved", "steps", "not proved", "a true candidate lost")


def with_one(seed: int) -> Iterator[Drawn]:
    for grid in generate(Requirements(), seed=seed):
        yield grid, enumerate_solutions(grid, limit=2).solutions


def with_several(seed: int, rng: random.Random) -> Iterator[Drawn]:
    for grid in generate(Requirements(), seed=seed + 1):
        clues = [cell for cell, digit in enumerate(grid.givens) if digit]
        hidden = rng.sample(clues, rng.randint(1, 3))
        fewer = Grid(3, tuple(0 if c in hidden else d for c, d in enumerate(grid.givens)))
        yield fewer, enumerate_solutions(fewer, limit=MOST_SOLUTIONS).solutions


def with_clues(seed: int, rng: random.Random) -> Iterator[Drawn]:
    """Yield twins of complete boards with 20 to 45 clues. Most have several solutions."""
    boards = [solutions[0] for _, solutions in islice(with_one(seed + 2), BOARDS)]
    while True:
        turn = Transformation.random(3, rng)
        board = turn.apply(Grid(3, tuple(rng.choice(boards)))).givens
        shown = set(rng.sample(range(81), rng.randint(20, 45)))
        yield Grid(3, tuple(d if c in shown else 0 for c, d in enumerate(board))), [board]


def judge(
    grid: Grid, solutions: Sequence[Sequence[int]], chosen: list[Rung], is_verified: bool
) -> Counter[str]:
    """Apply steps until none is found. If steps are not verified, apply all of a rung at once."""
    figures, position = Counter({"puzzles": 1}), Position.of(grid)
    while not position.fault and not position.is_complete:
        ways = (each for each in easiest(position, chosen) if each)
        found = list(islice(ways, 1) if is_verified else ways)
        for each in found:
            if is_verified and not verify(position, each.step(position)):
                figures["not proved"] += 1
                print(f"  not proved: {grid.text} {each.step(position)}")
            quickly_carry_out(position, each)
        figures["steps"] += len(found)
        if not found:
            break
    figures["solved"] += position.is_complete
    floors = position.masks.floors
    kept = position.candidates | position.placed
    true = (mask_of(floors[d] + cell for cell, d in enumerate(each)) for each in solutions)
    if position.fault or any(mask & ~kept for mask in true):
        figures["a true candidate lost"] += 1
        print(f"  a true candidate was lost: {grid.text}")
    return figures


def quickly_carry_out(position: Position, found: Deduction) -> None:
    """Place singles without creating steps, which would take longer than all else."""
    masks = position.masks
    for candidate in bits(found.removed):
        digit, cell = masks.digit_and_cell(candidate)
        position.remove(cell, digit)
    for candidate in bits(found.placed):
        digit, cell = masks.digit_and_cell(candidate)
        if not position.values[cell]:
            position.place(cell, digit)


if __name__ == "__main__":
    main()
