"""Puzzles by what they need on the ladder."""

from itertools import islice

import pytest
from support import PROPERTY_PUZZLES

from solver.engine import Requirements, count_many, facts_of_many, generate, solve
from solver.engine.generator.generating import Effort
from solver.engine.generator.seeds import seed_sets
from solver.engine.generator.target_distance import check_target
from solver.engine.ladder.search import named, usual
from solver.engine.rating import rate
from solver.engine.symmetry import canonical_form
from solver.engine.techniques.rungs import slug


def made(count, seed=1, **wishes):
    return list(islice(generate(Requirements(**wishes), seed, seconds=60), count))


def is_solved(grid, rungs):
    names = [slug(rung.technique) for rung in rungs]
    return solve(grid, "ladder", {"techniques": names}).outcome == "solved"


def up_to(name):
    (rung,) = named([name])
    return [each for each in usual() if each.index <= rung.index]


@pytest.fixture(scope="module")
def grids():
    return made(2, needs="xy-wing")


class TestAPuzzleThatNeedsATechnique:
    def test_has_one_solution(self, grids):
        assert count_many(grids) == [1, 1]

    def test_needs_the_technique_to_get_solved(self, grids):
        rungs = up_to("xy-wing")
        assert [is_solved(grid, rungs) for grid in grids] == [True, True]
        without = [rung for rung in rungs if rung.technique != "XY-wing"]
        assert [is_solved(grid, without) for grid in grids] == [False, False]

    def test_comes_again_from_the_same_seed(self, grids):
        assert made(1, needs="0800") == grids[:1]

    def test_differs_from_the_known_puzzles(self, grids):
        assert not {grid.text for grid in grids} & {
            grid.text for grid in seed_sets()["xy-wing"].grids
        }


def test_needed_technique_combines_with_symmetry_and_clues():
    wishes = {"needs": "hidden-single", "symmetry": "rotational-180", "clues": (26, 30)}
    (grid,) = made(1, **wishes)
    (facts,) = facts_of_many([grid])
    assert "rotational-180" in facts.symmetries
    assert 26 <= grid.clue_count <= 30
    assert not is_solved(grid, up_to("naked-single"))


def test_generated_puzzle_has_the_requested_level_and_score():
    (grid,) = made(1, level="medium", score=(350, 500))
    rating = rate(grid)
    assert rating.level == "medium"
    assert 350 <= rating.score <= 500


def test_generated_puzzle_has_the_requested_se_rating():
    (grid,) = made(1, er=(2.0, 2.6))
    assert 2.0 <= rate(grid, with_er=True).explained.er <= 2.6
    assert check_target(grid, Requirements(er=(2.7, 9.4))).fault == "had an ER below that"


def test_clues_stand_where_the_pattern_has_them():
    pattern = "1...1...1.1..1..1...1...1.....1.1...11.....11...1.1.....1...1...1..1..1.1...1...1"
    (grid,) = made(1, pattern=pattern)
    assert [digit > 0 for digit in grid.givens] == [mark == "1" for mark in pattern]
    assert count_many([grid]) == [1]


def test_judge_names_the_unmet_requirement():
    (easy,) = made(1, level="easy")
    assert check_target(easy, Requirements(needs="xy-wing")).fault == "could do without XY-wing"
    assert check_target(easy, Requirements(level="hard")).fault == "had level easy"
    hard = seed_sets()["w-wing"].grids[0]
    assert check_target(hard, Requirements(hardest="naked-pair")).fault == "needed more"


def test_need_of_an_aic_rejects_a_puzzle_that_a_chain_solves():
    wished = Requirements(needs="aic")
    assert check_target(seed_sets()["aic"].grids[0], wished).fault == ""
    assert check_target(seed_sets()["xy-chain"].grids[0], wished).fault == "could do without AIC"
    assert "AIC" in {rung.technique for rung in wished.rungs}


def test_generate_makes_no_twin_of_earlier_puzzles():
    before = made(4, needs="hidden-single")
    found = generate(Requirements(needs="hidden-single"), 1, before=before)
    twins = {canonical_form(grid)[0] for grid in before}
    assert twins.isdisjoint(canonical_form(grid)[0] for grid in islice(found, 4))


def test_effort_counts_tries_and_seconds():
    effort = Effort()
    list(islice(generate(Requirements(level="easy"), 1, effort=effort), 2))
    assert effort.found == 2
    assert effort.tried >= 2
    assert effort.seconds_each == effort.seconds / 2 > 0


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"needs": "wizardry"}, "there is no technique 'wizardry'"),
        ({"needs": "jellyfish", "hardest": "x-wing"}, "jellyfish is harder than X-wing"),
        ({"level": "cruel"}, "level is 'cruel'; choose one of easy, "),
        ({"score": (500, 100)}, "the scores are 500 to 100; put the smaller number first"),
        ({"er": (7.0, 4.2)}, "ratings are 7.0 to 4.2; use 1 to 11.9"),
        ({"needs": "x-wing", "size": 16}, "for 9×9 boards"),
        ({"needs": "x-wing", "grade": "box"}, "a grade cannot be combined with a technique"),
        ({"pattern": "1..1"}, "a pattern has 81 characters, this has 4"),
        (
            {"pattern": "1" * 5 + "." * 76},
            "a pattern needs at least 17 givens for one solution, not 5",
        ),
        ({"pattern": "1" * 81, "symmetry": "diagonal"}, "already says which givens"),
    ],
)
def test_impossible_requirements_of_techniques_raise(wishes, words):
    with pytest.raises(ValueError, match=words):
        Requirements(**wishes)


def test_requirements_of_techniques_read_as_words():
    wishes = Requirements(needs="w-wing")
    assert str(wishes) == "9×9 puzzle, needs w-wing, nothing harder than w-wing"
    wishes = Requirements(hardest="x-wing", level="hard", score=(600, 700))
    assert str(wishes) == ("9×9 puzzle, nothing harder than x-wing, level hard, score 600 to 700")


@pytest.mark.property
def test_known_puzzles_need_their_technique():
    every = [(name, grid) for name, hit in seed_sets().items() for grid in hit.grids]
    assert count_many([grid for _name, grid in every]) == [1] * len(every)
    first = {name: grid for name, grid in reversed(every) if named([name])[0].index <= 3400}
    for name, grid in every if PROPERTY_PUZZLES > 1_000 else first.items():
        assert check_target(grid, Requirements(needs=name)).fault == "", name
