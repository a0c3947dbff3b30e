"""Row, column and digit of each given, a line each: the normalised form of the article on rules.

    row,column,value
    1,2,2

The three are separated by commas, semicolons, tabs or blanks. A line of names at the top and parentheses are
allowed. Empty cells have no line. Three numbers without those names are no puzzle yet. The board is 9×9 unless
a number is larger, or a size is asked for, as a 4×4 board needs.
"""

import re

from ..core.errors import CellFact, GridError
from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import gettext
from .base import BLANKS, SIZES, Format, Note, Reading, Word, number, words

_SEPARATORS = BLANKS + ",;()"
# An empty cell of a spreadsheet.
_GAP = re.compile(r"^ *[,;\t]|[,;] *[,;]|\t\t", re.MULTILINE)
_NAMES = ({"row", "r"}, {"col", "column", "c"}, {"val", "value", "digit", "v"})
_HEADER = "row,column,value"


def looks_like(text: str) -> bool:
    rows = _lines(text)
    if rows and _is_header(rows[0]):
        return True
    is_listed = len(rows) > 1 and all(
        len(line) == 3 and all(number(word.text) > 0 for word in line) for line in rows
    )
    return is_listed and not _GAP.search(text)


def _lines(text: str) -> list[list[Word]]:
    rows: dict[int, list[Word]] = {}
    for word in words(text, _SEPARATORS):
        rows.setdefault(word.line, []).append(word)
    return list(rows.values())


def _is_header(line: list[Word]) -> bool:
    names = [word.text.lower() for word in line]
    return len(names) == 3 and all(name in known for name, known in zip(names, _NAMES, strict=True))


def read(text: str, size: int | None = None) -> Reading:
    found = _lines(text)
    if found and _is_header(found[0]):
        found = found[1:]
    elif not found:
        raise GridError("there is no puzzle here; write lines of {form}", form=_HEADER)
    triples = [_triple(line) for line in found]
    if size is None:
        largest = max((max(triple) for triple in triples), default=0)
        if sum(max(triple) > SIZES[1] for triple in triples) * 4 < len(triples):
            largest = SIZES[1]  # a typing error, and no larger board
        size = next((s for s in SIZES[1:] if s >= largest), SIZES[-1])
    givens = [0] * (size * size)
    for line, (row, column, value) in zip(found, triples, strict=True):
        for word, part in zip(line, (row, column, value), strict=True):
            if not 1 <= part <= size:
                raise GridError(
                    "{place}: {found} is not from 1 to {size}",
                    place=word.place,
                    found=part,
                    size=size,
                )
        cell = (row - 1) * size + column - 1
        if givens[cell] not in (0, value):
            raise GridError(
                "{place}: {cell} is {digit} here, but {other} on an earlier line",
                place=line[0].place,
                cell=CellFact(cell, size),
                digit=value,
                other=givens[cell],
            )
        givens[cell] = value
    grid = Grid.from_digits(box_for_size(size), givens)
    return Reading(grid, "triples", None, Note(text, grid, gettext("rows, columns and digits")))


def _triple(line: list[Word]) -> tuple[int, int, int]:
    parts = [number(word.text) for word in line]
    if len(parts) != 3 or min(parts) < 0:
        wrong = next((w for w, part in zip(line, parts, strict=True) if part < 0), line[0])
        raise GridError("{place}: write three numbers, {form}", place=wrong.place, form=_HEADER)
    return parts[0], parts[1], parts[2]


def write(reading: Reading) -> str:
    size = reading.grid.size
    rows = [
        f"{cell // size + 1},{cell % size + 1},{given}"
        for cell, given in enumerate(reading.grid.givens)
        if given
    ]
    return "\n".join([_HEADER, *rows]) + "\n"


format = Format(
    name="triples",
    title="Rows, columns and digits",
    rank=120,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        "row,col,val\n1,2,2\n1,3,9\n1,9,8\n2,2,3\n",
        "(1, 2, 2),\n(1, 3, 9),\n(16, 16, 16)\n",
        "1 2 2\n1 3 9\n9 8 1\n",
    ),
)
