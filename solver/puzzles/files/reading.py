"""Reading files of many puzzles as the items of an import.

An item is a text in any format of the reader, or a dict with `givens` and other fields of a puzzle. An item
that is no line of its own has a `place`. An invalid item has an error in `wrong`. For each ignored column
there is an item with its name in `left`.
"""

import codecs
import io
import itertools
import json
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Any, BinaryIO, TextIO

from django.conf import settings
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation import opensudoku
from solver.engine.notation.base import BLANKS, LONGEST
from solver.engine.notation.variants import refuse_marked_list, refuse_variants, says_its_shape
from solver.models.puzzle import refuse_position
from solver.models.validators import seen, storable

from .blocks import SHORTEST, WORD, block_items, have_titles, is_puzzle, titled_lines
from .fields import FIELDS, LONGEST_TAG, Item, Names, line, split_tags
from .objects import json_items, json_lines
from .opening import contents_of
from .tables import (
    Choices,
    SheetTable,
    are_quoted,
    csv_rows,
    delimiter_of,
    is_lettered_table,
    table_items,
    without_quotes,
)
from .workbooks import Rows, Sheet, SheetRow

__all__ = ["FIELDS", "LONGEST_TAG", "Item", "bounded", "items_in", "items_in_text", "split_tags"]

COMMENT = re.compile(r"\s*#(?!\s*[;,|\t])")  # `#` may be the name of a first column
COLLECTION = re.compile(rb'\s*\{\s*"collection"\s*:')  # begins the JSON file of one
HEAD = 20  # lines by which the format of a text is recognized
LONGEST_HEAD = 200_000  # characters of this head, with its comments
WHOLE = 20_000_000  # characters of a text that is read as a whole, like JSON
LONGEST_PAGE = 2_000_000  # characters of a web page whose tables are read
STRAY = re.compile(r"<(?![a-zA-Z/!?])")  # no tag, of which the parser takes seconds for a megabyte
PLAIN_BOARD = re.compile(r"(?<!\S)[1-9.0*_-]{81}(?!\S)")
PIECE = 65_536  # characters of a text that is read in pieces
DRAWN = 81  # cells of boards that are drawn
MOST_DRAWN = 1_000  # boards with which a solution is compared
LONGEST_NAME = 100  # characters of the name of a file in an archive


class PuzzleFile:
    """A file of puzzles: its items, and how each table in it is read.

    `tables` and what is `below` them are complete once the items have been taken.
    """

    def __init__(self, file: BinaryIO, choices: Choices | None = None) -> None:
        self.file = file
        self.choices = choices or Choices()
        self.tables: list[SheetTable] = []
        self.drawn: list[str] = []  # the boards of tables in which boards are drawn

    def items(self) -> Iterator[Item]:
        """Yield the items (puzzles to import) of a file, of all files in a zip archive, or of a workbook.

        Raise GridError if it is not readable.
        """
        for name, content in contents_of(self.file, self.choices.encoding):
            called = seen(name)[-LONGEST_NAME:]
            if isinstance(content, Sheet):
                yield from self._sheet_items(called, content)
            else:
                items = self._items_or_one(content, SheetTable(called, content.encoding))
                yield from _named(items, called) if name else items

    def _sheet_items(self, name: str, sheet: Sheet) -> Iterator[Item]:
        table = SheetTable(name)
        items = table_items(Rows(name, sheet.rows), Names(), self.choices, table)
        self.tables += [table] if items is not None else []
        yield from self._without_solutions(items or (), table)
        yield from ({"place": name, "wrong": reason} for reason in sheet.cut)
        sheet.cut.clear()  # sheets of one file may share it

    def _items_or_one(self, text: TextIO, table: SheetTable) -> Iterator[Item]:
        """Return the items of a text, which may be one puzzle with words or regions that say its shape."""
        try:
            return self._items_of(text, table)
        except engine.GridError:
            text.seek(0)
            whole = text.read(LONGEST + 1)
            if len(whole) > LONGEST or not is_puzzle(whole):
                raise
            return block_items(storable(whole))

    def _page_items(self, page: str, table: SheetTable) -> Iterator[Item]:
        """Return the items of a text that begins with a tag, but is no OpenSudoku file."""
        items = table_items(Rows("", iter(_cells_of(page))), Names(), self.choices, table)
        if items is not None and (table.head or not is_puzzle(page)):
            self.tables.append(table)
            return self._without_solutions(items, table)
        if is_puzzle(page):
            return iter([{"place": _("the whole text"), "givens": page}])
        return _numbered_items(engine.read_many(page))

    def _without_solutions(self, items: Iterable[Item], table: SheetTable) -> Iterator[Item]:
        """Yield the items of a table without drawn boards that solve another one, on an earlier sheet too."""
        for item in items:
            board = ""
            if isinstance(item, dict) and not table.columns:
                board = item.get("givens", "")
            if len(board) == DRAWN:
                if "0" not in board and any(_solves(board, puzzle) for puzzle in self.drawn):
                    continue
                if len(self.drawn) < MOST_DRAWN:
                    self.drawn.append(board)
            yield item

    def _items_of(self, text: TextIO, table: SheetTable) -> Iterator[Item]:
        lines = _lines(text)
        head, first_lines = _head(lines)
        lines = itertools.chain(head, lines)
        if first_lines[0].startswith("<"):
            if opensudoku.looks_like("\n".join(head)):
                return _numbered_items(opensudoku.stream(_pieces(text)))
            return self._page_items(_whole(_pieces(text)), table)
        if first_lines[0].startswith("{") or re.match(r'\[\s*(["{\[\]]|$)', first_lines[0]):
            is_many = first_lines[0].endswith("}") and len(first_lines) > 1
            return json_lines(lines) if is_many else _json_items(_whole(_pieces(text)))
        # A line shorter than a 4×4 board is a row of one, or a cell in a list of cells.
        words = [line for line in first_lines if len(line) < SHORTEST or not is_puzzle(line)]
        if words or is_lettered_table(head) or are_quoted(head):
            delimiter = delimiter_of(head)
            again = _lines_again(text)
            if are_quoted(head):
                again, delimiter = without_quotes(again), delimiter_of([*without_quotes(head)])
            rows = Rows("", csv_rows(again, delimiter or ","))
            items = table_items(rows, Names(), self.choices, table)
            if not table.head:
                refuse_variants("\n".join(words))
                if have_titles(head):
                    return titled_lines(_whole(_pieces(text)).split("\n"))
            if items is not None and (table.head or delimiter):
                self.tables.append(table)
                return self._without_solutions(items, table)
            lines = _lines_again(text)
        refuse_marked_list("\n".join(head))
        if len(words) == len(first_lines):
            return block_items(_whole(_pieces(text)))
        refuse_variants("\n".join(words))
        if _has_solution(head) and len(head) < HEAD and is_puzzle("\n".join(head)):
            return block_items("\n".join(head))
        return itertools.chain(lines, _words_beside(first_lines))


def _solves(board: str, puzzle: str) -> bool:
    return all(given in ("0", digit) for given, digit in zip(puzzle, board, strict=True))


def _cells_of(page: str) -> list[SheetRow]:
    """Return the rows of the tables of a web page, as spreadsheets save them."""
    cells = _Cells()
    cells.feed(STRAY.sub("&lt;", page[:LONGEST_PAGE]))
    return cells.rows


class _Cells(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows: list[SheetRow] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append(SheetRow(len(self.rows) + 1, []))
        elif tag in ("td", "th") and self.rows:
            self.rows[-1].cells.append("")
        elif tag == "br":
            self.handle_data("\n")

    def handle_data(self, data: str) -> None:
        cells = self.rows[-1].cells if self.rows else []
        if cells and len(cells[-1]) <= LONGEST:  # a longer one is refused
            cells[-1] += data


def _words_beside(lines: list[str]) -> Iterator[Item]:
    """Yield an item that says that words beside the puzzles of a list are not read, if there are any."""
    for number, text in enumerate(lines, 1):
        found = PLAIN_BOARD.search(text.partition("#")[0])
        rest = f"{found.string[: found.start()]} {found.string[found.end() :]}" if found else ""
        if WORD.search(rest) and not says_its_shape(text):
            words = seen(" ".join(rest.split())[:LONGEST_NAME])
            yield {"place": line(number), "left": words, "givens": f"# {words}"}
            return


def items_in(file: BinaryIO, choices: Choices | None = None) -> Iterator[Item]:
    """Yield the items of a file. Raise GridError if it is not readable."""
    return PuzzleFile(file, choices).items()


def _lines_again(text: TextIO) -> Iterator[str]:
    """Yield the lines of a text from its start, with the line breaks within cells of a table."""
    text.seek(0)
    return _lines(text)


def _named(items: Iterable[Item], name: str) -> Iterator[Item]:
    """Yield the items of a file in an archive, with its name before each place."""
    for number, item in enumerate(items, 1):
        if isinstance(item, str):
            has_text = item.strip(BLANKS) and not item.startswith("#")
            yield {"place": f"{name}, {line(number)}", "givens": item} if has_text else item
        else:
            yield {**item, "place": f"{name}, {item['place']}"}


def _has_solution(lines: list[str]) -> bool:
    """Return whether a line is labelled as a solution. The text is one puzzle with its solution then."""
    return any(re.match(r"\s*(solution|answer|lösung)\b", line, re.IGNORECASE) for line in lines)


def _head(lines: Iterator[str]) -> tuple[list[str], list[str]]:
    """Return the first lines, and those among them that are neither empty nor comments, or `[""]`."""
    head: list[str] = []
    first_lines: list[str] = []
    length = 0
    for text in lines:
        head.append(text)
        length += len(text) + 1
        if text.strip(BLANKS) and not COMMENT.match(text):
            first_lines.append(text.strip(BLANKS))
        if len(first_lines) == HEAD or length > LONGEST_HEAD:
            break
    return head, first_lines or [""]


def items_in_text(text: str) -> Iterator[Item]:
    return items_in(io.BytesIO(text.encode("utf-8", "replace")))


def bounded(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the items of an import unchanged. Raise GridError if there are none, or more than IMPORT_LINES."""
    most = settings.IMPORT_LINES
    number = 0
    for number, item in enumerate(items, 1):
        if number > most:
            message = _("there are more than %(most)s lines; split the file")
            raise engine.GridError(message % {"most": f"{most:,}"})
        yield item
    if not number:
        raise engine.GridError(_("there is no puzzle in it"))


def _lines(text: TextIO) -> Iterator[str]:
    """Yield lines without their ends. Cut very long ones so that the reader still refuses them."""
    longest = LONGEST + 10
    while line := text.readline(longest):
        rest = line
        while len(rest) == longest and not rest.endswith("\n"):
            rest = text.readline(longest)
        yield storable(line.removesuffix("\n"))


def _pieces(text: TextIO) -> Iterator[str]:
    """Yield the text from its start in pieces, independent of lines."""
    text.seek(0)
    while piece := text.read(PIECE):
        yield storable(piece)


def _whole(pieces: Iterable[str]) -> str:
    """Return the pieces as one text. Raise GridError if it is longer than WHOLE."""
    parts, length = [], 0
    for piece in pieces:
        parts.append(piece)
        length += len(piece)
        if length > WHOLE:
            raise engine.GridError(
                _(
                    "the file has more than %(most)s characters; use one puzzle per line, "
                    "CSV or OpenSudoku, or split it"
                )
                % {"most": f"{WHOLE:,}"}
            )
    return "".join(parts)


def _json_items(text: str) -> Iterator[Item]:
    try:
        yield from json_items(text)
    except engine.GridError:
        if not is_puzzle(text):  # numpy prints its rows in brackets, and without commas
            raise
        yield {"place": _("the whole text"), "givens": text}


def _numbered_items(readings: Iterable[engine.Reading | engine.GridError]) -> Iterator[Item]:
    for number, reading in enumerate(readings, 1):
        place = _("game %(number)s") % {"number": number}
        if isinstance(reading, engine.GridError):
            yield {"place": place, "wrong": str(reading)}
        else:
            yield {"place": place, **_givens_of(reading)}


def _givens_of(reading: engine.Reading) -> dict[str, str]:
    try:
        return {"givens": refuse_position(engine.position_of(reading)).line}
    except engine.GridError as error:
        return {"wrong": str(error)}


def collection_in(file: BinaryIO) -> dict[str, Any] | None:
    """Return the fields that describe a collection in its JSON file, or None if it is another file."""
    head = file.read(100).removeprefix(codecs.BOM_UTF8)
    file.seek(0)
    if not COLLECTION.match(head):
        return None
    content = file.read(WHOLE)  # the puzzles of a longer file are refused
    file.seek(0)
    try:
        fields = json.loads(content).get("collection")
    except (ValueError, RecursionError):
        return None  # reading its puzzles reports the error
    return fields if isinstance(fields, dict) else None
