"""The items of JSON: a list, an object a line, or whatever a site answers, wherever puzzles are in it."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation.base import BLANKS, CELL_COUNTS
from solver.models.validators import storable

from .fields import GIVENS, JUDGED, PUBLISHED, SOLUTIONS, YES, Item, Names, kept, line

DEEPEST = 6  # objects and lists around a puzzle
WIDTHS = {*range(4, 27)} - {16}  # of a row that may be one of a board; 16 cells may be a board
EMPTY = (None, 0, "", "0", ".", "_", " ")
BOARDS = {"value", "mission"}  # keys that mean the givens where a board is in them


def json_items(text: str) -> Iterator[Item]:
    """A list of puzzles, an object with several, or a board alone; GridError for what is no JSON."""
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
        place = {"line": error.lineno, "column": error.colno, "what": error.msg}
        raise engine.GridError(message % place) from None
    except (RecursionError, ValueError):  # too deep, or a number of thousands of digits
        raise engine.GridError(
            _("this JSON is nested too deeply, or contains a number that is too long")
        ) from None


def _puzzles_in(value: Any, deepest: int) -> Iterator[Any]:
    """What may be a puzzle; objects and lists that are none are looked into."""
    if isinstance(value, dict) and not _is_puzzle(value):
        beside = {*SOLUTIONS, "collection"} if "puzzles" in value else SOLUTIONS
        inner = [each for name, each in value.items() if name.lower() not in beside]
        found = [each for each in inner if isinstance(each, dict | list)]
        if found == inner and _are_rows(found):
            yield found
            return
        if found and deepest:
            yield from (puzzle for each in found for puzzle in _puzzles_in(each, deepest - 1))
            return
    elif isinstance(value, list) and not _cells(value) and not _are_rows(value):
        for each in value:
            is_inner = deepest and isinstance(each, dict | list)
            yield from _puzzles_in(each, deepest - 1) if is_inner else [each]
        return
    yield value


def _are_rows(value: Any) -> bool:
    """Whether a list is meant as the rows of one board, also with one too many, which its error says."""
    if not isinstance(value, list) or len(value) < min(WIDTHS):
        return False
    return all(isinstance(row, list) and len(row) in WIDTHS and _are_single(row) for row in value)


def _are_single(row: list[Any]) -> bool:
    return all(cell is None or (isinstance(cell, int | str) and len(str(cell)) < 3) for cell in row)


def _is_puzzle(fields: dict[str, Any]) -> bool:
    return any(
        name.lower() in GIVENS or (name.lower() in BOARDS and _cells(value))
        for name, value in fields.items()
    )


def _told(value: Any, place: str, names: Names) -> Iterator[Item]:
    """The item of a puzzle, after those of the keys that are left out for the first time."""
    before = len(names.left)
    item = _item(value, place, names)
    yield from names.told(place, before)
    yield item


def _item(value: Any, place: str, names: Names) -> Item:
    fields = value if isinstance(value, dict) else {"givens": value}
    if not isinstance(value, str | dict | list):
        return {"place": place, "wrong": _("this is neither text nor an object with givens")}
    named = {}
    try:
        for name, each in fields.items():
            is_board = name.lower() in BOARDS and _cells(each)
            if meant := "givens" if is_board else names.meaning(name):
                named[meant] = _text(name, each, meant)
    except engine.GridError as error:
        return {"place": place, "wrong": str(error)}
    return {"place": place, **kept(named)}


def _text(name: str, value: Any, meant: str) -> str:
    """The value of a field as text: a board in lists as a line, tags as a list, a difficulty as a number."""
    if isinstance(value, list):
        cells = _cells(value) if meant in ("givens", "solution") else []
        if cells or (meant == "givens" and _are_rows(value)):
            value = _line_of(cells) or json.dumps(value)
        elif all(isinstance(tag, str) for tag in value):
            value = ",".join(value)
    if value is None:
        return ""
    if meant == PUBLISHED and isinstance(value, bool):
        return YES if value else ""
    if meant in JUDGED and isinstance(value, int | float):
        return str(value)
    if not isinstance(value, str):
        raise engine.GridError(_("“%(name)s” is not text") % {"name": name[:40]})
    return storable(value)


def _cells(value: Any) -> list[Any]:
    """The cells of a board in lists: flat, a list a row, or a text a row; empty when it is none."""
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
    """A line of a 9×9 board; empty when it is another, or has a cell that only the reader can judge."""
    if len(cells) != 81:
        return ""
    digits = ["0" if cell in EMPTY else str(cell) for cell in cells]
    return "".join(digits) if all(len(d) == 1 and d in "0123456789" for d in digits) else ""
