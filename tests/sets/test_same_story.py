"""Each method as SQL tells what the engine tells: iterations, steps, candidates, branches, solutions."""

import json
import random

import pytest
from puzzles import (
    ALESCARGOT,
    ARTICLE_000,
    ARTICLE_001,
    EMPTY,
    IMPOSSIBLE,
    NO_CANDIDATE,
    SAMPLES,
    random_puzzles,
    sample,
)
from support import PROPERTY_PUZZLES

from solver import engine
from solver.engine.techniques.events import CONTRADICTION, JOIN
from solver.sets import solvers

MOST = 400  # iterations of a story that is compared
SECONDS = 3  # of the processor, that the engine takes for it
LISTED = min(200, PROPERTY_PUZZLES // 30)
LISTS = {
    "17-clue-sample.txt": 7,
    "top1465-sample.txt": 7,
    "hardest-sample.txt": 4,
    "many-solutions-sample.txt": 2,
}


def told_by_engine(grid, method, options=None):
    solving = engine.Solving(grid, method, options, engine.Budget(SECONDS, MOST))
    return list(solving), solving


def told_in_database(database, grid, method, options=None):
    with database.solving():

        def tell(grid, options):
            return solvers()[method](database, grid, options)

        solving = engine.Solving(grid, method, options, tell=tell)
        return list(solving), solving


def compared(iteration, is_cut):
    """All that must be the same of an iteration.

    Of a contradiction either names one of several crowded sets; joins that were cut off at a limit have let
    through as many boards as they came to, depth first in the engine and stage by stage here.
    """
    steps = [
        step.technique
        if step.technique == CONTRADICTION
        else step._replace(counts=step.counts[:1])
        if is_cut and step.technique == JOIN
        else step
        for step in iteration.steps
    ]
    place = iteration.branch, iteration.parent, iteration.depth
    return iteration.number, iteration.candidates, place, steps


def assert_same(database, grid, method, options=None):
    """True when there was a story to compare, which neither side ended for what it takes."""
    expected, engines = told_by_engine(grid, method, options)
    if len(expected) >= MOST or engines.elapsed >= SECONDS:
        return False
    found, solving = told_in_database(database, grid, method, options)
    if solving.outcome == "limit" != engines.outcome and method == "joins":
        return False  # partial boards beyond what may lie in the database at once
    for one, other in zip(expected, found, strict=True):
        is_cut = engines.outcome == "limit"
        assert compared(one, is_cut) == compared(other, is_cut), grid.text
    assert solving.ending == engines.ending, grid.text
    return True


def listed(count):
    """As many puzzles of the lists, in the shares of LISTS; of our own making where there are none."""
    if not SAMPLES.exists():
        return [grid for grid, _ in random_puzzles(count, seed=20)]
    chance = random.Random(20)
    return [
        engine.read(givens)
        for name, share in LISTS.items()
        for givens, *_ in chance.sample(sample(name), max(1, count * share // 20))
    ]


@pytest.mark.parametrize("method", solvers())
@pytest.mark.parametrize("givens", [ARTICLE_000, ARTICLE_001, ALESCARGOT])
def test_sql_solves_the_articles_puzzles_like_the_engine(database, method, givens):
    assert assert_same(database, engine.read(givens), method)


@pytest.mark.parametrize("method", solvers())
def test_sql_ends_like_the_engine_without_a_solution(database, method):
    assert assert_same(database, engine.read(NO_CANDIDATE), method)


@pytest.mark.parametrize("method", ["combos", "rules", "joins"])
def test_sql_solves_an_impossible_board_like_the_engine(database, method):
    assert assert_same(database, engine.read(IMPOSSIBLE), method)


def test_sql_solves_an_empty_board_like_the_engine(database):
    assert assert_same(database, engine.read(EMPTY), "joins")
    assert assert_same(database, engine.read(EMPTY), "combos")


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("guessing", {"guess": "most"}),
        ("rules", {"rules": ["placed", "pointing", "claiming", "matches", "combos"]}),
        ("rules", {"rules": ["pointing", "claiming", "cell", "row", "column", "box"]}),
        ("rules", {"rules": ["combos", "box"]}),
        ("joins", {"limit": 3}),
    ],
)
def test_sql_respects_the_options_of_a_method(database, method, options):
    for givens in (ARTICLE_000, ARTICLE_001):
        assert assert_same(database, engine.read(givens), method, options)


def test_joins_stops_at_the_limit_of_solutions(database):
    """In the engine's own order, though all of a stage are joined at once here."""
    grid = engine.read("0" * 16)
    for limit in (1, 7, 100):
        _, expected = told_by_engine(grid, "joins", {"limit": limit})
        _, found = told_in_database(database, grid, "joins", {"limit": limit})
        assert found.ending == expected.ending
        assert len(found.ending.solutions) == limit


@pytest.mark.property
@pytest.mark.parametrize("method", solvers())
def test_sql_solves_listed_puzzles_like_the_engine(database, method):
    told = [assert_same(database, grid, method) for grid in listed(LISTED)]
    assert sum(told) >= len(told) * 0.6  # the hardest take more than is compared


@pytest.mark.parametrize("method", solvers())
def test_sql_solves_4x4_boards_like_the_engine(database, method):
    for grid, _ in random_puzzles(32, seed=4, box=2):
        assert assert_same(database, grid, method)


@pytest.mark.property
@pytest.mark.parametrize("method", ["combos", "rules"])
def test_sql_solves_16x16_boards_like_the_engine(database, method):
    every = PROPERTY_PUZZLES > 1_000  # one of 25×25 takes longer than all others here
    for grid in large_boards(4, 2) + (large_boards(5, 1) if every else []):
        assert assert_same(database, grid, method)


def large_boards(box, count):
    file = SAMPLES / "big-boards.json"
    if not file.exists():
        return [grid for grid, _ in random_puzzles(count, seed=16, box=box)]
    boards = [board for board in json.loads(file.read_text()) if board["box"] == box]
    return [engine.Grid(box, tuple(board["cells"])) for board in boards[:count]]
