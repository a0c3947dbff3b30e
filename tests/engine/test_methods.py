"""The two methods, on the articles' puzzles and on boards made to break them."""

import itertools

import pytest
from puzzles import (
    ALESCARGOT,
    ALESCARGOT_SOLUTION,
    ARTICLE_000,
    ARTICLE_001,
    EMPTY,
    NO_CANDIDATE,
    SOLUTION_000,
    random_puzzles,
    sample,
)

from solver.engine import Budget, Solving, find_method, methods, read, solve
from solver.engine.board import Board
from solver.engine.grid import text_of
from solver.engine.techniques import explain
from solver.engine.techniques.events import CONTRADICTION, GUESS


def answer(solution) -> list[str]:
    return [text_of(digits) for digits in solution.solutions]


def test_combos_solves_its_article_in_15_iterations():
    solution = solve(read(ARTICLE_000), "combos")
    assert (solution.outcome, len(solution.iterations)) == ("solved", 15)
    assert answer(solution) == [SOLUTION_000]
    assert solution.iterations[-1].steps == ()  # the pass that removes nothing is counted


def test_combos_removes_together_what_each_pass_found_at_its_start():
    """The article's single UPDATE: no pass sees what it removed itself."""
    board = Board.of(read(ARTICLE_000))
    for iteration in solve(read(ARTICLE_000), "combos").iterations:
        before = board.candidates.copy()
        for unit in board.geometry.units:
            for combo in range(1, 512):
                fitting = [c for c in unit.cells if before[c] & ~combo == 0]
                if len(fitting) == combo.bit_count():
                    for cell in set(unit.cells) - set(fitting):
                        board.candidates[cell] &= ~combo
        assert tuple(board.candidates) == iteration.candidates


def test_combos_gives_each_removal_to_one_step():
    for iteration in solve(read(ARTICLE_000), "combos").iterations:
        removed = [
            (cell, bit)
            for step in iteration.steps
            for cell, mask in step.removed
            for bit in range(9)
            if mask >> bit & 1
        ]
        assert len(removed) == len(set(removed)) == iteration.removed_count


def test_combos_stalls_rather_than_guess():
    solution = solve(read(ALESCARGOT), "combos")
    assert (solution.outcome, solution.count.verdict) == ("stalled", "unique")


def test_combos_says_which_cells_cannot_fit():
    solution = solve(read(NO_CANDIDATE), "combos")
    assert (solution.outcome, solution.count.verdict) == ("contradiction", "none")
    last = solution.iterations[-1].steps[-1]
    assert last.technique == CONTRADICTION
    assert "r1c1" in explain(solution.grid.geometry, last)


@pytest.mark.parametrize("guess", ["fewest", "most"])
def test_guessing_solves_alescargot(guess):
    solution = solve(read(ALESCARGOT), "guessing", {"guess": guess})
    assert solution.outcome == "solved"
    assert answer(solution) == [ALESCARGOT_SOLUTION]


def test_guessing_rolls_back_to_the_board_before_the_guess():
    iterations = solve(read(ALESCARGOT), "guessing").iterations
    last_of_branch = {}
    for iteration in iterations:
        first = iteration.steps[0] if iteration.steps else None
        if first and first.technique == GUESS:
            savepoint = last_of_branch[iteration.parent]
            assert all(
                after & ~before == 0
                for after, before in zip(iteration.candidates, savepoint.candidates, strict=True)
            )
            assert iteration.depth == savepoint.depth + 1
        last_of_branch[iteration.branch] = iteration
    branches = [iteration.branch for iteration in iterations]
    assert branches == sorted(branches)
    assert {i.number for i in iterations} == set(range(1, len(iterations) + 1))


def test_guessing_tries_every_digit_of_a_cell_in_order():
    tried = {}
    for iteration in solve(read(ALESCARGOT), "guessing").iterations:
        for step in iteration.steps:
            if step.technique == GUESS:
                cell, digit = step.placed[0]
                key = (iteration.parent, cell)
                assert digit > tried.get(key, 0)
                tried[key] = digit


def test_guessing_names_the_rule_that_placed_each_cell():
    solution = solve(read(ARTICLE_001), "guessing")
    placed = {}
    for iteration in solution.iterations:
        for step in iteration.steps:
            for cell, _ in step.placed:
                placed[cell] = step.technique
    open_cells = {cell for cell, digit in enumerate(solution.grid.givens) if not digit}
    assert set(placed) == open_cells
    assert set(placed.values()) <= {"naked single", "hidden single", "guess"}


def test_guessing_says_that_there_is_no_solution():
    assert solve(read(NO_CANDIDATE), "guessing").outcome == "contradiction"


@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize("size", [4, 9, 16, 25])
def test_answers_an_empty_board_of_every_size_within_its_budget(method, size):
    solving = Solving(read("0" * size**2), method, budget=Budget(seconds=0.5, iterations=50))
    list(solving)
    assert solving.outcome in {"solved", "stalled", "limit"}
    assert solving.elapsed < 5


@pytest.mark.parametrize("method", methods())
def test_takes_a_complete_board_without_placing_anything(method):
    solution = solve(read(SOLUTION_000), method)
    assert solution.outcome == "solved"
    assert sum(iteration.placed_count for iteration in solution.iterations) == 0


@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize("box", [2, 3, 4])
def test_every_answer_is_a_solution(method, box):
    for grid, _ in random_puzzles(20 if box < 4 else 2, seed=100 + box, box=box):
        solving = Solving(grid, method, budget=Budget(iterations=300))
        iterations = list(solving)
        for digits in solving.ending.solutions:
            assert grid.is_solved_by(digits)
        if solving.outcome == "solved":
            assert solving.ending.solutions
        for earlier, later in itertools.pairwise(iterations):
            if later.branch == earlier.branch:
                assert all(
                    a & ~b == 0 for a, b in zip(later.candidates, earlier.candidates, strict=True)
                )


def test_stops_at_a_limit_with_the_history_so_far():
    solving = Solving(read(ALESCARGOT), "guessing", budget=Budget(iterations=5))
    assert len(list(solving)) == 5
    assert solving.outcome == "limit"


@pytest.mark.parametrize("name", ["17-clue-sample.txt", "top1465-sample.txt"])
def test_guessing_solves_the_known_lists(name):
    rows = sample(name)
    if not rows:
        pytest.skip("the lists of known puzzles are not here")
    for puzzle, solutions, known in rows[:60]:
        solution = solve(read(puzzle), "guessing")
        assert solutions == 1
        assert answer(solution) == [known]
        assert solution.outcome == "solved"


def test_refuses_unknown_methods_and_options_by_name():
    with pytest.raises(ValueError, match="no method 'magic'; choose one of combos, guessing"):
        solve(read(EMPTY), "magic")
    with pytest.raises(ValueError, match="combos has no option 'guess'; it has: none"):
        solve(read(EMPTY), "combos", {"guess": "most"})
    with pytest.raises(ValueError, match="guess is 'some'; choose one of fewest, most"):
        find_method("guessing").read_options({"guess": "some"})
