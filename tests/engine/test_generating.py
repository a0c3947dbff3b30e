import random
from itertools import islice

import pytest

from solver.engine import (
    GRADES,
    BudgetSpent,
    Deadline,
    Requirements,
    count_many,
    enumerate_solutions,
    facts_of_many,
    generate,
    grade_of,
)
from solver.engine.core.shape import boxed, parse
from solver.engine.exact.facts import needs_all_clues
from solver.engine.generator.clue_removal import remove_clues
from solver.engine.rating import rate
from solver.engine.symmetry import SYMMETRIES, orbits


def made(count, seed=1, **wishes):
    return list(islice(generate(Requirements(**wishes), seed, seconds=60), count))


def test_minimal_puzzles_have_one_solution():
    grids = made(20, is_minimal=True)
    assert len({grid.text for grid in grids}) == 20
    assert count_many(grids) == [1] * 20
    assert all(facts.is_minimal for facts in facts_of_many(grids))


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_generated_puzzles_have_the_requested_symmetry(symmetry):
    grids = made(3, symmetry=symmetry)
    assert count_many(grids) == [1] * 3
    assert all(symmetry in facts.symmetries for facts in facts_of_many(grids)) or symmetry == "none"


def test_symmetric_puzzles_can_be_minimal():
    (facts,) = facts_of_many(made(1, symmetry="diagonal", is_minimal=True))
    assert facts.is_minimal
    assert "diagonal" in facts.symmetries


def test_generated_puzzles_have_the_requested_clues():
    grids = made(10, clues=(30, 32), symmetry="rotational-180")
    assert {grid.clue_count for grid in grids} == {30, 31, 32}
    assert count_many(grids) == [1] * 10
    assert {grid.clue_count for grid in made(3, clues=(23, 23), is_minimal=True)} == {23}


@pytest.mark.parametrize("grade", ["box", "cell", "pointing", "guessing"])
def test_generated_puzzles_have_the_requested_grade(grade):
    (grid,) = made(1, grade=grade)
    assert grade_of(grid) == grade
    assert count_many([grid]) == [1]


def test_graded_puzzle_keeps_few_clues():
    (grid,) = made(1, grade="box", symmetry="full")
    assert grade_of(grid) == "box"
    assert facts_of_many([grid])[0].symmetries[0] == "full"
    assert grid.clue_count < 60


@pytest.mark.parametrize(("size", "clues"), [(4, None), (16, (140, 150)), (25, (420, 430))])
def test_generation_works_for_every_size(size, clues):
    (grid,) = made(1, size=size, clues=clues)
    assert grid.size == size
    assert enumerate_solutions(grid).verdict == "unique"


def test_same_seed_generates_the_same_puzzles():
    wishes = {"clues": (28, 34), "symmetry": "vertical"}
    first = made(30, seed="again", **wishes)
    assert first == made(30, seed="again", **wishes)
    assert first != made(30, seed="another", **wishes)


def test_small_boards_never_repeat():
    texts = [grid.text for grid in made(300, size=4, is_minimal=True)]
    assert len(set(texts)) == 300


def test_unmet_wishes_raise_with_what_came_up_instead():
    with pytest.raises(BudgetSpent) as error:
        list(generate(Requirements(size=4, clues=(4, 4), grade="guessing"), seconds=0.5))
    words = str(error.value)
    assert words.startswith("no 4×4 puzzle, 4 clues, grade guessing in 0.5 s, ")
    assert "had grade box" in words or "had grade row" in words


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"size": 10}, "size is 10; choose one of 4, 9, 16, 25"),
        ({"symmetry": "odd"}, "symmetry is 'odd'; choose one of full, rotational-90, "),
        ({"grade": "easy"}, "grade is 'easy'; choose one of box, row, "),
        ({"clues": (30, 20)}, "the givens are 30 to 20; put the smaller number first"),
        (
            {"clues": (10, 16)},
            "the largest number of givens is 16, but a 9×9 board needs 17 for one solution",
        ),
        ({"clues": (82, 90)}, "the smallest number of givens is 82, but a 9×9 board has 81 cells"),
    ],
)
def test_impossible_requirements_raise(wishes, words):
    with pytest.raises(ValueError, match=words):
        Requirements(**wishes)


def test_requirements_read_as_words():
    wishes = Requirements(9, True, "diagonal", (20, 22), "box")
    assert str(wishes) == "minimal 9×9 puzzle, 20 to 22 clues, symmetry diagonal, grade box"
    assert set(GRADES) > {"box", "guessing"}


def test_outer_deadline_ends_generation():
    rare = Requirements(9, True, clues=(17, 17))
    with Deadline(nodes=1_000), pytest.raises(BudgetSpent):
        list(generate(rare, "any"))


class TestDeadlineInsideARound:
    """A round over a large board may take longer than there is time for, so it is ended in its midst."""

    def test_ends_the_digging(self):
        begun = remove_clues(boxed(5), orbits(25, "none"), (0, 0), random.Random(1))
        assert next(begun) == []
        with Deadline(nodes=10), pytest.raises(BudgetSpent):
            next(begun)

    @pytest.mark.parametrize("ask", [grade_of, needs_all_clues])
    def test_ends_the_grading_of_a_puzzle(self, ask):
        (grid,) = made(1, size=16, clues=(140, 150))
        with Deadline(nodes=10), pytest.raises(BudgetSpent):
            ask(grid)

    @pytest.mark.parametrize("wishes", [{}, {"is_minimal": True}, {"grade": "box"}], ids=str)
    def test_keeps_the_puzzles_made_before(self, wishes):
        puzzles, found = generate(Requirements(4, **wishes), "any"), []
        with Deadline(nodes=2_000) as deadline, pytest.raises(BudgetSpent):
            found.extend(puzzles)
        assert deadline.is_out_of_nodes
        assert found


SHAPES = ["6x6", "8x8 boxes:4x2", "7x7 latin", "9x9 diagonals", "9x9 windows", "9x9 anti-knight",
          "9x9 anti-knight anti-king", "jigsaw:AAAAAABBBBCCDDBBCCDDEECCDDEEEEFFFFFF", "12x12"]  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_puzzles_of_a_shape_have_one_solution_and_come_again_by_the_same_seed(name):
    wishes = Requirements(shape=parse(name), is_minimal=True)
    first, second, again = (next(generate(wishes, seed, nodes=400_000)) for seed in ("a", "b", "a"))
    assert first == again != second
    for grid in (first, second):
        assert grid.shape.name == name
        assert enumerate_solutions(grid).verdict == "unique"
        assert needs_all_clues(grid)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_puzzle_of_a_shape_has_the_level_that_is_asked_for(level):
    wishes = Requirements(shape=parse("9x9 diagonals"), level=level)
    assert rate(next(generate(wishes, 3))).level == level
    assert str(wishes) == f"9x9 diagonals puzzle, level {level}"


def test_shape_without_a_full_board_is_told():
    wishes = Requirements(shape=parse("4x4 anti-king"))
    with pytest.raises(ValueError, match="no full board was found of '4x4 anti-king'"):
        next(generate(wishes, 1))


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"shape": parse("9x9 diagonals"), "needs": "x-wing"}, "is for 9×9 boards"),
        ({"shape": parse("15x15"), "level": "easy"}, "no level beyond 12×12"),
        ({"shape": parse("6x6"), "clues": (40, 50)}, "has 36 cells"),
    ],
)
def test_wishes_that_a_shape_cannot_meet_are_refused(wishes, words):
    with pytest.raises(ValueError, match=words):
        Requirements(**wishes)
