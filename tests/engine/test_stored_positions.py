"""Examples and drills of each technique: the easiest step of each stored position is that technique."""

import pytest

from solver.engine import enumerate_solutions
from solver.engine.ladder.search import easiest, usual
from solver.engine.ladder.stored import drills, examples, positions
from solver.engine.techniques.rungs import rungs


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
