"""Text that means harm, or nothing: always a GridError, and soon."""

import json

import pytest
from hypothesis import example, given, settings, strategies as st
from support import FUZZ_EXAMPLES, costs_less

from solver.engine import Grid, GridError
from solver.engine.notation import Reading, formats, read_any, read_many
from solver.engine.notation.base import limits
from solver.engine.notation.lz_string import compress, decompress

FORMATS = formats()
PIECES = [
    *(
        "S9B",
        "http://",
        "https://x/?bd=",
        "?load=N4Ig",
        ":0000:x:",
        "+",
        "|",
        "---",
        "[Puzzle]",
        "u5",
    ),
    *(
        "<opensudoku>",
        "<game data='",
        "/>",
        "N4Ig",
        "$",
        "\n",
        "\r\n",
        ",",
        ";",
        "\t",
        "NULL",
        "row",
    ),
    *(
        "0" * 81,
        "." * 256,
        "123456789 " * 81,
        "1 2 3\n",
        "#",
        "*",
        "%",
        "%ff",
        "=",
        "\x00",
        "\ud800",
    ),
    *("٣", "９", "²", "ı", "ß", "│", "─", "\ufeff", "\u202e", "\u00a0", "\u2028"),
]


def attempt(reader, *arguments):
    """What a reader makes of it, or the GridError it raises, which must be fit to be shown."""
    try:
        found = reader(*arguments)
        for reading in found if isinstance(found, list) else [found]:
            if isinstance(reading, Reading) and reading.candidates is not None:
                # A position that can be solved from: marks of the right number, with each given.
                Grid(reading.grid.box, reading.grid.givens, reading.candidates)
                assert len(reading.candidates) == len(reading.grid.givens)
        return found
    except GridError as error:
        return str(error).encode()


@pytest.mark.asvs("2.2.1")
@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES)
@given(text=st.one_of(st.text(st.characters()), st.lists(st.sampled_from(PIECES)).map("".join)))
@example("")
@example("<opensudoku>\ud800")
@example("https://[/?bd=")
def test_any_text_raises_only_grid_errors(text):
    attempt(read_any, text)
    attempt(read_many, text[:2000])


@pytest.mark.fuzz
@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=FUZZ_EXAMPLES // 6)
@given(data=st.data())
def test_damaged_example_raises_only_grid_errors(name, data):
    example = data.draw(st.sampled_from(FORMATS[name].examples))
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(example))] * 2)))
    piece = data.draw(st.one_of(st.sampled_from(PIECES), st.text(max_size=20)))
    size = data.draw(st.sampled_from([None, 4, 9, 16, 25]))
    attempt(read_any, example[:start] + piece + example[end:], size, name)
    attempt(read_any, example[:start] + piece + example[end:])


def test_refused_board_with_an_address_in_it_still_names_the_place_and_the_nearest_board():
    example = FORMATS["boxed"].examples[0]
    with pytest.raises(GridError, match=r"line 9, column 1 \(cell r7c1\): “h” is not") as refused:
        read_any(example[:208] + "http://" + example[236:])
    assert len(refused.value.nearest.digits) == 81


ENDLESS = [
    bytes(range(256)).decode("latin-1") * 30,
    "\x00" * 81,
    "\ud800" * 81,
    "9" * 100_001,
    "<" + "9" * 100_001,
    "," * 9_999,
    ":" * 9_999,
    "|\n" * 4_999,
    "1 2 " + "9" * 9_000,
]


@pytest.mark.asvs("1.2.9")
@pytest.mark.parametrize("name", [None, *FORMATS])
def test_binary_and_endless_texts_raise_soon(name):
    def refuse():
        for text in ENDLESS:
            with pytest.raises(GridError):
                read_any(text, format=name)

    assert costs_less(refuse, 100)


@pytest.mark.asvs("5.2.3")
def test_too_long_text_raises_with_the_limit():
    with pytest.raises(GridError, match=r"has 10001 characters; a puzzle has at most 10000"):
        read_any("0" * 10_001)
    with pytest.raises(GridError, match=r"has 100001 characters; a puzzle has at most 100000"):
        read_any("<opensudoku>".ljust(100_001))


BOMB = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"<?xml version='1.0'?>{BOMB}<opensudoku>&c;</opensudoku>", "document types or entities"),
        (f"{BOMB.lower()}<opensudoku/>", "document types or entities"),
        ("<opensudoku>&c;</opensudoku>", "line 1, column 13: this is not XML"),
        ("<opensudoku>" * 5_000, "nested more than 10 deep"),
        ("<opensudoku>\n<game data='0'", "line 2, column 1: this is not XML"),
        ("<html><opensudoku/></html>", "its root is not <opensudoku>"),
        ("<opensudoku></opensudoku>", "this file must contain one puzzle, not 0"),
        ("<opensudoku><game/></opensudoku>", "there is no puzzle here"),
        ("<opensudoku>\ud800</opensudoku>", "half a character"),
    ],
)
def test_unsafe_xml_raises(text, message):
    with pytest.raises(GridError, match=message):
        read_any(text)


@pytest.mark.asvs("5.2.3")
def test_compressed_text_cannot_unpack_beyond_the_limit():
    bomb = compress('{"size":"' + "a" * 300_000)
    assert len(bomb) < 10_000
    with pytest.raises(GridError, match="unpacks to more than 200000 characters"):
        decompress(bomb, 200_000)
    with pytest.raises(GridError, match="unpacks to more than 200000 characters"):
        read_any("fpuzzles" + bomb, format="f-puzzles")


def test_limits_follow_the_settings_of_the_site(monkeypatch):
    monkeypatch.setattr(limits, "unpacked", 1_000)
    bomb = "fpuzzles" + compress('{"size":"' + "a" * 1_000)
    with pytest.raises(GridError, match="unpacks to more than 1000 characters"):
        read_any(bomb, format="f-puzzles")
    monkeypatch.setattr(limits, "size", 9)
    with pytest.raises(GridError, match="a 16×16 board; use a board of at most 9×9"):
        read_any("0" * 256)


@pytest.mark.fuzz
@settings(max_examples=FUZZ_EXAMPLES // 2)
@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_compressed_text_unpacks_to_the_same(text):
    assert decompress(compress(text), 10_000) == text


def test_packing_equals_the_original():
    assert compress("Hello, world!") == "BIUwNmD2A0AEDukBOYAmBCIA"
    assert compress("source string") == "M4ewrgTgxgpgBMALhAlgOwOZA==="
    assert compress("") == "Q==="


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "does not contain a puzzle"),
        ({"size": 9}, "does not have 9 rows"),
        ({"size": 26, "grid": []}, "in f-puzzles is not from 4"),
        ({"size": True, "grid": []}, "in f-puzzles is not from 4"),
        (
            {"size": 4, "grid": [[{}] * 4] * 3 + [[{}] * 3]},
            "row 4 of the f-puzzles grid does not have 4",
        ),
        ({"size": 4, "grid": [[{}, {"value": 5}, {}, {}]] * 4}, "r1c2: use a value from 1 to 4"),
        ({"size": 4, "grid": [[{}, {"value": "1"}, {}, {}]] * 4}, "r1c2: use a value from 1 to 4"),
        ({"size": 4, "grid": [[{}, 7, {}, {}]] * 4}, "r1c2 of the f-puzzles grid is not an object"),
        (
            {"size": 4, "grid": [[{"region": 3}] + [{}] * 3] * 4},
            "region '3' has 8 cells",
        ),
        (
            {"size": 4, "killercage": [{"cells": ["R1C1"]}], "grid": []},
            r"rules beyond .*killer cages",
        ),
        ({"size": 4, "thermometer": [{}], "grid": []}, r"rules beyond plain Sudoku .*thermometers"),
    ],
)
def test_invalid_f_puzzles_text_raises_with_its_fault(value, message):
    packed = compress(json.dumps(value))
    with pytest.raises(GridError, match=message):
        read_any(f"https://f-puzzles.com/?load={packed}")


@pytest.mark.parametrize(
    "text", ["[" * 9_000, '{"size":NaN}', "{", '{"size":' + "9" * 5_000 + "}", '{"size":1e999}']
)
def test_malformed_or_deep_json_raises(text):
    with pytest.raises(GridError):
        read_any("fpuzzles" + compress(text), format="f-puzzles")


@pytest.mark.parametrize("text", ["N4Ig!", "N4Ig", "N4Ig" + "/" * 500, "N4Igabc=def"])
def test_damaged_base64_raises(text):
    with pytest.raises(GridError, match="compressed text"):
        read_any(text)
