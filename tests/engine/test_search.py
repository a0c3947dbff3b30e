import itertools
import time

import pytest
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, EMPTY, NO_CANDIDATE, SOLUTION_000, sample

from solver.engine import count_solutions, find_solutions, read
from solver.engine.grid import text_of

# 17 givens, no solution, and a search that takes minutes to see it without a budget.
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."


def test_finds_the_one_solution():
    count = find_solutions(read(ALESCARGOT))
    assert count.verdict == "unique"
    assert [text_of(digits) for digits in count.solutions] == [ALESCARGOT_SOLUTION]


@pytest.mark.parametrize(
    ("text", "verdict"), [(EMPTY, "multiple"), (NO_CANDIDATE, "none"), (SOLUTION_000, "unique")]
)
def test_knows_the_verdict(text, verdict):
    assert find_solutions(read(text)).verdict == verdict


def test_counts_all_288_boards_of_size_4():
    assert count_solutions("0" * 16, limit=1000) == 288


def test_agrees_with_trying_everything_on_small_boards():
    shape_solutions = find_solutions(read("0" * 16), limit=1000).solutions
    for cells in itertools.combinations(range(16), 4):
        solution = shape_solutions[sum(cells) % 288]
        text = "".join(str(solution[c]) if c in cells else "0" for c in range(16))
        expected = sum(all(s[c] == solution[c] for c in cells) for s in shape_solutions)
        assert count_solutions(text, limit=1000) == expected


def test_stops_at_its_budgets_without_a_verdict():
    started = time.monotonic()
    assert find_solutions(read(IMPOSSIBLE), nodes=200).verdict == "unknown"
    assert find_solutions(read(IMPOSSIBLE), seconds=0.2).verdict == "unknown"
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "name", ["17-clue-sample.txt", "top1465-sample.txt", "many-solutions-sample.txt"]
)
def test_agrees_with_the_known_lists(name):
    rows = sample(name)
    if not rows:
        pytest.skip("the lists of known puzzles are not here")
    for puzzle, solutions, known in rows[:60]:
        count = find_solutions(read(puzzle))
        assert len(count.solutions) == solutions
        if solutions == 1:
            assert text_of(count.solutions[0]) == known
