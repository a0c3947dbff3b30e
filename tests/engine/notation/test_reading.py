"""What a reader understands, format by format, and what its errors say."""

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, SOLUTION_000

from solver.engine import GridError, read
from solver.engine.core.geometry import digits_of
from solver.engine.notation import Reading, formats, read_any, read_many, write

DOTS = ARTICLE_000.replace("0", ".")


def candidates(reading, name):
    return digits_of(reading.candidates[reading.grid.geometry.cell_at(name)])


@pytest.mark.parametrize(
    "text",
    [
        ARTICLE_000,
        f"{DOTS} # easy, they say",
        f"{DOTS};1.2",
        f"{ARTICLE_000},{SOLUTION_000}",
        f"{ARTICLE_000} {SOLUTION_000}",
        f"# from the article\n{DOTS}",
        ARTICLE_000.replace("0", "X"),
        ARTICLE_000.replace("0", "x"),
        ARTICLE_000.replace("0", " "),
        "\n".join(ARTICLE_000.replace("0", " ")[i : i + 9] for i in range(0, 81, 9)),
        "\r\n".join(" ".join(ARTICLE_000[i : i + 9]) for i in range(0, 81, 9)),
    ],
)
def test_lines_can_have_any_filler_and_comments(text):
    reading = read_any(text)
    assert (reading.grid.text, reading.format) == (ARTICLE_000, "line")


def drawn(bar, border):
    rows = [DOTS[i : i + 9] for i in range(0, 81, 9)]
    lines = [bar.join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) for row in rows]
    return "\n".join([*lines[:3], border, *lines[3:6], border, *lines[6:]])


@pytest.mark.parametrize(
    "text",
    [
        drawn(" | ", "------+-------+------"),
        drawn("|", "-------|-------|-------"),
        drawn(" │ ", "──────┼───────┼──────"),
        drawn(" ║ ", "══════╬═══════╬══════"),
        drawn("|", ""),
        drawn("  ", "").replace(" ", "") + "\n\n",
    ],
)
def test_drawn_grids_read_as_one_board(text):
    assert read_any(text).grid.text == ARTICLE_000


@pytest.mark.parametrize(
    "address",
    [
        f"www.sudokuwiki.org/sudoku.htm?bd={ARTICLE_000}",
        f"HTTPS://www.sudokuwiki.org/sudoku.htm?lang=en&bd={ARTICLE_000}#top",
        f"sudokuexchange.com/play/?s={ARTICLE_000}",
        f"  https://www.sudokuexchange.com/play/?s={ARTICLE_000}&d=3\n",
    ],
)
def test_addresses_read_as_browsers_copy_them(address):
    assert read_any(address).grid.text == ARTICLE_000


def test_note_describes_how_the_text_was_read():
    assert read_any(ALESCARGOT).note == "81 characters, 23 givens, read as a line"
    assert read_any("1" + "0" * 80).note == "81 characters, 1 given, read as a line"
    placed = "+4" + DOTS[1:]
    assert read_any(placed).note == (
        "82 characters, 26 givens, 1 placed, read as a line with placed digits"
    )


def test_placed_digits_stay_apart_from_givens():
    reading = read_any("+4" + DOTS[1:])
    assert reading.grid.text == ARTICLE_000
    assert candidates(reading, "r1c1") == (4,)
    assert 4 not in candidates(reading, "r1c4")
    assert write(reading, "placed") == "+4" + DOTS[1:]
    assert write(reading, "line") == ARTICLE_000


def test_library_line_removes_its_deleted_candidates():
    reading = read_any(f":0000:x:{DOTS}:414 214::")
    assert reading.grid.text == ARTICLE_000
    assert candidates(reading, "r1c4") == (1, 6, 7)
    assert write(reading, "hodoku") == f":0000:x:{DOTS}:414::"  # r1c4 sees a 2


def test_lone_digit_among_pencil_marks_reads_as_given_or_candidate():
    marks = write(Reading(read("12" + "0" * 14), "line"), "pencilmarks")
    assert read_any(marks).grid.text == "12" + "0" * 14
    naked = "1 2 34 34\n34 34 12 12\n1234 1234 1234 1\n1234 1234 1234 1234"
    reading = read_any(naked)
    assert reading.format == "pencilmarks"
    assert reading.grid.clue_count == 0  # every lone digit is still a candidate of a peer
    assert candidates(reading, "r1c1") == (1,)
    assert reading.note.endswith(f", {reading.read_as}")
    assert reading.read_as == "read as a pencilmark grid; 3 lone digits kept as candidates"


def test_sudokuwiki_text_reads_givens_placed_digits_and_notes():
    # Pairs of base 36: clue 5, placed 1 (10), notes 3 and 4 (18 + 12), no notes.
    reading = read_any("S9B" + "05" + "0a" + "0u" + "00" * 78)
    assert reading.grid.text == "5" + "0" * 80
    assert candidates(reading, "r1c2") == (1,)
    assert candidates(reading, "r1c3") == (3, 4)
    assert candidates(reading, "r1c4") == (2, 3, 4, 6, 7, 8, 9)
    assert write(reading, "sudokuwiki").startswith(
        "https://www.sudokuwiki.org/sudoku.htm?bd=S9B050a0u"
    )


def test_older_sudokuwiki_pairs_read_as_a_position():
    # Pairs of base 32: clue 1 (2 + 1), a lone note of 2, notes 3 and 4 (8 + 16).
    reading = read_any("03" + "04" + "0o" + "vu" * 78)
    assert reading.grid.text == "1" + "0" * 80
    assert candidates(reading, "r1c2") == (2,)
    assert candidates(reading, "r1c3") == (3, 4)


def test_stacked_grids_read_as_one_position():
    marks = write(read_any("+4" + DOTS[1:]), "pencilmarks").replace("*", "")
    givens = write(read_any(DOTS), "boxed")
    reading = read_any(givens + "\n" + givens.replace("| . 2 9", "| 4 2 9") + "\n" + marks)
    assert (reading.format, reading.grid.text) == ("simple-sudoku", ARTICLE_000)
    assert candidates(reading, "r1c1") == (4,)
    with pytest.raises(GridError, match="r1c2 is 2 in the first grid, but 1 in a later one"):
        read_any(givens + "\n" + givens.replace("| . 2 9", "| . 1 9"))


def test_sdx_reads_givens_and_candidates():
    reading = read_any(formats()["sdx"].examples[0])
    assert reading.grid.text == ARTICLE_000
    assert candidates(reading, "r1c1") == (4,)
    assert candidates(reading, "r1c4") == (1, 6, 7)


def test_f_puzzles_link_reads_as_a_position():
    reading = read_any(write(read_any("+4" + DOTS[1:]), "f-puzzles"))
    assert reading.grid.text == ARTICLE_000
    assert candidates(reading, "r1c1") == (4,)
    sudokupad = write(reading, "f-puzzles").replace(
        "https://f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles"
    )
    assert read_any(sudokupad).grid == reading.grid


def test_boards_of_16_read_in_each_alphabet():
    grid = read_any("123456789ABCDEFG" + "0" * 240).grid
    for text in (
        "0123456789ABCDEF" + "." * 240,
        "abcdefghijklmnop" + "." * 240,
        " ".join(map(str, range(1, 17))) + " 0" * 240,
        "".join(f"{n:02}" for n in range(1, 17)) + "00" * 240,
    ):
        assert read_any(text).grid == grid


def test_both_forms_of_the_article_on_rules_can_be_read():
    rows = [ARTICLE_000[i : i + 9] for i in range(0, 81, 9)]
    triples = [
        f"{r + 1}, {c + 1}, {d}"
        for r, row in enumerate(rows)
        for c, d in enumerate(row)
        if d != "0"
    ]
    assert read_any("\n".join(triples)).grid.text == ARTICLE_000
    table = "\n".join(", ".join("NULL" if d == "0" else d for d in row) for row in rows)
    assert read_any(table).grid.text == ARTICLE_000
    assert read_any(table.replace(", ", "\t")).grid.text == ARTICLE_000


def test_triples_of_27_givens_read_as_triples_despite_81_digits():
    triples = "\n".join(f"{n // 3 + 1} {n % 3 + 1 + n // 9 * 3} {n % 9 + 1}" for n in range(9))
    assert read_any(triples).format == "triples"


def test_list_raises_for_one_puzzle_and_reads_as_many():
    puzzles = f"{ARTICLE_000}\n# two more\n{ARTICLE_001}\n\n{ALESCARGOT}\n"
    with pytest.raises(GridError, match="this list must contain one puzzle, not 3"):
        read_any(puzzles)
    found = read_many(puzzles + "12345\n" + f"{ALESCARGOT} # again\n")
    assert [isinstance(item, Reading) for item in found] == [True, True, True, False, True]
    assert (
        str(found[3])
        == "line 6: 5 cells found, but a board has 16, 36, 64, 81, 100, 144, 225, 256 or 625"
    )
    mixed = read_many(f"S9B{'00' * 81}\n:0000:x:{DOTS}:::\n{'0' * 40}x{'0' * 40}")
    assert [getattr(item, "format", None) for item in mixed] == ["sudokuwiki", "hodoku", None]
    assert str(mixed[2]).startswith("line 3: column 41 (cell r5c5): “x” is not a digit")


def test_opensudoku_folder_reads_as_many_games():
    games = f'<game data="{ARTICLE_000}"/><game data="55{"0" * 79}"/><game data="{ALESCARGOT}"/>'
    folder = f'<opensudoku version="2"><folder name="a">{games}</folder></opensudoku>'
    with pytest.raises(GridError, match="this file must contain one puzzle, not 3"):
        read_any(folder)
    first, second, third = read_many(folder)
    assert (first.grid.text, third.grid.text) == (ARTICLE_000, ALESCARGOT)
    assert str(second) == "game 2: r1c1 and r1c2 are both 5, in row 1; change one of them"


def test_list_beyond_the_most_lines_raises():
    with pytest.raises(GridError, match="has 10001 lines; use at most 10000"):
        read_many("1\n" * 10_001)


BOXED = write(read_any(DOTS), "boxed")
MARKS = write(read_any(DOTS), "pencilmarks")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0" * 40 + "x" + "0" * 40, r"line 1, column 41 \(cell r5c5\): “x” is not a digit"),
        (
            BOXED.replace("| . 3 .", "| . ? ."),
            r"line 3, column 5 \(cell r2c2\): “\?” is not a digit",
        ),
        (BOXED.replace("| . 3 .", "| . 3  "), "80 cells found, but a 9×9 board has 81"),
        (
            "[Puzzle]\n" + "\n".join(["........."] * 8 + ["....!...."]),
            r"line 10, column 5 \(cell r9c5\): “!” is not a digit",
        ),
        ("+" + "x" + "0" * 80, r"line 1, column 2 \(cell r1c1\): “x” is not a digit from 1 to 9"),
        (
            f":0000:x:{DOTS[:-1]}x:::",
            r"line 1, column 89 \(cell r9c9\): “x” is not a digit from 1 to 9",
        ),
        (f":0000:x:{DOTS}:212:::", "line 1, column 91: r1c2 is 2, which cannot be deleted"),
        (BOXED + MARKS.replace(" 2 ", " 45", 1), "r1c2 is 2 in the first grid, but has 45 later"),
        (f":0000:x:{DOTS}:414 6:::", "line 1, column 95: write a deleted candidate"),
        ("2........" + "1........" * 80, r"line 1, column 1 \(cell r1c1\): “2” is not 1, or \."),
        ("." * 729, r"\(cell r1c1\): .* a cell needs a candidate"),
        ("S9B" + "00" * 80, "write 162 characters, 2 for each of 81 cells, not 160"),
        ("S9B" + "00" * 80 + "zz", r"column 161 \(cell r9c9\): “zz” is not a given"),
        ("00" * 80 + "v1", r"column 161 \(cell r9c9\): “v1” is not a given"),
        ("row,col,val\n1,2,x\n", "line 2, column 5: write three numbers, row,column,value"),
        ("1,2,3\n1,2,4\n", "line 2, column 1: r1c2 is 4 here, but 3 on an earlier line"),
        ("row,col,val\n1,2,0\n", "line 2, column 5: 0 is not from 1 to 9"),
        (8 * ",,,,,,,,\n" + ",,,,10,,,,", r"line 9, column 5 \(cell r9c5\): “10” is not a number"),
        (
            "1,2,3,4,55" + "0" * 79 + ",6,7",
            "r1c1 and r1c2 are both 5, in row 1; change one of them",
        ),
        ("https://example.org/?x=1", "no puzzle was found in this address"),
        ("https://www.sudokuwiki.org/sudoku.htm", "the address has no bd="),
        ("https://sudokuexchange.com/play/", "the address has no s="),
        ("17 " + ". " * 255, r"“17”|“7”|cells found"),
        ("u12 " * 81, r"line 1, column 1 \(cell r1c1\): “u12” is not a digit, candidates, or u"),
        ("$" + "A" * 56, r"\$ and 56 characters of base64, for 81 cells"),
        ("$" + "q" * 55 + "=", "use digits from 1 to 9"),
        ("٣" * 81, r"U\+0663 \(arabic-indic digit three\) is not a digit"),
        ("½" + "0" * 80, r"line 1, column 1.*U\+00BD"),
        ("hello world this is my sudoku", "no Sudoku was found in this text"),
        ("r1c1=5, r2c2=6", "no Sudoku was found in this text"),
    ],
)
def test_error_names_line_column_cell_and_the_expected(text, message):
    with pytest.raises(GridError, match=message):
        read_any(text)


SENTENCES = [
    "hello world this is my sudoku",
    "Hello!",
    "Can you please solve this puzzle for me?",
    "I found this one in the newspaper.\nIt is hard, and I cannot finish it.",
    "my dog ate it ok",
    "Hallo, das ist mein Sudoku",
    "Kannst du mir bitte helfen?",
    "Das hier stand in der Zeitung.\nEs ist schwer, ich komme nicht weiter.",
    "Wo ist mein Rätsel?",
    "abcd " * 4,
]


@pytest.mark.parametrize("size", [None, 4, 9, 16, 25])
@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentence_reads_as_no_puzzle(sentence, size):
    with pytest.raises(GridError, match="no Sudoku was found in this text; paste 81 cells"):
        read_any(sentence, size)


@pytest.mark.parametrize(
    "text", ["12..34..........", "1234341221434.21", "1..4\n.2..\n..3.\n4...", "12xxxx34xxxxxxxx"]
)
@pytest.mark.parametrize("size", [None, 4])
def test_short_4x4_board_reads_as_a_puzzle(text, size):
    assert read_any(text, size).grid.size == 4


def test_error_names_the_wrong_group_of_pencil_marks():
    with pytest.raises(GridError, match=r"line 2, column 3 \(cell r1c1\): “44” is not a group of"):
        read_any(MARKS.replace("| 1456 ", "| 44   ") if "| 1456 " in MARKS else "| 44 12 |\n" * 41)
    with pytest.raises(GridError, match="80 cells found, but a 9×9 board has 81"):
        read_any(MARKS.replace(" 2 ", "   ", 1))
