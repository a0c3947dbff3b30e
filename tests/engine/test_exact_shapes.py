"""Exact counts on boards of any shape, beside checkers that know nothing of the engine."""

import json
import random
from itertools import combinations, islice, permutations, product
from pathlib import Path

import pytest

from solver.engine import Grid, count_many, enumerate_solutions
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.shape import boxed, parse
from solver.engine.exact import sat, search, singles
from solver.engine.exact.facts import needless_clues

DATA = Path(__file__).resolve().parents[3] / "shared" / "units" / "data"
JIGSAW = "AAAAAABBBBCCDDBBCCDDEECCDDEEEEFFFFFF"


def held(name):
    path = DATA / name
    return [json.loads(row) for row in path.read_text().splitlines()] if path.exists() else []


HELD = held("puzzles-open.jsonl") + held("verdicts-open.jsonl")
without_lists = pytest.mark.skipif(not HELD, reason="needs the lists of boards of any shape")


def digits(text):
    return tuple(map(ALPHABET.index, text))


# --- A checker of its own -----------------------------------------------------------------------------

WINDOWS = [(top, left) for top in (1, 5) for left in (1, 5)]
SINGLE = {
    "center-dot": "r2c2 r2c5 r2c8 r5c2 r5c5 r5c8 r8c2 r8c5 r8c8",
    "asterisk": "r2c5 r3c3 r3c7 r5c2 r5c5 r5c8 r7c3 r7c7 r8c5",
    "girandola": "r1c1 r1c9 r2c5 r5c2 r5c5 r5c8 r8c5 r9c1 r9c9",
}


def sets_of(shape):
    """The sets of cells of a board from the fields of a list: those with each digit, and those that differ."""
    size, extras = shape["size"], shape.get("extras", [])
    whole = [[(r, c) for c in range(size)] for r in range(size)]
    whole += [[(r, c) for r in range(size)] for c in range(size)]
    high = max(n for n in range(1, size) if size % n == 0 and n * n <= size)
    high, wide = shape.get("boxes", [high, size // high]) or (0, 0)
    regions = shape.get("regions")
    if high and not regions:
        regions = [(r // high, c // wide) for r, c in product(range(size), repeat=2)]
        places = product(range(high), range(wide))
        groups = [
            [(r, c) for r, c in product(range(size), repeat=2) if (r % high, c % wide) == at]
            for at in places
        ]
        whole += groups if "disjoint" in extras else []
    cells = list(product(range(size), repeat=2))
    for mark in sorted(set(regions or [])):
        whole.append([cell for cell, own in zip(cells, regions, strict=True) if own == mark])
    if {"diagonals", "diagonal-down"} & set(extras):
        whole.append([(n, n) for n in range(size)])
    if {"diagonals", "diagonal-up"} & set(extras):
        whole.append([(n, size - 1 - n) for n in range(size)])
    if "windows" in extras:
        whole += [
            [(top + r, left + c) for r in range(3) for c in range(3)] for top, left in WINDOWS
        ]
    for name in set(extras) & set(SINGLE):
        whole.append([(int(word[1]) - 1, int(word[3]) - 1) for word in SINGLE[name].split()])
    loose = []
    for unit in shape.get("units", []):
        (whole if len(unit) == size else loose).append([divmod(cell, size) for cell in unit])
    far = {"anti-knight": {1, 2}, "anti-king": {1}}
    for name, (one, other) in product(set(extras) & set(far), combinations(cells, 2)):
        if {abs(one[0] - other[0]), abs(one[1] - other[1])} == far[name]:
            loose.append([one, other])
    return whole, loose


def count_by_clauses(shape, givens):
    """The number of solutions up to two, by a formula of its own and a solver that the engine does not use."""
    from pysat.solvers import Solver

    size = shape["size"]
    whole, loose = sets_of(shape)
    number = {
        key: index
        for index, key in enumerate(product(range(size), range(size), range(1, size + 1)), 1)
    }
    with Solver(name="minisat22") as solver:
        for r, c in product(range(size), repeat=2):
            values = [number[r, c, d] for d in range(1, size + 1)]
            solver.add_clause(values)
            for pair in combinations(values, 2):
                solver.add_clause([-each for each in pair])
        for cells, d in product(whole + loose, range(1, size + 1)):
            values = [number[r, c, d] for r, c in cells]
            if cells in whole:
                solver.add_clause(values)
            for pair in combinations(values, 2):
                solver.add_clause([-each for each in pair])
        for cell, given in enumerate(givens):
            if given:
                solver.add_clause([number[(*divmod(cell, size), given)]])
        found = 0
        while found < 2 and solver.solve():
            found += 1
            solver.add_clause([-each for each in solver.get_model() if each > 0])
        return found


def keeps_rules(shape, solution):
    size = shape["size"]
    whole, loose = sets_of(shape)
    return all(
        len({solution[r * size + c] for r, c in cells}) == len(cells) for cells in whole + loose
    )


# --- The lists ----------------------------------------------------------------------------------------


@without_lists
@pytest.mark.parametrize("row", HELD, ids=lambda row: row["id"])
def test_count_of_a_held_puzzle_is_right(row):
    grid = Grid(parse(row["name"]), digits(row["givens"]))
    count = enumerate_solutions(grid)
    verdict = {"none": "none", "several": "multiple"}.get(row.get("count"), "unique")
    assert count.verdict == verdict
    if "solution" in row:
        assert count.solutions == (digits(row["solution"]),)
    for solution in count.solutions:
        assert grid.is_solved_by(solution)
        assert keeps_rules(row["shape"], solution)


@without_lists
def test_counts_without_some_clues_agree_with_a_formula_of_its_own():
    rng = random.Random(34)
    rows = [row for row in HELD if row["shape"]["size"] <= 9]
    seen = set()
    for row in rng.sample(rows, 40):
        givens = list(digits(row["givens"]))
        clues = [cell for cell, given in enumerate(givens) if given]
        for cell in rng.sample(clues, min(len(clues), rng.choice((0, 1, 2, 4)))):
            givens[cell] = 0
        grid = Grid(parse(row["name"]), tuple(givens))
        count = enumerate_solutions(grid)
        seen.add(count.verdict)
        assert len(count.solutions) == count_by_clauses(row["shape"], givens), row["name"]
        assert all(keeps_rules(row["shape"], each) for each in count.solutions)
    assert seen >= {"unique", "multiple"}


# --- All solutions of small boards --------------------------------------------------------------------


def latin_squares(size):
    """All Latin squares of a size, row by row."""
    boards = [()]
    for _ in range(size):
        boards = [
            (*board, *row)
            for board in boards
            for row in permutations(range(1, size + 1))
            if all(row[cell % size] != value for cell, value in enumerate(board))
        ]
    return boards


SQUARES = list(latin_squares(4))


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("4x4 latin", {"boxes": None}),
        ("4x4", {}),
        ("4x4 diagonals", {"extras": ["diagonals"]}),
        ("4x4 diagonal-up", {"extras": ["diagonal-up"]}),
        ("4x4 disjoint", {"extras": ["disjoint"]}),
        ("4x4 anti-knight", {"extras": ["anti-knight"]}),
        ("4x4 latin anti-king", {"boxes": None, "extras": ["anti-king"]}),
        ("4x4 anti-king", {"extras": ["anti-king"]}),
        ("4x4 latin extra:r1c1+r2c2+r3c4", {"boxes": None, "units": [[0, 5, 11]]}),
        ("jigsaw:AAABACBBCCDBCDDD", {"regions": "AAABACBBCCDBCDDD"}),
    ],
)
def test_all_solutions_of_a_small_board_are_found(name, fields):
    shape = {"size": 4, **fields}
    expected = {square for square in SQUARES if keeps_rules(shape, square)}
    for givens in ((0,) * 16, (1, *(0,) * 15), (0, 0, 0, 3, *(0,) * 11, 2)):
        grid = Grid(parse(name), givens)
        own = {e for e in expected if all(g in (0, d) for g, d in zip(givens, e, strict=True))}
        count = enumerate_solutions(grid, limit=1_000)
        assert count.is_complete
        assert len(count.solutions) == len(own)
        assert set(count.solutions) == own


NAMES = [
    "6x6 diagonals",
    "6x6 anti-king",
    "9x9 windows",
    f"jigsaw:{JIGSAW}",
    "9x9 extra:r1c1+r2c4+r9c9",
]
NAMES += ["12x12 boxes:2x6", "9x9 anti-knight"]


@pytest.mark.parametrize("name", NAMES)
def test_search_and_formula_find_the_same_solutions(name):
    shape = parse(name)
    grid = Grid(shape, (0,) * shape.size**2)
    solution = enumerate_solutions(grid, limit=1).solutions[0]
    rng = random.Random(name)
    kept = set(rng.sample(range(len(solution)), 5 * len(solution) // 9))
    for _ in range(60):
        givens = [digit if cell in kept else 0 for cell, digit in enumerate(solution)]
        candidates = [1 << d - 1 if d else grid.geometry.all_digits_mask for d in givens]
        assert singles.follow(grid.geometry, candidates)
        by_formula = set(islice(sat.solutions(grid.geometry, candidates), 200))
        try:
            by_search = list(islice(search.explore(grid.geometry, candidates), 200))
        except search.Stubborn:
            break
        assert len(by_search) == len(set(by_search)) == len(by_formula)
        if len(by_search) == 200:
            break
        assert set(by_search) == by_formula
        assert solution in by_formula
        kept -= set(rng.sample(sorted(kept), 1))


def test_stubborn_board_goes_on_with_the_formula(monkeypatch):
    grid = Grid(parse("6x6 diagonals"), (0,) * 36)
    expected = enumerate_solutions(grid, limit=500).solutions
    monkeypatch.setattr(search, "PATIENCE", 3)
    found = enumerate_solutions(grid, limit=500).solutions
    assert len(set(found)) == len(found) == len(expected)
    assert all(grid.is_solved_by(solution) for solution in found)


def test_board_that_no_digits_fill_has_no_solution():
    for name in (
        "4x4 anti-king",
        "6x6 anti-knight anti-king",
        "9x9 diagonals anti-knight anti-king",
    ):
        shape = parse(name)
        assert enumerate_solutions(Grid(shape, (0,) * shape.size**2)).verdict == "none"


def test_budget_of_nodes_ends_a_count():
    count = enumerate_solutions(Grid(parse("9x9 windows"), (0,) * 81), limit=10_000, nodes=400)
    assert not count.is_complete
    assert 0 < len(count.solutions) < 1_000


def test_pencil_marks_bind_the_count():
    shape = parse("6x6")
    solution = enumerate_solutions(Grid(shape, (0,) * 36), limit=1).solutions[0]
    marks = tuple(1 << digit - 1 for digit in solution)
    assert enumerate_solutions(Grid(shape, (0,) * 36, marks)).solutions == (solution,)
    other = (63 ^ marks[0], *marks[1:])
    assert enumerate_solutions(Grid(shape, (0,) * 36, other)).verdict == "none"


def test_many_boards_of_mixed_shapes_are_counted_together():
    names = ["9x9", "9x9 windows", "6x6", "4x4 diagonals"]
    shapes = [parse(name) for name in names]
    grids = [Grid(shape, (0,) * shape.size**2) for shape in shapes]
    solved = [Grid(g.shape, enumerate_solutions(g, limit=1).solutions[0]) for g in grids]
    assert count_many(grids + solved) == [2] * 4 + [1] * 4
    without = [Grid(grid.shape, (0, *grid.givens[1:])) for grid in solved]
    assert all(0 not in cells and len(cells) > 3 for cells in needless_clues(without))


def test_plain_boards_are_counted_as_before():
    for box, most in ((2, 288), (3, 20), (4, 3)):
        empty = Grid(boxed(box), (0,) * box**4)
        assert (
            len(enumerate_solutions(empty, limit=most + 1 if box == 2 else most).solutions) == most
        )
