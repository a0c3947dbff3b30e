"""What a stretch of a story comes to is told without its boards, and as its iterations tell it."""

from collections import Counter

import pytest
from puzzles import ALESCARGOT, ARTICLE_000

from solver import engine
from solver.engine.core.geometry import digits_of
from solver.engine.core.storage_codec import Packer, totals_of, unpack_story


@pytest.mark.parametrize("method", engine.methods())
def test_totals_equal_those_of_the_iterations(method):
    packer = Packer(9)
    for iteration in list(engine.solve(engine.read(ALESCARGOT), method).iterations)[:64]:
        packer.add(iteration)
    stretch = packer.cut()
    told = unpack_story(stretch.story, 9, 1)
    totals = totals_of(stretch.story)
    assert totals.steps == Counter(step.technique for each in told for step in each.steps)
    assert totals.depth == max(each.depth for each in told)
    assert totals.removed == sum(each.removed_count for each in told)


@pytest.mark.parametrize("method", ["ladder", "combos"])
def test_each_removed_candidate_counts_once(method):
    """Givens that see one cell rule out the same candidate of it."""
    solution = engine.solve(engine.read(ARTICLE_000), method)
    seen = {
        (cell, digit)
        for iteration in solution.iterations
        for step in iteration.steps
        for cell, mask in step.removed
        for digit in digits_of(mask)
    }
    assert sum(each.removed_count for each in solution.iterations) == len(seen)
