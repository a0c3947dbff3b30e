"""Texts of puzzles with more rules than plain Sudoku: read with them, or refused by their names."""

import json
from contextlib import suppress

import pytest
from support import costs_less

from solver.engine import GridError
from solver.engine.notation import read_any, read_many
from solver.engine.notation.lz_string import compress
from solver.engine.notation.variants import refuse_marked_list, refuse_variants

LINE = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
ROWS = "\n".join(LINE[start : start + 9] for start in range(0, 81, 9))
LETTERS = """AABBBCCCC
AAABBBCCC
AAABDBECC
FFABDDEEE
FFFDDDEEE
FFFDDGHEE
IIFGDGHHH
IIIGGGHHH
IIIIGGGHH"""
NUMBERS = LETTERS.translate(str.maketrans("ABCDEFGHI", "123456789"))
NAMES = {
    "9x9 asterisk": "9x9 asterisk",
    "9×9 windows": "9x9 windows",
    "9x9 diagonals center-dot": "9x9 diagonals center-dot",
    "9x9 disjoint": "9x9 disjoint",
    "9x9 girandola": "9x9 girandola",
    "9x9 extra:r1c1+r2c1+r2c5": "9x9 extra:r1c1+r2c1+r2c5",
    "jigsaw:" + "".join(LETTERS.split()): "jigsaw:" + "".join(LETTERS.split()),
    "# 9x9 asterisk": "9x9 asterisk",
    "shape: 9x9 diagonal-down": "9x9 diagonal-down",
    "9x9 diagonals, windows": "9x9 diagonals windows",
    "9x9 anti-knight and anti-king": "9x9 anti-knight anti-king",
    "X Windoku": "9x9 diagonals windows",
    "Falling diagonal + anti-king": "9x9 diagonal-down anti-king",
}


CLASH = "clash"  # two equal givens that the shape does not allow


def shape_or_clash(text):
    """The shape that a text was read on, or that its givens clash there, or the error."""
    try:
        return read_any(text).grid.shape.name
    except GridError as error:
        return CLASH if "change one of them" in str(error) else str(error)


def written(puzzle):
    return compress(json.dumps(puzzle))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("board", [LINE, ROWS], ids=["line", "rows"])
def test_board_below_name_of_a_shape_is_read_on_it(name, board):
    assert shape_or_clash(f"{name}\n{board}") in (NAMES[name], CLASH)


@pytest.mark.parametrize(
    ("flags", "rules"),
    [
        ("--isX=1", "9x9 diagonals"),
        ("--isX=1 --isWindows=1 --isNC=1", "diagonals, windows, non-consecutive"),
        ("-isAntiKnight 1 --isGirandola=true", "9x9 girandola anti-knight"),
        ("--isBlocks=0", "9x9 latin"),
        ("--isX=1 --isSumo=1", "diagonals, Sumo"),
    ],
)
def test_options_of_sukaku_explainer_are_read_or_raise_with_each_rule(flags, rules):
    for text in (f"{flags}\n{LINE}", f"java -cp x.jar serate {flags} {LINE}", f"{LINE} {flags}"):
        said = shape_or_clash(text)
        assert said in (rules, CLASH) or f"beyond plain Sudoku ({rules})" in said


@pytest.mark.parametrize(
    "words",
    ["No diagonals", "Anti-diagonal Sudoku", "not a windoku", "Argyle", "odd/even", "one diagonal"],
)
def test_words_that_take_a_rule_back_or_name_another_raise(words):
    assert "beyond plain Sudoku" in shape_or_clash(f"{words}\n{LINE}")


def test_word_between_a_name_and_its_board_is_a_rule_or_a_title():
    assert "(zipper)" in shape_or_clash(f"9x9 diagonals zipper {LINE}")
    assert shape_or_clash(f"9x9 diagonals puzzle 3: {LINE}") in ("9x9 diagonals", CLASH)


def test_options_that_are_off_leave_a_plain_puzzle():
    assert read_any(f"--isX=0 --isBlocks=1 {LINE}").grid.text == LINE


@pytest.mark.parametrize("regions", [LETTERS, LETTERS.lower(), NUMBERS])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_block_of_regions_is_read_as_a_jigsaw(regions, gap):
    line = "".join(regions.split())
    spaced = "\n".join(" ".join(row) for row in regions.split("\n"))
    texts = [f"{ROWS}{gap}{regions}", f"{regions}{gap}{ROWS}", f"{ROWS}{gap}{spaced}"]
    if line.isalpha():
        texts += [f"{LINE}{gap}{line}", f"{LINE} {line}", f"{LINE};{line}", f"{LINE} # {line}"]
    for text in texts:
        assert shape_or_clash(text) in ("jigsaw:" + "".join(LETTERS.split()), CLASH)


def test_regions_of_the_wrong_size_raise_too():
    with pytest.raises(GridError, match="region 'A' has"):
        read_any(f"{ROWS}\n\n{LETTERS.replace('AAABBBCCC', 'AAAABBCCC')}")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (f"Killer sudoku with thermos and arrows\n{LINE}", ["Killer", "thermos", "arrows"]),
        (f"# Girandola\n{LINE}", ["Girandola"]),
        (f"{LINE}\nExtra regions are grey, and whispers are green.", ["Extra region", "whispers"]),
        (f"{LINE}  # disjoint, centre dot", ["disjoint", "centre dot"]),
    ],
)
def test_words_for_rules_are_all_listed(text, rules):
    with pytest.raises(GridError, match="the text mentions rules") as refused:
        refuse_variants(text)
    assert all(rule in str(refused.value) for rule in rules)


def test_f_puzzles_lists_each_rule_by_its_name():
    grid = [[{} for _ in range(9)] for _ in range(9)]
    rules = ("arrow", "ratio", "xv", "killercage", "thermometer", "palindrome", "odd", "clone")
    puzzle = {"size": 9, "grid": grid, **{rule: [{"cells": []}] for rule in rules}}
    with pytest.raises(GridError) as refused:
        read_any(f"https://f-puzzles.com/?load={written(puzzle)}")
    names = ("arrows", "kropki", "xv", "killer cages", "thermometers", "palindrome", "odd", "clone")
    assert all(name in str(refused.value) for name in names)


def test_f_puzzles_with_rules_in_words_alone_raises():
    grid = [[{} for _ in range(9)] for _ in range(9)]
    puzzle = {"size": 9, "grid": grid, "ruleset": "Anti-knight applies. Whispers differ by five."}
    with pytest.raises(GridError, match=r"Anti-knight.*Whispers"):
        read_any(f"https://f-puzzles.com/?load={written(puzzle)}")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (".Thermo~R1C1~R1C2.Whisper~R1C1.~R1C1_5", "thermometers, Whisper"),
        ("https://lisudoku.xyz/e?import=" + written({"thermos": [[]]}), "thermometers"),
        (
            "https://sudokupad.app/scl" + compress("{ce:[[]],metadata:{antiking:t},ca:[{v:12,ce:[]}]}"),
            "cages",
        ),
    ],
)  # fmt: skip
def test_forms_of_other_programs_raise_with_each_rule(text, rules):
    with pytest.raises(GridError, match=rf"beyond plain Sudoku \({rules}\)"):
        read_any(text)


@pytest.mark.parametrize(
    "text",
    [
        f"9x9\n{LINE}",
        f"Windows 11, diagonal symmetry\n{LINE}",
        f"{LINE}\n\nABCDEFGHIJKLMNOPQRSTUVWXYZ and Donaudampfschifffahrtsges",
        f"# by the owner of the 9x9 club\n{LINE}",
    ],
)
def test_words_that_name_no_rule_leave_a_plain_puzzle(text):
    assert read_any(text).grid.text == LINE


def test_solved_board_of_letters_is_no_block_of_regions():
    rows = [
        "".join("ABCDEFGHIJKLMNOP"[(4 * (r % 4) + r // 4 + c) % 16] for c in range(16))
        for r in range(16)
    ]
    assert 0 not in read_any("\n".join(rows)).grid.givens  # fmt: skip


LONG = ["aaaabbbb\n", "aaaa\nbbbbb\ncccccc\n", "1234\n", "112233445\n", "shape ", "shape\n\n"]
LONG += ["9x9 ", "--isX=0 ", "A" * 81, "# killer", ".~"]


@pytest.mark.parametrize("piece", LONG)
def test_search_for_signs_takes_linear_time(piece):
    text = (piece * 10_000)[:10_000]

    def search():
        with suppress(GridError):
            read_any(text)

    assert costs_less(search, 60)


@pytest.mark.parametrize("piece", ["ca:[{", "{v:1},", "l:[{", "antiking:f,"])
def test_search_in_a_long_address_takes_linear_time(piece):
    address = "https://sudokupad.app/scl" + compress(piece * (200_000 // len(piece) - 1))

    def search():
        with suppress(GridError):
            read_any(address)

    assert costs_less(search, 100)


def test_each_line_of_a_list_may_say_its_shape():
    small = "jigsaw:" + "AAAABBBBCCCCDDDD" + " 1" + "0" * 15
    lines = [LINE, f"--isX=1 1{'0' * 80}", f"9x9 windows 1{'0' * 80}", small, "--isNC=1 " + LINE]
    *read, refused = read_many("\n".join(lines))
    assert [each.grid.shape.name for each in read] == [
        "9x9",
        "9x9 diagonals",
        "9x9 windows",
        "4x4 latin",
    ]
    assert "non-consecutive" in str(refused)


@pytest.mark.parametrize("sign", ["9x9 windows", "--isX=1", "".join(LETTERS.split())])
def test_list_with_a_shape_apart_from_its_puzzles_raises(sign):
    with pytest.raises(GridError, match="write the name of the board before each puzzle"):
        read_many(f"{sign}\n{LINE}\n{LINE}")


@pytest.mark.parametrize("piece", LONG)
def test_search_in_a_long_list_takes_linear_time(piece):
    text = (piece * 100_000)[:100_000]

    def search():
        with suppress(GridError):
            refuse_marked_list(text)

    assert costs_less(search, 300)
