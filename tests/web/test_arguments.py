"""The argument of a count: three sentences, each of its own, and the ring of an SK loop."""

import re

from solver.engine import find_technique
from solver.engine.core.geometry import Geometry
from solver.engine.core.position import Position
from solver.engine.core.steps import Step
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.rungs import rungs
from solver.web.solve.iteration import mark_evidence
from solver.web.solve.ring import ring_of


def first(name: str) -> tuple[Geometry, Step]:
    """A step of the technique's first example that has one."""
    example = next(each for each in find_technique(name).examples if each.finds)
    place = Position.of_board(example.board())
    return place.masks.geometry, next(rungs()[name].find(place)).step(place)


def told(name: str) -> str:
    return str(mark_evidence(describe_step(*first(name), "facts")))


def test_a_count_is_told_in_three_sentences():
    sentences = re.findall(r'<span class="argument">(.+?\.)</span>', told("SK loop"))
    assert len(sentences) == 3
    assert sentences[0].endswith("in all.")
    assert sentences[2].startswith("So ")


def test_other_reasons_are_told_as_they_are():
    assert "argument" not in told("X-wing")


def test_a_loop_is_a_ring_of_eight_units_with_the_cells_between_them():
    geometry, step = first("SK loop")
    ring = ring_of(geometry, step)
    assert ", ".join(place["unit"] for place in ring[::2]) == (
        "box 1, row 3, box 2, column 6, box 5, row 4, box 4, column 3"
    )
    assert sorted(cell for place in ring[1::2] for cell in place["cells"]) == sorted(
        geometry.cell_names[truth] for truth in step.arguments[0].truths
    )
    assert ring[1]["cells"] == ("r3c1", "r3c2")
    assert ring[2]["digits"] == ("7", "8")
    assert sum(len(place["digits"]) for place in ring[::2]) == len(step.arguments[0].links)
    assert [place["is_line"] for place in ring[:4:2]] == [False, True]


def test_no_other_step_is_a_ring():
    assert ring_of(*first("MSLS")) == []
    assert ring_of(*first("X-wing")) == []
