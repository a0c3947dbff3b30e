import pytest
from puzzles import ALESCARGOT, ARTICLE_000, EMPTY, IMPOSSIBLE, SOLUTION_000

from solver.engine import Grid, count_solutions, facts_of, facts_of_many, read
from solver.engine.exact.facts import needless_clues

SMALL = "0030040002001000"


@pytest.mark.parametrize("text", [ALESCARGOT, ARTICLE_000, SMALL])
def test_facts_name_the_redundant_clues(text):
    facts = facts_of(read(text))
    may_go = {
        cell
        for cell in range(len(text))
        if text[cell] != "0" and count_solutions(f"{text[:cell]}0{text[cell + 1 :]}") == 1
    }
    assert set(facts.needless) == may_go
    assert facts.is_minimal is (not may_go)


def test_every_clue_of_a_complete_board_counts_as_redundant():
    assert facts_of(read(SOLUTION_000)).needless == tuple(range(81))


@pytest.mark.parametrize("text", [EMPTY, IMPOSSIBLE])
def test_puzzle_without_one_solution_has_no_redundant_clues(text):
    facts = facts_of(read(text))
    assert facts.needless is None
    assert facts.is_minimal is None


def test_facts_of_many_keep_the_order_of_the_puzzles():
    grids = [read(text) for text in (ALESCARGOT, EMPTY, SMALL, ARTICLE_000, ALESCARGOT)]
    assert facts_of_many(grids) == [facts_of(grid) for grid in grids]
    assert [facts.clue_count for facts in facts_of_many(grids)] == [23, 0, 4, 26, 23]


def test_facts_name_the_symmetries_of_the_pattern():
    assert facts_of(read(EMPTY)).symmetries[0] == "full"
    assert facts_of(read(ALESCARGOT)).symmetries == ("none",)


def test_facts_respect_pencil_marks():
    """Where they say the solution by themselves, no clue is needed."""
    grid = read(SOLUTION_000)
    marks = tuple(1 << (digit - 1) for digit in grid.givens)
    assert needless_clues([Grid(3, grid.givens, marks)]) == [tuple(range(81))]
    assert needless_clues([Grid(3, (4, *[0] * 80), marks)]) == [(0,)]
