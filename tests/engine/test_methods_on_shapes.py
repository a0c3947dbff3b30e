"""Methods on boards of any shape: each step right, and each story ended."""

import json
import random
from pathlib import Path

import pytest
from support import some

from solver.engine import Budget, Grid, GridError, Solving, enumerate_solutions, methods, solve
from solver.engine.core.board import Board, ShapedBoard
from solver.engine.core.errors import Contradiction
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.position import Position
from solver.engine.core.proof_check import verify
from solver.engine.core.shape import parse
from solver.engine.core.steps import pivot
from solver.engine.ladder.checking import checking
from solver.engine.methods.solving import iteration_as_json
from solver.engine.notation.of_shape import read_board
from solver.engine.techniques.locked import claiming, pointing
from solver.engine.techniques.rungs import rungs
from solver.engine.techniques.singles import hidden_single, naked_single
from solver.engine.techniques.subsets.enclosed import Crowded, combos_of_group

DATA = Path(__file__).resolve().parents[3] / "shared" / "units" / "data"
ENDING = ("guessing", "branches", "best")  # those that end with a solution


def held(name):
    path = DATA / name
    rows = [json.loads(row) for row in path.read_text().splitlines()] if path.exists() else []
    return [row for row in rows if "shape" not in row or row["shape"]["size"] <= 12]


PUZZLES = held("puzzles-open.jsonl")
without_lists = pytest.mark.skipif(not PUZZLES, reason="needs the lists of boards of any shape")


def digits(text):
    return tuple(map(ALPHABET.index, text))


def made(name, share=0.45):
    """A puzzle of a shape with some of the cells of one of its solutions, for tests without lists."""
    shape = parse(name)
    solution = enumerate_solutions(Grid(shape, (0,) * shape.size**2), limit=1).solutions[0]
    rng = random.Random(name)
    givens = tuple(digit if rng.random() < share else 0 for digit in solution)
    return Grid(shape, givens)


NAMES = ["6x6", "8x8 boxes:4x2", "7x7 latin", "9x9 diagonals", "9x9 windows", "9x9 anti-knight", "9x9 disjoint",
         "9x9 extra:r1c1+r2c4+r9c9", "jigsaw:AAAAAABBBBCCDDBBCCDDEECCDDEEEEFFFFFF", "12x12", "6x6 anti-king",
         "9x9 girandola"]  # fmt: skip


@pytest.mark.parametrize("method", ENDING)
@pytest.mark.parametrize("name", NAMES)
def test_story_ends_with_a_solution_of_the_shape(name, method):
    grid = made(name)
    solution = solve(grid, method)
    assert solution.outcome == "solved"
    assert grid.is_solved_by(solution.solutions[0])
    if solution.count.verdict == "unique":
        assert solution.solutions == solution.count.solutions


@pytest.mark.fuzz
@without_lists
@pytest.mark.parametrize("method", ENDING)
def test_held_puzzles_are_solved_and_no_step_before_a_guess_loses_their_digits(method):
    steps, rows = 0, some(PUZZLES, 4, ENDING.index(method))
    for row in rows:
        grid, own = Grid(parse(row["name"]), digits(row["givens"])), digits(row["solution"])
        solving = Solving(grid, method, budget=Budget(iterations=3_000))
        iterations = list(solving)
        if solving.outcome == "solved":
            assert solving.ending.solutions == (own,), row["name"]
        else:
            assert (method, solving.outcome) == ("branches", "limit"), row["name"]
        for iteration in iterations:
            described = iteration_as_json(grid, iteration)["steps"]
            if iteration.parent is not None or any(
                step.technique in ("guess", "fork") for step in iteration.steps
            ):
                break
            assert all(step["why"] for step in described)
            for step in iteration.steps:
                steps += 1
                assert all(own[cell] == digit for cell, digit in step.placed), row["name"]
                assert not any(mask >> own[cell] - 1 & 1 for cell, mask in step.removed), row[
                    "name"
                ]
    assert steps > 50 * len(rows)


@without_lists
def test_held_boards_without_a_solution_end_in_a_contradiction():
    for row in held("verdicts-open.jsonl"):
        if row["count"] == "none" and set(row["givens"]) != {"0"}:
            grid = Grid(parse(row["name"]), digits(row["givens"]))
            assert solve(grid, "guessing").outcome == "contradiction", row["name"]


@pytest.mark.fuzz
@without_lists
@pytest.mark.parametrize("method", ["combos", "rules", "joins", "ladder"])
def test_held_puzzles_keep_their_digits_in_every_step(method, monkeypatch):
    """The ladder and joins in a sample, because they take minutes on all."""
    monkeypatch.setattr(checking, "is_on", True)
    solved = steps = 0
    rows = PUZZLES if method in ("combos", "rules") else some(PUZZLES, 12)
    for row in rows:
        grid, own = Grid(parse(row["name"]), digits(row["givens"])), digits(row["solution"])
        solving = Solving(grid, method, budget=Budget(nodes=600_000))
        for iteration in solving:
            for step in iteration.steps:
                steps += 1
                assert all(own[cell] == digit for cell, digit in step.placed), row["name"]
                assert not any(mask >> own[cell] - 1 & 1 for cell, mask in step.removed), row[
                    "name"
                ]
        assert solving.outcome in ("solved", "stalled", "limit"), row["name"]
        if solving.outcome == "solved":
            solved += 1
            assert solving.ending.solutions == (own,), row["name"]
    assert steps > 8 * len(rows)
    assert solved >= len(rows) * (0.9 if method in ("joins", "ladder") else 0.6)


@pytest.mark.parametrize("method", ["combos", "rules", "joins"])
@pytest.mark.parametrize("name", NAMES)
def test_story_of_a_shape_ends_rightly(name, method):
    grid = made(name)
    solution = solve(grid, method)
    assert all(grid.is_solved_by(each) for each in solution.solutions)
    if method == "joins" and len(solution.count.solutions) == 1:
        assert solution.outcome == "solved"
    assert solution.outcome in ("solved", "stalled") or len(solution.count.solutions) > 1


def test_pairs_are_joined_when_their_cells_are_filled_and_drop_boards():
    grid = made("9x9 anti-knight", share=0.3)
    story = list(Solving(grid, "joins"))
    geometry = grid.geometry
    joined = [step.unit for each in story for step in each.steps if step.technique == "join"]
    pairs = [unit for unit in joined if unit >= len(geometry.units)]
    assert sorted(set(joined) - set(pairs)) == list(range(27))
    assert pairs
    for place, unit in enumerate(joined):
        if unit in pairs:
            before = {c for each in joined[:place] for c in geometry.links[each].cells}
            assert set(geometry.links[unit].cells) <= before


def test_combos_of_a_group_are_those_of_its_cells_alone():
    assert combos_of_group((0b11, 0b11, 0b111)) == (0b11,)
    assert combos_of_group((0b1, 0b11)) == (0b1,)
    assert combos_of_group((0b011, 0b110, 0b101)) == ()
    with pytest.raises(Crowded):
        combos_of_group((0b11, 0b11, 0b11))


@pytest.mark.fuzz
@without_lists
def test_ladder_solves_nearly_all_held_puzzles_without_trying():
    """All of them take minutes, and this sample has the same share."""
    usual_ones = methods()["ladder"].read_options({})["techniques"]
    plain = [name for name in usual_ones if not name.startswith("forcing")]
    solved = [
        solve(Grid(parse(r["name"]), digits(r["givens"])), "ladder", {"techniques": plain}).outcome
        for r in some(PUZZLES[2:], 10)
    ]
    assert solved.count("solved") / len(solved) >= 0.9


@without_lists
@pytest.mark.parametrize("name", ["rectangle-traps-open.jsonl", "grave-traps-open.jsonl"])
def test_no_rule_removes_the_digit_that_is_right_in_a_trap(name):
    """Rules of uniqueness do so where their conditions are those of plain boards."""
    rows = held(name)
    assert rows
    for row in rows:
        masks = [sum(1 << int(d) - 1 for d in cell) for cell in row["candidates"]]
        shape = parse(row.get("name") or row["shape"]["name"])
        grid = Grid(shape, (0,) * len(masks), tuple(masks))
        count = enumerate_solutions(grid)
        assert count.verdict == "unique"
        for method in ENDING:
            assert solve(grid, method).solutions == count.solutions
        own, position = count.solutions[0], Position.of(grid)
        for rung in rungs().values():
            for found in rung.find(position) if rung.rests_on_one_solution else ():
                step = found.step(position)
                assert verify(position, step)
                assert not any(mask >> own[cell] - 1 & 1 for cell, mask in step.removed)


def test_plain_boards_keep_the_board_with_folds():
    assert type(Board.of(Grid(3, (0,) * 81))) is Board
    assert type(Board.of(made("6x6"))) is ShapedBoard
    assert type(Board.of(made("6x6")).copy()) is ShapedBoard


def test_shaped_board_finds_what_the_board_with_folds_finds():
    rng = random.Random(7)
    for _ in range(200):
        masks = [rng.randrange(1, 512) | rng.randrange(1, 512) for _ in range(81)]
        boards = (
            Board(Grid(3, (0,) * 81).geometry, masks),
            ShapedBoard(Grid(3, (0,) * 81).geometry, masks),
        )
        for cell in rng.sample(range(81), 3):
            for board in boards:
                board.place(cell, masks[cell].bit_length())
        plain, shaped = boards
        assert plain.single_cells() == shaped.single_cells()
        for kind in ("row", "column", "box"):
            assert plain.single_places(kind) == shaped.single_places(kind)
        faults = []
        for board in boards:
            try:
                board.check()
                faults.append(None)
            except Contradiction as error:
                faults.append(error.digits_mask != 0)
        assert faults[0] == faults[1]


def test_digit_that_all_places_of_a_diagonal_see_is_removed_elsewhere():
    board = Board.of(Grid(parse("9x9 diagonals"), (0,) * 81))
    at = board.geometry.cell_at
    for number in range(1, 10):
        if number not in (2, 8):
            board.eliminate(at(f"r{number}c{number}"), 1)
    step = next(
        s for s in pointing.find(board) if board.geometry.units[s.unit].name == "diagonal 1"
    )
    assert {board.geometry.cell_names[cell] for cell, _ in step.removed} == {"r2c8", "r8c2"}
    words = pointing.explain(board.geometry, step)
    assert words == (
        "r2c2 and r8c8 are the only places for 1 in diagonal 1: 1 is removed from the cells that see them all."
    )  # fmt: skip


def test_digit_of_a_row_is_removed_from_the_rest_of_a_region():
    name = (
        "jigsaw:AABBBCCCCAAABBBCCCAAABDBECCFFABDDEEEFFFDDDEEEFFFDDGHEEIIFGDGHHHIIIGGGHHHIIIIGGGHH"
    )
    board = Board.of(Grid(parse(name), (0,) * 81))
    for column in range(1, 6):
        board.eliminate(board.geometry.cell_at(f"r1c{column}"), 1)
    (step,) = claiming.find(board)
    assert {board.geometry.units[u].name for u in [step.unit]} == {"row 1"}
    region = next(unit for unit in board.geometry.units if unit.name == "region 3")
    assert {cell for cell, _ in step.removed} == set(region.cells) - set(step.cells)
    assert claiming.explain(board.geometry, step).endswith(
        "So **no other cell of region 3 can be 1**."
    )


def test_smaller_extra_region_has_no_hidden_single():
    """Three cells need not have every digit: only what they see may be removed."""
    board = Board.of(Grid(parse("9x9 extra:r1c1+r2c4+r9c9"), (0,) * 81))
    for cell in ("r1c1", "r2c4"):
        board.eliminate(board.geometry.cell_at(cell), 1)
    assert not list(hidden_single.find(board))
    assert not list(naked_single.find(board))
    board.place(board.geometry.cell_at("r9c9"), 5)
    lost = {
        board.geometry.cell_names[c]
        for c, _ in board.clear_peers(board.geometry.cell_at("r9c9"), 16)
    }
    assert {"r1c1", "r2c4"} <= lost


def test_equal_digits_a_knights_move_apart_contradict():
    board = Board.of(Grid(parse("9x9 anti-knight"), (0,) * 81))
    for cell in ("r1c3", "r3c4"):
        board.place(board.geometry.cell_at(cell), 7)
    with pytest.raises(Contradiction) as fault:
        board.check()
    assert fault.value.unit is None
    assert [board.geometry.cell_names[cell] for cell in fault.value.cells] == ["r1c3", "r3c4"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("form", ["line", "rows", "spaced", "drawn"])
def test_text_is_read_as_the_board_of_its_shape(name, form):
    grid = made(name)
    rows = [grid.text[at : at + grid.size] for at in range(0, len(grid.text), grid.size)]
    text = {
        "line": grid.text.replace("0", "."),
        "rows": "\n".join(rows),
        "spaced": "\n".join(" ".join(str(ALPHABET.index(c)) for c in row) for row in rows),
        "drawn": pivot([1 << d - 1 if d else 3 for d in grid.givens], grid.shape, final_only=True),
    }[form]
    reading = read_board(text, grid.shape)
    assert reading.grid == grid
    assert str(reading.grid.shape) == name
    assert "read as the board" in reading.note


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0" * 35, "35 cells found, but a 6×6 board has 36"),
        ("0" * 35 + "7", r"line 1, column 36 \(cell r6c6\)"),
        ("11" + "0" * 34, "r1c1 and r1c2 are both 1"),
        ("1" + "0" * 20 + "1" + "0" * 14, None),
        ("1" * 20_000, "at most 10"),
        ("", "0 cells found"),
    ],
)
def test_text_of_another_board_raises_with_the_place(text, message):
    if message is None:
        assert read_board(text, parse("6x6")).grid.clue_count == 2
        with pytest.raises(GridError, match="r1c1 and r4c4 are both 1, in diagonal 1"):
            read_board(text, parse("6x6 diagonals"))
        return
    with pytest.raises(GridError, match=message):
        read_board(text, parse("6x6"))
