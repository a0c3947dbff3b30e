import pytest
from puzzles import ALESCARGOT, ARTICLE_001, EMPTY, random_puzzles

from solver.engine import GRADES, RANKS, grade_of, read, solve
from solver.engine.methods.rules import RULES
from solver.engine.rating.grading import LADDER, is_solved_by

GRADED = {
    "box": "006090305019000600480060120057000043630400000940327000000030700000908000000201906",
    "column": "240050007007019240180002300000040910500300006000000000058004090410900000000000038",
    "pointing": "006800020009000105270900040600200000000000504080400010000304800008016400000002051",
    "matches": "057100000600000040000600030008025000001700000000000067009060002400007013506300900",
    "guessing": "006090305019000600480000020007000040630400000940327000000030700000908000000201006",
}

# Every grade that a puzzle was ever stored with, and its rank. A line is added with a new grade, and none
# ever changes; only a migration that renames a grade in all rows may change its line too.
STORED = {
    "box": 100,
    "row": 200,
    "column": 300,
    "cell": 400,
    "pointing": 500,
    "claiming": 600,
    "matches": 700,
    "combos": 800,
    "guessing": 10_000,
}


@pytest.mark.parametrize("name", STORED)
def test_every_stored_grade_keeps_its_rank(name):
    assert name in RANKS, (
        f"puzzles are stored with the grade {name!r}, which is in engine.RANKS no more: put it back, or rename "
        "it in all rows by a migration (docs/decisions/0019) and then in STORED here"
    )
    assert RANKS[name] == STORED[name], (
        f"puzzles with the grade {name!r} are stored with rank {STORED[name]}, by which lists are ordered: "
        "put that `grade_rank` back where it was, in solver/engine/techniques/, and give new grades one between"
    )


def test_stored_grades_include_every_grade():
    new = RANKS.keys() - STORED
    assert not new, f"add {new} with their ranks to STORED in tests/engine/test_grading.py"


def test_ranks_rise_from_easy_to_hard_with_gaps():
    ranks = list(RANKS.values())
    assert ranks == sorted(set(ranks)), "solver/engine/techniques/: two rules share a `grade_rank`"
    assert list(RANKS) == list(GRADES)
    assert 0 < ranks[0] < ranks[-1] < 2**15, "ranks fit a small integer of the database"


def test_grade_names_fit_their_column():
    assert max(map(len, RANKS)) <= 40


def test_every_selectable_rule_has_a_rung():
    assert {"placed", *LADDER} == set(RULES)


@pytest.mark.parametrize("known", ["box", "column", "pointing", "matches", "guessing"])
def test_grade_names_the_lowest_sufficient_rung(known):
    grid = read(GRADED[known])
    solving = [rung for rung in LADDER if is_solved_by(grid, rung)]
    assert solving == list(LADDER[LADDER.index(known) :] if known in LADDER else ())
    assert grade_of(grid) == known


@pytest.mark.parametrize("text", [ALESCARGOT, ARTICLE_001, EMPTY])
def test_puzzles_beyond_the_rules_have_the_grade_guessing(text):
    assert solve(read(text), "rules", {"rules": list(RULES)}).outcome == "stalled"
    assert grade_of(read(text)) == "guessing"


def test_boards_of_other_sizes_get_grades():
    assert grade_of(read("1234341221434320")) == "box"
    assert {grade_of(grid) for grid, _ in random_puzzles(1, seed=2, box=4)} <= set(GRADES)
