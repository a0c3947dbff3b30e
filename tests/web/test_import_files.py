"""An import opens what people keep puzzles in: archives, lists with columns of their own, answers of sites."""

import gzip
import io
import json
import random
import zipfile
from contextlib import suppress

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, SOLUTION_000

from solver.engine import GridError
from solver.jobs.importing import read_item
from solver.puzzles.files import opening
from solver.puzzles.files.reading import items_in, items_in_text

LINES = f"# mine\n{ARTICLE_000}\n{ALESCARGOT}\n"
VALUES = [[int(c) for c in ARTICLE_000[start : start + 9]] for start in range(0, 81, 9)]


def judged(data: str | bytes):
    items = items_in_text(data) if isinstance(data, str) else items_in(io.BytesIO(data))
    return [read_item(item, number) for number, item in enumerate(items, 1)]


def puzzles(data: str | bytes) -> list[str]:
    """The lines of the puzzles that an import finds; nothing of it may be wrong."""
    found = judged(data)
    assert not [each.note for each in found if each.fate == "wrong"]
    return [each.grid.text for each in found if each.grid]


def zipped(**files: str | bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def test_gzip_and_zip_get_unpacked():
    assert puzzles(gzip.compress(LINES.encode())) == [ARTICLE_000, ALESCARGOT]
    assert puzzles(gzip.compress(LINES.encode("utf-16-le"))) == [ARTICLE_000, ALESCARGOT]
    assert puzzles(zipped(a=f"quizzes,solutions\n{ARTICLE_000},{SOLUTION_000}")) == [ARTICLE_000]


def test_place_names_the_file_in_the_archive():
    table = f"puzzle,title\n{ARTICLE_001},One"
    found = judged(
        zipped(**{"few/a.txt": LINES, "__MACOSX/a.txt": b"\1\2", "b.csv": table, ".c": "x"})
    )
    assert [each.place for each in found if each.grid] == [
        *("few/a.txt, line 2", "few/a.txt, line 3"),
        "b.csv, line 2",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (gzip.compress(LINES.encode())[:-12], "the archive is damaged"),
        (zipped(a=LINES)[:-9], "the archive is damaged"),
        (b"PK\x03\x04", "the archive is damaged"),
        (b"PK\x03\x04" + zipped(), "there is no file in the archive"),
        (zipped(**{"folder/": ""}), "there is no file in the archive"),
        (zipped(a=zipped(a=LINES)), "this is a zip archive"),
        (gzip.compress(gzip.compress(LINES.encode())), "this is a gzip archive"),
        (zipped(**{"[Content_Types].xml": "<x/>", "a.xml": "<x/>"}), "such as .xlsx"),
        (zipped(a=LINES).replace(b"\x14\x00\x00\x00", b"\x14\x00\x01\x00"), "password"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",  # the bytes have the time in them
)
def test_broken_archive_raises_with_the_reason(data, message):
    with pytest.raises(GridError, match=message):
        judged(data)


def test_randomly_broken_archive_raises_only_grid_errors():
    rng = random.Random(3)
    whole = zipped(a=ARTICLE_000 * 5, b=ARTICLE_000 * 9)
    for _ in range(300):
        broken = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        with suppress(GridError):
            judged(bytes(broken))


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: zipped(a=data[:60_000], b=data)])
def test_archive_bomb_raises_at_the_limit(pack, monkeypatch):
    monkeypatch.setattr(opening, "UNPACKED", 100_000)
    bomb = pack(LINES.encode() * 10_000)
    assert len(bomb) < 20_000
    with pytest.raises(GridError, match="more than 100,000 bytes"):
        list(items_in(io.BytesIO(bomb)))


def test_archive_with_a_huge_directory_raises_early():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number in range(opening.MOST_FILES + 1):
            archive.writestr(f"{number:0500}", "")
    with pytest.raises(GridError, match="more than 1,000 files"):
        judged(data.getvalue())
    with zipfile.ZipFile(data) as archive:  # else it would be read, and its files counted
        assert len(data.getvalue()) - archive.start_dir > opening.AT_ONCE


def test_large_opensudoku_file_reads_as_a_stream():
    games = f'<game data="{ARTICLE_000}"/>' * 1_000  # 100,000 characters, on one line
    text = f"<?xml version='1.0'?><opensudoku><name>Many</name>{games}</opensudoku>"
    assert puzzles(text) == [ARTICLE_000] * 1_000
    late = f"<opensudoku>{' ' * 200_000}<!DOCTYPE a [<!ENTITY b 'c'>]></opensudoku>"
    with pytest.raises(GridError, match="document types"):
        judged(late)


def test_json_on_one_long_line_reads_as_a_stream():
    assert puzzles(json.dumps([{"puzzle": ARTICLE_000}] * 300)) == [ARTICLE_000] * 300


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (f"givens,colour,Elo\n{ARTICLE_000},red,5", ["colour", "Elo"]),
        (
            f'[{{"givens": "{ARTICLE_000}", "elo": 5}}, {{"elo": 6, "givens": "{ALESCARGOT}"}}]',
            ["elo"],
        ),
    ],
)
def test_unused_columns_get_reported_once(text, left):
    found = judged(text)
    unused = [each for each in found if each.fate == "unused"]
    assert [each.note for each in unused] == [
        f"“{name}” is not a field of a puzzle and is ignored" for name in left
    ]
    assert {each.fate for each in found} == {"unused", "new"}


def test_difficulty_columns_go_into_the_notes():
    table = (
        f"id,puzzle,notes,difficulty,rating\n1,{ARTICLE_000},Nice,2.2,\n2,{ALESCARGOT},,0.0,17\n"
    )
    assert [each.fields["notes"] for each in judged(table)] == [
        "Nice\ndifficulty: 2.2",
        "difficulty: 0.0\nrating: 17",
    ]
    answer = {"newboard": {"grids": [{"value": VALUES, "difficulty": "Hard", "solution": []}]}}
    [only] = judged(json.dumps(answer))
    assert (only.grid.text, only.fields["tags"]) == (ARTICLE_000, "Hard")


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(VALUES),
        json.dumps(list(map(int, ARTICLE_000))),
        json.dumps([[str(v or ".") for v in row] for row in VALUES]),
        json.dumps([ARTICLE_000[s : s + 9] for s in range(0, 81, 9)]),
        json.dumps({"board": VALUES}),
        json.dumps(
            {"easy": {"puzzle_data": {"puzzle": VALUES, "solution": [*map(int, SOLUTION_000)]}}}
        ),
        str(VALUES).replace(",", "").replace("] [", "]\n ["),
    ],
)
def test_board_in_brackets_reads_as_a_puzzle(text):
    assert puzzles(text) == [ARTICLE_000]


def test_json_with_a_key_for_each_row_reads_as_a_board():
    assert puzzles(json.dumps({f"row{n}": row for n, row in enumerate(VALUES, 1)})) == [ARTICLE_000]


def test_json_board_of_ten_rows_makes_a_wrong_line():
    (item,) = judged(json.dumps([*VALUES, VALUES[0]]))
    assert item.note == "a 9×9 board has 9 rows of values, not 10"


def test_board_below_comments_reads_as_a_puzzle():
    rows = "\n".join(ARTICLE_000[start : start + 9] for start in range(0, 81, 9))
    assert puzzles(f"#ASomebody\n#LHard\n{rows}\n") == [ARTICLE_000]
    assert puzzles(f"# mine\n# and yours\n\n{rows}\n# that was it") == [ARTICLE_000]


def test_sparse_spreadsheet_row_reads_as_no_puzzle():
    line = ",2,9,,,,,,,,,,,,,8"
    assert [each.grid for each in judged(f"{line}\n" * 3) if each.grid] == []


def test_line_with_letters_for_empty_cells_reads_as_a_puzzle():
    assert puzzles(ARTICLE_000.replace("0", "x")) == [ARTICLE_000]


def test_several_boards_in_brackets_read_as_puzzles():
    other = [[int(c) for c in ALESCARGOT[start : start + 9]] for start in range(0, 81, 9)]
    both = [ARTICLE_000, ALESCARGOT]
    assert puzzles(json.dumps([VALUES, other])) == both
    assert puzzles(json.dumps({"a": {"puzzle": VALUES}, "b": {"puzzle": other}})) == both


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (json.dumps({"board": VALUES, "cages": [[1, 2]]}), "rules beyond plain Sudoku"),
        (json.dumps({"board": VALUES[:8]}), "9 rows of values, not 8"),
        (json.dumps({"board": VALUES, "solution": VALUES}), "does not solve this puzzle"),
        (json.dumps({"board": [[9, *row[1:]] for row in VALUES]}), "are both 9"),
        (json.dumps([[10, *VALUES[0][1:]], *VALUES[1:]]), ""),
        (json.dumps({"message": "no such page"}), "there is no puzzle here"),
    ],
)
def test_json_of_variants_and_broken_boards_makes_a_wrong_line(text, note):
    [*_left, last] = judged(text)
    assert last.fate == "wrong"
    assert note in last.note


GRIDS = ["\n".join(text[s : s + 9] for s in range(0, 81, 9)) for text in (ARTICLE_000, ALESCARGOT)]


@pytest.mark.parametrize(
    "text",
    [
        f"Grid 01\n{GRIDS[0]}\nGrid 02\n{GRIDS[1]}\n",
        f"% one\n{GRIDS[0]}\n% two, by somebody\n{GRIDS[1]}",
        f"=========\n{GRIDS[0]}\n=========\n{GRIDS[1]}\n=========\n",
        f"{ARTICLE_000}:1:{SOLUTION_000}\n{ALESCARGOT}:1:\n",
    ],
)
def test_separators_split_several_grids(text):
    assert puzzles(text) == [ARTICLE_000, ALESCARGOT]


def test_solution_lines_get_left_out():
    assert puzzles(f"Puzzle: {ARTICLE_000}\nSolution: {SOLUTION_000}\n") == [ARTICLE_000]


def test_line_with_a_latin_1_comment_reads_as_a_puzzle():
    data = f"{ARTICLE_000} # von Müller\n# für alle\n{ALESCARGOT}\n".encode("latin-1")
    assert puzzles(data) == [ARTICLE_000, ALESCARGOT]
    [only] = judged(f"{ARTICLE_000[:80]}\xb7".encode("latin-1"))
    assert only.grid.text == f"{ARTICLE_000[:80]}0"  # a dot in the middle of the line
