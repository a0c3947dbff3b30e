import pytest
from hypothesis import given, settings, strategies as st
from support import FUZZ_EXAMPLES

from solver.engine import Step
from solver.engine.core.errors import Contradiction
from solver.engine.core.geometry import geometry_of
from solver.engine.core.steps import pack, packed_length, pivot, unpack
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.events import contradiction_step


@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(st.data(), st.sampled_from([2, 3, 4, 5]))
def test_packed_candidates_unpack_alike(data, box):
    shape = geometry_of(box)
    masks = st.integers(min_value=0, max_value=shape.all_digits_mask)
    candidates = tuple(data.draw(masks) for _ in range(shape.cell_count))
    packed = pack(candidates, shape.size)
    assert unpack(packed, shape.size) == candidates
    assert len(packed) == packed_length(shape.size)


def test_packed_9x9_board_takes_92_bytes():
    assert packed_length(9) == 92


def test_step_reads_back_from_its_row():
    step = Step("pointing", 18, (0, 1), 0b100, (), ((3, 0b100), (4, 0b100)))
    assert Step.from_row(step.as_row()) == step
    assert describe_step(geometry_of(3), step).removed == ["r1c4<>3", "r1c5<>3"]


def test_pivot_prints_the_board_as_the_articles_do():
    candidates = [0b1] + [0b1111] * 14 + [0b1010]
    lines = pivot(candidates, 2).splitlines()
    assert lines[0].split() == ["1", "1-4", "|", "1-4", "1-4"]
    assert lines[2].startswith("---")
    assert lines[-1].split()[-1] == "24"


@pytest.mark.parametrize("box", [2, 3, 4, 5])
def test_pivot_works_for_every_size(box):
    shape = geometry_of(box)
    assert len(pivot([0] * shape.cell_count, box).splitlines()) == shape.size + box - 1


def test_contradiction_says_both_for_two_cells_and_all_for_more():
    shape, bit = geometry_of(3), 1 << 5
    two, three = (contradiction_step(Contradiction(0, cells, bit)) for cells in ((0, 1), (0, 1, 2)))
    assert describe_step(shape, two).why == "r1c1 and r1c2 would both be 6, in row 1."
    assert describe_step(shape, three).why == "r1c1, r1c2 and r1c3 would all be 6, in row 1."


def test_only_a_placement_from_one_cell_or_place_counts_as_single():
    bit = 1 << 5
    assert Step("naked single", None, (0,), bit).is_single
    assert Step("enclosed combo", 0, (0,), bit).is_single
    assert not Step("pointing", 0, (0, 1), bit).is_single
    assert not Step("guess", None, (0,), bit | 1).is_single
