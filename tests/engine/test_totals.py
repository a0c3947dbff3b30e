"""What a stretch of a story comes to is told without its boards, and as its iterations tell it."""

from collections import Counter

import pytest
from puzzles import ALESCARGOT

from solver import engine
from solver.engine.core.storage_codec import Packer, totals_of, unpack_story


@pytest.mark.parametrize("method", engine.methods())
def test_totals_equal_those_of_the_iterations(method):
    packer = Packer(3)
    for iteration in list(engine.solve(engine.read(ALESCARGOT), method).iterations)[:64]:
        packer.add(iteration)
    stretch = packer.cut()
    told = unpack_story(stretch.story, 3, 1)
    totals = totals_of(stretch.story)
    assert totals.steps == Counter(step.technique for each in told for step in each.steps)
    assert totals.depth == max(each.depth for each in told)
    assert totals.removed == sum(each.removed_count for each in told)
