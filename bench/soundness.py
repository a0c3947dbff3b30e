"""The ladder is right: no true candidate goes, no solution is lost, and every step is proved.

    python -m bench.soundness [--whole 1000] [--cheap 10000] [--several 100] [--seed 1] [--seconds 600]

`whole`: random puzzles with one solution by all rungs that are climbed, each step verified. `several`:
puzzles with several solutions by all rungs that do not rest on there being one, each step verified; all
solutions, or the first 200, must stay. `cheap`: random clues of a random board, one solution or many, by
singles, locked candidates, subsets and the X-wing. Each kind stops after so many seconds of the processor.
Anything wrong is printed with its puzzle. Ten seeds of a tenth each may be stopped, and summed.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from time import process_time

from solver.engine import Grid, Requirements, enumerate_solutions, generate
from solver.engine.ladder.climbing import easiest, usual
from solver.engine.ladder.found import Found
from solver.engine.ladder.masks import bits, mask_of
from solver.engine.ladder.position import Position
from solver.engine.ladder.proof import verify
from solver.engine.ladder.rungs import Rung, rungs
from solver.engine.symmetry import Transformation

MOST_SOLUTIONS = 200
CHEAP = 2400  # the index from which on a rung is not cheap
BOARDS = 200  # complete ones, of which twins are drawn


@dataclass
class Figures:
    puzzles: int = 0
    solved: int = 0
    steps: int = 0
    unproved: int = 0
    wrong: int = 0  # puzzles of which a solution was lost

    def __str__(self) -> str:
        return (
            f"{self.puzzles} puzzles, {self.solved} solved, {self.steps} steps,"
            f" {self.unproved} not proved, {self.wrong} puzzles with a true candidate lost"
        )


Drawn = tuple[Grid, Sequence[Sequence[int]]]  # a puzzle, and solutions that must stay


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--whole", type=int, default=1_000)
    parser.add_argument("--cheap", type=int, default=10_000)
    parser.add_argument("--several", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    sure = [rung for rung in usual() if not rung.rests_on_one_solution]
    cheap = [rung for rung in rungs().values() if rung.index < CHEAP]
    kinds: list[tuple[str, int, Iterator[Drawn], list[Rung], bool]] = [
        ("whole", options.whole, with_one(options.seed), usual(), True),
        ("several", options.several, with_several(options.seed, rng), sure, True),
        ("cheap", options.cheap, with_clues(options.seed, rng), cheap, False),
    ]
    for name, count, drawn, chosen, is_verified in kinds:
        figures, began = Figures(), process_time()
        for grid, solutions in islice(drawn, count):
            climb(grid, solutions, chosen, is_verified, figures)
            if process_time() - began > options.seconds:
                break
        print(f"{name}: {figures}, {process_time() - began:.0f} s", flush=True)


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
    """Twins of complete boards, with 20 to 45 clues: most have several solutions, which is all one here."""
    boards = [solutions[0] for _, solutions in islice(with_one(seed + 2), BOARDS)]
    while True:
        turn = Transformation.random(3, rng)
        board = turn.apply(Grid(3, tuple(rng.choice(boards)))).givens
        shown = set(rng.sample(range(81), rng.randint(20, 45)))
        yield Grid(3, tuple(d if c in shown else 0 for c, d in enumerate(board))), [board]


def climb(
    grid: Grid,
    solutions: Sequence[Sequence[int]],
    chosen: list[Rung],
    is_verified: bool,
    figures: Figures,
    say: Callable[[str], None] = print,
) -> None:
    """To where nothing is found; where steps are not verified, all of a rung at once."""
    position = Position.of(grid)
    while not position.fault and not position.is_complete:
        ways = (each for each in easiest(position, chosen) if each)
        found = list(islice(ways, 1) if is_verified else ways)
        for each in found:
            if is_verified:
                step = each.step(position)
                if not verify(position, step):
                    figures.unproved += 1
                    say(f"  not proved: {grid.text} {step}")
            carry_out(position, each)
            figures.steps += 1
        if not found:
            break
    figures.puzzles += 1
    figures.solved += position.is_complete
    if position.fault or not all(keeps(position, solution) for solution in solutions):
        figures.wrong += 1
        say(f"  a true candidate was lost: {grid.text}")


def carry_out(position: Position, found: Found) -> None:
    """Without making a step of it, which takes longer than the rest."""
    masks = position.masks
    for candidate in bits(found.removed):
        digit, cell = masks.digit_and_cell(candidate)
        position.remove(cell, digit)
    for candidate in bits(found.placed):
        digit, cell = masks.digit_and_cell(candidate)
        if not position.values[cell]:
            position.place(cell, digit)


def keeps(position: Position, solution: Sequence[int]) -> bool:
    floors = position.masks.floors
    true = mask_of(floors[digit] + cell for cell, digit in enumerate(solution))
    return not true & ~(position.candidates | position.placed)


if __name__ == "__main__":
    main()
