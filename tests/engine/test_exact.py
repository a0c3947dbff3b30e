import hashlib
import itertools
import random
import subprocess
import sys
import time
from collections import Counter

import pysolvers
import pytest
from puzzles import (
    ALESCARGOT,
    ALESCARGOT_SOLUTION,
    EMPTY,
    IMPOSSIBLE,
    NO_CANDIDATE,
    SOLUTION_000,
    corrupt,
    morph,
    random_puzzles,
    sample,
)
from pysat.solvers import Solver
from support import PROPERTY_PUZZLES

from solver.engine import Grid, GridError, count_many, count_solutions, enumerate_solutions, read
from solver.engine.core.deadline import Deadline
from solver.engine.core.errors import BudgetSpent
from solver.engine.core.geometry import geometry_of
from solver.engine.core.grid import text_of
from solver.engine.exact import CROWD, FEW, rows

# A solved board with two digits of a rectangle swapped: every cell is filled, and it is wrong.
WRONG = SOLUTION_000[:3] + "3" + SOLUTION_000[4:]
SIXTEEN_CLUES = ALESCARGOT[:50] + "." * 31


def count_by_plain_sat(text: str, limit: int) -> int:
    """An opinion of its own: the textbook formula, another solver, no code of the engine's search."""
    shape = geometry_of(3)
    groups = [[9 * cell + digit for digit in range(1, 10)] for cell in range(81)]
    groups += [
        [9 * c + digit for c in unit.cells] for unit in shape.units for digit in range(1, 10)
    ]
    with Solver(name="cadical153") as solver:
        for group in groups:
            solver.add_clause(group)
            for pair in itertools.combinations(group, 2):
                solver.add_clause([-variable for variable in pair])
        for cell, character in enumerate(text):
            if character in "123456789":
                solver.add_clause([9 * cell + int(character)])
        count = 0
        while count < limit and solver.solve():
            count += 1
            solver.add_clause([-variable for variable in solver.get_model() if variable > 0])
        return count


def all_counts(text: str, limit: int) -> set[int]:
    crowd = [text] * (rows.FEW + 1 if limit <= 50 else 2)  # few are searched one at a time
    return {
        count_solutions(text, limit),
        len(enumerate_solutions(read(text), limit).solutions),
        *count_many(crowd, limit),
        *rows.count_many(crowd, limit, count_solutions),
    }


def test_search_finds_the_only_solution():
    count = enumerate_solutions(read(ALESCARGOT))
    assert count.verdict == "unique"
    assert [text_of(digits) for digits in count.solutions] == [ALESCARGOT_SOLUTION]


@pytest.mark.parametrize(
    ("text", "verdict"), [(EMPTY, "multiple"), (NO_CANDIDATE, "none"), (SOLUTION_000, "unique")]
)
def test_verdict_follows_from_the_solutions(text, verdict):
    assert enumerate_solutions(read(text)).verdict == verdict


@pytest.mark.parametrize("limit", [1, 2, 50, 1000])
@pytest.mark.parametrize(
    ("text", "known"),
    [
        (EMPTY, 1000),
        (SIXTEEN_CLUES, 1000),
        (IMPOSSIBLE, 0),
        (NO_CANDIDATE, 0),
        (SOLUTION_000, 1),
        (ALESCARGOT, 1),
        (ALESCARGOT.replace("9", "."), None),
    ],
)
def test_every_algorithm_counts_the_traps_alike_at_every_limit(text, known, limit):
    counts = all_counts(text, limit)
    assert len(counts) == 1
    if known is None:
        assert counts == {count_by_plain_sat(text, limit)}
    else:
        assert counts == {min(known, limit)}


@pytest.mark.property
def test_every_algorithm_agrees_with_plain_sat_on_random_puzzles():
    rng = random.Random(4)
    texts = []
    for grid, _ in random_puzzles(PROPERTY_PUZZLES // 20, seed=4):
        fewer = list(grid.text)
        for cell in rng.sample([c for c in range(81) if fewer[c] != "0"], 3):
            fewer[cell] = "."
        texts += [grid.text, morph(grid.text, rng), corrupt(grid.text, rng), "".join(fewer)]
    for limit in (1, 2, 50):
        expected = [count_by_plain_sat(text, limit) for text in texts]
        assert (
            count_many(texts, limit) == rows.count_many(texts, limit, count_solutions) == expected
        )
        assert [count_solutions(text, limit) for text in texts] == expected


@pytest.mark.parametrize(
    ("text", "digest"),
    [
        (EMPTY, "9687a79a72efd6fc"),
        (SIXTEEN_CLUES, "014612d84d0f47eb"),
        (ALESCARGOT.replace("1", "."), "6e41ededd65f4acd"),
    ],
)
def test_solutions_are_listed_in_the_order_they_have_always_had(text, digest):
    """Stories show the first of them, and the same seed makes the same puzzle."""
    listed = repr(enumerate_solutions(text, limit=60).solutions)
    assert hashlib.sha256(listed.encode()).hexdigest()[:16] == digest


@pytest.mark.property
def test_a_count_and_a_listing_agree_on_boards_of_all_kinds():
    """They guess in other places and ask other SAT solvers."""
    rng = random.Random(7)
    known = [ALESCARGOT, IMPOSSIBLE, *(puzzle for puzzle, _, _ in sample("hardest-sample.txt"))]
    found = Counter()
    for _ in range(PROPERTY_PUZZLES):
        text = morph(rng.choice(known), rng)
        clues = [cell for cell, digit in enumerate(text) if digit not in ".0"]
        emptied = rng.sample(clues, rng.choice((0, 0, 1, 3)))
        text = "".join("." if cell in emptied else digit for cell, digit in enumerate(text))
        if rng.random() < 0.5:
            text = corrupt(text, rng)
        count = count_solutions(text, limit=3)
        assert count == len(enumerate_solutions(text, limit=3).solutions), text
        found[count] += 1
    assert {0, 1, 3} <= set(found)


def test_enumerated_solutions_differ_and_solve_the_puzzle():
    for text in (ALESCARGOT.replace("1", "."), SIXTEEN_CLUES, EMPTY):
        grid = read(text)
        found = enumerate_solutions(grid, limit=300).solutions
        assert len(set(found)) == len(found)
        assert all(grid.is_solved_by(solution) for solution in found)


def test_count_finds_all_288_boards_of_size_4():
    assert count_solutions("0" * 16, limit=1000) == 288


@pytest.mark.every
def test_count_equals_brute_force_on_small_boards():
    shape_solutions = enumerate_solutions(read("0" * 16), limit=1000).solutions
    for cells in itertools.combinations(range(16), 4):
        solution = shape_solutions[sum(cells) % 288]
        text = "".join(str(solution[c]) if c in cells else "0" for c in range(16))
        expected = sum(all(s[c] == solution[c] for c in cells) for s in shape_solutions)
        assert count_solutions(text, limit=1000) == expected


def test_count_works_on_larger_boards():
    for grid, solution in random_puzzles(3, seed=5, box=4):
        assert enumerate_solutions(grid).solutions == (solution,)
        assert count_many([grid, ALESCARGOT, grid.text]) == [1, 1, 1]
    assert count_solutions("0" * 625, limit=3) == 3


def test_count_respects_pencil_marks():
    marks = tuple(
        1 << (int(digit) - 1) if cell < 40 else 0x1FF
        for cell, digit in enumerate(ALESCARGOT_SOLUTION)
    )
    position = Grid(3, (0,) * 81, marks)
    expected = count_solutions(ALESCARGOT_SOLUTION[:40] + "." * 41, limit=50)
    assert count_many([position], limit=50) == [expected]
    assert count_solutions(position, limit=50) == expected


@pytest.mark.every
def test_spent_budget_leaves_the_verdict_unknown():
    started = time.thread_time()
    assert enumerate_solutions(ALESCARGOT, nodes=5).verdict == "unknown"  # guesses
    assert enumerate_solutions(ALESCARGOT, nodes=400).verdict == "unique"
    assert enumerate_solutions(EMPTY, limit=10**9, nodes=500).is_complete is False
    assert enumerate_solutions(EMPTY, limit=10**9, seconds=0.2).verdict == "multiple"
    assert enumerate_solutions("0" * 625, limit=10**9, seconds=0.5).is_complete is False
    assert time.thread_time() - started < 10


def test_conflicts_of_the_sat_solver_count_as_nodes():
    hardest = sample("hardest-sample.txt")
    if not hardest:
        pytest.skip("the lists of known puzzles are not here")
    verdicts = {enumerate_solutions(puzzle, nodes=25).verdict for puzzle, _, _ in hardest[:20]}
    assert "unknown" in verdicts


def test_invalid_puzzle_raises_with_its_number():
    with pytest.raises(GridError, match="puzzle 2: r1c1 and r1c2 are both 1"):
        count_many([EMPTY, "11" + "0" * 79])
    with pytest.raises(GridError, match="r1c1 and r1c2 are both 1"):
        count_solutions("11" + "0" * 79)
    with pytest.raises(GridError, match="in row 1"):
        count_solutions(WRONG)
    assert count_many([]) == []


@pytest.mark.parametrize("crowd", [FEW + 16, CROWD])
@pytest.mark.parametrize("puzzle", [ALESCARGOT, SOLUTION_000.replace("1", ".")])
def test_easy_and_hard_crowds_are_counted_and_named_by_their_place(puzzle, crowd):
    puzzles = [puzzle] * crowd
    assert count_many(puzzles) == [1] * crowd
    with pytest.raises(GridError, match=f"puzzle {crowd + 1}: r1c1 and r1c2 are both 1"):
        count_many([*puzzles, "11" + "0" * 79])


def test_memory_stays_bounded_on_boards_with_endless_solutions():
    counting = rows._Counting(
        rows._load(EMPTY * 200), rows.np.arange(200), limit=1000, puzzle_count=200
    )
    most = 0
    while counting.stack:
        boards, owners = counting._take()
        if len(owners) < rows.FEW:
            break
        counting._work(boards, owners)
        most = max(most, sum(len(owners) for _, owners in counting.stack))
    assert most < 81 * rows.ROOM


def test_engine_loads_numpy_and_sat_only_on_demand():
    program = "import sys, solver.engine as e; e.count_solutions(sys.argv[1]); print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program, SOLUTION_000], capture_output=True, text=True, check=True
    )
    assert not {"highspy", "numpy", "pysat"} & set(run.stdout.split())


@pytest.mark.parametrize(
    "name",
    ["17-clue-sample.txt", "top1465-sample.txt", "hardest-sample.txt", "many-solutions-sample.txt"],
)
def test_count_agrees_with_known_lists(name):
    known = sample(name)
    if not known:
        pytest.skip("the lists of known puzzles are not here")
    expected = [solutions for _, solutions, _ in known]
    assert count_many([puzzle for puzzle, _, _ in known]) == expected
    for puzzle, solutions, solution in known[:60]:
        count = enumerate_solutions(read(puzzle))
        assert len(count.solutions) == solutions
        if solutions == 1:
            assert text_of(count.solutions[0]) == solution


@pytest.mark.parametrize("puzzle", [ALESCARGOT, "0" * 256])
def test_outer_deadline_ends_the_count(puzzle):
    """It is not the count's own budget, so whoever set it hears of it."""
    with Deadline(nodes=1) as outer, pytest.raises(BudgetSpent):
        enumerate_solutions(puzzle, nodes=10_000)
    assert outer.is_out_of_nodes


def test_ctrl_c_interrupts_the_sat_solver(monkeypatch):
    def interrupted(solver):
        raise pysolvers.error("Caught keyboard interrupt")

    monkeypatch.setattr("pysat.solvers.Gluecard3.solve_limited", lambda *args: interrupted(args))
    with pytest.raises(KeyboardInterrupt):
        enumerate_solutions(read("0" * 256), 1)
