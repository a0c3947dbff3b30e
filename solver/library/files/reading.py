"""Many puzzles as files: what an import takes as its items, and what an export writes.

An item is a text in any format of the reader, or an object with `givens` and other fields of a puzzle. Each
that does not come on a line of its own has a `place`; one that cannot even be an item says what is `wrong`.
"""

import codecs
import csv
import io
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, TextIO

from django.conf import settings
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation.base import BLANKS, LONGEST
from solver.models.puzzle import refuse_position
from solver.models.texts import storable, without_quote

Item = str | dict[str, Any]

FIELDS = ("givens", "title", "author", "source", "licence", "notes", "tags")
# As others name the columns of their lists.
GIVENS = {"givens", "puzzle", "grid", "board", "quiz", "quizzes", "sudoku", "question"}
SOLUTIONS = {"solution", "solutions", "answer"}  # checked, and not kept
# What the library works out by itself, and what the report of an import says of a line.
LEFT = {"", "id", "clues", "rating", "difficulty", "item", "fate", "place", "note", "verdict"}
LONGEST_TAG = 50  # characters
SHORTEST = 16  # characters of a puzzle
HEAD = 20  # lines that tell what a text is
LONGEST_HEAD = 200_000  # characters of these with the comments before them
# Characters of a text that is read at once: JSON, XML, one puzzle over many lines.
WHOLE = 20_000_000


def items_in(file: BinaryIO) -> Iterator[Item]:
    """The items of a file, as they come; GridError when it is none that can be taken."""
    lines = _lines(_decoded(file))
    head, first_lines = _head(lines)
    lines = itertools.chain(head, lines)
    if first_lines[0].startswith("<"):
        return _xml_items(_whole(lines))
    if first_lines[0].startswith("{") or re.match(r'\[\s*(["{\[\]]|$)', first_lines[0]):
        return _json_items(lines, first_lines)
    delimiter = _delimiter(first_lines[0])
    if delimiter:
        return _csv_items(lines, delimiter)
    # What is shorter than a 4×4 board is a row of one, or a cell of a list of cells.
    if any(len(line) >= SHORTEST and _is_puzzle(line) for line in first_lines[:HEAD]):
        return lines
    return _block_items(_whole(lines))


def _head(lines: Iterator[str]) -> tuple[list[str], list[str]]:
    """The first lines, and those of them that hold anything: some lists begin with a page of comments."""
    head: list[str] = []
    first_lines: list[str] = []
    length = 0
    for line in lines:
        head.append(line)
        length += len(line) + 1
        if line.strip(BLANKS) and not line.strip(BLANKS).startswith("#"):
            first_lines.append(line.strip(BLANKS))
        if len(first_lines) == HEAD or length > LONGEST_HEAD:
            break
    return head, first_lines or [""]


def items_in_text(text: str) -> Iterator[Item]:
    return items_in(io.BytesIO(text.encode("utf-8", "replace")))


def split_tags(text: str) -> list[str]:
    """Tags from words with commas between, each once."""
    return list(dict.fromkeys(tag.strip() for tag in text.split(",") if tag.strip()))


def bounded(items: Iterable[Item]) -> Iterator[Item]:
    """The items, as long as there are not too many; GridError then, and none is kept."""
    most = settings.IMPORT_LINES
    number = 0
    for number, item in enumerate(items, 1):
        if number > most:
            message = _("there are more than %(most)s lines; cut the file in several")
            raise engine.GridError(message % {"most": f"{most:,}"})
        yield item
    if not number:
        raise engine.GridError(_("there is nothing in it"))


def _decoded(file: BinaryIO) -> TextIO:
    """The file as text: UTF-8, or UTF-16 when it says so; other bytes show as U+FFFD."""
    start = file.read(2)
    file.seek(0)
    encoding = "utf-16" if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    return io.TextIOWrapper(file, encoding=encoding, errors="replace", newline=None)


def _lines(text: TextIO) -> Iterator[str]:
    """Lines without their ends; of an endless one only so much that the reader will refuse it."""
    longest = LONGEST + 10
    while line := text.readline(longest):
        rest = line
        while len(rest) == longest and not rest.endswith("\n"):
            rest = text.readline(longest)
        yield storable(line.removesuffix("\n"))


def _whole(lines: Iterable[str]) -> str:
    """The lines as one text; GridError when it is too long for that."""
    found, length = [], 0
    for line in lines:
        found.append(line)
        length += len(line) + 1
        if length > WHOLE:
            raise engine.GridError(
                _(
                    "the file has more than %(most)s characters, which only a puzzle a line or CSV may have"
                )
                % {"most": f"{WHOLE:,}"}
            )
    return "\n".join(found)


def _is_puzzle(text: str) -> bool:
    """Whether a text alone holds any givens; a head of columns is a puzzle without them."""
    try:
        return engine.read_any(text).grid.clue_count > 0
    except engine.GridError:
        return False


def _xml_items(text: str) -> Iterator[Item]:
    for number, found in enumerate(engine.read_many(text), 1):
        place = _("game %(number)s") % {"number": number}
        if isinstance(found, engine.GridError):
            yield {"place": place, "wrong": str(found)}
        else:
            yield {"place": place, **_givens_of(found)}


def _givens_of(reading: engine.Reading) -> dict[str, str]:
    try:
        return {"givens": refuse_position(engine.position_of(reading)).text}
    except engine.GridError as error:
        return {"wrong": str(error)}


def _block_items(text: str) -> Iterator[Item]:
    """Puzzles over several lines each, with empty lines between them; or one alone, which may hold some."""
    if _is_puzzle(text):
        yield {"place": _("the whole text"), "givens": text}
        return
    block: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip(BLANKS):
            block.append(line)
        elif block:
            place = _("lines %(first)s to %(last)s") % {
                "first": number - len(block),
                "last": number - 1,
            }
            yield {"place": place, "givens": "\n".join(block)}
            block = []


def _delimiter(header: str) -> str:
    """The delimiter of the columns, when the line names one for givens; empty when it does not."""
    for delimiter in ",;\t":
        if GIVENS & {
            name.strip().lower() for name in next(csv.reader([header], delimiter=delimiter))
        }:
            return delimiter
    return ""


def _csv_items(lines: Iterable[str], delimiter: str) -> Iterator[Item]:
    rows = csv.reader(_terminated(lines), delimiter=delimiter)
    names: list[str] = []
    while not names:
        names = [_field(name) for name in next(rows) if not name.startswith("#")]
    return _csv_rows(rows, names)


def _csv_rows(rows: Any, names: list[str]) -> Iterator[Item]:
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield {"place": _line(rows.line_num), "wrong": str(error)}
            continue
        if len(row) > len(names):
            message = _("%(found)s columns, but the first line names %(named)s")
            wrong = message % {"found": len(row), "named": len(names)}
            yield {"place": _line(rows.line_num), "wrong": wrong, "givens": ",".join(row)}
        elif any(cell.strip() for cell in row):
            yield {
                "place": _line(rows.line_num),
                **{n: without_quote(c) for n, c in zip(names, row, strict=False) if n},
            }


def _terminated(lines: Iterable[str]) -> Iterator[str]:
    return (f"{line}\n" for line in lines)


def _line(number: int) -> str:
    return _("line %(number)s") % {"number": number}


def _field(name: str) -> str:
    """The field that a column or key means, empty when it is left out; GridError when there is none."""
    field = name.strip().lower()
    if field in GIVENS:
        return "givens"
    if field in SOLUTIONS:
        return "solution"
    if field in LEFT:
        return ""
    field = {"license": "licence", "name": "title"}.get(field, field)
    if field not in FIELDS:
        raise engine.GridError(
            _("“%(name)s” is no field of a puzzle; there are %(fields)s")
            % {"name": name[:40], "fields": ", ".join(FIELDS)}
        )
    return field


def _json_items(lines: Iterable[str], first_lines: list[str]) -> Iterator[Item]:
    """A list, an object with a list named `puzzles`, or an object a line."""
    if first_lines[0].startswith("{") and len(first_lines) > 1 and first_lines[0].endswith("}"):
        return _json_lines(lines)
    found = _parsed(_whole(lines))
    if isinstance(found, dict) and "puzzles" in found:
        found = found["puzzles"]
    return (
        _json_item(value, _("puzzle %(number)s") % {"number": number})
        for number, value in enumerate(found if isinstance(found, list) else [found], 1)
    )


def _json_lines(lines: Iterable[str]) -> Iterator[Item]:
    for number, line in enumerate(lines, 1):
        if not line.strip(BLANKS):
            continue
        try:
            yield _json_item(_parsed(line), _line(number))
        except engine.GridError as error:
            yield {"place": _line(number), "wrong": str(error)}


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        message = _("this is no JSON at line %(line)s, column %(column)s: %(what)s")
        place = {"line": error.lineno, "column": error.colno, "what": error.msg}
        raise engine.GridError(message % place) from None
    except (RecursionError, ValueError):  # too deep, or a number of thousands of digits
        raise engine.GridError(
            _("this JSON is too deep, or holds a number that is too long")
        ) from None


def _json_item(value: Any, place: str) -> Item:
    fields = {"givens": value} if isinstance(value, str) else value
    if not isinstance(fields, dict):
        return {"place": place, "wrong": _("neither a text nor an object with givens")}
    try:
        named = {f: _text(name, value) for name, value in fields.items() if (f := _field(name))}
    except engine.GridError as error:
        return {"place": place, "wrong": str(error)}
    return {"place": place, **named}


def _text(name: str, value: Any) -> str:
    """The value of a field as text; tags may be a list of texts."""
    if isinstance(value, list) and all(isinstance(tag, str) for tag in value):
        value = ",".join(value)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise engine.GridError(_("“%(name)s” is no text") % {"name": name[:40]})
    return storable(value)


# --- Writing ---
