"""A solve ends at the same node whatever the process has done before."""

import functools
import subprocess
import sys

import pytest
from puzzles import ALESCARGOT, SEVERAL, thinned
from support import some

from solver.engine import Budget, Deadline, Solving, methods, read
from solver.engine.core.deadline import nodes_left

MOST = 10**9
ROOM = 400
METHODS = list(methods())
PUZZLES = {"AlEscargot": ALESCARGOT, "several": SEVERAL, "16×16": thinned(4, 0.4, 1).text}
ASK = (
    "import sys; sys.path[:0] = ['.', 'tests']\n"
    "from engine.test_same_nodes import told; print(told(*sys.argv[1:]))"
)


def nodes_of(puzzle, method):
    """Return how many nodes a solve takes until it ends, or for some iterations."""
    with Deadline(MOST):
        before = nodes_left(MOST)
        for _ in Solving(read(puzzle), method, budget=Budget(iterations=60)):
            pass
        return before - nodes_left(MOST)


def told(name, method):
    """Return the nodes of a solve, and where it ends when it has only some."""
    puzzle = PUZZLES[name]
    limited = Solving(read(puzzle), method, budget=Budget(nodes=ROOM, iterations=60))
    story = [each.number for each in limited]
    return repr((nodes_of(puzzle, method), limited.outcome, len(story)))


@functools.cache
def first(name):
    return {method: told(name, method) for method in METHODS}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_solve_takes_the_same_nodes_before_and_after_others(name):
    before = first(name)
    assert {method: told(name, method) for method in reversed(METHODS)} == before


@pytest.mark.fuzz
@pytest.mark.parametrize("method", some(METHODS, 3))
def test_a_solve_takes_the_same_nodes_in_a_new_process(method):
    there = subprocess.run(
        [sys.executable, "-c", ASK, "AlEscargot", method],
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == first("AlEscargot")[method]


def test_every_method_has_its_first_iteration_with_no_nodes():
    for name in METHODS:
        solving = Solving(read("0" * 625), name, budget=Budget(nodes=0))
        assert next(iter(solving)).number == 1
