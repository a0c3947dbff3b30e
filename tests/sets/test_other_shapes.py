"""Methods as SQL tell the engine's stories on boards of other shapes too: units and pairs are relations."""

import json
import random
from pathlib import Path

import pytest
from support import some
from test_same_story import assert_same, told_by_engine, told_in_database

from solver import engine
from solver.engine.core.board import Board
from solver.engine.core.errors import Contradiction
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.shape import parse
from solver.engine.techniques.events import JOIN
from solver.sets import solvers
from solver.sets.apply_rows import check

DATA = Path(__file__).resolve().parents[3] / "shared" / "units" / "data" / "puzzles-open.jsonl"
NAMES = ["6x6", "9x9 diagonals", "9x9 windows anti-knight", "7x7 latin", "6x6 anti-king",
         "9x9 extra:r1c1+r2c4+r9c9", "jigsaw:AAAAAABBBBCCDDBBCCDDEECCDDEEEEFFFFFF"]  # fmt: skip


def made(name: str, share: float) -> engine.Grid:
    shape = parse(name)
    empty = engine.Grid(shape, (0,) * shape.size**2)
    solution = engine.enumerate_solutions(empty, limit=1).solutions[0]
    rng = random.Random(name)
    return engine.Grid(shape, tuple(d if rng.random() < share else 0 for d in solution))


@pytest.mark.parametrize("method", sorted(solvers()))
@pytest.mark.parametrize("name", NAMES)
def test_story_in_postgresql_is_the_engines(database, name, method):
    assert assert_same(database, made(name, 0.6), method)


@pytest.mark.parametrize(
    "rules", [["placed", "pointing", "claiming", "cell", "box"], ["placed", "combos", "matches"]]
)
def test_further_rules_are_the_engines(database, rules):
    for name in ("9x9 diagonals anti-knight", "9x9 windows", NAMES[-1]):
        assert assert_same(database, made(name, 0.35), "rules", {"rules": rules})


def test_pairs_are_joined_like_units(database):
    grid = made("9x9 anti-knight", 0.3)
    assert assert_same(database, grid, "joins")
    found, _solving = told_in_database(database, grid, "joins")
    joined = [step.unit for each in found for step in each.steps if step.technique == JOIN]
    assert max(joined) >= len(grid.geometry.units)


@pytest.mark.parametrize("method", ["combos", "guessing", "branches"])
def test_board_without_a_solution_ends_alike(database, method):
    givens = [0] * 81
    givens[0], givens[1 * 9 + 1 + 9] = 1, 2
    grid = engine.Grid(parse("9x9 diagonals"), tuple(givens))
    wrong = engine.Grid(grid.shape, grid.givens, tuple(
        0b1 if cell in (40, 10) else 0b111111111 if not given else 1 << given - 1
        for cell, given in enumerate(givens)
    ))  # fmt: skip
    wanted, by_engine = told_by_engine(wrong, method)
    found, in_database = told_in_database(database, wrong, method)
    assert by_engine.outcome == in_database.outcome == "contradiction"
    assert len(wanted) == len(found)


@pytest.mark.fuzz
@pytest.mark.skipif(not DATA.exists(), reason="needs the lists of boards of any shape")
@pytest.mark.parametrize("method", sorted(solvers()))
def test_held_puzzles_up_to_9x9_tell_the_same(database, method):
    rows = [json.loads(row) for row in DATA.read_text().splitlines()]
    rows = [row for row in rows if row["shape"]["size"] <= 9]
    for row in some(rows, 18, 3 * sorted(solvers()).index(method)):
        grid = engine.Grid(parse(row["name"]), tuple(map(ALPHABET.index, row["givens"])))
        assert_same(database, grid, method)


def test_clash_of_a_pair_is_named_by_its_cells_alone(database):
    grid = engine.Grid(parse("9x9 anti-king"), (0,) * 81)
    board = Board.of(grid)
    for cell in (20, 30):
        board.place(cell, 1)
    with database.solving(), pytest.raises(Contradiction) as raised:
        check(database, board)
    assert (raised.value.unit, raised.value.cells) == (None, (20, 30))
