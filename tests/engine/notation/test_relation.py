"""Cells and rows as databases, sheets, pages and programs have them: read as the one board, or refused."""

import json
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from forms import texts_of
from puzzles import ALESCARGOT, ARTICLE_000, random_solution
from support import costs_less, some

from solver.engine import GridError
from solver.engine.notation import read_any

SHARED = Path(__file__).resolve().parents[4] / "shared"  # lists that the project does not ship


def sparse_board(seed):
    """A board of 24 givens with an empty row."""
    rng = random.Random(seed)
    solution = random_solution(3, rng)
    kept = {*rng.sample([cell for cell in range(80) if cell // 9 != seed % 8], 23), 80}
    return "".join(str(digit) if cell in kept else "0" for cell, digit in enumerate(solution))


BOARDS = [sparse_board(seed) for seed in (3, 9, 21)]
BOARD = BOARDS[0]
TEXTS = texts_of(BOARD)
BY_RULE = {"Spanish, columns first", "MySQL", "psql", "INSERT of what was created"}
BY_RULE |= {"INSERT, names in another order", "VALUES with names behind", "pandas, columns first"}


def read_or_none(text):
    try:
        return read_any(text).grid.text.replace(".", "0")
    except GridError:
        return None


@pytest.mark.parametrize("name", TEXTS)
def test_relation_reads_in_any_of_its_forms(name):
    for board in BOARDS:
        assert read_or_none(texts_of(board)[name]) == board


@pytest.mark.fuzz
@pytest.mark.parametrize("name", TEXTS)
def test_lost_or_doubled_row_never_reads_as_another_board(name):
    text = TEXTS[name]
    rows = text.split("\n")
    turn = list(TEXTS).index(name)
    for at in some(range(len(rows) if len(rows) < 40 else 0), 8, turn):
        for changed in (rows[:at] + rows[at + 1 :], rows[: at + 1] + rows[at:]):
            found = read_or_none("\n".join(changed))
            lost = 81 if found is None else sum(map(str.__ne__, found, BOARD))
            assert found is None or lost <= 1 or _is_list_by_rule(name), (rows[at], found)


def _is_list_by_rule(name):
    """Whether only names overrule that fields are row, column and digit."""
    return name in BY_RULE


INSERT = TEXTS["INSERT without names"]
ROWS = TEXTS["DBeaver"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (INSERT.replace(";", ",\n    (9, 9, 1), (9, 9, 2);"), "on an earlier line"),
        (TEXTS["CSV from 0"].replace("row,col,val\n", "row,col,val\n3,3,12\n"), "is not from 1 to 9"),
        ("SELECT Value, Rw, Cl FROM dbo.Sample5;", ""),
        ("\n".join(ROWS.split("\n")[:-1]), ""),
        ("\n".join(ROWS.split("\n")[1:5] + ROWS.split("\n")[6:]), ""),
        (ROWS.replace("\n4\t", "\n4\t[NULL]\t"), ""),
        (
            json.dumps([{"v": n % 9 + 1, "r": n // 6 + 1, "c": n % 6 + 2} for n in range(18)]),
            "it is not clear whether the rows and columns",
        ),
        (
            "puzzle;row;col;val\n"
            + "\n".join(f"{n % 2};{n // 2 + 1};{n % 9 + 1};{n % 9 + 1}" for n in range(18)),
            "several puzzles",
        ),
        (
            "VALUES " + ", ".join(f"({n * 5 % 9 + 1}, {n // 3 + 1}, {n % 3 * 3 + 1})" for n in range(27)),
            "it is not clear which of the three is the digit",
        ),
        (TEXTS["addresses with blanks"].replace("; ", "; r9c = 3; ", 1), ""),
        ("\n".join("|".join(str(r * c) for c in range(1, 10)) for r in range(1, 10)), ""),
        ("\n".join(f"{day} 8-12 14-18" for day in ("Mo", "Tu", "We", "Th", "Fr", "Sa")), ""),
        (TEXTS["table of a page"].replace("<td>5", '<td class="mine">5', 1), ""),
    ],
)  # fmt: skip
def test_almost_readable_relations_raise(text, message):
    with pytest.raises(GridError, match=message):
        read_any(text)


def test_table_with_masks_reads_as_candidates():
    masks = ["1" if cell == "1" else "2" if cell == "2" else "511" for cell in BOARD]
    masks[80] = str(0b000011100)
    text = "id,row,col,blk,Val\n" + "\n".join(
        f"{n + 1},{n // 9 + 1},{n % 9 + 1},{n // 27 * 3 + n % 9 // 3 + 1},{mask}"
        for n, mask in enumerate(masks)
    )
    reading = read_any(text)
    assert reading.candidates[80] == 0b000011100
    assert set(reading.grid.givens) == {0, 1, 2}


def test_table_of_candidates_reads_as_a_position():
    cells = [digit if digit != "0" else "123456789" for digit in BOARD]
    cells[80] = "37"
    rows = ["\t".join([str(n + 1), *cells[9 * n : 9 * n + 9]]) for n in range(9)]
    reading = read_any("Row\t1\t2\t3\t4\t5\t6\t7\t8\t9\n" + "\n".join(rows))
    assert reading.candidates[80] == (1 << 2) | (1 << 6)


def test_cell_numbers_beyond_9_make_a_larger_board():
    cells = [(n % 16 + 1, n * 5 % 16 + 1, n % 16 + 1) for n in range(16)]
    text = "row,col,val\n" + "\n".join(",".join(map(str, cell)) for cell in cells)
    assert read_any(text).grid.size == 16


LISTS_OF_FIELDS = [
    "SELECT * FROM unnest(ARRAY[{r}], ARRAY[{c}], ARRAY[{d}]) AS t(row, col, val);",
    "data.frame(val = c({d}), row = c({r}), col = c({c}))",
    '{{"col": [{c}], "row": [{r}], "digit": [{d}]}}',
]


@pytest.mark.parametrize("form", LISTS_OF_FIELDS)
def test_lists_of_rows_columns_and_digits_read_as_a_board(form):
    cells = [(n // 9 + 1, n % 9 + 1, digit) for n, digit in enumerate(BOARD) if digit != "0"]
    rows, columns, digits = (", ".join(map(str, each)) for each in zip(*cells, strict=True))
    assert read_or_none(form.format(r=rows, c=columns, d=digits)) == BOARD


@pytest.mark.parametrize("names", ["ABCDEFGHI", "012345678"])
def test_objects_that_may_be_columns_are_refused(names):
    objects = {
        name: {row: int(BOARD[9 * row + at]) or None for row in range(9)}
        for at, name in enumerate(names)
    }
    with pytest.raises(GridError, match="may be rows or columns"):
        read_any(json.dumps(objects))


def test_error_contains_the_nearest_board_and_its_doubtful_cells():
    with pytest.raises(GridError) as caught:
        read_any(BOARD[:40] + "S" + BOARD[41:])
    assert caught.value.nearest.doubtful == (40,)
    assert caught.value.nearest.digits == tuple(map(int, BOARD[:40] + "0" + BOARD[41:]))


INSERTED = TEXTS["INSERT without names"]
FIRST = next(cell for cell, digit in enumerate(BOARD) if digit != "0")
LINES = [BOARD[at : at + 9] for at in range(0, 81, 9)]


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        (INSERTED.replace(f", {BOARD[FIRST]})", ", 10)", 1), [FIRST]),
        ("\n".join([*LINES[:4], LINES[4][1:], *LINES[5:]]), range(36, 45)),
        ("\n".join(LINES[:8]), range(72, 81)),
        ("\n".join("\t".join(line).replace("0", "NULL") for line in LINES[:8]), range(72, 81)),
        (f"{BOARD[:FIRST]}{BOARD[FIRST] * 2}{BOARD[FIRST + 2 :]}", [FIRST, FIRST + 1]),
    ],
)
def test_refusal_contains_what_it_saw_and_the_cells_to_mend(text, doubtful):
    with pytest.raises(GridError) as caught:
        read_any(text)
    digits, found = caught.value.nearest
    assert sorted(found) == [*doubtful]
    differing = [cell for cell, digit in enumerate(digits) if str(digit) != BOARD[cell]]
    assert {*differing} <= {*doubtful}


LONG = [
    "r1c1=5, ",
    "(1,2,3),",
    "1|2|3\n",
    "<td>1</td>",
    "insert into t (a, b) values (",
    "---- ---- \n",
    "\\setrow",
]
LONG += [
    "{1}{}",
    "<a b='c'>",
    "row | 1\n",
    "| ",
    "^",
    "a,b\n",
    '{"row":1,',
    "SELECT 1 AS a, ",
    "9 9⍴ 1 ",
    "\x1b[1m1",
]


@pytest.mark.parametrize("piece", LONG)
def test_search_for_cells_takes_linear_time(piece):
    def attempt():
        for start in ("", "a\n", "create table t ("):
            read_or_none((start + piece * 10_000)[:10_000])

    assert costs_less(attempt, 100)  # of three texts; a square of their length takes minutes


def shared_forms():
    for name in ("sheets/forms-open.jsonl", "articles/forms.jsonl"):
        path = SHARED / name
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            form = json.loads(line)
            yield pytest.param(form, id=form.get("id") or form["name"])


@pytest.mark.parametrize("form", shared_forms())
def test_gathered_forms_read_as_their_board(form):
    expected = form.get("puzzle") or form["expect"].replace(".", "0")
    found = read_or_none(form["text"])
    if form["expect"] in ("refuse", "either"):
        assert found in (None, expected, form.get("or"))
    else:
        assert found == expected


def test_columns_named_by_the_letters_of_a_board_are_no_list_of_cells():
    rows = [ARTICLE_000[start : start + 9] for start in range(0, 81, 9)]
    heads = "\t".join("ABCDEFGHI")
    table = "\n".join("\t".join([str(n), *row]) for n, row in enumerate(rows, 1))
    assert read_or_none(f"\t{heads}\n{table}") == ARTICLE_000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "pos,val\n" + "\n".join(f"{at * 4 + 2},{at % 9 + 1}" for at in range(17)),
            "counted from 0 or from 1",
        ),
        (
            "\n".join(
                f"{r},{c},{'5' if r == c == 1 else 'NULL'}"
                for r in range(1, 10)
                for c in range(1, 9)
            ),
            "72 cells found",
        ),
    ],
)
def test_cells_whose_places_are_not_clear_raise(text, message):
    with pytest.raises(GridError, match=message):
        read_any(text)


def test_wide_table_of_pandas_in_two_blocks_reads():
    rows = [BOARD[at : at + 9] for at in range(0, 81, 9)]
    first = "".join(f"{n}  {'  '.join(row[:5])}   \n" for n, row in enumerate(rows))
    second = "".join(f"{n}  {'  '.join(row[5:])}  \n" for n, row in enumerate(rows))
    text = f"   0  1  2  3  4  \\\n{first}\n   5  6  7  8  \n{second}"
    assert read_or_none(text) == BOARD
    assert read_or_none(text.replace("\n3  ", "\n4  ", 1)) is None


def test_update_of_several_columns_reads():
    rows = [BOARD[at : at + 9] for at in range(0, 81, 9)]
    sets = [", ".join(f"c{c}={d}" for c, d in enumerate(row, 1) if d != "0") for row in rows]
    text = "".join(f"UPDATE d SET {row} WHERE id = {n};\n" for n, row in enumerate(sets, 1) if row)
    assert read_or_none(text) == BOARD


def test_lists_under_letters_are_columns_in_a_data_frame_alone():
    columns = {letter: [*map(int, BOARD[at::9])] for at, letter in enumerate("ABCDEFGHI")}
    assert read_or_none(f"df = pd.DataFrame({columns})") == BOARD
    assert read_or_none(f"{columns}") is None


def test_puzzles_under_names_in_json_raise_with_each_of_them():
    levels = {"easy": ARTICLE_000, "hard": ALESCARGOT}
    data = {name: {"puzzle_data": {"puzzle": [*map(int, line)]}} for name, line in levels.items()}
    with pytest.raises(GridError, match=f"easy {ARTICLE_000}; hard {ALESCARGOT}"):
        read_any(f"window.gameData = {json.dumps(data)}")
