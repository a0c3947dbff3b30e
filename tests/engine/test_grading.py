import pytest
from puzzles import ALESCARGOT, ARTICLE_001, EMPTY, random_puzzles

from solver.engine import GRADES, grade_of, read, solve
from solver.engine.grading import LADDER, is_solved_by
from solver.engine.methods.rules import RULES


def test_has_a_rung_for_every_rule_that_may_be_chosen():
    assert {"placed", *LADDER} == set(RULES)


def test_grades_by_the_rule_that_cannot_be_left_out():
    graded = {grade_of(grid) for grid, _ in random_puzzles(12, seed=9)}
    assert len(graded) > 2
    for grid, _ in random_puzzles(12, seed=9):
        grade = grade_of(grid)
        solving = [rung for rung in LADDER if is_solved_by(grid, rung)]
        assert solving == list(LADDER[LADDER.index(grade) :] if grade in LADDER else ())


@pytest.mark.parametrize("text", [ALESCARGOT, ARTICLE_001, EMPTY])
def test_leaves_to_guessing_what_no_rule_solves(text):
    assert solve(read(text), "rules", {"rules": list(RULES)}).outcome == "stalled"
    assert grade_of(read(text)) == "guessing"


def test_grades_boards_of_other_sizes():
    assert grade_of(read("1234341221434320")) == "box"
    assert {grade_of(grid) for grid, _ in random_puzzles(1, seed=2, box=4)} <= set(GRADES)
