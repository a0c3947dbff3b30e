"""Many puzzles as files: what an import takes as its items, and what an export writes.

An item is a text in any format of the reader, or an object with `givens` and other fields of a puzzle. Each
that does not come on a line of its own has a `place`; one that cannot even be an item says what is `wrong`, and
one for each column that is no field of a puzzle what is `left`.
"""

import io
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, TextIO

from django.conf import settings
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation import opensudoku
from solver.engine.notation.base import BLANKS, LONGEST
from solver.engine.notation.chosen import refuse_variants
from solver.models.puzzle import refuse_position
from solver.models.validators import seen, storable

from .blocks import block_items, is_puzzle
from .columns import csv_items, delimiter_of
from .fields import FIELDS, Item, split_tags
from .objects import json_items, json_lines
from .opening import texts_in

__all__ = ["FIELDS", "LONGEST_TAG", "Item", "bounded", "items_in", "items_in_text", "split_tags"]

LONGEST_TAG = 50  # characters
SHORTEST = 16  # characters of a puzzle
HEAD = 20  # lines that tell what a text is
LONGEST_HEAD = 200_000  # characters of these with the comments before them
# Characters of a text that is read at once: JSON, one puzzle over many lines.
WHOLE = 20_000_000
PIECE = 65_536  # characters of a text that is read in pieces
LONGEST_NAME = 100  # characters of a file in an archive that are told


def items_in(file: BinaryIO) -> Iterator[Item]:
    """The items of a file, or of all files of a zip archive, as they come; GridError when none can be taken."""
    for name, text in texts_in(file):
        items = _items_of(text)
        yield from _named(items, seen(name)[-LONGEST_NAME:]) if name else items


def _items_of(text: TextIO) -> Iterator[Item]:
    lines = _lines(text)
    head, first_lines = _head(lines)
    lines = itertools.chain(head, lines)
    if first_lines[0].startswith("<"):
        return _xml_items(text) if opensudoku.looks_like("\n".join(head)) else _text_items(text)
    if first_lines[0].startswith("{") or re.match(r'\[\s*(["{\[\]]|$)', first_lines[0]):
        is_many = first_lines[0].endswith("}") and len(first_lines) > 1
        return json_lines(lines) if is_many else _json_items(_whole(_pieces(text)))
    delimiter = delimiter_of(first_lines[0])
    if delimiter:
        return csv_items(lines, delimiter)
    # What is shorter than a 4×4 board is a row of one, or a cell of a list of cells.
    words = [line for line in first_lines if len(line) < SHORTEST or not is_puzzle(line)]
    if len(words) == len(first_lines):
        return block_items(_whole(_pieces(text)))
    refuse_variants("\n".join(words))
    if _has_solution(head) and len(head) < HEAD and is_puzzle("\n".join(head)):
        return block_items("\n".join(head))
    return lines


def _named(items: Iterable[Item], name: str) -> Iterator[Item]:
    """The items of a file in an archive, each with that name before its place."""
    for number, item in enumerate(items, 1):
        if isinstance(item, str):
            place = _("line %(number)s") % {"number": number}
            is_said = item.strip(BLANKS) and not item.startswith("#")
            yield {"place": f"{name}, {place}", "givens": item} if is_said else item
        else:
            yield {**item, "place": f"{name}, {item['place']}"}


def _has_solution(lines: list[str]) -> bool:
    """Whether a line names itself a solution: it is that of the puzzle beside it, and no other puzzle."""
    return any(re.match(r"\s*(solution|answer|lösung)\b", line, re.IGNORECASE) for line in lines)


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


def bounded(items: Iterable[Item]) -> Iterator[Item]:
    """The items, as long as there are not too many; GridError then, and none is kept."""
    most = settings.IMPORT_LINES
    number = 0
    for number, item in enumerate(items, 1):
        if number > most:
            message = _("there are more than %(most)s lines; split the file")
            raise engine.GridError(message % {"most": f"{most:,}"})
        yield item
    if not number:
        raise engine.GridError(_("it is empty"))


def _lines(text: TextIO) -> Iterator[str]:
    """Lines without their ends; of an endless one only so much that the reader will refuse it."""
    longest = LONGEST + 10
    while line := text.readline(longest):
        rest = line
        while len(rest) == longest and not rest.endswith("\n"):
            rest = text.readline(longest)
        yield storable(line.removesuffix("\n"))


def _pieces(text: TextIO) -> Iterator[str]:
    """The text from its start, however long its lines are."""
    text.seek(0)
    while piece := text.read(PIECE):
        yield storable(piece)


def _whole(pieces: Iterable[str]) -> str:
    """The pieces as one text; GridError when it is too long for that."""
    found, length = [], 0
    for piece in pieces:
        found.append(piece)
        length += len(piece)
        if length > WHOLE:
            raise engine.GridError(
                _(
                    "the file has more than %(most)s characters; use one puzzle per line, "
                    "CSV or OpenSudoku, or split it"
                )
                % {"most": f"{WHOLE:,}"}
            )
    return "".join(found)


def _json_items(text: str) -> Iterator[Item]:
    try:
        yield from json_items(text)
    except engine.GridError:
        if not is_puzzle(text):  # numpy prints its rows in brackets, and without commas
            raise
        yield {"place": _("the whole text"), "givens": text}


def _text_items(text: TextIO) -> Iterator[Item]:
    """What begins with a tag and is no file that we know: lines, or the text of a page."""
    whole = _whole(_pieces(text))
    if is_puzzle(whole):
        return iter([{"place": _("the whole text"), "givens": whole}])
    return _told_items(engine.read_many(whole))


def _xml_items(text: TextIO) -> Iterator[Item]:
    return _told_items(opensudoku.stream(_pieces(text)))


def _told_items(readings: Iterable[engine.Reading | engine.GridError]) -> Iterator[Item]:
    for number, found in enumerate(readings, 1):
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
