"""Proofs of the ladder, by the engine's checker and by the statements: each step of so many solves.

python -m bench.proofs --solves 1000

First every technique's own puzzle, then those of the lists; after each step a proof that lacks a set, which
both are to judge alike. SETS_DATABASE_URL is that of the rules, on this machine.
"""

import argparse
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from bench.sets import listed, processor_ms
from solver.engine import Budget, Solving, read
from solver.engine.board import Board
from solver.engine.ladder import proof as engines
from solver.engine.ladder.position import Position, carry_out
from solver.engine.ladder.proof import Argument, Count, Proof, encode
from solver.engine.ladder.rungs import slug
from solver.engine.steps import Step
from solver.engine.techniques import techniques
from solver.sets import Database
from solver.sets.proof import verify

SINGLES = ["full-house", "naked-single", "hidden-single"]
SECONDS = 5.0  # of the engine for a story


def stories(each: int) -> Iterator[tuple[str, dict[str, object]]]:
    """(Puzzle, options): a technique alone beside the singles where its page shows it so."""
    for technique in techniques().values():
        if technique.shown_by:
            puzzle, _, way = technique.shown_by.partition(" ")
            alone = {"techniques": [*SINGLES, slug(technique.name)]} if way != "whole" else {}
            yield puzzle, alone
    for puzzle in listed(each):
        yield puzzle, {}


def board_of(position: Position) -> Board:
    masks = [
        1 << value - 1 if value else mark
        for value, mark in zip(position.values, position.marks, strict=True)
    ]
    return Board(position.masks.geometry, masks)


def worsened(step: Step, chance: random.Random) -> Step:
    """The same with a set less, or another set."""
    first, *more = engines.proof_of(step).arguments
    return Step(
        step.technique, step.unit, step.cells, step.digits_mask, step.placed, step.removed,
        encode(Proof((_worse(first, chance), *more))),
    )  # fmt: skip


def _worse(argument: Argument, chance: random.Random) -> Argument:
    if isinstance(argument, Count):
        name = chance.choice(("links", "truths")) if argument.truths and argument.links else "links"
        numbers = list(getattr(argument, name))
        at = chance.randrange(len(numbers))
        numbers[at : at + 1] = chance.choice(([], [chance.randrange(324)]))
        return argument._replace(**{name: tuple(numbers)})
    branch = argument.branch
    if branch.forced and chance.random() < 0.5:
        at = chance.randrange(len(branch.forced))
        return argument._replace(
            branch=branch._replace(forced=branch.forced[:at] + branch.forced[at + 1 :])
        )
    return argument._replace(branch=branch._replace(ending=chance.randrange(324)))


def compare(
    database: Database, puzzle: str, options: dict[str, object], told: Counter[str]
) -> None:
    """Count how often both say the same of a story's proofs."""
    grid, chance = read(puzzle), random.Random(puzzle)
    position = Position.of(grid)
    givens = [cell for cell, digit in enumerate(grid.givens) if digit]
    solving = Solving(grid, "ladder", options, Budget(SECONDS, 400))
    with database.solving():
        for iteration in islice(solving, 1, None):
            for step in iteration.steps:
                if not step.counts:
                    continue
                for each, name in ((step, "steps"), (worsened(step, chance), "worse")):
                    found = verify(database, board_of(position), givens, each)
                    expected = engines.verify(position, each)
                    told[name] += 1
                    told[f"{name} alike"] += found == expected
                    told[f"{name} accepted"] += found
                    if found != expected:
                        print(f"another answer: {grid.text} iteration {iteration.number} {each}")
                is_replay = not isinstance(engines.proof_of(step).arguments[0], Count)
                told["replayed"] += is_replay
                carry_out(position, step)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solves", type=int, default=100)
    asked = parser.parse_args()
    database, told, solves = Database(os.environ["SETS_DATABASE_URL"]), Counter[str](), 0
    spent = 0.0
    for puzzle, options in islice(stories(asked.solves // 4 + 1), asked.solves):
        compare(database, puzzle, options, told)
        solves += 1
    spent = processor_ms(database.backend)
    print(
        f"{solves} solves, {told['steps']:,} steps, {told['replayed']:,} of them replayed: both say the "
        f"same of {told['steps alike']:,}, and accept {told['steps accepted']:,}. Of {told['worse']:,} proofs "
        f"with another set they say the same of {told['worse alike']:,}, and accept "
        f"{told['worse accepted']:,}. {spent / 1000:,.1f} s of PostgreSQL's processor."
    )
    database.close()


if __name__ == "__main__":
    main()
