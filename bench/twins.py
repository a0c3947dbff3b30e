"""HoDoKu's regression library, turned round: every case must still be found when its board is a twin's.

    python -m bench.twins LIBRARY [--seeds 5] [--first 1] [--codes 0706,0709]

A library shows each technique at a few positions. A finder that found them by the order in which it happens
to look loses some when rows, columns and digits are renamed. Prints each twin that is not found, and
seconds of the processor.
"""

import argparse
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time

from solver.engine.ladder.masks import bits, mask_of
from solver.engine.ladder.position import Position
from solver.engine.ladder.reglib import Case, cases, judge
from solver.engine.symmetry import Transformation


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--codes", default="")
    options = parser.parse_args()
    codes = options.codes.split(",") if options.codes else ()
    known = [
        case
        for case in cases(options.library.read_text().splitlines())
        if not codes or case.code[:4] in codes
    ]
    for seed in range(options.first, options.first + options.seeds):
        began, missed = process_time(), 0
        for number, each in enumerate(twins(known, seed)):
            if not judge(each)[0]:
                missed += 1
                print(f"  not found, seed {seed}: {known[number].line}", flush=True)
        seconds = process_time() - began
        print(f"seed {seed}: {len(known) - missed}/{len(known)} found, {seconds:.1f} s", flush=True)


def twins(known: list[Case], seed: int) -> Iterator[Case]:
    """Each case with its board turned round at random."""
    rng = random.Random(seed)
    return (turned(case, Transformation.random(3, rng)) for case in known)


def turned(case: Case, turn: Transformation) -> Case:
    """The case of the twin; its `line` is still that of the library."""
    cell_of = {source: cell for cell, source in enumerate(turn.sources)}

    def candidates(mask: int) -> int:
        return mask_of((turn.digits[c // 81 + 1] - 1) * 81 + cell_of[c % 81] for c in bits(mask))

    old, position = case.position, Position(3)
    for cell, value in enumerate(old.values):
        if value:
            position.place(cell_of[cell], turn.digits[value])
    for cell in bits(old.open):
        position.keep(cell_of[cell], mask_of(turn.digits[i + 1] - 1 for i in bits(old.marks[cell])))
    position.givens = mask_of(cell_of[cell] for cell in bits(old.givens))
    return replace(
        case,
        position=position,
        digits="".join(sorted(str(turn.digits[int(digit)]) for digit in case.digits)),
        removed=candidates(case.removed),
        placed=candidates(case.placed),
    )


if __name__ == "__main__":
    main()
