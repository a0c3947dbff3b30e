"""A story is packed and unpacked again: nothing of it is lost, and little of it is left."""

import json
from base64 import b64decode

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, NO_CANDIDATE

from solver.engine import Budget, Solving, methods, read
from solver.engine.core.steps import Iteration, Step, candidates_left
from solver.engine.core.storage_codec import MOST_BYTES, MOST_ITERATIONS, Packer, unpack_story
from solver.engine.techniques.description import describe_step

SIXTEEN = "0" * 256


def stretches_of(story, size):
    packer = Packer(size)
    for iteration in story:
        packer.add(iteration)
        if packer.is_full:
            yield packer.cut()
    rest = packer.cut()
    if rest:
        yield rest


@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize("text", [ARTICLE_000, ALESCARGOT, NO_CANDIDATE, "1" + "0" * 15, SIXTEEN])
def test_unpacked_iterations_equal_the_packed_ones(text, method):
    grid = read(text)
    story = list(Solving(grid, method, {}, Budget(seconds=1, iterations=300)))
    stretches = list(stretches_of(story, grid.size))
    unpacked = [i for s in stretches for i in unpack_story(s.story, grid.size, s.first)]
    assert unpacked == story
    assert [branch for s in stretches for branch in s.branches] == [i.branch for i in story]
    lefts = [left for s in stretches for left in s.lefts]
    assert lefts == [candidates_left(i.candidates) for i in story]


def test_unpacking_can_select_iterations():
    story = list(Solving(read(ARTICLE_000), "combos"))
    (stretch,) = stretches_of(story, 9)
    assert unpack_story(stretch.story, 9, 1, {4, 9}) == [story[3], story[8]]


def test_stretches_have_a_bounded_size():
    story = Solving(read(SIXTEEN), "guessing", {}, Budget(iterations=300))
    for stretch in stretches_of(story, 16):
        assert len(stretch.lefts) <= MOST_ITERATIONS
        assert len(stretch.story) < MOST_BYTES


def test_packed_steps_take_less_than_a_seventh_of_json():
    story = list(Solving(read(ARTICLE_000), "combos"))
    plain = len(json.dumps([step.as_row() for iteration in story for step in iteration.steps]))
    (stretch,) = stretches_of(story, 9)
    assert len(stretch.story) < plain / 7


def test_empty_packer_cuts_nothing():
    assert Packer(9).cut() is None


def test_counts_beyond_64_bits_survive_packing():
    grid = read("0" * 625)
    solving = Solving(grid, "joins")
    story = list(solving)
    assert solving.outcome == "limit"
    assert max(count for step in story[-1].steps for count in step.counts) > 2**64
    (stretch,) = stretches_of(story, grid.size)
    unpacked = unpack_story(stretch.story, grid.size, stretch.first)
    assert unpacked == story
    words = {describe_step(grid.geometry, step).why for step in unpacked[-1].steps}
    assert all(sentence.endswith("too many to filter.") for sentence in words)


@pytest.mark.parametrize("most", [0, 255, 2**64 - 1, 2**64, 25**625])
def test_numbers_of_any_size_survive_packing(most):
    step = Step("lines", None, (), 0, (), (), (most, 1, most))
    story = [Iteration(1, (step,), (0,) * 16), Iteration(2, (step,), (0,) * 16)]
    (stretch,) = stretches_of(story, 4)
    assert unpack_story(stretch.story, 4, 1) == story


def test_stories_packed_with_64_bit_counts_still_unpack():
    story = list(Solving(read("12" + "0" * 13 + "1"), "joins"))
    assert unpack_story(b64decode(KEPT_BEFORE), 4, 1) == story


KEPT_BEFORE = (
    "eNq9j0sKwkAMhmuayXTaUW8gOutuVETceo3ShdgilaKCHlM8gkfQKzipD9qi1pVfwj8h82ceUWR2+WKZJv0kW2UHE5o826R7u6632cbE"
    "oZnXMWE0nISvHM9K+RBeRkNOW0xHcey3qjhfcbWumVsfgBJsAxcFSU/5ga7Ung+kXIGS+w2332l85NPXrXc+nE9S2auJRNUMb838dk+z"
    "qrb0g3bHTgflLxdlR2sozvgFhIAECgRQhSIQSuIdQsZ2WNiJhK8hG+jZxiMGx+P1fDn1nD9zA/58Iv4="
)
