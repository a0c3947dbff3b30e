"""Shapes of boards: one canonical name each, and the geometry that follows from it."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from solver.engine import Grid, GridError
from solver.engine.core import geometry
from solver.engine.core.display import borders_of, places_in_cell
from solver.engine.core.geometry import geometry_of
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.shape import EXTRAS, boxed, make_shape, parse, usual_boxes

DATA = Path(__file__).resolve().parents[3] / "shared" / "units" / "data"
JIGSAW = "AABBBCCCCAAABBBCCCAAABDBECCFFABDDEEEFFFDDDEEEFFFDDGHEEIIFGDGHHHIIIGGGHHHIIIIGGGHH"
WINDOWS = ["+".join(f"r{top + r}c{left + c}" for r in range(3) for c in range(3))
           for top in (2, 6) for left in (2, 6)]  # fmt: skip
LINE = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"


def held(name):
    """The rows of a list of boards of any shape, if it is here."""
    path = DATA / name
    return [json.loads(row) for row in path.read_text().splitlines()] if path.exists() else []


def digits(text):
    return tuple(map(ALPHABET.index, text))


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("9x9", "9x9"),
        ("9x9 boxes:3x3", "9x9"),
        ("6x6 boxes:2x3", "6x6"),
        ("6x6 boxes:3x2", "6x6 boxes:3x2"),
        ("5x5", "5x5 latin"),
        ("7x7 latin", "7x7 latin"),
        ("6x6 boxes:1x6", "6x6 latin"),
        ("12x12", "12x12"),
        ("15x15", "15x15"),
        ("9x9 anti-king diagonals", "9x9 diagonals anti-king"),
        ("9x9 diagonal-up diagonal-down", "9x9 diagonals"),
        ("9x9 diagonal-up", "9x9 diagonal-up"),
        (f"9x9 {' '.join('extra:' + each for each in reversed(WINDOWS))}", "9x9 windows"),
        (f"9x9 extra:{WINDOWS[0]}", f"9x9 extra:{WINDOWS[0]}"),
        ("9x9 extra:r2c2+r1c1 extra:r9c9+r1c1", "9x9 extra:r1c1+r9c9"),  # one lies inside a box
        ("9x9 extra:r1c1+r2c3 anti-knight", "9x9 anti-knight"),
        ("9x9 extra:r1c1+r2c4 extra:r1c1+r2c4+r9c9", "9x9 extra:r1c1+r2c4+r9c9"),
        (f"jigsaw:{JIGSAW.lower()}", f"jigsaw:{JIGSAW}"),
        (f"jigsaw:{JIGSAW.translate(str.maketrans('ABCDEFGHI', 'IHGFEDCBA'))}", f"jigsaw:{JIGSAW}"),
        ("jigsaw:AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF diagonals", "6x6 diagonals"),
        ("9x9 center-dot disjoint", "9x9 disjoint"),
        ("jigsaw:ABCDEABCDEABCDEABCDEABCDE", "5x5 latin"),
    ],
)  # fmt: skip
def test_name_gives_one_canonical_name(name, canonical):
    assert str(parse(name)) == canonical
    assert parse(canonical) == parse(name)
    assert parse(str(parse(name))) == parse(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "is not a shape"),
        ("9x8", "is no size"),
        ("3x3", "4 to 25 rows"),
        ("26x26", "4 to 25 rows"),
        ("jigsaw:" + "A" * 17 * 17, "4 to 16 rows"),
        ("jigsaw:1111222233334444", "write a letter"),
        ("jigsaw:AAAB", "4 to 16 rows"),
        ("jigsaw:AABBAABBAACCBBCCAADDBBDDCCDDCCDDEEFF", "has 8 cells, not 6"),
        ("9x9 boxes:2x4", "no boxes of 9 cells"),
        ("9x9 cages", "is no part of a shape"),
        ("6x6 asterisk", "no asterisk"),
        ("7x7 disjoint", "no disjoint"),
        ("9x9 extra:r1c1+r10c1", "names no cell"),
        ("9x9 extra:r1c1", "2 to 9 cells"),
        ("9x9 extra:" + "+".join(f"r{n % 9 + 1}c{n // 9 + 1}" for n in range(10)), "2 to 9 cells"),
        ("9x9 " + " ".join(f"extra:r1c1+r{r}c{c}" for r in range(2, 10) for c in range(1, 10)), "at most 64"),
        ("9x9 " + "x" * 9_000, "is not a shape"),
    ],
)  # fmt: skip
def test_name_of_no_shape_raises(name, message):
    with pytest.raises(ValueError, match=message):
        parse(name)


@pytest.mark.parametrize("box", [1, 2, 3, 4, 5])
def test_square_boxes_are_a_shape_like_any_other(box):
    shape = boxed(box)
    assert shape.square_box == box
    assert usual_boxes(box**2) == (shape.boxes if box > 1 else None)
    assert box < 2 or parse(shape.name) == shape
    assert geometry_of(box) is geometry_of(shape)
    assert Grid(box, (0,) * box**4) == Grid(shape, (0,) * box**4)


@pytest.mark.parametrize("name", ["9x9 diagonals", "6x6", "9x9 latin", f"jigsaw:{JIGSAW}"])
def test_other_shapes_have_no_box_size(name):
    grid = Grid(parse(name), (0,) * parse(name).size ** 2)
    assert parse(name).square_box == 0
    assert grid.size == parse(name).size
    with pytest.raises(GridError, match=f"the board {name} is not supported here"):
        _ = grid.box
    with pytest.raises(ValueError, match="is not a plain board"):
        _ = grid.geometry.box


def test_units_of_extras_have_names():
    board = geometry_of(parse("9x9 diagonals windows disjoint asterisk extra:r1c1+r2c4"))
    names = [unit.name for unit in board.units]
    assert names[27:33] == ["diagonal 1", "diagonal 2", *(f"window {n}" for n in (1, 2, 3, 4))]
    assert names[33:] == [*(f"group {n}" for n in range(1, 10)), "asterisk"]
    assert board.units[names.index("diagonal 1")].cells[1] == board.cell_at("r2c2")
    assert board.units[names.index("window 2")].cells[0] == board.cell_at("r2c6")
    assert [str(unit.phrase) for unit in board.units[33:35]] == ["group 1", "group 2"]
    assert [group.name for group in board.groups] == ["extra region 1"]
    assert board.unit_at("asterisk") == len(board.units) - 1
    up = geometry_of(parse("9x9 diagonal-up"))
    assert up.units[-1].name == "diagonal 2"
    assert up.cell_names[up.units[-1].cells[0]] == "r1c9"


def test_jigsaw_has_regions_and_latin_square_none():
    assert [unit.name for unit in geometry_of(parse(f"jigsaw:{JIGSAW}")).boxes][:2] == [
        "region 1",
        "region 2",
    ]
    assert geometry_of(parse("7x7 latin")).boxes == ()
    assert len(geometry_of(parse("7x7 latin")).units) == 14


def test_unit_with_the_cells_of_another_is_there_once():
    board = geometry_of(parse("jigsaw:AAAAABBBBCBCCCCDDDDEDEEEE"))  # region 1 is row 1
    assert len(board.units) == 14
    assert "region 1" not in {unit.name for unit in board.units}


@pytest.mark.parametrize(("name", "pairs"), [("anti-knight", 224), ("anti-king", 128)])
def test_pairs_see_each_other(name, pairs):
    board = geometry_of(parse(f"9x9 {name}"))
    assert len(board.pairs) == len(set(board.pairs)) == pairs
    assert all(two in board.peers[one] and one in board.peers[two] for one, two in board.pairs)
    assert len(board.units) == 27


SHAPES = ["9x9", "4x4", "16x16", "6x6", "12x12 boxes:2x6", "7x7 latin diagonals", "9x9 windows anti-king",
          "9x9 extra:r1c1+r2c4+r9c9", f"jigsaw:{JIGSAW} anti-knight",
          "9x9 disjoint asterisk girandola"]  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_peers_sights_and_crossings_follow_from_the_sets(name):
    board = geometry_of(parse(name))
    sets = [set(unit.cells) for unit in (*board.units, *board.groups)] + [*map(set, board.pairs)]
    for cell in range(board.cell_count):
        seen = set().union(*(each for each in sets if cell in each)) - {cell}
        assert set(board.peers[cell]) == seen
        assert board.sights[cell] == sum(1 << other * board.size for other in seen)
        assert list(board.units_of[cell]) == [
            index for index, unit in enumerate(board.units) if cell in unit.cells
        ]
    for one, other in board.crossings:
        shared, rest = board.crossings[one, other]
        assert set(shared) == set(board.units[one].cells) & set(board.units[other].cells)
        assert set(rest) == set(board.units[other].cells) - set(shared)
    met = {
        (one, other)
        for one in range(len(board.units))
        for other in range(len(board.units))
        if one != other and len({*board.units[one].cells} & {*board.units[other].cells}) > 1
    }
    assert met == set(board.crossings)


def test_diagonal_windows_and_knight_rule_givens_out():
    for name, cells in {
        "9x9 diagonals": (0, 40),
        "9x9 windows": (10, 30),
        "9x9 anti-knight": (3, 20),
        "9x9 extra:r1c1+r9c4": (0, 75),
        "12x12 diagonals": (0, 143),
        "12x12 anti-king": (27, 40),
        "12x12 extra:r1c1+r2c12": (0, 23),
    }.items():
        shape = parse(name)
        givens = [0] * shape.size**2
        for cell in cells:
            givens[cell] = 1
        plain = Grid(parse(name.split()[0]), tuple(givens))
        assert plain.clue_count == 2
        with pytest.raises(GridError, match=r"are both 1.*change one of them"):
            replace(plain, shape=shape)


def test_solution_is_one_on_its_own_shape_alone():
    rows = [row for row in held("puzzles-open.jsonl") if row["name"] == "9x9 diagonals"]
    for row in rows:
        assert Grid(parse(row["name"]), digits(row["givens"])).is_solved_by(digits(row["solution"]))
    plain = "429167358537489216681523497378956142145872963296314875763241589954638721812795634"
    assert Grid(3, digits(LINE)).is_solved_by(digits(plain))
    for name in ("diagonals", "windows", "anti-knight", "disjoint", "extra:r1c1+r2c4"):
        empty = Grid(parse(f"9x9 {name}"), (0,) * 81)
        assert not empty.is_solved_by(digits(plain)), name


@pytest.mark.skipif(not DATA.exists(), reason="needs the lists of boards of any shape")
def test_names_and_fields_of_held_boards_agree():
    rows = held("puzzles-open.jsonl") + held("verdicts-open.jsonl")
    assert len(rows) >= 150
    for row in rows:
        fields = row["shape"]
        size, boxes = fields["size"], fields.get("boxes", usual_boxes(fields["size"]))
        regions = fields.get("regions")
        if regions is None and boxes:
            high, wide = boxes
            regions = [(c // size // high, c % size // wide) for c in range(size * size)]
        made = make_shape(size, regions, fields.get("extras", ()), fields.get("units", ()))
        assert str(made) == row["name"]
        assert parse(row["name"]) == made
        grid = Grid(made, digits(row["givens"]))
        assert "solution" not in row or grid.is_solved_by(digits(row["solution"]))


def test_names_of_many_jigsaws_keep_caches_bounded():
    rng = random.Random(34)
    for _ in range(geometry.KEPT + 40):
        regions = [number for number in range(5) for _ in range(5)]
        rng.shuffle(regions)
        geometry_of(make_shape(5, regions))
        parse(str(make_shape(5, regions)))
    for cache in (geometry_of, parse, boxed):
        assert cache.cache_info().currsize <= cache.cache_info().maxsize <= 256


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("9x9", "9×9"),
        ("6x6 boxes:3x2", "6×6 with boxes of 3×2"),
        ("7x7", "7×7 without boxes"),
        ("9x9 windows", "Windoku"),
        ("9x9 diagonals anti-knight", "9×9, diagonals, anti-knight"),
        (f"jigsaw:{JIGSAW}", "Jigsaw 9×9"),
        ("9x9 extra:r1c1+r2c4", "9×9, extra regions"),
    ],
)
def test_people_read_a_title(name, title):
    assert parse(name).title == title


def test_every_further_rule_is_said():
    assert parse("12x12").rules == ()
    for extra in EXTRAS:
        (rule,) = parse(f"9x9 {extra}").rules
        assert str(rule).endswith(".")
    assert len(parse(f"jigsaw:{JIGSAW} diagonals extra:r1c1+r2c4").rules) == 3


def test_borders_part_neighbours_of_different_regions():
    assert borders_of(parse("6x6")).right == {2 + 6 * row for row in range(6)}
    assert borders_of(parse("6x6")).below == {6 + c for c in range(6)} | {18 + c for c in range(6)}
    assert borders_of(parse("9x9 latin")) == (set(), set())
    right, below = borders_of(parse(f"jigsaw:{JIGSAW}"))
    for cell, letter in enumerate(JIGSAW):
        if cell % 9 < 8:
            assert (cell in right) == (JIGSAW[cell + 1] != letter)
        if cell < 72:
            assert (cell in below) == (JIGSAW[cell + 9] != letter)
    assert not right & {8 + 9 * row for row in range(9)}


def test_candidates_have_as_square_a_place_as_can_be():
    assert [places_in_cell(size) for size in (4, 6, 8, 9, 12, 16, 25)] == [
        (2, 2), (2, 3), (3, 3), (3, 3), (3, 4), (4, 4), (5, 5),
    ]  # fmt: skip
