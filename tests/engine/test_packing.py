"""A story is packed and unpacked again: nothing of it is lost, and little of it is left."""

import json

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, NO_CANDIDATE

from solver.engine import Budget, Solving, methods, read
from solver.engine.packing import MOST_BYTES, MOST_ITERATIONS, Packer, unpack_story
from solver.engine.steps import candidates_left

SIXTEEN = "0" * 256


def stretches_of(story, box):
    packer = Packer(box)
    for iteration in story:
        packer.add(iteration)
        if packer.is_full:
            yield packer.cut()
    rest = packer.cut()
    if rest:
        yield rest


@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize("text", [ARTICLE_000, ALESCARGOT, NO_CANDIDATE, "1" + "0" * 15, SIXTEEN])
def test_gives_back_every_iteration_as_it_was(text, method):
    grid = read(text)
    story = list(Solving(grid, method, {}, Budget(seconds=1, iterations=300)))
    stretches = list(stretches_of(story, grid.box))
    unpacked = [i for s in stretches for i in unpack_story(s.story, grid.box, s.first)]
    assert unpacked == story
    assert [branch for s in stretches for branch in s.branches] == [i.branch for i in story]
    lefts = [left for s in stretches for left in s.lefts]
    assert lefts == [candidates_left(i.candidates) for i in story]


def test_gives_back_the_wanted_iterations_alone():
    story = list(Solving(read(ARTICLE_000), "combos"))
    (stretch,) = stretches_of(story, 3)
    assert unpack_story(stretch.story, 3, 1, {4, 9}) == [story[3], story[8]]


def test_keeps_stretches_short_enough_to_look_into():
    story = Solving(read(SIXTEEN), "guessing", {}, Budget(iterations=300))
    for stretch in stretches_of(story, 4):
        assert len(stretch.lefts) <= MOST_ITERATIONS
        assert len(stretch.story) < MOST_BYTES


def test_takes_a_seventh_of_what_the_steps_alone_would_as_json():
    story = list(Solving(read(ARTICLE_000), "combos"))
    plain = len(json.dumps([step.as_row() for iteration in story for step in iteration.steps]))
    (stretch,) = stretches_of(story, 3)
    assert len(stretch.story) < plain / 7


def test_has_nothing_to_cut_before_anything_was_added():
    assert Packer(3).cut() is None
