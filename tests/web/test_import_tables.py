"""An import reads spreadsheets: columns are guessed, shown and changed before anything is written."""

import io
import json
import tracemalloc
import zipfile
from base64 import b64encode
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, SOLUTION_000
from support import costs_less

from solver.engine import GridError
from solver.engine.notation.encodings import single_byte_encoding
from solver.jobs import running
from solver.jobs.importing import CheckedItem, read_item
from solver.models import Job, Puzzle
from solver.puzzles.files import workbooks
from solver.puzzles.files.reading import PuzzleFile, items_in
from solver.puzzles.files.tables import Choices

SHEETS = Path(__file__).resolve().parents[3] / "shared" / "sheets" / "sheets"
IMPORT = "/admin/solver/puzzle/import/"
POSITION = f"+4{ARTICLE_000[1:]}"


def read(content: str | bytes, choices: Choices | None = None, **spec: bool) -> list[CheckedItem]:
    data = content.encode() if isinstance(content, str) else content
    items = items_in(io.BytesIO(data), choices)
    return [read_item(item, number, spec) for number, item in enumerate(items, 1)]


def puzzles(content: str | bytes, choices: Choices | None = None) -> list[dict[str, str]]:
    """Return the fields of the puzzles that are found. Nothing may be wrong."""
    found = read(content, choices)
    assert not [item.note for item in found if item.fate == "wrong"]
    return [{**item.fields, "givens": item.grid.text} for item in found if item.grid]


def cell(address: str, value: str) -> str:
    if value.startswith("<"):
        return f'<c r="{address}">{value}</c>'
    return f'<c r="{address}" t="inlineStr"><is><t>{value}</t></is></c>'


def rows_of(table: list[list[str]]) -> str:
    return "".join(
        f'<row r="{down}">{"".join(cell(f"{chr(65 + at)}{down}", each) for at, each in enumerate(row))}</row>'
        for down, row in enumerate(table, 1)
    )


def xlsx(*sheets: str, **others: str) -> bytes:
    """Return a workbook with sheets of this XML, named One, Two, Three."""
    names = ("One", "Two", "Three")[: len(sheets)]
    files = {
        "[Content_Types].xml": "<Types/>",
        "xl/workbook.xml": "".join(
            [
                '<workbook xmlns:r="r"><sheets>',
                *(f'<sheet name="{name}" r:id="{name}"/>' for name in names),
                "</sheets></workbook>",
            ]
        ),
        "xl/_rels/workbook.xml.rels": "".join(
            [
                "<Relationships>",
                *(f'<Relationship Id="{name}" Target="worksheets/{name}.xml"/>' for name in names),
                "</Relationships>",
            ]
        ),
        **{
            f"xl/worksheets/{name}.xml": f"<worksheet><sheetData>{sheet}</sheetData></worksheet>"
            for name, sheet in zip(names, sheets, strict=True)
        },
        **others,
    }
    return zipped(files)


def ods(rows: str) -> bytes:
    spaces = 'xmlns:table="t" xmlns:text="x" xmlns:office="o"'
    content = f'<d {spaces}><table:table table:name="One">{rows}</table:table></d>'
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return zipped({"mimetype": kind, "content.xml": content})


def zipped(files: dict[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


@pytest.mark.parametrize("above", [[], [["My collection"], [""]]])
def test_sheet_of_one_column_needs_no_head(above):
    book = xlsx(rows_of([*above, [ARTICLE_000], [ARTICLE_001]]))
    assert [puzzle["givens"] for puzzle in puzzles(book)] == [ARTICLE_000, ARTICLE_001]


TURNED = [
    ["Titel:", "Eins", "Zwei"],
    ["Rätsel:", ARTICLE_000, ARTICLE_001],
    ["Autor:", "Änne", "Jörg"],
    ["Preis:", "1,50", "2,50"],
]
TURNED_TITLES = [(ARTICLE_000, "Eins", "Änne"), (ARTICLE_001, "Zwei", "Jörg")]


@pytest.mark.parametrize("above", [[], [["Unser Frühling"], []]])
def test_puzzles_may_stand_side_by_side(above):
    found = read(xlsx(rows_of([*above, *TURNED])))
    read_puzzles = [item for item in found if item.grid]
    assert [
        (item.grid.text, item.fields["title"], item.fields["author"])
        for item in read_puzzles
        if item.grid
    ] == TURNED_TITLES
    row = len(above) + 2
    assert [item.place for item in read_puzzles] == [f"One!B{row}", f"One!C{row}"]
    assert "Preis:" in [item.fields["left"] for item in found if item.fate == "unused"]


def test_place_in_a_text_with_puzzles_side_by_side_has_its_column():
    short = [row if "Rätsel:" not in row else ["Rätsel:", ARTICLE_000, "5"] for row in TURNED]
    found = read("\n".join(map(";".join, short)))
    assert [item.place for item in found if item.fate == "wrong"] == ["line 2, column 3"]


def test_records_below_one_another_are_read():
    records = [
        f"Title;{name}\nPuzzle;{board}\nAuthor;Ann\n"
        for name, board in (("One", ARTICLE_000), ("Two", ARTICLE_001))
    ]
    found = read("\n".join(records))
    assert [(each.place, each.fields["title"], each.fields["author"]) for each in found] == [
        ("line 2, column 2", "One", "Ann"),
        ("line 6, column 2", "Two", "Ann"),
    ]


def test_puzzles_side_by_side_may_have_a_row_for_each_cell():
    cells = [[f"r{at // 9 + 1}c{at % 9 + 1}", ARTICLE_000[at], ARTICLE_001[at]] for at in range(81)]
    table = "\n".join(map(";".join, [["Titel", "Eins", "Zwei"], *cells]))
    assert [(each["givens"], each["title"]) for each in puzzles(table)] == [
        (ARTICLE_000, "Eins"),
        (ARTICLE_001, "Zwei"),
    ]


def test_rows_of_nine_cells_begin_boards_without_gaps():
    empty_first = f"{'.' * 9}{'.' * 9}{ARTICLE_000[18:].replace('0', '.')}"
    boards = (ARTICLE_001.replace("0", "."), empty_first)
    lines = [
        f"{name if row == 0 else ''};{board[9 * row : 9 * row + 9]}"
        for name, board in zip(("One", "Two"), boards, strict=True)
        for row in range(9)
    ]
    found = puzzles("\n".join(["Titel;Zeilen", *lines]))
    assert [(each["title"], each["givens"]) for each in found] == [
        (name, board.replace(".", "0")) for name, board in zip(("One", "Two"), boards, strict=True)
    ]


def test_bars_within_cells_are_no_delimiter():
    board = "\n".join(
        "|".join(ARTICLE_000[9 * row + box : 9 * row + box + 3] for box in (0, 3, 6))
        for row in range(9)
    )
    [found] = puzzles(f'Naam;Raster;Maker\nZaad;"{board}";Bo\n')
    assert (found["givens"], found["title"], found["author"]) == (ARTICLE_000, "Zaad", "Bo")


def test_other_names_of_columns_below_begin_another_table():
    table = f"Title;Puzzle;Author\nUp;{ARTICLE_000};Ann\n\nPuzzle;Title;Source\n{ARTICLE_001};Down;Book 1"
    assert [(each["title"], each.get("source")) for each in puzzles(table)] == [
        ("Up", None),
        ("Down", "Book 1"),
    ]


@pytest.mark.parametrize(
    ("row", "titles"), [(2, ["One"]), (0, ["Heading", "One"]), (None, ["One"])]
)
def test_row_with_the_names_of_columns_can_be_chosen(row, titles):
    columns = {"A": "title", "B": "givens"}
    table = f"Heading;{ALESCARGOT}\nTitle;Puzzle\nOne;{ARTICLE_000}"
    heads = {} if row is None else {"": row}
    found = read(table, Choices(columns=columns, heads=heads))
    assert [item.fields["title"] for item in found if item.grid] == titles


def test_zeros_that_a_spreadsheet_has_dropped_are_put_back_only_if_asked():
    table = f"Title;Puzzle\nOne;{ARTICLE_000.lstrip('0')}\nTwo;{ARTICLE_001[:80]}"
    first, second = read(table)
    assert first.note.startswith("zeros in front are missing")
    assert second.note.startswith("80 cells found")
    first, second = read(table, leading_zeros=True)
    assert first.grid
    assert first.grid.text == ARTICLE_000
    assert second.fate == "wrong"


CELLS = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
EMPTY_FOR_0 = str.maketrans("0", " ")


@pytest.mark.parametrize("before", [["Nr"], ["Nr", "Stufe"], []])
def test_cells_begin_behind_numbered_columns(before):
    boards = (ARTICLE_000, ARTICLE_001, ALESCARGOT)
    lines = [
        [*[str(number)] * len(before), *board.translate(EMPTY_FOR_0), f"T{number}"]
        for number, board in enumerate(boards, 1)
    ]
    table = "\n".join(map(";".join, [[*before, *CELLS, "Titel"], *lines]))
    found = puzzles(table)
    assert [(each["givens"], each["title"]) for each in found] == [
        (board, f"T{number}") for number, board in enumerate(boards, 1)
    ]


def test_counted_column_without_a_name_is_no_cell():
    boards = (ARTICLE_000, ARTICLE_001, ALESCARGOT)
    lines = [";".join([str(at), *board]) for at, board in enumerate(boards, 1)]
    assert [each["givens"] for each in puzzles("\n".join(lines))] == [*boards]


def test_solution_may_have_a_column_for_each_cell():
    heads = ["title", *(f"p{at}" for at in range(81)), *(f"s{at}" for at in range(81))]
    table = "\n".join(map(",".join, [heads, ["One", *ARTICLE_000, *SOLUTION_000]]))
    [found] = items_in(io.BytesIO(table.encode()))
    assert isinstance(found, dict)
    assert (found["givens"], found["solution"]) == (ARTICLE_000, SOLUTION_000)


def test_cell_that_is_no_digit_is_named():
    cells = [*ARTICLE_000[:80], "x7"]
    rows = [["Titel", *CELLS], ["One", *ARTICLE_001], ["Two", *cells], ["Three", *cells[:40]]]
    _good, wrong, short = read("\n".join(map(";".join, rows)))
    assert wrong.note == "column CD has “x7” instead of one digit"
    assert short.fate == "wrong"


@pytest.mark.skipif(not SHEETS.is_dir(), reason="the sheets are not here")
@pytest.mark.parametrize(
    "path", sorted(SHEETS.glob("*.expected.json")), ids=lambda path: path.name.split(".")[0]
)
def test_sheet_reads_as_expected(path: Path):
    expected = json.loads(path.read_text())
    found = read(
        path.with_name(expected["file"]).read_bytes(),
        givens_only="givens-only" in expected["options"],
    )
    by_givens = {item.grid.text: item for item in found if item.grid}
    wanted = {puzzle["givens"]: puzzle for puzzle in expected["puzzles"]}
    assert not wanted.keys() - by_givens.keys()
    extra = by_givens.keys() - wanted.keys() - {*expected["optional"]}
    assert all(by_givens[givens].grid.clue_count == 0 for givens in extra)
    assert [givens for givens in by_givens if givens in wanted] == list(wanted)
    for givens, puzzle in wanted.items():
        fields = by_givens[givens].fields
        assert fields.get("title", "").startswith(puzzle.get("title", ""))
        assert puzzle.get("title_has", "") in fields.get("title", "")
        assert fields.get("author", "") == puzzle.get("author", "")
        assert fields.get("source", "") == puzzle.get("source", "")
        assert {*puzzle.get("tags", []), *filter(None, [puzzle.get("level")])} <= {
            tag.strip() for tag in fields.get("tags", "").split(",")
        }
    left = {item.fields.get("left") for item in found}
    assert {*expected["left_out"]} <= left


@pytest.mark.parametrize(
    ("heads", "fields"),
    [
        ("Rätsel;Titel;Verfasserin;Quelle", ("title", "author", "source")),
        ("GRILLE;Titre;Auteur;Origine", ("title", "author", "source")),
        ("cuadricula;título;Autor:;fuente", ("title", "author", "source")),
        ("Schemi;Nome;Autrice;Fonte", ("title", "author", "source")),
        ("opgave;naam;maker;bron", ("title", "author", "source")),
        ("Sudoku string;Name;Setter;Published in", ("title", "author", "source")),
    ],
)
def test_heads_in_six_languages_name_the_columns(heads, fields):
    [puzzle] = puzzles(f"{heads}\n{ARTICLE_000};One;Somebody;A book\n")
    assert [puzzle[name] for name in fields] == ["One", "Somebody", "A book"]


@pytest.mark.parametrize(
    ("heads", "fields"),
    [
        ("Raadsels;Puzzle title;Name of the author", ("title", "author")),
        ("PISTAS;Notas;Palabras clave", ("notes", "tags")),
        ("Board;Difficulty (1-5);Comments", ("level", "notes")),
        ("#;Clues;Kommentare", ("number", "notes")),
    ],
)
def test_heads_of_several_words_name_the_columns(heads, fields):
    row = ";".join(
        ARTICLE_000 if name in ("Raadsels", "PISTAS", "Board", "Clues") else "1"
        for name in heads.split(";")
    )
    file = PuzzleFile(io.BytesIO(f"{heads}\n{row}\n".encode()))
    list(file.items())
    meant = [column.field for column in file.tables[0].columns if column.field != "givens"]
    assert meant == list(fields)


def test_head_of_unknown_names_is_no_puzzle_and_names_what_is_left_out():
    found = read(f"Zeichen;Zweck\n{ARTICLE_000};for page three\n{ALESCARGOT};for page four\n")
    assert [item.fields["left"] for item in found if item.fate == "unused"] == ["Zweck"]
    assert [item.fate for item in found if item.fate != "unused"] == ["new", "new"]


def test_table_without_heads_keeps_its_titles():
    found = puzzles(f"Tea for two;{ARTICLE_000}\nNoon;{ALESCARGOT}\n")
    assert [each["title"] for each in found] == ["Tea for two", "Noon"]


def test_what_was_understood_of_a_letter_is_said():
    [item] = read(f"Title;Grid\nOne;{ARTICLE_000.replace('0', 'o')}\n")
    assert (item.fate, item.note) == ("new", "“o” was read as an empty cell")


def test_empty_board_is_refused():
    [item] = read(f"Title;Grid\nOne;{'0' * 81}\n")
    assert (item.fate, item.note) == ("wrong", "the board is empty")


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
@pytest.mark.parametrize("before", ["", "sep={}\n", "{}\n{}\n", "Our list\n\n"])
def test_head_is_found_wherever_it_stands(delimiter, before):
    table = f"Nr;Titel;Rätsel\n1;One;{ARTICLE_000}\n\nNr;Titel;Rätsel\n2;Two;{ALESCARGOT}\n"
    text = before.format(delimiter, delimiter) + table.replace(";", delimiter)
    found = puzzles(text)
    assert [(each["title"], each["givens"]) for each in found] == [
        ("One", ARTICLE_000),
        ("Two", ALESCARGOT),
    ]


def test_sheet_that_is_cut_says_by_what_limit():
    wide = '<table:table-cell table:number-columns-repeated="16000"><text:p>5</text:p></table:table-cell>'
    [item] = read(ods(f"<table:table-row>{wide}</table:table-row>"))
    assert (item.place, item.fate) == ("One", "wrong")
    assert item.note.startswith("a filled cell or row is repeated at most 200 times")
    far = xlsx(f'<row r="1">{cell("A1", ARTICLE_000)}{cell("ALM1", "far")}</row>')
    assert "only the first 1,000 columns" in read(far)[-1].note


def test_umlauts_of_dos_make_no_capitals_or_signs_within_words():
    assert single_byte_encoding("Überschrift Flöße Käthe Böhm".encode("cp850")) == "cp850"


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "cp850", "utf-16", "utf-8-sig"])
def test_encoding_is_guessed(encoding):
    text = (
        f"Titel;Rätsel;Autor\nGrößenwahn;{ARTICLE_000};Käthe Müller\nWürfelspaß;{ALESCARGOT};Jörg\n"
    )
    found = puzzles(text.encode(encoding))
    assert [each["title"] for each in found] == ["Größenwahn", "Würfelspaß"]
    assert [each["author"] for each in found] == ["Käthe Müller", "Jörg"]


def test_encoding_that_was_chosen_wins():
    data = f"Titel;Puzzle\n\x8e;{ARTICLE_000}\n".encode("latin-1")
    assert single_byte_encoding(data) == "mac_roman"
    assert puzzles(data, Choices(encoding="cp1252"))[0]["title"] == "Ž"


def test_content_decides_where_a_name_lies():
    text = f"clues;board text;answer;name\n24;{ARTICLE_000};{SOLUTION_000};One\n"
    [puzzle] = puzzles(text)
    assert (puzzle["givens"], puzzle["solution"]) == (ARTICLE_000, SOLUTION_000)


def test_level_becomes_a_tag_and_a_date_a_note():
    [puzzle] = puzzles(f"Sudoku;Niveau;Datum;Stichwörter\n{ARTICLE_000};schwer;12.03.2024;a, b\n")
    assert (puzzle["tags"], puzzle["notes"]) == ("schwer,a, b", "Datum: 12.03.2024")


def test_several_puzzles_of_a_cell_share_its_texts():
    text = f'Titel;Rätsel\nHeft 1;"{ARTICLE_000}\n{ALESCARGOT}"\n'
    assert [each["title"] for each in puzzles(text)] == ["Heft 1 · 1", "Heft 1 · 2"]
    assert [item.place for item in read(text)] == ["line 2, 1", "line 2, 2"]


SOLVED_ROWS = [SOLUTION_000[at : at + 9] for at in range(0, 81, 9)]
BOARD_ROWS = [ARTICLE_000[at : at + 9] for at in range(0, 81, 9)]
PAGE = f"<table><tr><th>Title</th><th>Grid</th></tr><tr><td>One</td><td>{ARTICLE_000}</td></tr></table>"


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        (f"Week;Easy;Hard\nW;{ARTICLE_000};{ALESCARGOT}\n", [None, None]),
        (f"Title;Easy;Hard\nW;{ARTICLE_000};{ALESCARGOT}\n", ["W · Easy", "W · Hard"]),
        (f"Title;Grid;;Title;Grid\nA;{ARTICLE_000};;B;{ALESCARGOT}\n", ["A", "B"]),
        (f"Title;Start;Now\nW;{ARTICLE_000};{SOLUTION_000[0]}{ARTICLE_000[1:]}\n", ["W"]),
        ("One;;\n" + "".join(f"{row};;\n" for row in BOARD_ROWS), ["One"]),
        ("One;;Two\n" + "".join(f"{row};;{row}\n" for row in BOARD_ROWS), ["One", "Two"]),
        (f'"Title;Grid"\n"One;{ARTICLE_000}"\n', ["One"]),
        (f"Title;Grid\nOne;{' '.join(ARTICLE_000.replace('0', 'x'))}\n", ["One"]),
        (PAGE, ["One"]),
    ],
)
def test_rows_of_other_forms_keep_their_boards_and_titles(text, titles):
    found = puzzles(text)
    assert {each["givens"] for each in found} <= {ARTICLE_000, ALESCARGOT}
    assert [each.get("title") for each in found] == titles


def test_signs_that_begin_no_tag_belong_to_their_cell():
    (found,) = puzzles(PAGE.replace(">One<", ">1 < 2 <3<"))
    assert found["title"] == "1 < 2 <3"


def test_drawn_solution_is_no_puzzle():
    sheets = [rows_of([["One"], *map(list, text)]) for text in (BOARD_ROWS, SOLVED_ROWS)]
    found = puzzles(xlsx(*sheets))
    assert [each["givens"] for each in found] == [ARTICLE_000]


def test_words_beside_the_puzzles_of_a_list_are_told():
    found = read(f"Nr 1  {ARTICLE_000}  easy\nNr 2  {ALESCARGOT}  hard\n")
    assert [item.place for item in found if item.grid] == ["line 1", "line 2"]
    assert [item.fields["left"] for item in found if item.fate == "unused"] == ["Nr 1 easy"]


def test_cells_with_a_column_each_make_a_board():
    heads = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
    cells = [digit.replace("0", "") for digit in ARTICLE_000]
    text = "\n".join(";".join(row) for row in (["Titel", *heads], ["One", *cells]))
    [puzzle] = puzzles(f"{text}\n")
    assert (puzzle["title"], puzzle["givens"]) == ("One", ARTICLE_000)


@pytest.mark.parametrize("gap", [0, 1])
def test_drawn_boards_have_the_titles_above_them(gap):
    def rows(givens: str) -> list[list[str]]:
        return [[c.replace("0", "") for c in givens[at : at + 9]] for at in range(0, 81, 9)]

    pairs = zip(rows(ARTICLE_000), rows(ALESCARGOT), strict=True)
    lines = [[*left, *[""] * gap, *right] for left, right in pairs]
    titles = ["One", *[""] * (8 + gap), "Two", *[""] * 8]
    text = "\n".join(",".join(row) for row in [titles, *lines, [""] * 18, titles, *lines])
    found = puzzles(text)
    assert [(each["title"], each["givens"]) for each in found] == [
        ("One", ARTICLE_000),
        ("Two", ALESCARGOT),
    ] * 2


TABLE = [["Titel", "Rätsel", "Woche"], ["One", ARTICLE_000, "KW 1"], ["Two", ALESCARGOT, "KW 2"]]


def drawn(board: str, gap: bool = False) -> list[list[str]]:
    rows = [list(board[start : start + 9].replace("0", " ")) for start in range(0, 81, 9)]
    rows = [[cell.strip() for cell in row] for row in rows]
    if gap:
        rows = [[*row[:3], "", *row[3:6], "", *row[6:]] for row in rows]
        rows = [*rows[:3], [], *rows[3:6], [], *rows[6:]]
    return rows


def labelled(board: str) -> list[list[str]]:
    rows = [[str(number), *row] for number, row in enumerate(drawn(board), 1)]
    return [["", *"123456789"], *rows]


OPEN = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
DRAWN = {
    "gaps between boxes": [["A title"], *drawn(ALESCARGOT, gap=True)],
    "numbers of rows and columns": [["A title"], *labelled(ALESCARGOT)],
    "empty rows above": [[], [], ["", "", "A title"], *(["", "", *row] for row in drawn(OPEN))],
    "title at the left": [
        ["A title", *drawn(OPEN)[0]],
        *(["", *row] for row in drawn(OPEN)[1:]),
    ],
    "title and an empty row": [["A title"], [], *drawn(ALESCARGOT)],
}


@pytest.mark.parametrize("form", DRAWN)
@pytest.mark.parametrize("is_workbook", [True, False], ids=["workbook", "text"])
def test_drawn_board_is_found_wherever_it_stands(form, is_workbook):
    table = [[*row, *[""] * (13 - len(row))] for row in DRAWN[form]]
    text = "\n".join(";".join(row) for row in table)
    content: str | bytes = xlsx(rows_of(table)) if is_workbook else text
    [puzzle] = puzzles(content)
    assert puzzle["title"] == "A title"
    assert puzzle["givens"] in (OPEN, ALESCARGOT)


def test_drawn_boards_without_a_clear_beginning_are_refused():
    """A row of nine empty cells may stand above or below the others."""
    rows = drawn(ARTICLE_000)[2:5]
    found = read("\n".join(";".join(row) for row in [*[[""] * 9] * 5, *rows, *[[""] * 9] * 5]))
    assert {item.fate for item in found} <= {"wrong"}


def test_long_table_of_scattered_digits_is_refused_soon():
    row = ";".join(["1", "", "2", "", "", "3", "", ""] * 4)
    assert costs_less(lambda: read("\n".join([row, ";" * 31, row[1:]] * 900)), 400)


def test_hidden_row_is_said():
    sheet = rows_of([["Title", "Grid"], ["One", ARTICLE_000]]).replace(
        '<row r="2"', '<row r="2" hidden="1"'
    )
    [item] = read(xlsx(sheet))
    assert (item.fate, item.note) == ("new", "this row is hidden in the sheet")


def test_workbook_reads_as_it_is():
    found = read(xlsx(rows_of([["Only words"]]), rows_of(TABLE)))
    assert [(item.place, item.grid.text) for item in found if item.grid] == [
        ("Two!B2", ARTICLE_000),
        ("Two!B3", ALESCARGOT),
    ]
    assert [item.fields["left"] for item in found if item.fate == "unused"] == ["Woche"]


def test_shared_texts_of_a_workbook_leave_out_their_readings():
    shared = "".join(
        [
            "<sst><si><r><t>Ti</t></r><r><t>tel</t></r><rPh><t>x</t></rPh></si>",
            f"<si><t>Sudoku</t></si><si><t>{ARTICLE_000}</t></si></sst>",
        ]
    )
    cells = [
        [f'<c r="{at}" t="s"><v>{n}</v></c>' for at, n in row]
        for row in ((("A1", 0), ("B1", 1)), (("A2", 0), ("B2", 2)))
    ]
    sheet = "".join(f'<row r="{n}">{"".join(row)}</row>' for n, row in enumerate(cells, 1))
    [puzzle] = puzzles(xlsx(sheet, **{"xl/sharedStrings.xml": shared}))
    assert (puzzle["title"], puzzle["givens"]) == ("Titel", ARTICLE_000)


def test_open_document_sheet_skips_its_empty_repeats():
    def row(*texts: str) -> str:
        cells = [f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in texts]
        rest = '<table:table-cell table:number-columns-repeated="16380"/>'
        return f"<table:table-row>{''.join(cells)}{rest}</table:table-row>"

    end = '<table:table-row table:number-rows-repeated="1048570"/>'
    found = read(ods(row("Titre", "Grille") + row("One", ARTICLE_000) + end))
    assert [(item.place, item.fields["title"]) for item in found] == [("One!B2", "One")]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("<v>5.3000700006E+80</v>", "its digits are lost"),
        ("<v>530070000600195000</v>", "its digits are lost"),
        ("<f>A1</f>", "its result is not stored"),
        ("", "there is no puzzle in this row"),
    ],
)
def test_cell_that_a_spreadsheet_has_lost_is_refused_by_its_reason(value, reason):
    table = [["Titel", "Sudoku"], ["One", ARTICLE_000], ["Two", value]]
    [_first, wrong] = read(xlsx(rows_of(table)))
    assert (wrong.fate, wrong.place) == ("wrong", "One!B3")
    assert reason in wrong.note


def test_number_from_a_text_is_refused():
    [_first, wrong] = read(f"Titel;Sudoku\nOne;{ARTICLE_000}\nTwo;5,30007E+80\n")
    assert "its digits are lost" in wrong.note


FAR = f'<row r="1"><c r="XFD1" t="inlineStr"><is><t>{ARTICLE_000}</t></is></c></row>'
LONG = "<row><c t='inlineStr'><is><t>{}</t></is></c></row>"
REPEATS = "".join(
    [
        '<table:table-row table:number-rows-repeated="1000000">',
        '<table:table-cell table:number-columns-repeated="16000"><text:p>5</text:p></table:table-cell>',
        "</table:table-row>",
    ]
    * 50
)
SHARE = 4  # of the shared texts that are read, and so of the memory for them


@pytest.mark.parametrize(
    "make",
    [
        lambda: xlsx('<row r="1048576"><c r="XFD1048576"><v>5</v></c></row>'),
        lambda: xlsx(FAR),
        lambda: xlsx(LONG.format("5" * 50_000_000)),
        lambda: xlsx("<a>" * 100_000),
        lambda: ods(REPEATS),
        lambda: ods("<table:table-row>" * 10_000),
        lambda: xlsx("", **{"xl/sharedStrings.xml": "<sst>" + "<si/>" * (1_200_000 // SHARE)}),
    ],
    ids=["far cell", "far column", "long cell", "deep", "repeats", "deep rows", "shared texts"],
)
def test_no_workbook_takes_much_memory(make, monkeypatch):
    monkeypatch.setattr(workbooks, "SHARED", workbooks.SHARED // SHARE)
    data = make()
    tracemalloc.start()
    try:
        assert not [item for item in read(data) if item.grid]
    except GridError:
        pass
    finally:
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert most < 60_000_000 / (SHARE if b"sharedStrings" in data else 1)


@pytest.mark.parametrize(
    "entity", ['<!ENTITY a "aaaa">', '<!ENTITY a SYSTEM "file:///etc/passwd">']
)
def test_workbook_with_entities_is_refused(entity):
    sheet = f"<!DOCTYPE x [{entity}]><worksheet>&a;</worksheet>"
    with pytest.raises(GridError, match="document types"):
        read(xlsx("", **{"xl/worksheets/One.xml": sheet}))


def test_damaged_workbook_is_refused():
    with pytest.raises(GridError, match="workbook is damaged"):
        read(xlsx("<row>"))


def test_letters_of_columns():
    numbers = [1, 26, 27, 702, 703]
    letters = [workbooks.column_letters(number) for number in numbers]
    assert letters == ["A", "Z", "AA", "ZZ", "AAA"]
    assert [workbooks.column_number(f"{each}1") for each in letters[:4]] == numbers[:4]


def test_columns_can_be_chosen_by_name_or_letter():
    text = f"what;where;{'Sudoku'}\nOne;A book;{ARTICLE_000}\n"
    for choices in ({"what": "title", "where": "source"}, {"A": "title", "B": "source"}):
        [puzzle] = puzzles(text, Choices(columns=choices))
        assert (puzzle["title"], puzzle["source"]) == ("One", "A book")


def test_chosen_columns_are_remembered_for_the_same_heads():
    file = PuzzleFile(
        io.BytesIO(f"what;Sudoku\nOne;{ARTICLE_000}\n".encode()),
        Choices(remembered=[(["what", "Sudoku"], {"what": "title"})]),
    )
    [item] = file.items()
    assert item["title"] == "One"


@pytest.mark.django_db
def test_few_digits_before_zeros_are_no_ruined_number():
    few, ruined = read(
        f"Rätsel;Titel\n{'530070000'.ljust(81, '0')};A\n530070091020304{'0' * 66};B\n"
    )
    assert "number" not in few.note
    assert "its digits are lost" in ruined.note


def test_each_column_that_goes_nowhere_is_told():
    names = ["Preis", *(f"Feld {at}" for at in range(150))]
    table = f"Rätsel;{';'.join(names)}\n{ARTICLE_000};{';'.join(['3,50 €'] * 151)}\n"
    left = [item["left"] for item in items_in(io.BytesIO(table.encode())) if "left" in item]
    assert left == names


def test_sample_shows_the_doubtful_character_behind_a_board():
    file = PuzzleFile(io.BytesIO(f"Rätsel;Preis\n{ARTICLE_000};3 €\n".encode("cp1252")))
    assert [*file.items()]
    assert file.tables[0].sample == "Rätsel Preis"
    file = PuzzleFile(io.BytesIO(f"Puzzle;Preis\n{ARTICLE_000};3 €\n".encode("cp1252")))
    assert [*file.items()]
    assert file.tables[0].sample.endswith("630 3 €")


class TestThePage:
    def start(self, client, text: str = "") -> Job:
        table = text or "\n".join(";".join(row) for row in TABLE)
        client.post(IMPORT, {"file": SimpleUploadedFile("list.csv", table.encode("cp1252"))})
        job = Job.objects.latest("created_at")
        running.run(job.pk)
        job.refresh_from_db()
        return job

    def test_shows_what_was_understood_and_asks_before_it_loses_a_column(self, admin_client):
        job = self.start(admin_client)
        page = admin_client.get(job.get_absolute_url()).content.decode()
        assert "Leave out the column Woche" in page
        assert "Titel One KW 1" not in page
        assert "cp1252" in page
        admin_client.post(f"/jobs/{job.pk}/resume/")
        job.refresh_from_db()
        assert job.status == "paused"
        admin_client.post(f"/jobs/{job.pk}/resume/", {"lose": "on"})
        running.run(job.pk)
        assert Puzzle.objects.filter(title__in=["One", "Two"]).count() == 2

    def test_names_some_of_many_columns_that_are_lost(self, admin_client):
        heads = ";".join(f"Feld {at}" for at in range(150))
        job = self.start(admin_client, f"Rätsel;{heads}\n{ARTICLE_000};{';'.join(['98'] * 150)}\n")
        page = admin_client.get(job.get_absolute_url()).content.decode()
        assert "Feld 18, Feld 19 and 130 more" in page
        assert job.counts["unused"] == 150, job.counts

    def test_reads_the_file_again_with_other_columns(self, admin_client):
        job = self.start(admin_client)
        chosen = {"column-0-A": "title", "column-0-B": "givens", "column-0-C": "source"}
        admin_client.post(f"/jobs/{job.pk}/read-again/", chosen)
        again = Job.objects.latest("created_at")
        job.refresh_from_db()
        assert (job.status, again.pk != job.pk) == ("cancelled", True)
        running.run(again.pk)
        admin_client.post(f"/jobs/{again.pk}/resume/")
        running.run(again.pk)
        assert {*Puzzle.objects.values_list("source", flat=True)} == {"KW 1", "KW 2"}
        # The next file of this kind is read in the same way.
        third = self.start(admin_client, f"Titel;Rätsel;Woche\nThree;{ARTICLE_001};KW 3\n")
        assert third.spec["tables"][0]["columns"][2]["field"] == "source"

    def test_zeros_in_front_are_offered_back_and_the_head_can_be_chosen(self, admin_client):
        job = self.start(admin_client, f"Titel;Rätsel\nOne;{ARTICLE_000.lstrip('0')}\n")
        page = admin_client.get(job.get_absolute_url()).content.decode()
        assert "Put the zeros back in front of this line" in page
        assert 'name="head-0" id="head-0" value="1"' in page
        sent = {"leading_zeros": "on", "head-0": "0", "column-0-A": "title"}
        admin_client.post(f"/jobs/{job.pk}/read-again/", sent)
        again = Job.objects.latest("created_at")
        running.run(again.pk)
        again.refresh_from_db()
        assert again.spec["heads"] == {"": 0}
        assert again.counts == {"wrong": 1}
        # The choice can be changed again.
        assert (
            'name="head-0" id="head-0" value="0"'
            in admin_client.get(again.get_absolute_url()).content.decode()
        )
        admin_client.post(f"/jobs/{again.pk}/read-again/", {**sent, "head-0": "1"})
        third = Job.objects.latest("created_at")
        running.run(third.pk)
        third.refresh_from_db()
        assert third.counts == {"new": 1}

    def test_takes_the_givens_of_all_games_in_progress(self, admin_client):
        job = self.start(admin_client, f"{POSITION}\n+1{ALESCARGOT[1:]}\n")
        page = admin_client.get(job.get_absolute_url()).content.decode()
        assert "Take the givens of all 2 games in progress" in page
        admin_client.post(f"/jobs/{job.pk}/read-again/", {"givens_only": "on"})
        again = Job.objects.latest("created_at")
        running.run(again.pk)
        again.refresh_from_db()
        assert again.counts == {"improper": 2} or again.counts.get("new")

    def test_reads_nothing_again_once_the_import_runs(self, admin_client):
        job = self.start(admin_client)
        admin_client.post(f"/jobs/{job.pk}/resume/", {"lose": "on"})
        admin_client.post(f"/jobs/{job.pk}/read-again/", {"column-0-A": "givens"})
        assert Job.objects.count() == 1


@pytest.mark.django_db
class TestTheCommand:
    def run(self, tmp_path, *words: str, text: str = "") -> None:
        path = tmp_path / "list.csv"
        table = text or "\n".join(";".join(row) for row in TABLE)
        path.write_bytes(table.encode("cp1252"))
        call_command("import_puzzles", str(path), "--yes", "--no-twins", *words)

    def test_names_lost_columns_and_writes(self, tmp_path, capsys):
        self.run(tmp_path)
        assert "“Woche” is not a field of a puzzle" in capsys.readouterr().err
        assert Puzzle.objects.filter(title="One").exists()

    def test_takes_choices(self, tmp_path):
        self.run(tmp_path, "--columns", "Woche=source,A=title", "--encoding", "cp1252")
        assert Puzzle.objects.get(title="One").source == "KW 1"

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["--encoding", "utf-99"], "no encoding"),
            (["--columns", "A"], "A=givens"),
            (["--columns", "A=colour"], "is not one of"),
            (["--columns", "Q=title"], "no column “Q”"),
        ],
    )
    def test_names_a_wrong_choice(self, tmp_path, words, message):
        with pytest.raises(CommandError, match=message):
            self.run(tmp_path, *words)

    def test_takes_givens_of_positions(self, tmp_path):
        self.run(tmp_path, "--givens-only", text=f"+4{ALESCARGOT[1:]}\n{ARTICLE_000}\n")
        assert Puzzle.objects.filter(givens=ARTICLE_000).exists()


@pytest.mark.django_db
class TestTheApi:
    def test_takes_a_workbook_and_choices(self, admin_client):
        body = {
            "file": b64encode(xlsx(rows_of(TABLE))).decode(),
            "columns": {"Woche": "source"},
            "at_once": True,
        }
        answer = admin_client.post("/api/v1/imports/", body, content_type="application/json")
        assert answer.status_code == 202
        running.run(Job.objects.get().pk)
        assert {*Puzzle.objects.values_list("source", flat=True)} == {"KW 1", "KW 2"}

    @pytest.mark.parametrize(
        ("body", "field"),
        [
            ({}, "text"),
            ({"text": ARTICLE_000, "file": ""}, "file"),
            ({"file": "?"}, "file"),
            ({"text": ARTICLE_000, "encoding": "utf-99"}, "encoding"),
            ({"text": ARTICLE_000, "columns": {"A": "colour"}}, "columns"),
            ({"text": f"givens,title\n{ARTICLE_000},One\n", "columns": {"Q": "title"}}, "columns"),
            ({"text": ""}, "text"),
            ({"file": b64encode(b" ").decode()}, "file"),
        ],
    )
    def test_names_the_field_at_fault(self, admin_client, body, field):
        answer = admin_client.post("/api/v1/imports/", body, content_type="application/json")
        assert answer.status_code == 400
        assert [*answer.json()["errors"]] == [field], answer.json()
        assert not Job.objects.exists()
