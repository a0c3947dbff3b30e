"""A board as it stands in a program or in JSON: rows in brackets, a value a cell.

    board = [["5","3",".",".","7",".",".",".","."], …]

Python, JSON, numpy's printing, C, Java, MATLAB and Prolog. An empty cell is 0, `""`, ".", None, null, nil,
NaN or `_`. Rows may be texts of nine characters, a board a flat list of 81 values or a text of 81. A complete
board next to one that it solves is its solution. Two puzzles are refused, and so are columns before rows and
words for more rules than Sudoku has. Names, comments and lists without a board are left out.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..core.errors import GridError, TextPlace
from ..core.grid import Grid
from ..core.i18n import ALPHABET, gettext
from ..core.shape import usual_boxes
from .base import (
    ANY_SIZE,
    CELL_COUNTS,
    LAST,
    SIZES,
    Format,
    Note,
    Reading,
    misfit_count,
    misfit_size,
    only_puzzle,
    usual_shape,
)
from .records import refuse_columns
from .variants import refuse_variants

_SUFFIX = "_?(?:[iu](?:8|16|32|64|size)|[uU]?[lL]{1,2}|[uUfFdDmM])"  # of a number's type
# A call or constructor before a bracket: `vec![`, `new int[]{`, `List.of(`.
_NAME = r"(?:new\s{1,9})?[A-Za-z](?:[\w.]|::){0,40}(?:<[\w<>, ]{0,30}>)?!?(?:\[\d{0,3}\]){0,3}\s{0,9}(?=[\[({])"
_TOKEN = re.compile(  # a text that begins with a bracket is no cell, but contains a program
    r"""(?P<text>"(?!\s*[\[{(])(?:[^"\\\n]|\\.){0,700}"|'(?!\s*[\[{(])[^'\\\n]{0,700}')"""
    rf"|(?P<name>{_NAME})"
    rf"|(?P<word>-?\d+(?:\.\d*)?(?:{_SUFFIX})?(?!\w)|\w+)|(?P<mark>[\[\](){{}};:\n])"
    r"|(?P<note>(?<!:)//[^\n]*|\#(?!\d?[aA]?\()[^\n]*)"
)
_EMPTY = {"", " ", ".", "0", "-", "_", "x", "X", "*", "0.0", "0."}
_NOTHING = {"none", "null", "nil", "nan", "na", "undefined", "_", "x", "0", "0.", "0.0"}
_TYPED = re.compile(rf"(?<=[\d.]){_SUFFIX}\Z")
_DEEPEST = 20
_CELLS, _NINE, _LONGEST_NAME = 81, 9, 40
# Names that say nothing about a puzzle.
_WRAPPERS = {"puzzle_data", "data", "puzzle", "board", "game"}
_RESHAPE = re.compile(r"(?<![.\w])reshape\s*\(")  # MATLAB's and Julia's. In numpy it is a method
_SIZES = tuple(size for size in ANY_SIZE if usual_boxes(size))
_COUNTS = {size * size: size for size in _SIZES}


@dataclass
class _List:
    """What is between two brackets: values and lists, and where its lines begin."""

    line: int
    values: list[str | None] = field(default_factory=list)  # a text, or None if it is no cell
    texts: list[str] = field(default_factory=list)  # the values in quotes
    lists: list["_List"] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)  # values before each `;`
    starts: list[int] = field(default_factory=list)  # values before each new line


def looks_like(text: str) -> bool:
    if not any(bracket in text for bracket in "[{("):
        return False
    return any(_boards(text)) or _near(text) is not None or _misshapen(text) is not None


def read(text: str, size: int | None = None) -> Reading:
    boards = [cells for cells in _boards(text) if size in (None, _COUNTS[len(cells)])]
    if not boards or _near(text):  # a faulty puzzle must not be skipped in favour of its solution
        raise _why_not(text)
    refuse_variants(text)
    if _RESHAPE.search(text) or ("matrix(" in text and "byrow" not in text.replace(" ", "")):
        raise GridError("this program lays its values out column by column; paste rows instead")
    refuse_columns(text)
    _ask_which(text)
    grids = [Grid.from_digits(usual_shape(_COUNTS[len(cells)]), cells) for cells in boards]
    grid = only_puzzle([Reading(grid, "code") for grid in grids]).grid
    note = Note(grid.text, grid, gettext("a board in a program's text"))
    return Reading(grid, "code", None, note)


def _ask_which(text: str) -> None:
    """Raise GridError, with each puzzle and its name, if the text is JSON with several puzzles under names."""
    start, end = text.find("{"), text.rfind("}")
    if "puzzle" not in text or not 0 <= start < end:
        return
    try:
        named = dict(_named_puzzles(json.loads(text[start : end + 1]), ""))
    except (ValueError, RecursionError):
        return
    if len(set(named)) > 1 and all(named.values()):
        raise GridError(
            "this text contains {count} puzzles; paste one of them: {puzzles}",
            count=len(named),
            puzzles="; ".join(f"{name} {puzzle}" for puzzle, name in named.items()),
        )


def _named_puzzles(value: Any, name: str) -> Iterator[tuple[str, str]]:
    """Yield the line of each puzzle in JSON with the name of the object around it, such as `easy`."""
    if not isinstance(value, dict):
        return
    for key, inner in value.items():
        if key in ("puzzle", "givens", "mission") and isinstance(inner, list | str):
            cells = _row(list(map(str, inner)), 9) if len(inner) == _CELLS else None
            if cells:
                yield "".join(map(str, cells)), name
        yield from _named_puzzles(inner, name if key in _WRAPPERS else key[:_LONGEST_NAME])


def _parsed(text: str) -> _List:
    """Return everything in brackets as nested lists. Unmatched brackets end at the end of the text."""
    top = _List(1)
    stack = [top]
    line = 1
    for token in _TOKEN.finditer(text):
        mark = token["mark"]
        inner = stack[-1]
        if mark == "\n":
            line += 1
            inner.starts.append(len(inner.values))
        elif mark is not None and mark in "[({":
            if len(stack) > _DEEPEST:
                return _List(1)
            stack.append(_List(line))
            inner.lists.append(stack[-1])
        elif mark is not None and mark in "])}":
            if len(stack) > 1:
                _flatten(stack.pop())
        elif mark == ";":
            inner.rows.append(len(inner.values))
        elif mark == ":" and inner.values:
            name = inner.values.pop()  # of the value that follows
            if inner.texts and inner.texts[-1] == name:
                inner.texts.pop()
        elif token["text"] is not None:
            inner.values.append(token["text"][1:-1])
            inner.texts.append(token["text"][1:-1])
        elif token["word"] is not None:
            inner.values.append(_cell(token["word"]))
    return top


def _flatten(outer: _List) -> None:
    """Give a list that contains only one list of values, as `[qw(5 3 0)]` does, these values."""
    if len(outer.lists) == 1 and not outer.values and not outer.lists[0].lists:
        outer.values, outer.lists = outer.lists[0].values, []


def _cell(word: str) -> str | None:
    word = _TYPED.sub("", word)
    if word.lower() in _NOTHING:
        return ""
    integer, _, decimals = word.partition(".")
    return integer if integer.isdigit() and not decimals.strip("0") else None


def _lists(
    outer: _List, in_order: Callable[[list[_List]], Iterator[_List]] = reversed
) -> Iterator[_List]:
    """Yield a list and all lists in it, those inside the last one first, or in another order."""
    yield outer
    for inner in in_order(outer.lists):
        yield from _lists(inner, in_order)


def _boards(text: str) -> Iterator[list[int]]:
    """Yield each board as digits and 0."""
    for group in _lists(_parsed(text)):
        if cells := _board_of(group):
            yield cells
            continue
        for each in group.texts:
            if len(each) in (81, 256) and (digits := _row(list(each), CELL_COUNTS[len(each)])):
                yield digits


def _board_of(group: _List) -> list[int] | None:
    """Return the digits of a list of rows, a list of texts or a flat list, or None if it is no board."""
    size = len(group.lists)
    if size in _SIZES and not group.values:
        rows = [_row(each.values, size) for each in group.lists]
        if any(row is None or each.lists for row, each in zip(rows, group.lists, strict=True)):
            return None
        return [digit for row in rows for digit in row or ()]
    count = len(group.values)
    if group.lists or not count:
        return None
    if count == 9 and group.texts == group.values and all(len(each) == 9 for each in group.texts):
        return _row(list("".join(group.texts)), 9)
    size = CELL_COUNTS.get(count, 0)
    breaks = [at for at in group.rows if at < count]
    lines = sorted({at for at in group.starts if 0 < at < count})
    usual = list(range(size, count, size)) if size else []
    if size < 9 or (breaks and breaks != usual) or (len(lines) == size - 1 and lines != usual):
        return None
    return _row(group.values, size)


def _row(values: list[str | None], size: int) -> list[int] | None:
    """Return the digits of a row or a board, or None if a value does not fit a board of this size."""
    if len(values) not in (size, size * size) or len(_EMPTY.intersection(values)) > 1:
        return None  # of two signs for an empty cell one may have been a digit
    digits = [_digit(value, size) for value in values]
    return None if -1 in digits else digits


def _digit(value: str | None, size: int) -> int:
    if value is None:
        return -1
    if value in _EMPTY:
        return 0
    if value.isascii() and value.isdigit() and len(value) < 3:
        is_plain = size > 9 or value[0] != "0"  # 07 is a typing error if digits have one character
        return int(value) if is_plain and int(value) <= size else -1
    found = ALPHABET.find(value) if len(value) == 1 and size > 9 else -1
    return found if 0 < found <= size else -1


def _why_not(text: str) -> GridError:
    return (
        _near(text)
        or _misshapen(text)
        or GridError(
            "no board in brackets was found; write nine rows of nine values, as in [[5,3,0,…],…]"
        )
    )


def _misshapen(text: str) -> GridError | None:
    """Return why the first list that is meant as a board has a size that is not read, or None."""
    for group in _lists(_parsed(text), iter):
        rows, widths = len(group.lists), {len(each.values) for each in group.lists}
        if rows > SIZES[0] and len(widths) == 1 and not any(each.lists for each in group.lists):
            width = widths.pop()
            if width == rows and rows not in _SIZES:
                return misfit_size(rows)
            if width in SIZES[1:] and abs(rows - width) <= 2 and rows != width:
                return GridError(
                    "a {size}×{size} board has {size} rows of values, not {count}",
                    count=rows,
                    size=width,
                )
        cells = [value for value in group.values if value is not None]
        if not group.lists and 70 < len(cells) < 92 and len(cells) not in CELL_COUNTS:
            return misfit_count(len(cells), 9)
    return None


def _near(text: str) -> GridError | None:
    """Return which row keeps a list of rows from being a board, or None."""
    for group in _lists(_parsed(text)):
        size = len(group.lists)
        wrong = [each for each in group.lists if len(each.values) != size]
        if size in SIZES[1:] and 0 < 2 * len(wrong) < size:
            return GridError(
                "{place}: a row of a {size}×{size} board has {size} values, not {count}",
                place=TextPlace(wrong[0].line),
                count=len(wrong[0].values),
                size=size,
            )
    return None


_ROWS = [[5, 3, 0, 0, 7, 0, 0, 0, 0], [6, 0, 0, 1, 9, 5, 0, 0, 0], *([[0] * 9] * 6), [0] * 8 + [9]]

format = Format(
    name="code",
    title="Board in a program",
    rank=LAST + 5,
    looks_like=looks_like,
    read=read,
    examples=(
        f"board = {_ROWS}",
        f"board = {_ROWS}".replace("0", '"."'),
        f"[{_ROWS}]".replace(" 0", " None"),
        "int b[9][9] = {" + ", ".join("{" + str(row)[1:-1] + "}" for row in _ROWS) + "};",
        "A = [" + "; ".join(str(row)[1:-1].replace(",", "") for row in _ROWS) + "];",
        "problem(1, [" + ",\n".join(str(row).replace("0", "_") for row in _ROWS) + "]).",
    ),
)
