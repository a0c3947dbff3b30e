"""UPDATE statements as records, a cell each: `UPDATE d SET [A] = 5, [C] = 2 WHERE Rw = 1`.

What is set is either the digit of the row and the column that are named behind WHERE, or columns of a row.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from .base import number
from .records import FEWEST, Records

_LONGEST = 600  # characters of a statement
_UPDATE = re.compile(r"\bupdate\b", re.IGNORECASE)
_PARTS = re.compile(r"[^;=]{1,80}\bset\b([^;]+)\bwhere\b([^;]+)", re.IGNORECASE)
_NAME = r"""["'`\[]?(\w{1,40})["'`\]]?"""
_EQUAL = re.compile(rf"{_NAME}\s{{0,9}}=\s{{0,9}}N?'?(\w{{1,9}})'?")
_PAIR = re.compile(
    rf"\(\s*{_NAME}\s*,\s*{_NAME}\s*\)\s{{0,9}}=\s{{0,9}}\(\s*'?(\w)'?\s*,\s*'?(\w)'?\s*\)"
)
_COLUMN = re.compile(r"(?:c|col|column|cl|spalte)?_?([1-9A-I])", re.IGNORECASE)
_PLACE = 2  # a row and a column


def updates(text: str) -> Iterator[Records]:
    """Yield the cells that the statements of a text set, if each of them sets cells."""
    starts = [found.end() for found in _UPDATE.finditer(text)]
    rows: list[list[str]] = []
    lines: list[int] = []
    names: set[tuple[str, ...]] = set()
    for start, end in pairwise([*starts, len(text)]):
        cells = _cells(text[start:end][:_LONGEST])
        if not cells:
            return
        names |= {tuple(cell) for cell in cells}
        rows += [[*cell.values()] for cell in cells]
        lines += [text.count("\n", 0, start) + 1] * len(cells)
    if len(rows) >= FEWEST and len(names) == 1:
        yield Records(rows, lines, list(names.pop()))


def _cells(statement: str) -> list[dict[str, str]]:
    """Return the cells of a statement, each as fields by their names, or [] if it sets none."""
    parts = _PARTS.match(statement)
    if parts is None:
        return []
    told = dict(_EQUAL.findall(parts[2]))
    for first, second, *values in _PAIR.findall(parts[2]):
        told |= dict(zip((first, second), values, strict=True))
    values = _EQUAL.findall(parts[1])
    columns = [_COLUMN.fullmatch(name) for name, _value in values]
    if len(told) == 1 and all(columns) and number(*told.values()) > 0:
        places = zip(columns, values, strict=True)
        (row,) = told.values()
        return [{"row": row, "column": c[1], "digit": value} for c, (_name, value) in places if c]
    return [told | dict(values[:1])] if len(told) == _PLACE and values else []
