"""Find positions whose easiest step is a technique, for the examples and drills of its page.

    python -m bench.positions [--names xy-wing …] [--count 16] [--seconds 60] [--seed 1] [--thin]

Prints lines in HoDoKu's form, those with the fewest candidates first, for the `positions.txt` of a family. What
is in these files already counts and is not printed. Without `--names` it looks for every technique that lacks
positions. Puzzles that need the technique come first, then mutations of them, then random ones. With `--thin`
positions of rare techniques of one digit are made from others.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from solver.engine import BudgetSpent, Grid, Requirements, generate
from solver.engine.core.masks import bits
from solver.engine.core.position import Position, carry_out_masks
from solver.engine.exact import enumerate_solutions
from solver.engine.generator.mutations import new_puzzle
from solver.engine.ladder.search import climb, named, usual
from solver.engine.ladder.stored import positions
from solver.engine.symmetry import orbits
from solver.engine.techniques.rungs import Rung, rungs

from .common import arguments

# Climbed too: nothing easier replaces them.
OTHERS = ("franken jellyfish", "finned franken jellyfish")
HARD = 2700  # place on the ladder of the easiest step before which a candidate may go
ASTRAY = 0.5
THINNINGS = 400  # of a position
RANDOM = 40  # times as long for random puzzles at the end


def ladder() -> list[Rung]:
    """Return the rungs up to Unfair that may be the easiest step of a position."""
    chosen = [*usual(), *(rungs()[name] for name in OTHERS)]
    return sorted(
        (rung for rung in chosen if rung.level != "extreme" and not rung.retells),
        key=lambda rung: rung.index,
    )


def write(rung: Rung, position: Position) -> str:
    """Return a position as a line of HoDoKu's library."""
    digits, deleted = "", []
    simple = Position(3)
    for cell, digit in enumerate(position.values):
        if digit:
            simple.place(cell, digit)
        digits += ("" if position.givens >> cell & 1 else "+") + str(digit) if digit else "."
    for candidate in bits(simple.candidates & ~position.candidates):
        digit, cell = position.masks.digit_and_cell(candidate)
        deleted.append(f"{digit}{cell // 9 + 1}{cell % 9 + 1}")
    return f":{rung.code}:x:{digits}:{' '.join(deleted)}::"


def walk(
    grid: Grid, climbed: Sequence[Rung], wanted: set[str], rng: random.Random
) -> Iterator[tuple[Rung, Position]]:
    """Yield a position of each wanted technique that is the easiest step on the way up the ladder.

    Where the ladder ends, a candidate goes that is not in the solution, as after a harder proof. The same
    happens now and then before a hard step, because the next position may be a rarer one.
    """
    position, met = Position.of(grid), set[str]()
    moments = Counter[str]()
    (solution,) = enumerate_solutions(grid, limit=1).solutions
    while not position.fault and not position.is_complete:
        for rung in climbed:
            step = next(rung.find(position), None)
            if step:
                break
        else:
            lose(position, solution, rng)
            continue
        moments[rung.technique] += 1
        # Singles are everywhere: not the first of a puzzle, which has the fewest digits.
        is_late = rung.level != "easy" or moments[rung.technique] > 8
        if is_late and rung.technique in wanted - met:
            met.add(rung.technique)
            yield rung, position
        if rung.index > HARD and rng.random() < ASTRAY:
            lose(position, solution, rng)
        else:
            carry_out_masks(position, step.placed, step.removed)


def lose(position: Position, solution: Sequence[int], rng: random.Random) -> None:
    """Remove a candidate that is not in the solution."""
    pairs = (position.masks.digit_and_cell(number) for number in bits(position.candidates))
    digit, cell = rng.choice([(digit, cell) for digit, cell in pairs if solution[cell] != digit])
    position.remove(cell, digit)


def thinned(rung: Rung, rng: random.Random) -> Iterator[Position]:
    """Yield positions of a rare technique, made from random puzzles at which the ladder is stuck.

    One digit loses some places that it has not in the solution, as after harder proofs, until the technique
    applies. The position counts if nothing easier does.
    """
    easier = [each for each in ladder() if each.index < rung.index]
    while True:
        grid = new_puzzle(orbits(9, "none"), 0, rng)
        (solution,) = enumerate_solutions(grid, limit=1).solutions
        stuck = Position.of(grid)
        climb(stuck, easier)
        if stuck.is_complete:
            continue
        for _ in range(THINNINGS):
            position, digit = stuck.copy(), rng.randint(1, 9)
            false = [cell for cell in bits(position.places[digit]) if solution[cell] != digit]
            for cell in rng.sample(false, rng.randint(0, len(false))):
                position.remove(cell, digit)
            found = next(rung.find(position), None)
            if found and not any(next(each.find(position), None) for each in easier):
                yield position
                break


def grids(name: str, seconds: float, seed: str) -> Iterator[Grid]:
    """Yield puzzles that need a technique, then random ones, for so many seconds of the processor each."""
    try:
        ends = time.thread_time() + seconds
        for grid in generate(Requirements(needs=name), seed, seconds=seconds):
            yield grid
            if time.thread_time() > ends:
                break
    except BudgetSpent:
        pass


def main() -> None:
    asked = arguments(__doc__, names=[], count=16, seconds=60.0, seed=1, thin=False)
    chosen = named(asked.names) if asked.names else ladder()[::-1]
    lacking = {
        rung.technique: asked.count - len(positions().get(rung.technique, ())) for rung in chosen
    }
    found: dict[str, list[tuple[int, str]]] = {rung.technique: [] for rung in chosen}
    rng = random.Random(asked.seed)
    climbed = sorted({*ladder(), *chosen}, key=lambda rung: rung.index)

    def lacks(rung: Rung) -> bool:
        return len(found[rung.technique]) < lacking[rung.technique]

    def take(grid: Grid) -> None:
        wanted = {rung.technique for rung in chosen if lacks(rung)}
        for rung, position in walk(grid, climbed, wanted, rng):
            keep(rung, position)

    def keep(rung: Rung, position: Position) -> None:
        line = write(rung, position)
        found[rung.technique].append((position.candidates.bit_count(), line))

    for rung in filter(lacks, chosen):
        if asked.thin:
            ends = time.thread_time() + asked.seconds
            for position in thinned(rung, rng):
                keep(rung, position)
                if not lacks(rung) or time.thread_time() > ends:
                    break
        else:
            for grid in grids(rung.technique, asked.seconds, f"{asked.seed}"):
                take(grid)
                if not lacks(rung):
                    break
    places = orbits(9, "none")
    ends = time.thread_time() + asked.seconds * RANDOM
    while any(map(lacks, chosen)) and time.thread_time() < ends and not asked.thin:
        take(new_puzzle(places, 0, rng))
    for rung in chosen:
        for _candidates, line in sorted(found[rung.technique]):
            print(line)
        if lacks(rung):
            count = len(found[rung.technique])
            print(f"{rung.technique}: {count} of {lacking[rung.technique]}", file=sys.stderr)


if __name__ == "__main__":
    main()
