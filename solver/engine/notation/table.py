"""Nine rows of nine values between commas, semicolons or tabs: the denormalised form of the article on rules.

    NULL,2,9,NULL,NULL,NULL,NULL,NULL,8

Digits are numbers here, `10` and not `A`. An empty cell is nothing, NULL, 0 or a point. Spreadsheets and
SQL consoles write it.
"""

from ..errors import GridError, Place
from ..geometry import box_for_size
from ..grid import Grid
from ..words import Phrase, say
from .base import BLANKS, SIZES, Format, Note, Reading, Word, misfit, number

_SEPARATORS = ",;\t"
_EMPTY = ("", "0", ".", "null")


def looks_like(text: str) -> bool:
    rows = _rows(text)
    return len(rows) in SIZES and "(" not in text and all(len(row) == len(rows) for row in rows)


def _separator(text: str) -> str:
    return max(_SEPARATORS, key=text.count)


def _rows(text: str) -> list[list[Word]]:
    """The words of each line that has a separator; those without one cannot be a row."""
    separator = _separator(text)
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
    if size is None:
        size = min(SIZES, key=lambda s: abs(s - len(rows)))
    if len(rows) != size:
        raise GridError(
            "{count} rows of values found, but a {size}×{size} board has {size}",
            count=len(rows),
            size=size,
        )
    givens: list[int] = []
    for row in rows:
        if len(row) != size:
            raise GridError(
                "{place}: {count} values found, but a {size}×{size} board has {size} a row",
                place=Place(row[0].line),
                count=len(row),
                size=size,
            )
        givens += [_value(word, len(givens) + place, size) for place, word in enumerate(row)]
    grid = Grid.from_digits(box_for_size(size), givens)
    return Reading(grid, "table", None, Note(text, grid, say("a table")))


def _value(word: Word, cell: int, size: int) -> int:
    if word.text.lower() in _EMPTY:
        return 0
    value = number(word.text)
    if not 1 <= value <= size:
        expected = Phrase("a number from 1 to {size}, or NULL for an empty cell", size=size)
        raise misfit(word, cell, size, expected)
    return value


def write(reading: Reading) -> str:
    """Rows of a spreadsheet, empty where a cell is."""
    size = reading.grid.size
    values = [str(given) if given else "" for given in reading.grid.givens]
    return "\n".join(",".join(values[s : s + size]) for s in range(0, len(values), size)) + "\n"


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
    ),
)
