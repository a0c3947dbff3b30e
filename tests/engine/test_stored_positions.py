"""Examples and drills of each technique: the easiest step of each stored position is that technique."""

import pytest

from solver.engine import enumerate_solutions
from solver.engine.ladder.search import easiest, usual
from solver.engine.ladder.stored import EXAMPLES, drills, examples, positions
from solver.engine.techniques.atlas import RARE, level_of_technique, why_no_positions
from solver.engine.techniques.rungs import rungs

DRILLS = 10
# No position was found in which one of these is the easiest step.
UNSEEN = {
    "simple colours wrap",
    "multi colours 2",
    "franken X-wing",
    "franken swordfish",
    "franken jellyfish",
    "finned franken X-wing",
}


def test_each_technique_up_to_unfair_has_examples_and_drills_or_a_reason():
    lacking = {
        name
        for name in rungs()
        if level_of_technique(name) != "extreme"
        and (len(examples(name)) < EXAMPLES or len(drills(name)) < DRILLS)
        and why_no_positions(name) is RARE
    }
    assert lacking == UNSEEN
    assert not set(positions()) - set(rungs())


@pytest.mark.parametrize("name", positions())
def test_easiest_step_of_each_position_is_its_technique(name):
    """All that is easier is tried, and so is the technique itself if the ladder leaves it out."""
    rung = rungs()[name]
    ladder = sorted({*usual(), rung}, key=lambda each: each.index)
    for stored in positions()[name]:
        first = next(filter(None, easiest(stored.position, ladder)))
        assert first.technique == name, stored.line
        (solution,) = enumerate_solutions(stored.grid, limit=2).solutions
        pairs = zip(stored.candidates, solution, strict=True)
        assert all(mask >> (digit - 1) & 1 for mask, digit in pairs), stored.line


def test_examples_and_drills_are_different_and_get_harder():
    for name, found in positions().items():
        assert not {*examples(name)} & {*drills(name)}
        counts = [each.position.candidates.bit_count() for each in found]
        assert counts == sorted(counts), name
        assert len({each.line for each in found}) == len(found)
