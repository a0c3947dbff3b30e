"""Nine rows of nine values between commas, semicolons or tabs: the denormalised form of the article on rules.

    NULL,2,9,NULL,NULL,NULL,NULL,NULL,8

Digits are numbers here, `10` and not `A`, also as `5.0`. An empty cell is nothing, NULL, NaN, 0, a point or a
dash. A separator at the end of each row, the numbers of the columns as a tenth row above, and all 81 values in
one row are fine. Spreadsheets, SQL consoles and pandas write it.
"""

import re

from ..core.errors import GridError, TextPlace
from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .base import (
    BLANKS,
    CELL_COUNTS,
    EXAMPLE,
    SIZES,
    Format,
    Note,
    Reading,
    Word,
    in_rows,
    misfit,
    misfit_count,
    no_sudoku,
    number,
)

_SEPARATORS = ",;\t"
_EMPTY = ("", "0", ".", "null", "nan", "none", "na", "0.0", "-", "_", "''")
_WHOLE = re.compile(r"(\d{1,2})\.0")
_LONGEST = 2  # digits of a number. Longer ones are pencil marks


def looks_like(text: str) -> bool:
    rows = _rows(text)
    if _is_almost_flat(rows):
        return True
    is_square = len(rows) in SIZES and all(len(row) == len(rows) for row in rows)
    is_program = any(bracket in text for bracket in "([{")
    return is_square and not is_program and not any(map(_are_marks, rows))


def _are_marks(row: list[Word]) -> bool:
    return any(word.text.isdigit() and len(word.text) > _LONGEST for word in row)


def _is_almost_flat(rows: list[list[Word]]) -> bool:
    """Return whether all is in one row with a few values too few or too many, so that the error counts them."""
    return len(rows) == 1 and 70 < len(rows[0]) < 92 and all(map(_is_value, rows[0]))


def _is_value(word: Word) -> bool:
    return word.text.lower() in _EMPTY or 1 <= number(word.text) <= SIZES[1]


def _rows(text: str) -> list[list[Word]]:
    """Return the words of each row: a line each, or all in one line."""
    rows = _without_ends(_lines(text))
    if len(rows) - 1 in SIZES[1:] and all(len(row) == len(rows) - 1 for row in rows):
        return rows[1:] if _are_numbers_of_columns(rows[0]) else rows
    size = CELL_COUNTS.get(len(rows[0]), 0) if len(rows) == 1 else 0
    return in_rows(rows[0], size) if size else rows


def _without_ends(rows: list[list[Word]]) -> list[list[Word]]:
    """Return the rows without empty ends after a last separator, if only so they are a board."""
    if not rows or any(len(row) != len(rows[0]) or row[-1].text for row in rows):
        return rows
    count = len(rows[0]) - 1
    is_row = len(rows) == 1 and count in CELL_COUNTS
    is_board = is_row or (count in SIZES and len(rows) in (count, count + 1))
    return [row[:-1] for row in rows] if is_board else rows


def _are_numbers_of_columns(row: list[Word]) -> bool:
    named = [word.text.strip("\"'") for word in row]
    return named in ([str(n) for n in range(1, len(row) + 1)], [str(n) for n in range(len(row))])


def _lines(text: str) -> list[list[Word]]:
    """Return the words of each line that has a separator. A line without one cannot be a row."""
    separator = max(_SEPARATORS, key=text.count)
    rows = []
    for line_number, line in enumerate(text.split("\n"), start=1):
        line = line.rstrip("\r")
        if separator not in line:
            if line.strip(BLANKS):
                return []
            continue
        column, row = 1, []
        for part in line.split(separator):
            lead = len(part) - len(part.lstrip(" "))
            row.append(Word(part.strip(" "), line_number, column + lead))
            column += len(part) + 1
        rows.append(row)
    return rows


def read(text: str, size: int | None = None) -> Reading:
    rows = _rows(text)
    if not rows:
        raise no_sudoku()
    if size is None:
        size = min(SIZES, key=lambda s: abs(s - len(rows)))
    if len(rows) == 1 and len(rows[0]) > SIZES[-1]:
        raise misfit_count(len(rows[0]), 9)
    _refuse_names(rows, size)
    if len(rows) != size:
        raise GridError(
            "a {size}×{size} board has {size} rows of values, not {count}",
            count=len(rows),
            size=size,
        )
    givens: list[int] = []
    for row in rows:
        if len(row) != size:
            raise GridError(
                "{place}: a row of a {size}×{size} board has {size} values, not {count}",
                place=TextPlace(row[0].line),
                count=len(row),
                size=size,
            )
        givens += [_value(word, len(givens) + place, size) for place, word in enumerate(row)]
    grid = Grid.from_digits(box_for_size(size), givens)
    return Reading(grid, "table", None, Note(text, grid, gettext("a table")))


def _refuse_names(rows: list[list[Word]], size: int) -> None:
    """Raise GridError if the first row numbers the columns, and no other row is full."""
    full = [all(word.text.lower() not in _EMPTY for word in row) for row in rows]
    if size > SIZES[0] and sum(full) == 1 and full[0] and _are_numbers_of_columns(rows[0]):
        raise GridError(
            "the first row numbers the columns; a {size}×{size} board has {size} rows of "
            "values below it, not {count}",
            count=len(rows) - 1,
            size=size,
        )


def _value(word: Word, cell: int, size: int) -> int:
    if word.text.lower() in _EMPTY:
        return 0
    integer = _WHOLE.fullmatch(word.text)
    value = number(integer[1] if integer else word.text)
    if not 1 <= value <= size:
        expected = LazyMessage("a number from 1 to {size}, or NULL for an empty cell", size=size)
        raise misfit(word, cell, size, expected)
    return value


def write(reading: Reading) -> str:
    """Return a board as rows of a spreadsheet, values between commas, with nothing for an empty cell."""
    values = [str(given or "") for given in reading.grid.givens]
    return "\n".join(map(",".join, in_rows(values, reading.grid.size))) + "\n"


format = Format(
    name="table",
    title="Table",
    rank=110,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        "NULL,2,9,NULL,NULL,NULL,NULL,NULL,8\n" + "NULL,NULL,3,0,0,0,0,1,0\n" + 7 * (",,,,,,,,\n"),
        "1;2;;\n;;1;2\n3;;;\n;;;3\n",
        "\t2\t3\t4\r\n" + 3 * "\t\t\t\r\n",
        ",".join(EXAMPLE),
        "0,1,2,3,4,5,6,7,8\n" + "5.0,,,,,,,,\n" + 8 * ",,,,,,,,\n",
    ),
)
