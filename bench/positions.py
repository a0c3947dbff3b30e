"""Find positions whose easiest step is a technique, for the examples and drills of its page.

    python -m bench.positions [--names xy-wing …] [--count 16] [--seconds 60] [--seed 1]
        [--have FILE …] [--thin]

Puzzles that need the technique come first, then mutations of them, then random ones. On the way up each
puzzle's ladder every other technique that lacks positions takes one too. Lines are HoDoKu's, for the
`positions.txt` of a family. What files have already is not looked for again.
With `--thin` positions of rare techniques of one digit are made from others.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from solver.engine import BudgetSpent, Grid, Requirements, generate
from solver.engine.core.masks import bits
from solver.engine.core.position import Position, carry_out_masks
from solver.engine.exact import enumerate_solutions
from solver.engine.generator.mutations import new_puzzle
from solver.engine.ladder.search import climb, named, usual
from solver.engine.symmetry import orbits
from solver.engine.techniques.rungs import Rung, rungs, slug

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


def walk(grid: Grid, wanted: set[str], rng: random.Random) -> Iterator[tuple[Rung, str]]:
    """Yield a position of each wanted technique that is the easiest step on the way up the ladder.

    Where the ladder ends, a candidate goes that is not in the solution, as after a harder proof. The same
    happens now and then before a hard step, because the next position may be a rarer one.
    """
    position, climbed, met = Position.of(grid), ladder(), set[str]()
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
            yield rung, write(rung, position)
        if rung.index > HARD and rng.random() < ASTRAY:
            lose(position, solution, rng)
        else:
            carry_out_masks(position, step.placed, step.removed)


def lose(position: Position, solution: Sequence[int], rng: random.Random) -> None:
    """Remove a candidate that is not in the solution."""
    pairs = (position.masks.digit_and_cell(number) for number in bits(position.candidates))
    digit, cell = rng.choice([(digit, cell) for digit, cell in pairs if solution[cell] != digit])
    position.remove(cell, digit)


def thinned(rung: Rung, rng: random.Random) -> Iterator[tuple[Rung, str]]:
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
                yield rung, write(rung, position)
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
    asked = arguments(__doc__, names=[], count=16, seconds=60.0, seed=1, have=[], thin=False)
    codes = {rung.code: rung.technique for rung in ladder()}
    lines = [line for path in asked.have for line in Path(path).read_text().splitlines()]
    have = Counter(codes[line.split(":")[1]] for line in lines)
    every = {rung.technique for rung in ladder()}
    rng = random.Random(asked.seed)

    def take(grid: Grid) -> None:
        wanted = {name for name in every if have[name] < asked.count}
        for rung, line in walk(grid, wanted, rng):
            have[rung.technique] += 1
            print(line, flush=True)

    if asked.thin:
        for rung in named(asked.names):
            ends = time.thread_time() + asked.seconds
            for _rung, line in thinned(rung, rng):
                print(line, flush=True)
                have[rung.technique] += 1
                if have[rung.technique] >= asked.count or time.thread_time() > ends:
                    break
        return
    names = asked.names or [slug(rung.technique) for rung in reversed(ladder())]
    for name in names if names != ["none"] else ():
        (rung,) = (each for each in ladder() if slug(each.technique) == name)
        for grid in grids(name, asked.seconds, f"{asked.seed}"):
            if have[rung.technique] >= asked.count:
                break
            take(grid)
        print(
            name, have[rung.technique], f"{time.process_time():.0f} s", file=sys.stderr, flush=True
        )
    places = orbits(9, "none")
    ends = time.thread_time() + asked.seconds * RANDOM
    while any(have[name] < asked.count for name in every) and time.thread_time() < ends:
        take(new_puzzle(places, 0, rng))
    print({name: have[name] for name in every if have[name] < asked.count}, file=sys.stderr)


if __name__ == "__main__":
    main()
