"""Reading the sheets of .xlsx and .ods workbooks, row by row.

No file can take more than the limits below, whatever it says about itself: the bytes that an archive unpacks to
are counted, a cell ends at LONGEST characters, shared texts have a limit together, repeated empty cells are
skipped and not made. Formulas are never computed: their stored value counts.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, BinaryIO, NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate

from django.utils.translation import gettext as _

from solver.engine import GridError
from solver.engine.notation.base import LONGEST

from .fields import line

PIECE = 16_384  # bytes that are parsed at once
DEEPEST = 100  # elements around a text
SHARED = 20_000_000  # characters of the texts that the cells of a workbook share
WIDEST = 1_000  # columns of a sheet that are read. 25×25 cells take 625
REPEATED = 200  # times that a filled row or cell is repeated at most
MOST_SHEETS = 1_000
EXACT = 15  # digits of a number that a spreadsheet keeps
DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - of the dates of spreadsheets, which have no time zone
DATE_FORMATS = {*range(14, 23), *range(45, 48)}  # numbers of the formats that every workbook has
DATE_SIGNS = re.compile(r"[dy]", re.IGNORECASE)
QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')

Open = Callable[[str], BinaryIO]


class Lost(str):  # noqa: SLOT000 - mypy knows attributes of a str by annotations alone
    """The text of a cell whose content a spreadsheet has lost. `reason` says why it cannot be used."""

    reason: str

    def __new__(cls, text: str, reason: str) -> "Lost":
        self = super().__new__(cls, text)
        self.reason = reason
        return self


class SheetRow(NamedTuple):
    number: int  # from 1
    cells: list[str]
    is_hidden: bool = False
    first: int = 0  # the column of the first cell, from 0


class Sheet(NamedTuple):
    name: str
    rows: Iterator[SheetRow]
    # By what limits the rows that were taken so far are incomplete, as sentences.
    cut: dict[str, None]


class Rows(NamedTuple):
    """The rows of a table, and how places in it are named."""

    sheet: str  # "" for CSV
    rows: Iterator[SheetRow]
    is_turned: bool = False  # the rows are columns of the file

    def place(self, row: int, column: int = 0) -> str:
        """Return the name of a row, or of a cell of a sheet. `column` is from 1."""
        if self.is_turned:
            row, column = column or 1, row
            if not self.sheet:
                return _("%(line)s, column %(column)s") % {"line": line(row), "column": column}
        if self.sheet:
            return f"{self.sheet}!{column_letters(column or 1)}{row}"
        return line(row)


def sheets_in(names: list[str], open_file: Open) -> Iterator[Sheet] | None:
    """Return the sheets of a workbook in their order, or None if these are not the files of one.

    Raise GridError for another office document.
    """
    if "xl/workbook.xml" in names:
        return _xlsx(names, open_file)
    if "mimetype" in names and "content.xml" in names:
        with open_file("mimetype") as file:
            if b"spreadsheet" in file.read(100):
                return _ods(open_file)
    return None


class _Parser:
    """Parses XML in pieces and calls `start`, `end` and `text` of a reader, whose rows it yields."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.found: list[Any] = []  # what was gathered since the last piece
        self.cut: dict[str, None] = {}  # see Sheet
        self.path: list[str] = []
        self.begin_text()

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...

    def end(self, tag: str) -> None: ...

    def begin_text(self) -> None:
        self.characters: list[str] = []
        self.length = 0

    def text_so_far(self) -> str:
        text = "".join(self.characters)
        if len(text) > LONGEST:
            reason = _("the cell has more than %(most)s characters")
            return Lost(text[:LONGEST], reason % {"most": f"{LONGEST:,}"})
        return text

    def _text(self, text: str) -> None:
        if self.length <= LONGEST:
            self.characters.append(text)
            self.length += len(text)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.path.append(tag)
        if len(self.path) > DEEPEST:
            raise GridError(_broken())
        self.start(tag, {name.rpartition(" ")[2]: value for name, value in attributes.items()})

    def _end(self, tag: str) -> None:
        self.end(tag)
        self.path.pop()

    def all(self) -> Iterator[Any]:
        """Yield what the reader gathers, piece by piece."""
        parser = ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = lambda tag, names: self._start(tag.rpartition(" ")[2], names)
        parser.EndElementHandler = lambda tag: self._end(tag.rpartition(" ")[2])
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = _refuse_doctype
        try:
            with self.file as file:
                for piece in chain(iter(lambda: file.read(PIECE), b""), [b""]):
                    parser.Parse(piece, not piece)
                    yield from self.found
                    self.found.clear()
        except ExpatError:
            raise GridError(_broken()) from None


def _refuse_doctype(*_names: object) -> None:
    raise GridError(_("a workbook must not contain document types or entities"))


def _broken() -> str:
    return _("the workbook is damaged; save it again, or save it as CSV")


class _Elements(_Parser):
    """Gathers the attributes of all elements with given names."""

    def __init__(self, file: BinaryIO, *names: str) -> None:
        super().__init__(file)
        self.names = names
        self.total = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in self.names:
            self.found.append((self.path[-2] if len(self.path) > 1 else "", attributes))
            self.total += 1
            if self.total > SHARED // 100:
                raise GridError(_too_much())


def _too_wide() -> str:
    return _("only the first %(most)s columns of a sheet are read, and this one has more") % {
        "most": f"{WIDEST:,}"
    }


def _repeated_too_often() -> str:
    return _(
        "a filled cell or row is repeated at most %(most)s times, and this sheet repeats one more often"
    ) % {"most": f"{REPEATED:,}"}


def _too_much() -> str:
    return _("the workbook contains more than this site can read at once; save it as CSV")


class _SharedTexts(_Parser):
    """Gathers the texts of `sharedStrings.xml`, without the readings of Japanese ones."""

    total = 0  # characters, roughly

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "si":
            self.begin_text()

    def _text(self, text: str) -> None:
        if self.path[-1] == "t" and "rPh" not in self.path:
            super()._text(text)

    def end(self, tag: str) -> None:
        if tag == "si":
            self.found.append(self.text_so_far())
            self.total += len(self.found[-1]) + 20
            if self.total > SHARED:
                raise GridError(_too_much())


def _xlsx(names: list[str], open_file: Open) -> Iterator[Sheet]:
    targets = {
        each.get("Id", ""): each.get("Target", "").lstrip("/").removeprefix("xl/")
        for _parent, each in _Elements(
            open_file("xl/_rels/workbook.xml.rels"), "Relationship"
        ).all()
    }
    sheets = [each for _parent, each in _Elements(open_file("xl/workbook.xml"), "sheet").all()]
    shared: list[str] = []
    if "xl/sharedStrings.xml" in names:
        shared.extend(_SharedTexts(open_file("xl/sharedStrings.xml")).all())
    dates = _date_styles(open_file("xl/styles.xml")) if "xl/styles.xml" in names else set()
    for sheet in sheets[:MOST_SHEETS]:
        path = f"xl/{targets.get(sheet.get('id', ''), '')}"
        if path in names and "worksheets/" in path:
            reader = _XlsxRows(open_file(path), shared, dates)
            yield Sheet(sheet.get("name", ""), reader.all(), reader.cut)


def _date_styles(file: BinaryIO) -> set[int]:
    """Return the numbers of the cell styles that show a number as a date."""
    elements = list(_Elements(file, "numFmt", "xf").all())
    own = {
        each.get("numFmtId", "")
        for _parent, each in elements
        if DATE_SIGNS.search(QUOTED.sub("", each.get("formatCode", "")))
    }
    styles = [each.get("numFmtId", "0") for parent, each in elements if parent == "cellXfs"]
    return {
        at
        for at, number in enumerate(styles)
        if number in own or (number.isdecimal() and int(number) in DATE_FORMATS)
    }


class _XlsxRows(_Parser):
    """Reads the rows of a sheet of an .xlsx workbook."""

    def __init__(self, file: BinaryIO, shared: list[str], dates: set[int]) -> None:
        super().__init__(file)
        self.shared, self.dates = shared, dates
        self.number, self.column = 0, 0
        self.is_hidden = False
        self.cells: list[str] = []
        self.cell: dict[str, str] = {}
        self.has_formula = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "row":
            self.number = _whole(attributes.get("r"), self.number + 1)
            self.cells, self.column = [], 0
            self.is_hidden = attributes.get("hidden") in ("1", "true")
        elif tag == "c":
            self.column = column_number(attributes.get("r", "")) or self.column + 1
            self.cell, self.has_formula = attributes, False
            self.begin_text()
        elif tag == "f":
            self.has_formula = True

    def _text(self, text: str) -> None:
        if self.path[-1] in ("v", "t") and "rPh" not in self.path:
            super()._text(text)

    def end(self, tag: str) -> None:
        if tag == "c" and self.column <= WIDEST:
            self.cells += [""] * (self.column - len(self.cells))
            self.cells[self.column - 1] = self._value(self.text_so_far())
        elif tag == "c" and self.text_so_far():
            self.cut[_too_wide()] = None
        elif tag == "row":
            self.found.append(SheetRow(self.number, self.cells, self.is_hidden))

    def _value(self, text: str) -> str:
        kind = self.cell.get("t", "n")
        if isinstance(text, Lost):
            return text
        if not text:
            reason = _("the cell has a formula, and its result is not stored in the file")
            return Lost("", reason) if self.has_formula else ""
        if kind == "s":
            index = _whole(text, len(self.shared))
            return self.shared[index] if index < len(self.shared) else ""
        if kind == "n":
            style = _whole(self.cell.get("s"), -1)
            return date_of(text) if style in self.dates else number_of(text)
        if kind == "e":
            return Lost(text, error_instead())
        return text


class _OdsRows(_Parser):
    """Reads the rows of all sheets of an .ods workbook, each with the name of its sheet."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)
        self.name, self.number = "", 0
        self.cells: list[str] = []
        self.cell: dict[str, str] = {}
        self.times, self.paragraphs = 1, 0
        self.is_hidden = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        match tag:
            case "table":
                self.name, self.number = attributes.get("name", ""), 0
                self.found.append((self.name, None))
            case "table-row":
                self.cells = []
                self.times = _whole(attributes.get("number-rows-repeated"), 1)
                self.is_hidden = attributes.get("visibility") in ("collapse", "filter")
            case "table-cell" | "covered-table-cell":
                self.cell, self.paragraphs = attributes, 0
                self.begin_text()
            case "p":
                if self.paragraphs:
                    super()._text("\n")
                self.paragraphs += 1
            case "s":
                super()._text(" " * min(_whole(attributes.get("c"), 1), LONGEST))
            case "tab":
                super()._text("\t")
            case "line-break":
                super()._text("\n")

    def _text(self, text: str) -> None:
        if "p" in self.path and "annotation" not in self.path:
            super()._text(text)

    def end(self, tag: str) -> None:
        if tag in ("table-cell", "covered-table-cell"):
            value = self._value(self.text_so_far())
            times = _whole(self.cell.get("number-columns-repeated"), 1)
            kept = min(times, WIDEST - len(self.cells), REPEATED if value else WIDEST)
            self.cells += [value] * kept
            if value and kept < times:
                self.cut[_repeated_too_often() if kept == REPEATED else _too_wide()] = None
        elif tag == "table-row":
            while self.cells and self.cells[-1] == "" and not isinstance(self.cells[-1], Lost):
                self.cells.pop()  # up to the last column that a sheet may have
            # The last rows of a sheet are one that is empty and repeated a million times.
            most = REPEATED if any(self.cells) else 1
            if most < self.times and any(self.cells):
                self.cut[_repeated_too_often()] = None
            for _time in range(min(self.times, most)):
                self.number += 1
                self.found.append((self.name, SheetRow(self.number, self.cells, self.is_hidden)))
            self.number += self.times - min(self.times, most)

    def _value(self, text: str) -> str:
        match self.cell.get("value-type", "string"):
            case "float":
                return number_of(self.cell.get("value", text))
            case "date":
                return self.cell.get("date-value", text)[:10]
        if not text and "formula" in self.cell:
            return Lost("", _("the cell has a formula, and its result is not stored in the file"))
        return text


def _ods(open_file: Open) -> Iterator[Sheet]:
    reader = _OdsRows(open_file("content.xml"))
    rows = reader.all()
    name, row = next(rows, ("", None))
    pending = [(name, row)]

    def of_sheet() -> Iterator[SheetRow]:
        for name, row in rows:
            if row is None:
                pending.append((name, row))
                return
            yield row

    while pending:
        name, _row = pending.pop()
        current = of_sheet()
        yield Sheet(name, current, reader.cut)
        for _rest in current:  # rows that nobody has read
            pass


def _whole(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 10 else otherwise


def column_number(address: str) -> int:
    """Return the number of the column of an address like `AB12`, from 1, or 0 if it has none."""
    number = 0
    for letter in address:
        if not "A" <= letter <= "Z" or number > WIDEST:
            break
        number = number * 26 + ord(letter) - 64
    return number


def column_letters(number: int) -> str:
    """Return the letters of a column by its number, from 1: A, B, …, Z, AA."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def number_of(text: str) -> str:
    """Return a number cell's text: `5` for 5.0. It is Lost if the spreadsheet has kept only some digits."""
    try:
        value = float(text)
    except ValueError:
        return text
    if abs(value) >= 10**EXACT:
        return Lost(text, lost_digits())
    return str(int(value)) if value.is_integer() else text


def lost_digits() -> str:
    return _("a spreadsheet has turned the puzzle into a number, and its digits are lost")


def error_instead() -> str:
    return _("the cell has an error instead of a value")


def date_of(text: str) -> str:
    try:
        return f"{DAY_0 + timedelta(days=float(text)):%Y-%m-%d}"
    except (ValueError, OverflowError):
        return text
