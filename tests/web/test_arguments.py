"""The argument of a count: three sentences, each of its own."""

import re

from solver.engine import find_technique
from solver.engine.core.position import Position
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.rungs import rungs
from solver.web.solve.iteration import mark_evidence


def told(name: str) -> str:
    example = next(each for each in find_technique(name).examples if each.finds)
    place = Position.of_board(example.board())
    step = next(rungs()[name].find(place)).step(place)
    return str(mark_evidence(describe_step(place.masks.geometry, step, "facts")))


def test_a_count_is_told_in_three_sentences():
    sentences = re.findall(r'<span class="argument">(.+?\.)</span>', told("SK loop"))
    assert len(sentences) == 3
    assert sentences[0].endswith("in all.")
    assert sentences[2].startswith("So ")


def test_other_reasons_are_told_as_they_are():
    assert "argument" not in told("X-wing")
