import pytest
from puzzles import ALESCARGOT, ARTICLE_001, EMPTY, random_puzzles

from solver.engine import GRADES, grade_of, read, solve
from solver.engine.grading import LADDER, is_solved_by
from solver.engine.methods.rules import RULES

GRADED = {
    "box": "006090305019000600480060120057000043630400000940327000000030700000908000000201906",
    "column": "240050007007019240180002300000040910500300006000000000058004090410900000000000038",
    "pointing": "006800020009000105270900040600200000000000504080400010000304800008016400000002051",
    "matches": "057100000600000040000600030008025000001700000000000067009060002400007013506300900",
    "guessing": "006090305019000600480000020007000040630400000940327000000030700000908000000201006",
}


def test_has_a_rung_for_every_rule_that_may_be_chosen():
    assert {"placed", *LADDER} == set(RULES)


@pytest.mark.parametrize("known", ["box", "column", "pointing", "matches", "guessing"])
def test_grades_by_the_rule_that_cannot_be_left_out(known):
    grid = read(GRADED[known])
    solving = [rung for rung in LADDER if is_solved_by(grid, rung)]
    assert solving == list(LADDER[LADDER.index(known) :] if known in LADDER else ())
    assert grade_of(grid) == known


@pytest.mark.parametrize("text", [ALESCARGOT, ARTICLE_001, EMPTY])
def test_leaves_to_guessing_what_no_rule_solves(text):
    assert solve(read(text), "rules", {"rules": list(RULES)}).outcome == "stalled"
    assert grade_of(read(text)) == "guessing"


def test_grades_boards_of_other_sizes():
    assert grade_of(read("1234341221434320")) == "box"
    assert {grade_of(grid) for grid, _ in random_puzzles(1, seed=2, box=4)} <= set(GRADES)
