"""Items of JSON files: a list, one object a line, or any JSON with puzzles somewhere in it."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _, gettext_noop

from solver import engine
from solver.engine.notation.base import BLANKS, CELL_COUNTS
from solver.models.validators import storable

from .fields import (
    DATE,
    GIVENS,
    LEVEL,
    NUMBER,
    PUBLISHED,
    SHAPE,
    SOLUTIONS,
    YES,
    Item,
    Names,
    line,
    merge_fields,
)

# What Python's reader of JSON says most often. Pages show the rest in English.
FAULTS = (
    gettext_noop("Expecting value"),
    gettext_noop("Expecting ',' delimiter"),
    gettext_noop("Expecting ':' delimiter"),
    gettext_noop("Expecting property name enclosed in double quotes"),
    gettext_noop("Extra data"),
    gettext_noop("Unterminated string starting at"),
    gettext_noop("Invalid control character at"),
)
DEEPEST = 6  # objects and lists around a puzzle
WIDTHS = {*range(4, 27)} - {16}  # of possible rows of a board. 16 cells may be a 4×4 board
EMPTY = (None, 0, "", "0", ".", "_", " ")
BOARDS = {"value", "mission"}  # keys of the givens if their value is a board


def json_items(text: str) -> Iterator[Item]:
    """Yield the puzzles of a JSON text as items: from a list, an object with several, or a board.

    Raise GridError if it is no JSON.
    """
    names = Names()
    for number, value in enumerate(_puzzles_in(_parsed(text), DEEPEST), 1):
        yield from _told(value, _("puzzle %(number)s") % {"number": number}, names)


def json_lines(lines: Iterable[str]) -> Iterator[Item]:
    names = Names()
    for number, text in enumerate(lines, 1):
        if not text.strip(BLANKS):
            continue
        try:
            yield from _told(_parsed(text), line(number), names)
        except engine.GridError as error:
            yield {"place": line(number), "wrong": str(error)}


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        message = _("this is not JSON at line %(line)s, column %(column)s: %(what)s")
        place = {"line": error.lineno, "column": error.colno, "what": _(error.msg)}
        raise engine.GridError(message % place) from None
    except (RecursionError, ValueError):  # too deep, or a number of thousands of digits
        raise engine.GridError(
            _("this JSON is nested too deeply, or contains a number that is too long")
        ) from None


def _puzzles_in(value: Any, deepest: int) -> Iterator[Any]:
    """Yield the values that may be puzzles. Other objects and lists are searched recursively."""
    if isinstance(value, dict) and not _is_puzzle(value):
        ignored = {*SOLUTIONS, "collection"} if "puzzles" in value else SOLUTIONS
        inner = [item for name, item in value.items() if name.lower() not in ignored]
        containers = [item for item in inner if isinstance(item, dict | list)]
        if containers == inner and _are_rows(containers):
            yield containers
            return
        if containers and deepest:
            yield from (puzzle for item in containers for puzzle in _puzzles_in(item, deepest - 1))
            return
    elif isinstance(value, list) and not _cells(value) and not _are_rows(value):
        for item in value:
            is_container = deepest and isinstance(item, dict | list)
            yield from _puzzles_in(item, deepest - 1) if is_container else [item]
        return
    yield value


def _are_rows(value: Any) -> bool:
    """Return whether a list looks like the rows of a board, perhaps with a row too many."""
    if not isinstance(value, list) or len(value) < min(WIDTHS):
        return False
    return all(isinstance(row, list) and len(row) in WIDTHS and _are_single(row) for row in value)


def _are_single(row: list[Any]) -> bool:
    return all(cell is None or (isinstance(cell, int | str) and len(str(cell)) < 3) for cell in row)


def _is_puzzle(fields: dict[str, Any]) -> bool:
    return any(
        (name.lower() in GIVENS and not _are_objects(value))
        or (name.lower() in BOARDS and _cells(value))
        for name, value in fields.items()
    )


def _are_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def _told(value: Any, place: str, names: Names) -> Iterator[Item]:
    """Yield report items for keys that are ignored for the first time, then the puzzle's item."""
    already = len(names.left)
    item = _item(value, place, names)
    yield from names.report_items(place, already)
    yield item


def _item(value: Any, place: str, names: Names) -> Item:
    fields = value if isinstance(value, dict) else {"givens": value}
    if not isinstance(value, str | dict | list):
        return {"place": place, "wrong": _("this is neither text nor an object with givens")}
    named = []
    try:
        for name, content in fields.items():
            is_board = name.lower() in BOARDS and _cells(content)
            if field := "givens" if is_board else names.meaning(name):
                named.append((field, name, _text(name, content, field)))
    except engine.GridError as error:
        return {"place": place, "wrong": str(error)}
    merged = merge_fields(named)
    if shape := merged.pop(SHAPE, ""):
        merged["givens"] = f"{shape} {merged.get('givens', '')}"
    return {"place": place, **merged}


def _text(name: str, value: Any, field: str) -> str:
    """Return the value of a field as text. It may be a list of cells or tags, a number or a boolean."""
    if isinstance(value, list):
        cells = _cells(value) if field in ("givens", "solution") else []
        if cells or (field == "givens" and _are_rows(value)):
            value = _line_of(cells) or json.dumps(value)
        elif all(isinstance(tag, str) for tag in value):
            value = ",".join(value)
    if value is None:
        return ""
    if field == PUBLISHED and isinstance(value, bool):
        return YES if value else ""
    if field in (LEVEL, DATE, NUMBER) and isinstance(value, int | float):
        return str(value)
    if not isinstance(value, str):
        raise engine.GridError(_("“%(name)s” is not text") % {"name": name[:40]})
    return storable(value)


def _cells(value: Any) -> list[Any]:
    """Return the cells of a board: a flat list, a list a row, or a text a row. Return [] if it is none."""
    if not isinstance(value, list):
        return []
    size = len(value)
    if size in CELL_COUNTS.values() and all(
        isinstance(row, list | str) and len(row) == size for row in value
    ):
        value = [cell for row in value for cell in row]
    is_board = len(value) in CELL_COUNTS and all(
        cell is None or isinstance(cell, int) or (isinstance(cell, str) and len(cell) < 3)
        for cell in value
    )
    return value if is_board else []


def _line_of(cells: list[Any]) -> str:
    """Return a 9×9 board as a line. Return an empty string for other sizes and unusual cells."""
    if len(cells) != 81:
        return ""
    digits = ["0" if cell in EMPTY else str(cell) for cell in cells]
    return "".join(digits) if all(len(d) == 1 and d in "0123456789" for d in digits) else ""
