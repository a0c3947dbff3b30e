"""The board of a table with names of its rows and columns, or with gaps between its boxes."""

import re
from collections import Counter
from itertools import chain

from ..core.errors import GridError
from ..core.geometry import mask_of_digits
from ..core.i18n import gettext
from .base import Reading, in_rows, number
from .cells import EMPTY, plain, position
from .records import Records

_BOXES = {9: 3, 16: 4, 25: 5, 4: 2}  # box sizes by board size, the usual one first
_MOST_BESIDE = 6  # columns of a table that are not of the board
_LABEL = re.compile(r"\W*+([^\W\d]*+)\W*+(\d{0,2})\W*")
_WORD = re.compile(r"[^\W\d_]{3}")
_LAST_NUMBER = re.compile(r"\d{1,3}")
_DIGITS = "123456789"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
_MARKS = re.compile(r"1?2?3?4?5?6?7?8?9?")
_ODD = ("x", "o", "?", "*")  # signs for an empty cell, if it is the only one


def board_of_rows(text: str, records: Records, size: int | None) -> Reading | GridError | None:
    """Return the board of a table with names of rows and columns, or with gaps between its boxes.

    `size` is the expected size, or None for any. Return the error if the table is faulty, or None if the
    records are no such table.
    """
    if records.names:
        records = records._replace(rows=[records.names, *records.rows], lines=[1, *records.lines])
    for each in (size,) if size else _BOXES:
        found = rows_of_board(records, each) if each in _BOXES else None
        if found is not None:
            return _board(text, found[0], each) if records.is_certain else None
    return None


def rows_of_board(records: Records, size: int) -> tuple[list[list[str]], list[int]] | None:
    """Return the rows of a board of this size with their lines, or None if there are not as many."""
    widths = Counter(len(row) for row in records.rows)
    if not widths:
        return None
    width = max(widths, key=lambda each: (widths[each], each))
    if not size <= width <= 2 * size and width != 2 and width < size**2:
        return None
    if width >= size**2 and len(records.rows) == 2:
        cells = _named_cells(records.rows[0], records.rows[1], size)
        return (cells, [records.lines[1]] * size) if cells else None
    good = [at for at, row in enumerate(records.rows) if len(row) == width]
    first, last = good[0], good[-1] + 1
    notes = [*records.rows[:first], *records.rows[last:]]
    if len(good) != last - first or not all(map(_may_be_left, notes)):
        return None
    rows, lines = records.rows[first:last], records.lines[first:last]
    head = notes[first - 1] if first and _are_labels(notes[first - 1]) else None
    while len(rows) > size and _names_columns(rows[0], size):
        head, rows, lines = rows[0], rows[1:], lines[1:]
    if head and rows and sum(map(bool, head)) < size - 1 and not (any(rows[0]) and any(rows[-1])):
        return None  # an empty row below a title may be a gap
    if head and len(rows) == size + 1 and rows[-1] == head:
        rows, lines = rows[:-1], lines[:-1]
    rows = _without_labels(_puzzle_beside_solution(rows, size), size, head)
    rows, lines = _without_gaps(rows, lines, size)
    is_board = len(rows) == size and all(len(row) == size for row in rows)
    is_doubtful = is_board and (_are_labels([row[0] for row in rows]) or _are_labels(rows[0]))
    return (rows, lines) if is_board and not is_doubtful else None


def _named_cells(names: list[str], fields: list[str], size: int) -> list[list[str]]:
    """Return the rows of a board whose cells have names, from `r1c1` or `c1` on, or [] for others."""
    named = [at for at, name in enumerate(names[: len(fields)]) if _LAST_NUMBER.search(name)]
    addresses = [tuple(map(int, re.findall(r"\d", names[at]))) for at in named]
    numbers = [number(_LAST_NUMBER.findall(names[at])[-1]) for at in named]
    lines = range(1, size + 1)
    is_address = addresses == [(row, column) for row in lines for column in lines]
    if not is_address and numbers not in ([*range(1, size**2 + 1)], [*range(size**2)]):
        return []
    return in_rows([fields[at] for at in named], size)


def _may_be_left(row: list[str]) -> bool:
    """Return whether a line above or below a table is a note, or numbers its columns."""
    return _are_labels(row) or any(_WORD.search(field) for field in row)


def _names_columns(row: list[str], size: int) -> bool:
    """Return whether a row contains names, or the numbers of the columns, and no cells."""
    filled = [field for field in row if field]
    if len(filled) >= size and _are_labels(filled[-size:]):
        return True
    is_rule = bool(filled) and all(set(field) == {"-"} for field in filled)
    return is_rule or (bool(filled) and all(value_of(field, size) is None for field in filled))


def _are_labels(fields: list[str]) -> bool:
    """Return whether fields number rows or columns from the first: 1 to 9, 0 to 8, A to I, `R1`, `[1,]`."""
    found = [_LABEL.fullmatch(field) for field in fields]
    if not all(found):
        return False
    words = [each[1] for each in found if each]
    numbers = [number(each[2]) for each in found if each]
    if numbers in (list(range(1, len(fields) + 1)), list(range(len(fields)))):
        return len(set(words)) == 1
    return "".join(words).upper() == _LETTERS[: len(fields)] and set(numbers) == {-1}


def _puzzle_beside_solution(rows: list[list[str]], size: int) -> list[list[str]]:
    """Return the left or the right half of the rows, if the other half is its solution."""
    halves = [list("".join(row)) if len(row) == 2 else row for row in rows]
    if len(rows) != size or any(len(row) != 2 * size for row in halves):
        return rows
    left, right = [row[:size] for row in halves], [row[size:] for row in halves]
    for puzzle, solution in ((left, right), (right, left)):
        pairs = zip(chain(*puzzle), chain(*solution), strict=True)
        if all(answer in _DIGITS and given.lower() in {*EMPTY, answer} for given, answer in pairs):
            return puzzle
    return rows


def _without_labels(rows: list[list[str]], size: int, head: list[str] | None) -> list[list[str]]:
    """Return the rows without columns of row names, which may be the same left and right.

    Before them may be one with the same in every row, such as article 001's number of a branch.
    """
    if head and _WORD.search(head[0]) and len({row[0] for row in rows}) == 1:
        rows, head = [row[1:] for row in rows], head[1:]
    while rows and len(rows[0]) > size:
        first, last = [row[0] for row in rows], [row[-1] for row in rows]
        filled = [field for field in first if field]
        is_named = len(filled) == size and _are_labels(filled)
        if is_named and filled[0].strip("[], ") == "0" and head is None:
            return rows
        if not is_named:
            return rows
        end = -1 if last == first and len(rows[0]) > size + 1 else None
        rows, head = [row[1:end] for row in rows], None
    return rows


def _without_gaps(
    rows: list[list[str]], lines: list[int], size: int
) -> tuple[list[list[str]], list[int]]:
    """Return the rows without empty rows and columns between the boxes of a sheet."""
    box = _BOXES[size]
    gaps = {at * (box + 1) - 1 for at in range(1, box)}
    if rows and len(rows[0]) == size + box - 1 and all(not row[at] for row in rows for at in gaps):
        rows = [[field for at, field in enumerate(row) if at not in gaps] for row in rows]
    if len(rows) == size + box - 1 and all(not any(rows[at]) for at in gaps):
        kept = [at for at in range(len(rows)) if at not in gaps]
        rows, lines = [rows[at] for at in kept], [lines[at] for at in kept]
    return rows, lines


def value_of(field: str, size: int) -> int | None:
    if field.lower() in EMPTY or field in _ODD:
        return 0
    value = -1 if field.startswith("0") else number(field)
    return value if 1 <= value <= size else None


def _board(text: str, rows: list[list[str]], size: int) -> Reading | GridError | None:
    fields = [field for row in rows for field in row]
    values = [value_of(field, size) for field in fields]
    if len({field.lower() for field, value in zip(fields, values, strict=True) if value == 0}) > 1:
        return None  # of two signs for an empty cell one may have been a digit
    if None not in values:
        return plain([value or 0 for value in values], gettext("a table"), text)
    if size == 9 and all(field and _MARKS.fullmatch(field) for field in fields):
        masks = [mask_of_digits(list(map(int, field))) for field in fields]
        return position(masks, gettext("a table"), text)
    return None
