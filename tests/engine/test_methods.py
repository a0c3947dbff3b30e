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
    SEVERAL,
    SOLUTION_000,
    random_puzzles,
    sample,
)
from support import PROPERTY_PUZZLES, work_of

from solver.engine import Budget, Solving, enumerate_solutions, find_method, methods, read, solve
from solver.engine.core.board import Board
from solver.engine.core.geometry import digits_of
from solver.engine.core.grid import text_of
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.events import CONTRADICTION, GUESS


def answer(solution) -> list[str]:
    return [text_of(digits) for digits in solution.solutions]


def test_combos_solves_its_article_in_15_iterations():
    solution = solve(read(ARTICLE_000), "combos")
    assert (solution.outcome, len(solution.iterations)) == ("solved", 15)
    assert answer(solution) == [SOLUTION_000]
    assert solution.iterations[-1].steps == ()  # the pass that removes nothing is counted


def test_combos_applies_each_pass_to_the_board_at_its_start():
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


def test_combos_names_the_cells_of_a_contradiction():
    solution = solve(read(NO_CANDIDATE), "combos")
    assert (solution.outcome, solution.count.verdict) == ("contradiction", "none")
    last = solution.iterations[-1].steps[-1]
    assert last.technique == CONTRADICTION
    assert "r1c1" in describe_step(solution.grid.geometry, last).why


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


def test_guessing_ends_in_a_contradiction_without_a_solution():
    assert solve(read(NO_CANDIDATE), "guessing").outcome == "contradiction"


@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize("size", [4, 9, 16, 25])
def test_every_method_ends_on_empty_boards_of_every_size(method, size):
    solving = Solving(read("0" * size**2), method, budget=Budget(seconds=0.5, iterations=50))
    list(solving)
    assert solving.outcome in {"solved", "stalled", "limit"}
    assert solving.elapsed < 5


@pytest.mark.parametrize("method", methods())
def test_complete_board_needs_no_placement(method):
    solution = solve(read(SOLUTION_000), method)
    assert solution.outcome == "solved"
    assert sum(iteration.placed_count for iteration in solution.iterations) == 0


@pytest.mark.parametrize("method", methods())
@pytest.mark.parametrize("box", [2, 3, 4])
def test_every_solution_solves_the_puzzle(method, box):
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


def test_best_equals_combos_if_they_do_not_stall():
    best, combos = (solve(read(ARTICLE_000), name) for name in ("best", "combos"))
    assert (best.outcome, best.iterations) == ("solved", combos.iterations)
    broken = solve(read(NO_CANDIDATE), "best")
    assert broken.outcome == "contradiction"
    assert broken.iterations == solve(read(NO_CANDIDATE), "combos").iterations


@pytest.mark.parametrize("first", ["combos", "rules"])
@pytest.mark.parametrize("puzzle", [ARTICLE_001, ALESCARGOT, "0" * 16, EMPTY, "0" * 256])
def test_best_repeats_the_stalled_solve_and_continues_from_its_board(first, puzzle):
    budget = Budget(iterations=400)
    stalled = list(Solving(read(puzzle), first))
    whole = Solving(read(puzzle), "best", {"first": first}, budget)
    iterations = list(whole)
    told, after = iterations[: len(stalled)], iterations[len(stalled) :]
    assert told == stalled
    assert [iteration.number for iteration in iterations] == list(range(1, len(iterations) + 1))
    assert whole.outcome == "solved"
    assert read(puzzle).is_solved_by(whole.ending.solutions[0])
    assert after[0].steps  # that there is nothing left is told once
    assert (after[0].branch, after[0].parent) in {(1, None), (2, 1)}
    left = stalled[-1].candidates
    for iteration in after:  # nothing comes back that was gone when it stalled
        assert all(now & ~then == 0 for now, then in zip(iteration.candidates, left, strict=True))


def test_best_places_no_cell_again_that_was_solved_when_the_other_stalled():
    stalled = solve(read(ARTICLE_001), "combos").iterations
    open_cells = {c for c, mask in enumerate(stalled[-1].candidates) if mask & (mask - 1)}
    for iteration in solve(read(ARTICLE_001), "best").iterations[len(stalled) :]:
        assert {cell for step in iteration.steps for cell, _ in step.placed} <= open_cells


@pytest.mark.parametrize("puzzle", ["0" * 16, SEVERAL])
def test_best_guesses_where_the_ladder_ends(puzzle):
    stalled = solve(read(puzzle), "ladder")
    whole = solve(read(puzzle), "best", {"first": "ladder"})
    assert (stalled.outcome, whole.outcome) == ("stalled", "solved")
    told, after = (
        whole.iterations[: len(stalled.iterations)],
        whole.iterations[len(stalled.iterations) :],
    )
    assert told == stalled.iterations
    assert "guess" in {step.technique for step in after[0].steps}
    assert read(puzzle).is_solved_by(whole.solutions[0])


def test_best_equals_the_ladder_if_it_solves_the_puzzle():
    best = solve(read(ARTICLE_001), "best", {"first": "ladder"})
    assert best.iterations == solve(read(ARTICLE_001), "ladder").iterations


@pytest.mark.parametrize("first", ["combos", "rules"])
def test_best_goes_on_by_the_ladder_from_the_board_of_the_first(first):
    stalled = solve(read(ARTICLE_001), first).iterations
    whole = solve(read(ARTICLE_001), "best", {"first": first, "then": "ladder"})
    assert whole.outcome == "solved"
    assert whole.iterations[: len(stalled)] == stalled
    after = whole.iterations[len(stalled) :]
    assert [each.number for each in after] == [len(stalled) + at for at in range(1, len(after) + 1)]
    assert all(step.technique != "guess" for each in after for step in each.steps)
    left = stalled[-1].candidates
    open_cells = {cell for cell, mask in enumerate(left) if mask & (mask - 1)}
    assert {c for each in after for s in each.steps for c, _ in s.placed} == open_cells


def test_best_needs_no_guess_if_the_ladder_goes_on_after_combos():
    first = solve(read(ALESCARGOT), "combos").iterations
    whole = solve(read(ALESCARGOT), "best", {"then": "ladder"})
    assert whole.iterations[: len(first)] == first
    assert not [
        each for each in whole.iterations if any(s.technique == "guess" for s in each.steps)
    ]
    assert answer(whole) == answer(solve(read(ALESCARGOT), "guessing"))


def test_best_begins_with_the_rules_that_were_chosen():
    few = {"rules": ["placed", "cell"]}
    stalled = solve(read(ARTICLE_001), "rules", few)
    whole = solve(read(ARTICLE_001), "best", {"first": "rules", **few})
    assert stalled.outcome == "stalled"
    assert whole.iterations[: len(stalled.iterations)] == stalled.iterations
    assert answer(whole) == answer(solve(read(ARTICLE_001), "guessing"))


def test_limit_ends_a_solve_with_the_history_so_far():
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


def test_unknown_methods_and_options_raise_with_their_name():
    with pytest.raises(
        ValueError,
        match="no method 'magic'; choose one of combos, branches, guessing, rules, joins, best",
    ):
        solve(read(EMPTY), "magic")
    with pytest.raises(ValueError, match="combos has no option 'guess'; it has: output"):
        solve(read(EMPTY), "combos", {"guess": "most"})
    with pytest.raises(ValueError, match="guess is 'some'; choose one of fewest, most"):
        find_method("guessing").read_options({"guess": "some"})


def test_joins_solves_alescargot_in_about_half_a_second():
    solving = Solving(read(ALESCARGOT), "joins")
    work = work_of(lambda: list(solving))
    assert [text_of(digits) for digits in solving.ending.solutions] == [ALESCARGOT_SOLUTION]
    assert work < 150  # a sixth of this on an idle machine


def test_joins_finds_every_solution_up_to_its_limit():
    exact = enumerate_solutions(read("1" + "0" * 15), limit=1000).solutions
    every = Solving(read("1" + "0" * 15), "joins", {"limit": 1000})
    list(every)
    assert len(exact) == 72
    assert every.outcome == "solved"
    assert set(every.ending.solutions) == set(exact)
    some = Solving(read("1" + "0" * 15), "joins", {"limit": 71})
    list(some)
    assert (some.outcome, len(some.ending.solutions)) == ("limit", 71)


def test_joins_agrees_with_exact_search_on_puzzles_with_many_solutions():
    rows = sample("many-solutions-sample.txt")
    if not rows:
        pytest.skip("the lists of known puzzles are not here")
    for puzzle, _, _ in rows[:20]:
        exact = enumerate_solutions(read(puzzle), limit=1001).solutions
        joined = Solving(read(puzzle), "joins", {"limit": 1000})
        list(joined)
        assert len(joined.ending.solutions) == min(len(exact), 1000)
        assert joined.outcome == ("limit" if len(exact) > 1000 else "solved")
        assert set(joined.ending.solutions) <= set(exact) or len(exact) > 1000


def test_joins_counts_lines_as_the_article_filters_them():
    board = Board.of(read(ALESCARGOT))
    for iteration in Solving(read(ALESCARGOT), "joins"):
        counted = [step for step in iteration.steps if step.technique == "lines"]
        if counted:
            break
        board.candidates = list(iteration.candidates)
    for step in counted[:3]:  # by trying all fillings, as the article's cross join does
        unit = board.geometry.units[step.unit]
        fillings = itertools.product(*(digits_of(board.candidates[c]) for c in unit.cells))
        adding_up = [filling for filling in fillings if sum(filling) == 45]
        distinct = [filling for filling in adding_up if len(set(filling)) == 9]
        assert step.counts == (len(adding_up), len(distinct))


def test_joins_keeps_two_puzzles_apart():
    two = [iter(Solving(read(puzzle), "joins")) for puzzle in (ARTICLE_000, ALESCARGOT)]
    together = [list(filter(None, pair)) for pair in itertools.zip_longest(*two)]
    alone = [list(Solving(read(puzzle), "joins")) for puzzle in (ARTICLE_000, ALESCARGOT)]
    for which in (0, 1):
        met = [pair[which] for pair in together if len(pair) > which]
        assert met[: len(alone[1])] == alone[which][: len(met)]


def test_branches_numbers_and_ends_its_branches_as_the_article_does():
    solving = Solving(read(ALESCARGOT), "branches")
    iterations = list(solving)
    assert [text_of(digits) for digits in solving.ending.solutions] == [ALESCARGOT_SOLUTION]
    born = {}
    purged = set()
    for iteration in iterations:
        assert iteration.branch not in purged
        born.setdefault(iteration.branch, iteration)
        if iteration.steps[-1].technique == CONTRADICTION:
            purged.add(iteration.branch)
    assert sorted(born) == list(range(1, max(born) + 1))
    for number, first in born.items():
        if number > 1:
            fork = first.steps[0]
            assert fork.technique == "fork"
            assert first.parent in born
            assert fork.removed[0][1].bit_count() == len(fork.digits) - 1


def test_branches_forks_at_the_tightest_cell_and_keeps_its_first_candidate():
    forks = [
        (iteration.branch, step)
        for iteration in Solving(read(ARTICLE_001), "branches")
        for step in iteration.steps
        if step.technique == "fork"
    ]
    (stays, first), (twin, second), *_ = forks
    assert (stays, twin) == (1, 2)
    assert first.cells == second.cells
    kept = [step.digits_mask & ~step.removed[0][1] for step in (first, second)]
    assert kept == [1 << (digit - 1) for digit in first.digits[:2]]


def test_rules_stalls_if_the_rules_of_the_article_do_not_suffice():
    plain = solve(read(ARTICLE_000), "rules")
    assert plain.outcome == "stalled"
    more = solve(read(ARTICLE_000), "rules", {"rules": "placed,cell,row,column,box,combos"})
    assert more.outcome == "solved"
    assert answer(more) == [SOLUTION_000]


def test_rules_applies_all_insert_rules_before_the_next_deletion():
    """A round places all that its four insert rules find, before the next round deletes again."""
    iterations = solve(read(SOLUTION_000.replace("4", "0")), "rules").iterations
    assert iterations[0].placed_count == 9
    assert iterations[-1].steps == ()


def test_rules_runs_only_the_chosen_rules():
    solution = solve(read(ARTICLE_000), "rules", {"rules": ["placed", "cell"]})
    used = {step.technique for iteration in solution.iterations for step in iteration.steps}
    assert used <= {"placed digit", "naked single"}


@pytest.mark.property
@pytest.mark.parametrize("name", ["17-clue-sample.txt", "top1465-sample.txt", "hardest-sample.txt"])
@pytest.mark.parametrize("method", ["branches", "joins"])
def test_branches_and_joins_solve_the_known_lists(name, method):
    rows = sample(name)
    if not rows:
        pytest.skip("the lists of known puzzles are not here")
    for puzzle, solutions, known in rows[: max(PROPERTY_PUZZLES // 200, 1)]:
        solving = Solving(read(puzzle), method)
        list(solving)
        assert solutions == 1
        assert [text_of(digits) for digits in solving.ending.solutions] == [known]


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("joins", {"limit": 0}, "limit is 0; it must be from 1 to 1000"),
        ("joins", {"limit": "many"}, "limit is 'many'; it must be from 1 to 1000"),
        ("joins", {"limit": True}, "limit is True"),
        ("rules", {"rules": []}, "rules is empty"),
        ("rules", {"rules": "magic"}, "rules has 'magic'; choose from placed"),
        ("rules", {"rules": 5}, "rules is 5; give a list of"),
        ("combos", {"output": ["final"]}, "output is"),
    ],
)
def test_invalid_option_raises_with_its_range(name, given, message):
    with pytest.raises(ValueError, match=message):
        find_method(name).read_options(given)


@pytest.mark.parametrize("method", methods())
def test_steps_name_every_removed_candidate(method):
    """Within a branch, what an iteration's steps name is what its board lost."""
    boards = {1: Board.of(read(ALESCARGOT)).candidates}
    for iteration in itertools.islice(Solving(read(ALESCARGOT), method), 30):
        before = boards.get(iteration.branch)
        if before is not None:
            expected = [*before]
            for step in iteration.steps:
                for cell, mask in step.removed:
                    expected[cell] &= ~mask
                for cell, digit in step.placed:
                    expected[cell] &= 1 << (digit - 1)
            assert tuple(expected) == iteration.candidates
        boards[iteration.branch] = iteration.candidates


def test_joins_keeps_candidates_that_more_solutions_may_need():
    solving = Solving(read("0" * 16), "joins", {"limit": 1})
    last = list(solving)[-1]
    assert solving.outcome == "limit"
    assert set(last.candidates) == {0b1111}
