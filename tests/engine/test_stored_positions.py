"""Examples and drills of each technique: the easiest step of each stored position is that technique."""

import random

import pytest
from support import is_thorough, some

from solver.engine import enumerate_solutions
from solver.engine.core.position import Position
from solver.engine.ladder.search import easiest, usual
from solver.engine.ladder.stored import EXAMPLES, drills, examples, positions
from solver.engine.techniques.atlas import (
    OVERTAKEN_BY,
    RARE,
    level_of_technique,
    why_no_positions,
)
from solver.engine.techniques.rungs import rungs

DRILLS = 10
# No position was found in which one of these is the easiest step.
UNSEEN = {"franken jellyfish"}
LOCKED = ("hidden single", "pointing", "claiming")
# What has a step at each position where a technique has one.
EASIER = {
    "franken X-wing": LOCKED,
    "franken swordfish": (*LOCKED, "X-wing", "grouped continuous nice loop"),
    "multi colours 2": (*LOCKED, "multi colours 1"),
    "finned franken X-wing": (*LOCKED, "X-chain", "grouped discontinuous nice loop"),
}


def test_each_technique_up_to_unfair_has_examples_and_drills_or_a_reason():
    lacking = {
        name
        for name in rungs()
        if level_of_technique(name) != "extreme"
        and (len(examples(name)) < EXAMPLES or len(drills(name)) < DRILLS)
        and why_no_positions(name) is RARE
    }
    more = f"{EXAMPLES} examples and {DRILLS} drills in positions.txt of the family, by bench.positions"
    assert not lacking - UNSEEN, f"{sorted(lacking - UNSEEN)} need {more}"
    assert lacking == UNSEEN
    assert not set(positions()) - set(rungs())


@pytest.mark.fuzz
@pytest.mark.parametrize("name", positions())
def test_easiest_step_of_each_position_is_its_technique(name):
    """All that is easier is tried, and so is the technique itself if the ladder leaves it out."""
    rung = rungs()[name]
    ladder = sorted({*usual(), rung}, key=lambda each: each.index)
    for stored in some(positions()[name], 3):
        first = next(filter(None, easiest(stored.position, ladder)))
        assert first.technique == name, stored.line
        (solution,) = enumerate_solutions(stored.grid, limit=2).solutions
        pairs = zip(stored.candidates, solution, strict=True)
        assert all(mask >> (digit - 1) & 1 for mask, digit in pairs), stored.line


def places_of_a_digit(rng: random.Random) -> Position:
    """Return a position in which 1 has the nine places of a solution and some others."""
    while True:
        columns = rng.sample(range(9), 9)
        if len({(row // 3, column // 3) for row, column in enumerate(columns)}) == 9:
            break
    position, kept = Position(3), rng.uniform(0.15, 0.5)
    for cell in range(81):
        if columns[cell // 9] != cell % 9 and rng.random() > kept:
            position.remove(cell, 1)
    return position


@pytest.mark.fuzz
def test_what_is_said_to_be_never_the_easiest_step_has_an_easier_one_beside_it():
    assert EASIER.keys() == OVERTAKEN_BY.keys()
    rng, met = random.Random(40), dict.fromkeys(EASIER, 0)
    while min(met.values()) < (10 if is_thorough() else 3):
        position = places_of_a_digit(rng)
        for name, easier in EASIER.items():
            if next(rungs()[name].find(position), None):
                met[name] += 1
                assert any(next(rungs()[each].find(position), None) for each in easier), name


def test_examples_and_drills_are_different_and_get_harder():
    for name, found in positions().items():
        assert not {*examples(name)} & {*drills(name)}
        counts = [each.position.candidates.bit_count() for each in found]
        assert counts == sorted(counts), name
        assert len({each.line for each in found}) == len(found)
