"""Texts that say the shape of their board are read on it, in the forms that people and programs write."""

import json
from pathlib import Path

import pytest

from solver.engine import Grid, GridError
from solver.engine.core.shape import parse
from solver.engine.notation import read_any, write
from solver.engine.notation.lz_string import compress

DATA = Path(__file__).resolve().parents[4] / "shared" / "units" / "data"
LINE = "0" * 7 + "12" + "0" * 72
ROWS = "\n".join(LINE[start : start + 9] for start in range(0, 81, 9))
SIX = "000410002050000106000003500600040000"
SIX_ROWS = "\n".join(SIX[start : start + 6] for start in range(0, 36, 6))
JIGSAW = "AABBBCCCCAAABBBCCCAAABDBECCFFABDDEEEFFFDDDEEEFFFDDGHEEIIFGDGHHHIIIGGGHHHIIIIGGGHH"
CLASH = "002000000200" + "0" * 69  # in a box, but not in a region of the jigsaw
SMALL = "AABBBCABDBCAADDCCCEDEEEED"
SMALL_GIVENS = "0000502000000401000000300"


def block(line: str, size: int) -> str:
    return "\n".join(line[start : start + size] for start in range(0, size * size, size))


def drawn(height: int, width: int) -> str:
    """Return the 6×6 board with bars and borders around boxes."""
    border = "+" + ("-" * (2 * width + 1) + "+") * (6 // width)
    rows = []
    for number, row in enumerate(SIX_ROWS.replace("0", ".").split("\n")):
        rows += [border] * (number % height == 0)
        boxes = (" ".join(row[at : at + width]) for at in range(0, 6, width))
        rows.append("| " + " | ".join(boxes) + " |")
    return "\n".join([*rows, border])


TWELVE = "".join("B00C0080000A" if row == 0 else "0" * 12 for row in range(12))
TWELVE_NUMBERS = "\n".join(
    " ".join(str(int(digit, 13)) for digit in row) for row in block(TWELVE, 12).split("\n")
)
LISUDOKU = {
    "gridSize": 6,
    "fixedNumbers": [{"position": {"row": 0, "col": 3}, "value": 4}],
    "primaryDiagonal": True,
}
GRID = [
    [{"value": 4, "given": True} if (r, c) == (0, 3) else {} for c in range(6)] for r in range(6)
]
SCL = "{metadata:{antiknight:t,title:'It\\'s'},ce:[[,,,{v:4},,],[,,,,,],[,,,,,],[,,,,,],[,,,,,],[,,,,,]]}"
FOUR = "000400000000000000000000000000000000"

READ = {
    "line of 36": (SIX, "6x6", SIX),
    "rows of six": (SIX_ROWS.replace("0", "."), "6x6", SIX),
    "semicolons, nothing for empty": (
        "\n".join(";".join(row).replace("0", "") for row in SIX_ROWS.split("\n")),
        "6x6",
        SIX,
    ),
    "numbers in one line": (", ".join(SIX), "6x6", SIX),
    "size before": (f"6x6\n{SIX_ROWS}", "6x6", SIX),
    "title before": (f"Sudoku for children, no. 5\n\n{SIX_ROWS}", "6x6", SIX),
    "boxes of three rows drawn": (drawn(3, 2), "6x6 boxes:3x2", SIX),
    "boxes of two rows drawn": (drawn(2, 3), "6x6", SIX),
    "144 characters": (TWELVE, "12x12", TWELVE),
    "numbers": (TWELVE_NUMBERS, "12x12", TWELVE),
    "name": (f"9x9 asterisk\n{LINE}", "9x9 asterisk", LINE),
    "name in a comment, drawn board": (f"# 9×9 windows anti-king\n{ROWS}", "9x9 windows anti-king", LINE),
    "name beside": (f"9x9 diagonals {LINE}", "9x9 diagonals", LINE),
    "name of boxes": (f"6x6 boxes:3x2\n{SIX_ROWS}", "6x6 boxes:3x2", SIX),
    "words": (f"Sudoku X no. 12\n{ROWS}", "9x9 diagonals", LINE),
    "words below": (f"{ROWS}\n\nWindoku, anti-knight", "9x9 windows anti-knight", LINE),
    "Latin square": ("Latin square\n" + block("0" * 23 + "12", 5), "5x5 latin", "0" * 23 + "12"),
    "options": (f"--isX=1 --isDG=1 {LINE}", "9x9 diagonals disjoint", LINE),
    "options of java": (f"java -cp x.jar serate --isCD=1 {LINE}", "9x9 center-dot", LINE),
    "regions": (f"{block(CLASH, 9)}\n\n{block(JIGSAW, 9)}", f"jigsaw:{JIGSAW}", CLASH),
    "regions first": (f"{block(JIGSAW.lower(), 9)}\n{block(CLASH, 9)}", f"jigsaw:{JIGSAW}", CLASH),
    "regions with heads": (
        f"Givens:\n{block(SMALL_GIVENS, 5)}\nRegions:\n{block(SMALL, 5)}",
        f"jigsaw:{SMALL}",
        SMALL_GIVENS,
    ),
    "regions from 0, in lines": (
        f"{SMALL_GIVENS},{SMALL.translate(str.maketrans('ABCDE', '01234'))}",
        f"jigsaw:{SMALL}",
        SMALL_GIVENS,
    ),
    "puzzlekit": (
        "5 5\n" + "\n".join(" ".join(row) for row in block(SMALL_GIVENS, 5).replace("0", "-").split("\n"))
        + "\n" + "\n".join(" ".join(row) for row in block(SMALL, 5).split("\n")),
        f"jigsaw:{SMALL}",
        SMALL_GIVENS,
    ),
    "jigsaw and diagonals": (
        f"Jigsaw, diagonals\n{CLASH}\n{JIGSAW}",
        f"jigsaw:{JIGSAW} diagonals",
        CLASH,
    ),
    "Interactive Sudoku Solver": (".Shape~6x6.AntiKing.~R1C4_4", "6x6 anti-king", FOUR),
    "lisudoku": ("https://lisudoku.xyz/e?import=" + compress(json.dumps(LISUDOKU)), "6x6 diagonal-down", FOUR),
    "f-puzzles": (
        "https://f-puzzles.com/?load=" + compress(json.dumps({"size": 6, "grid": GRID, "diagonal+": True})),
        "6x6 diagonal-up",
        FOUR,
    ),
    "f-puzzles, unpacked": (
        json.dumps({"size": 6, "grid": GRID, "antiknight": True}), "6x6 anti-knight", FOUR
    ),
    "SudokuPad": ("https://sudokupad.app/scl" + compress(SCL), "6x6 anti-knight", FOUR),
    "Tatham": ("3x2x:c4zf", "6x6 boxes:3x2 diagonals", FOUR),
    "SumoCue": (
        "SumoCueV1D" + "".join(f"={2 * (cell == 0)}J{cell // 27 * 3 + cell % 9 // 3}" for cell in range(81)),
        "9x9 diagonals",
        "2" + "0" * 80,
    ),
    "answer of the API": (json.dumps({"puzzle": FOUR, "shape": "6x6 diagonals"}), "6x6 diagonals", FOUR),
    "object": (json.dumps({"givens": FOUR, "shape": {"size": 6, "boxes": [3, 2]}}), "6x6 boxes:3x2", FOUR),
    "few digits on a named board of 8×8": (f"8x8 anti-king\n12{'0' * 62}", "8x8 anti-king", "12" + "0" * 62),
    "puzz.link": ("https://puzz.link/p?sudoku/6/6/i4zr", "6x6", FOUR),
    "program": (str([[int(digit) for digit in row] for row in SIX_ROWS.split("\n")]), "6x6", SIX),
}  # fmt: skip


@pytest.mark.parametrize("form", READ)
def test_text_reads_on_the_board_that_it_says(form):
    text, shape, givens = READ[form]
    grid = read_any(text).grid
    assert (str(grid.shape), grid.text) == (shape, givens)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9x9 toroidal\n" + LINE, "toroidal"),
        (f"{ROWS}\n\n{block(JIGSAW.replace('AAAB', 'AAAA', 1), 9)}", "region '.' has"),
        ("SumoCueV1" + "=9J0+0J0" * 81, "cages"),
        ("3x3k:zzzb,a_b", "cages"),
        ("3x3:d:k:" + "3840:0:" * 40 + "0", "cages"),
        (f"Digits increase along thermometers.\n{LINE}", "thermometers"),
        (".Cage~10~R1C1~R1C2.~R1C1_5", "Cage"),
        ("010008000208305000200078004702002000468540050003800000000060001", "63 cells"),
        ("4j:1zb,aaaa", "lines of this jigsaw"),
        (f"9x9 diagonals\n{'5' + '0' * 39 + '5' + '0' * 40}", "r1c1 and r5c5 are both 5"),
    ],
)
def test_text_that_describes_no_such_board_is_refused(text, message):
    with pytest.raises(GridError, match=message):
        read_any(text)


@pytest.mark.parametrize(
    "name", ["9x9 diagonals windows", "6x6 boxes:3x2", f"jigsaw:{SMALL}", "7x7 latin"]
)
@pytest.mark.parametrize("format", ["f-puzzles", "sudokupad", "line"])
def test_format_with_shapes_writes_and_reads_them_back(name, format):
    size = parse(name).size
    reading = read_any(f"{name}\n{'0' * (size * size - 2)}12")
    assert read_any(write(reading, format)).grid == reading.grid


@pytest.mark.parametrize(
    "name", [f"jigsaw:{JIGSAW}", f"jigsaw:{JIGSAW} diagonals", "9x9 diagonals"]
)
@pytest.mark.parametrize("format", ["tatham", "sumocue"])
def test_jigsaws_are_written_by_programs_that_know_them(name, format):
    reading = read_any(f"{name}\n{'0' * 79}12")
    assert read_any(write(reading, format)).grid == reading.grid
    with pytest.raises(GridError, match="cannot say that the board is 9x9 windows"):
        write(read_any(f"9x9 windows\n{LINE}"), format)


def test_format_without_shapes_refuses_to_write_them():
    with pytest.raises(GridError, match="cannot say that the board is 9x9 asterisk"):
        write(read_any(f"9x9 asterisk\n{LINE}"), "boxed")


@pytest.mark.skipif(not DATA.exists(), reason="needs the list of pasted texts beside the project")
def test_pasted_texts_read_as_they_are_meant():
    texts = [json.loads(row) for row in (DATA / "texts-open.jsonl").read_text().splitlines()]
    assert len(texts) >= 29
    for row in texts:
        try:
            grid = read_any(row["text"]).grid
        except GridError as error:
            assert row.get("refused", "-") in str(error).lower(), row["id"]  # noqa: PT017
        else:
            assert (str(grid.shape), grid.text) == (row.get("name"), row.get("givens")), row["id"]


@pytest.mark.parametrize(
    "name", ["6x6", "6x6 boxes:3x2", "9x9 diagonals", "6x6 anti-knight", "12x12"]
)
def test_line_of_an_empty_board_is_read_back(name):
    grid = Grid(parse(name), (0,) * parse(name).size ** 2)
    assert read_any(grid.line).grid == grid
