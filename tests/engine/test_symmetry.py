import random
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st
from plain_form import MOST_CANONICAL, plain_form
from puzzles import ALESCARGOT, ARTICLE_000, EMPTY, SOLUTION_000, random_puzzles, sample
from support import FUZZ_EXAMPLES

from solver.engine import Grid, GridError, enumerate_solutions, read, read_line
from solver.engine.core.geometry import geometry_of
from solver.engine.core.grid import text_of
from solver.engine.core.shape import parse
from solver.engine.symmetry import (
    SYMMETRIES,
    Transformation,
    canonical_form,
    has_canonical_form,
    mapping_between,
    orbits,
    pattern_symmetries,
)
from solver.engine.symmetry.minimal import all_orders
from solver.engine.symmetry.of_shape import symmetries_of

BOARDS_OF_4 = enumerate_solutions(read("0" * 16), limit=1000).solutions
LARGE = read_line("123456789ABCDEFG" + "0" * 240, 16)
BOARDS_OF_9 = [
    *(grid.text for grid, _ in random_puzzles(6, seed=8)),
    *(line for line, _, _ in sample("17-clue-sample.txt")[:6]),
    *(ALESCARGOT, ARTICLE_000, SOLUTION_000, MOST_CANONICAL, EMPTY, "5" + "0" * 80),
]


def transformations(box):
    return st.randoms(use_true_random=False).map(lambda rng: Transformation.random(box, rng))


@st.composite
def boards_of_4(draw):
    solution = draw(st.sampled_from(BOARDS_OF_4))
    shown = draw(st.sets(st.integers(0, 15)))
    return Grid(2, tuple(digit if cell in shown else 0 for cell, digit in enumerate(solution)))


@st.composite
def boards_of_9(draw):
    """A known board with some clues taken away, and perhaps some put back elsewhere."""
    givens = list(read(draw(st.sampled_from(BOARDS_OF_9))).givens)
    for cell in draw(st.sets(st.integers(0, 80), max_size=60)):
        givens[cell] = 0
    return Grid(3, tuple(givens))


def every_transformation_of_4():
    orders = [tuple(order) for order in all_orders(2).tolist()]
    for is_transposed, rows, columns in product((False, True), orders, orders):
        yield Transformation(2, is_transposed, rows, columns, (0, 1, 2, 3, 4))


def lowest_by_trying_all(grid):
    """The lowest twin's line: every order of lines, digits renamed as they come."""
    lines = []
    for transformation in every_transformation_of_4():
        names = {0: 0}
        digits = [grid.givens[cell] for cell in transformation.sources]
        lines.append(text_of([names.setdefault(digit, len(names)) for digit in digits]))
    return min(lines)


@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(st.sampled_from(BOARDS_OF_9).map(read), transformations(3))
def test_every_twin_has_the_same_form(grid, turn):
    twin = turn.apply(grid)
    form, mapping = canonical_form(grid)
    twin_form, twin_mapping = canonical_form(twin)
    assert form == twin_form
    assert mapping.apply(grid) == form == twin_mapping.apply(twin)


@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(boards_of_9(), transformations(3))
def test_twins_of_sparse_boards_have_the_same_form(grid, turn):
    assert canonical_form(grid)[0] == canonical_form(turn.apply(grid))[0]


@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(boards_of_4())
def test_form_of_a_small_board_equals_its_lowest_twin(grid):
    assert canonical_form(grid)[0].text == lowest_by_trying_all(grid)


def test_complete_4x4_boards_have_two_forms():
    forms = {canonical_form(Grid(2, solution))[0].text for solution in BOARDS_OF_4}
    assert len(forms) == 2


@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES // 40)
@given(boards_of_9())
def test_form_agrees_with_a_plain_search(grid):
    assert canonical_form(grid)[0].text == plain_form(grid)


@pytest.mark.every
def test_forms_of_similar_but_different_boards_differ():
    """Swapping two digits along a cycle of two rows of a band keeps a complete board one, of another kind."""
    different = 0
    for seed in range(2):
        (_, solution) = next(random_puzzles(1, seed=seed))
        one, other = Grid(3, solution), Grid(3, swap_a_cycle(solution))
        apart = plain_form(one) != plain_form(other)
        assert (canonical_form(one)[0] != canonical_form(other)[0]) is apart
        assert (mapping_between(one, other) is None) is apart
        different += apart
    assert different


def swap_a_cycle(solution):
    """The digits of rows 1 and 2 exchanged in the columns of the shortest cycle that they make."""
    top, bottom = solution[:9], solution[9:18]
    cycles = []
    for start in range(9):
        cycle = [start]
        while bottom[cycle[-1]] != top[start]:
            cycle.append(top.index(bottom[cycle[-1]]))
        cycles.append(cycle)
    cells = list(solution)
    for column in min(cycles, key=len):
        cells[column], cells[9 + column] = cells[9 + column], cells[column]
    return tuple(cells)


@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(st.sampled_from(BOARDS_OF_9).map(read), transformations(3))
def test_mapping_leads_from_a_puzzle_to_its_twin(grid, turn):
    twin = turn.apply(grid)
    mapping = mapping_between(grid, twin)
    assert mapping is not None
    assert mapping.apply(grid) == twin
    assert mapping.inverse().apply(twin) == grid


def test_different_puzzles_have_no_mapping():
    assert mapping_between(read(ALESCARGOT), read(ARTICLE_000)) is None
    assert mapping_between(read(ALESCARGOT), read("0" * 16)) is None


@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(st.sampled_from([2, 3, 4]), st.data())
def test_transformations_compose_and_invert(box, data):
    rng = data.draw(st.randoms(use_true_random=False))
    one, other = Transformation.random(box, rng), Transformation.random(box, rng)
    grid = {2: read("1234000000000000"), 3: read(ALESCARGOT), 4: LARGE}[box]
    assert one.then(other).apply(grid) == other.apply(one.apply(grid))
    assert one.inverse().then(one).is_identity
    assert one.then(one.inverse()).is_identity


def test_transformation_names_the_source_cell():
    turned = Transformation(2, True, (0, 1, 3, 2), (0, 1, 2, 3), (0, 2, 1, 3, 4))
    grid = read("1234000000000000")
    assert turned.apply(grid).text == "2000100040003000"
    assert turned.name_of_source(8) == "r1c4"


def test_large_boards_and_pencil_marks_have_no_canonical_form():
    with pytest.raises(GridError, match="a 16×16 board is too large"):
        canonical_form(LARGE)
    with pytest.raises(GridError, match="pencil marks"):
        canonical_form(Grid(3, (0,) * 81, (511,) * 81))


@pytest.mark.parametrize(
    ("drawn", "names"),
    [
        ("1..2 .... .... 3..4", set(SYMMETRIES) - {"none"}),
        ("12.. .... .... ..34", {"rotational-180"}),
        (".1.. ...2 3... ..4.", {"rotational-90", "rotational-180"}),
        ("12.. .... .... 34..", {"horizontal"}),
        ("1..2 .... .... ....", {"vertical"}),
        ("12.. 3... .... ....", {"diagonal"}),
        ("..12 ...3 .... ....", {"anti-diagonal"}),
        ("1... .... .... ...2", {"rotational-180", "diagonal", "anti-diagonal"}),
        ("12.. .... .... ....", {"none"}),
    ],
)
def test_symmetries_follow_from_the_clue_pattern(drawn, names):
    assert set(pattern_symmetries(read_line(drawn.replace(" ", ""), 4))) == names


def test_orbits_group_cells_of_a_symmetry():
    assert len(orbits(9, "none")) == 81
    assert len(orbits(9, "rotational-180")) == 41
    assert orbits(4, "full") == ((0, 3, 12, 15), (1, 2, 4, 7, 8, 11, 13, 14), (5, 6, 9, 10))
    with pytest.raises(ValueError, match="symmetry is 'odd'; choose one of full, "):
        orbits(9, "odd")


def test_random_draws_cover_every_transformation():
    rng = random.Random(0)
    drawn = {Transformation.random(2, rng).sources for _ in range(2000)}
    assert drawn == {transformation.sources for transformation in every_transformation_of_4()}


@pytest.mark.parametrize("symmetry", [name for name in SYMMETRIES if name != "none"])
def test_random_transformation_keeps_the_clue_symmetry(symmetry):
    rng = random.Random(symmetry)
    kept = {cell for orbit in rng.sample(orbits(9, symmetry), 9) for cell in orbit}
    solution = read(SOLUTION_000).givens
    grid = Grid(3, tuple(digit if cell in kept else 0 for cell, digit in enumerate(solution)))
    turned = [Transformation.random(3, rng, symmetry).apply(grid) for _ in range(20)]
    assert all(symmetry in pattern_symmetries(twin) for twin in turned)
    assert len({tuple(map(bool, twin.givens)) for twin in turned}) > 5
    assert {canonical_form(twin)[0] for twin in turned[:3]} == {canonical_form(grid)[0]}


# --- Other shapes -----------------------------------------------------------------------------------

JIGSAW = "jigsaw:AAAAAABBBBCCDDBBCCDDEECCDDEEEEFFFFFF"
# How many permutations of rows and columns keep all sets, as counted by nauty on the graph of sets.
ORDERS = {
    "6x6": 3456,
    "6x6 boxes:3x2": 3456,
    "6x6 diagonals": 8,
    "6x6 anti-knight": 4,
    "9x9 diagonals": 96,
    "9x9 diagonal-up": 2592,
    "9x9 windows": 128,
    "9x9 diagonals windows": 16,
    "9x9 asterisk": 32,
    "9x9 girandola": 32,
    "9x9 center-dot": 4608,
    "9x9 anti-knight anti-king": 8,
}


def turns_of(shape):
    """The symmetries of a shape, each with other digits."""
    lines = zip(*symmetries_of(shape), strict=True)
    digits = range(1, shape.size + 1)
    for number, (flip, rows, columns) in enumerate(lines):
        shuffled = random.Random(number).sample(digits, len(digits))
        yield Transformation(
            shape, bool(flip), tuple(rows.tolist()), tuple(columns.tolist()), (0, *shuffled)
        )


def sets_of(shape):
    geometry = geometry_of(shape)
    cells = (unit.cells for unit in (*geometry.units, *geometry.groups))
    return set(map(frozenset, (*cells, *geometry.pairs)))


@pytest.mark.parametrize(("name", "count"), ORDERS.items())
def test_shape_has_all_its_symmetries(name, count):
    assert len({turn.sources for turn in turns_of(parse(name))}) == count


@pytest.mark.parametrize("name", ["6x6 boxes:3x2", "9x9 windows anti-king", JIGSAW, "4x4 latin"])
def test_symmetries_keep_all_sets_of_a_shape(name):
    shape = parse(name)
    sets = sets_of(shape)
    for turn in list(turns_of(shape))[::7]:
        assert {frozenset(turn.sources[cell] for cell in each) for each in sets} == sets


@pytest.mark.parametrize(
    "name", ["6x6", "6x6 diagonals", "9x9 girandola", "9x9 center-dot", JIGSAW]
)
def test_twins_of_a_shape_share_the_lowest_line(name):
    shape = parse(name)
    rng = random.Random(name)
    cells = rng.sample(range(shape.size**2), shape.size)
    digits = [0] * shape.size**2
    for digit, cell in enumerate(cells, 1):
        digits[cell] = digit
    grid = Grid(shape, tuple(digits))
    turns = list(turns_of(shape))
    lowest = []
    for turn in turns:
        names = {0: 0}
        twin = [digits[cell] for cell in turn.sources]
        lowest.append(text_of([names.setdefault(digit, len(names)) for digit in twin]))
    form, mapping = canonical_form(grid)
    assert form.text == min(lowest)
    assert mapping.apply(grid) == form
    assert form.shape == shape
    for turn in rng.sample(turns, min(len(turns), 5)):
        twin = turn.apply(grid)
        assert canonical_form(twin)[0] == form
        assert mapping_between(grid, twin).apply(grid) == twin
        assert turn.then(turn.inverse()).is_identity


def test_boards_of_other_shapes_are_no_twins():
    digits = (1, *(0,) * 80)
    assert mapping_between(Grid(3, digits), Grid(parse("9x9 windows"), digits)) is None


@pytest.mark.parametrize("name", ["8x8", "9x9 latin", "25x25 diagonals", "16x16"])
def test_board_of_too_many_symmetries_has_no_form(name):
    shape = parse(name)
    assert not has_canonical_form(shape)
    with pytest.raises(GridError, match=r"too many symmetries|too large"):
        canonical_form(Grid(shape, (0,) * shape.size**2))


def test_strange_shapes_take_little_work():
    """A jigsaw of parallel stripes, where all cells look alike, and groups that leave most lines free."""
    stripes = "".join(
        chr(65 + (column - 5 * row) % 16) for row in range(16) for column in range(16)
    )
    assert not has_canonical_form(parse(f"jigsaw:{stripes}"))
    assert not has_canonical_form(parse("16x16 latin extra:r1c1+r2c2"))
    assert has_canonical_form(parse(JIGSAW))
