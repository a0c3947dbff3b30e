"""Reading puzzles from CSV and the sheets of workbooks, with columns that are guessed and can be chosen.

A row has its puzzle in one cell (or several puzzles, or each cell of the board in a column of its own), or the
boards are drawn with a cell for each cell.
"""

import csv
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from solver.engine.notation.base import CELL_COUNTS
from solver.models.validators import seen, without_quote

from .drawn import drawn_items
from .fields import (
    COMPUTED,
    DATE,
    LEVEL,
    NUMBER,
    PUBLISHED,
    REPORTED,
    SHAPE,
    YES,
    Item,
    Names,
    field_called,
    merge_fields,
)
from .turned import turned_rows
from .workbooks import WIDEST, Lost, Rows, SheetRow, column_letters, error_instead, lost_digits

DELIMITERS = ";,\t|"
SHORTEST = min(CELL_COUNTS)  # cells of a board
HEAD_ROWS = 30  # rows among which the head is looked for
SAMPLE = 200  # rows by which the columns are recognized
SHOWN = 3  # samples of a column that are shown
LONGEST_SHOWN = 60  # characters of a sample
MOST_COLUMNS = WIDEST  # that are described
EMPTY_SIGNS = "0.-–_*·•?xX "
BOARD = re.compile(rf"[1-9A-Pa-p{re.escape(EMPTY_SIGNS)}]+")
SEPARATORS = re.compile(r"\s*[\n/;,|]\s*|\s+")
# What a spreadsheet makes of a puzzle that it takes for a number: `5,3E+80`, or 15 digits and zeros.
RUINED = re.compile(
    r"\d([.,]\d+)?E\+?\d+|(?=(.{0,12}[1-9]){4})[1-9]\d{13}[1-9]0{64,66}", re.IGNORECASE
)
ERROR = re.compile(r"#(NAME\?|VALUE!|REF!|N/A|DIV/0!|NUM!|NULL!|WERT!|BEZUG!|NV|ZAHL!)")
QUOTED_LINE = re.compile(r'"((?:[^"]|"")+)"')
WORD = re.compile(r"[^\W\d_]{2}")
LETTER = re.compile(r"[^\W\d_]")
SINGLE = re.compile(r"([1-9])([.,]0+)?|[0.\-–_*·]?")
CELLS = 81  # of a board that may have a column each
ADDRESS = re.compile(r"https?://", re.IGNORECASE)
DAY = re.compile(r"\d{4}-\d\d?-\d\d?|\d\d?[./]\d\d?[./]\d{2,4}")
GIVENS, SOLUTION = "givens", "solution"
SEVERAL = ("", GIVENS, "tags", "notes", LEVEL, DATE, NUMBER)  # fields that may have several columns


@dataclass
class Choices:
    """What a person chooses about a file instead of the guess. Empty means guessed."""

    encoding: str = ""
    # Fields by heads, or letters of columns.
    columns: Mapping[str, str] = field(default_factory=dict)
    givens_only: bool = False  # take the givens of positions
    leading_zeros: bool = False  # put back zeros in front that a spreadsheet has dropped
    # Rows with the names of columns by the names of tables, "" for all tables. 0 says that there is none.
    heads: Mapping[str, int] = field(default_factory=dict)
    # The heads of files that were imported before, and the choices for them, newest first.
    remembered: list[tuple[list[str], dict[str, str]]] = field(default_factory=list)

    def for_heads(self, heads: list[str]) -> Mapping[str, str]:
        """Return the choices for a table with these heads: those made now, or the last time."""
        if self.columns or not any(heads):
            return self.columns
        return next((chosen for names, chosen in self.remembered if names == heads), {})

    def head_of(self, table: str) -> int | None:
        """Return the row that was chosen for the names of a table's columns, or None if it is to be guessed."""
        return self.heads.get(table, self.heads.get(""))


@dataclass
class SheetColumn:
    """A column of a table, and the field of a puzzle that it has, or "" if it is left out.

    In a table that is turned it is a row, with its number in place of letters.
    """

    letters: str
    name: str
    field: str
    samples: list[str]
    has_words: bool  # or anything else that the library does not compute itself

    @property
    def called(self) -> str:
        if not self.name and self.letters.isdecimal():
            return _("row %(number)s") % {"number": self.letters}
        return self.name or _("column %(letters)s") % {"letters": self.letters}

    @property
    def is_lost(self) -> bool:
        """Return whether something that somebody has written is left out."""
        return not self.field and self.has_words


@dataclass
class SheetTable:
    """How one table of a file is read: the name of its sheet or file, the row of its head, its columns."""

    name: str = ""
    encoding: str = ""
    sample: str = ""  # the first line with a character that depends on the encoding
    head: int = 0
    is_turned: bool = False  # the puzzles stand side by side, and the head is a column
    columns: list[SheetColumn] = field(default_factory=list)
    below: list["SheetTable"] = field(default_factory=list)  # tables with other heads further down

    @property
    def head_letters(self) -> str:
        return column_letters(self.head)

    @property
    def sample_rows(self) -> list[list[str]]:
        """The samples of the columns, row by row."""
        samples = (column.samples for column in self.columns)
        return [list(row) for row in itertools.zip_longest(*samples, fillvalue="")]

    def as_json(self) -> dict[str, Any]:
        return asdict(replace(self, below=[]))

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "SheetTable":
        return cls(**{**stored, "columns": [SheetColumn(**each) for each in stored["columns"]]})


def delimiter_of(lines: list[str]) -> str:
    """Return the delimiter of a table by its first lines, or "" if they are none.

    It is the one whose rows are most often equally long, each counted by its lines. Excel's `sep=;` decides.
    """
    if lines and (named := re.fullmatch(r"sep=(.)", lines[0].strip("\ufeff\r\n "))):
        return named[1]
    best = ("", 1.0)
    for delimiter in DELIMITERS:
        rows = list(csv_rows(lines, delimiter))
        ends = [*(row.number for row in rows[1:]), len(lines) + 1][: len(rows)]
        widths: Counter[int] = Counter()
        for row, end in zip(rows, ends, strict=True):
            widths[len(row.cells)] += (end - row.number) * any(row.cells)
        width, count = max(widths.items(), key=lambda each: (each[1], each[0]), default=(1, 0))
        if width > 1 and count * 2 > widths.total() and count + width / 1_000 > best[1]:
            best = (delimiter, count + width / 1_000)
    return best[0]


def is_lettered_table(lines: list[str]) -> bool:
    """Return whether lines that are puzzles each are rows of a table, with words beside the boards."""
    delimiter = delimiter_of(lines)
    rows = [row.cells for row in csv_rows(lines, delimiter) if any(row.cells)] if delimiter else []
    if len(rows) < 2:
        return False
    boards = [{at for at, cell in enumerate(cells) if boards_in(cell)} for cells in rows]
    return all(boards) and any(
        LETTER.search(cell)
        for cells, found in zip(rows, boards, strict=True)
        for at, cell in enumerate(cells)
        if at not in found and not cell.lstrip().startswith("#")
    )


def without_quotes(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a table whose program has put each line into quotes, as if it were one cell."""
    for text in lines:
        found = QUOTED_LINE.fullmatch(text.strip())
        yield found[1].replace('""', '"') if found else text


def are_quoted(lines: list[str]) -> bool:
    """Return whether each line that is not empty is one cell in quotes with a table's line in it."""
    filled = [text for text in lines if text.strip()]
    is_quoted = len(filled) > 1 and all(QUOTED_LINE.fullmatch(text.strip()) for text in filled)
    return is_quoted and bool(delimiter_of([*without_quotes(filled)]))


def csv_rows(lines: Iterable[str], delimiter: str) -> Iterator[SheetRow]:
    """Yield the rows of a CSV text, each with the number of its first line."""
    rows = csv.reader((f"{text}\n" for text in lines), delimiter=delimiter)
    while True:
        number = rows.line_num + 1
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            cells = [Lost("", str(error))]
        if number == 1 and len(cells) <= 2 and cells[:1] and cells[0].startswith("sep="):
            cells = []
        yield SheetRow(
            number, [each if isinstance(each, Lost) else without_quote(each) for each in cells]
        )


def boards_in(cell: str) -> list[str]:
    """Return the boards of a cell: one, or several with line breaks, slashes, semicolons or blanks between."""
    if isinstance(cell, Lost):
        return []
    if is_board(cell) or is_board(cell.strip()):
        return [cell]
    pieces = [piece for piece in SEPARATORS.split(cell.strip()) if piece]
    if len(pieces) > 1:
        if is_board("".join(pieces)) and len({*map(len, pieces)}) == 1:
            return ["".join(pieces)]
        if all(map(is_board, pieces)):
            return pieces
    return []


def is_board(text: str) -> bool:
    """Return whether a text has as many signs as a board, and only digits, letters and one empty sign."""
    if len(text) not in CELL_COUNTS or not BOARD.fullmatch(text):
        return False
    return len({*text} & {*EMPTY_SIGNS}) <= 1 and (len(text) > 16 or {*text} <= {*"01234.-_"})


def is_complete(text: str) -> bool:
    return not {*text} & {*EMPTY_SIGNS}


@dataclass
class _Reader:
    """Reads a table whose first rows are known."""

    rows: Rows
    names: Names
    choices: Choices
    table: SheetTable

    def understand(self, sample: list[SheetRow]) -> bool:
        """Find the head and the columns by the first rows. Return whether one of them has puzzles."""
        chosen = self.choices.head_of(self.rows.sheet)
        if chosen is None:
            head = next((row for row in sample[:HEAD_ROWS] if self._is_head(row, sample)), None)
        else:
            head = next((row for row in sample if row.number == chosen), None)
        below = [row.cells for row in sample if head is None or row.number > head.number]
        heads = head.cells if head else []
        # A row of CSV that has more cells than the head is broken. In a sheet somebody has noted something.
        may_be_wider = self.rows.sheet or not head
        width = max(map(len, [heads, *below] if may_be_wider else [heads]))
        columns = [
            _column(at, _cell(heads, at), below, self.names)
            for at in range(min(width, MOST_COLUMNS))
        ]
        if self.rows.is_turned:
            columns = [replace(each, letters=str(at)) for at, each in enumerate(columns, 1)]
        if not columns or (head is None and width < 2 and not self.rows.sheet):
            return False
        if not any(column.name for column in columns):
            _guess_by_content(columns, below)
        if "fate" in map(str.lower, heads):
            _leave_out_report(columns)
        _settle_boards(columns, below)
        self.table.head = head.number if head else 0
        self.table.columns = columns
        choices = self.choices.for_heads([column.name for column in columns])
        for column in columns:
            column.field = _chosen(column, choices)
        return any(column.field == GIVENS for column in columns)

    def _is_head(self, row: SheetRow, sample: list[SheetRow]) -> bool:
        known = [meant for cell in row.cells if (meant := field_called(cell)) is not None]
        if any(boards_in(cell) for cell in row.cells):
            return False
        chosen = {name.casefold() for name in self.choices.columns if len(name) > 2}
        if chosen & {cell.strip().casefold() for cell in row.cells}:
            return True
        if GIVENS in known and len(row.cells) > 1:
            return True
        has_boards = any(boards_in(cell) for each in sample for cell in each.cells)
        if (GIVENS in known or len({*known}) > 1) and has_boards:
            return True
        return self._is_above_boards(row, sample)

    def _is_above_boards(self, row: SheetRow, sample: list[SheetRow]) -> bool:
        """Return whether a row has a short word in each cell, and a puzzle right below one of them."""
        after = iter(sample)
        below = next((each for each in after if each.number > row.number and any(each.cells)), None)
        is_named = (len(row.cells) > 1 or bool(self.rows.sheet)) and all(
            WORD.search(cell) and len(cell) <= LONGEST_SHOWN for cell in row.cells
        )
        is_alike = below is not None and len(below.cells) == len(row.cells)
        return is_named and is_alike and any(map(boards_in, below.cells if below else ()))

    def items(self, sample: list[SheetRow]) -> Iterator[Item]:
        head = next((row for row in sample if row.number == self.table.head), None)
        heads = [cell.strip() for cell in head.cells] if head else []
        head_place = self.rows.place(self.table.head or sample[0].number)
        for column in self.table.columns:
            is_left = not column.field and (column.has_words or column.name in self.names.left)
            if is_left and column.called:
                yield {"place": head_place, "left": column.called, "givens": f"# {column.called}"}
        every = itertools.chain(sample, self.rows.rows)
        boards = [at for at, column in enumerate(self.table.columns) if column.field == GIVENS]
        for row in every:
            cells = [cell.strip() for cell in row.cells]
            if row.number <= self.table.head or not (any(cells) or _lost(row)) or cells == heads:
                continue
            is_short = all(len(cells[at]) < SHORTEST for at in boards if at < len(cells))
            if heads and is_short and _is_other_head(cells):
                yield from self._items_below(itertools.chain([row], every))
                return
            yield from self._items_of(row)

    def _items_below(self, rest: Iterator[SheetRow]) -> Iterator[Item]:
        """Yield the items of another table, with columns of its own, below this one."""
        table = SheetTable(self.table.name, self.table.encoding, below=self.table.below)
        self.table.below.append(table)
        choices = replace(self.choices, heads={})
        yield from table_items(self.rows._replace(rows=rest), self.names, choices, table) or ()

    def _items_of(self, row: SheetRow) -> Iterator[Item]:
        named = [
            (each.field, each.name, _cell(row.cells, at))
            for at, each in enumerate(self.table.columns)
            if each.field not in ("", GIVENS)
        ]
        fields = merge_fields(named)
        if row.is_hidden:
            fields["said"] = _("this row is hidden in the sheet")
        boards = [at for at, each in enumerate(self.table.columns) if each.field == GIVENS]
        filled = [at for at in boards if _cell(row.cells, at).strip()]
        for at in filled or boards[:1]:
            place, texts = self.rows.place(row.number, row.first + at + 1), fields
            if len(boards) > 1:
                called = self.table.columns[at].called
                place = place if self.rows.sheet else f"{place}, {called}"
                texts = {key: text for key, text in fields.items() if key != SOLUTION}
                if texts.get("title"):
                    texts["title"] = f"{texts['title']} · {called}"
            yield from self._items_of_cell(row, at, place, texts)

    def _items_of_cell(
        self, row: SheetRow, at: int, place: str, fields: dict[str, str]
    ) -> Iterator[Item]:
        cell = _cell(row.cells, at)
        surplus = any(row.cells[len(self.table.columns) :])
        if isinstance(cell, Lost):
            yield {"place": place, "wrong": cell.reason, **fields}
        elif surplus and self.table.head and not self.rows.sheet:
            message = _(
                "the line has more columns (%(found)s) than the first line names (%(named)s)"
            )
            counts = {"found": len(row.cells), "named": len(self.table.columns)}
            yield {"place": place, "wrong": message % counts, GIVENS: cell, **fields}
        elif not cell.strip():
            yield {"place": place, "wrong": _("there is no puzzle in this row"), **fields}
        elif RUINED.fullmatch(cell.strip()):
            yield {"place": place, "wrong": lost_digits(), GIVENS: cell, **fields}
        elif ERROR.fullmatch(cell.strip()):
            yield {"place": place, "wrong": error_instead(), **fields}
        else:
            yield from _puzzles(place, cell, fields)


def _cell(cells: list[str], at: int) -> str:
    """Return a cell of a row, which may be shorter than others."""
    return cells[at] if at < len(cells) else ""


def _chosen(column: SheetColumn, choices: Mapping[str, str]) -> str:
    """Return the field that was chosen for a column by its head or its letters, or the guessed one."""
    for name, meant in choices.items():
        if name.strip().casefold() in (column.name.casefold(), column.letters.casefold()):
            return meant
    # A field that was chosen for another column is taken from this one.
    others = {*SEVERAL} - {GIVENS}
    return "" if column.field in set(choices.values()) - others else column.field


def _is_other_head(cells: list[str]) -> bool:
    """Return whether a row below a head names columns anew: those of another table."""
    known = {field_called(cell) for cell in cells} - {None}
    return GIVENS in known and len(known) > 1 and not any(map(boards_in, cells))


def _lost(row: SheetRow) -> bool:
    return any(isinstance(cell, Lost) for cell in row.cells)


def _puzzles(place: str, cell: str, fields: dict[str, str]) -> Iterator[Item]:
    """Yield the item of each puzzle in a cell. Several share its texts, and get numbers behind the title."""
    boards, shape = boards_in(cell), fields.pop(SHAPE, "")
    if len(boards) < 2:
        givens = f"{shape} {boards[0] if boards else cell}".lstrip()
        yield {"place": place, **fields, GIVENS: givens}
        return
    solutions = boards_in(fields.get(SOLUTION, ""))
    for number, board in enumerate(boards, 1):
        own = dict(fields)
        if own.get("title"):
            own["title"] = f"{own['title']} · {number}"
        if SOLUTION in own:
            own[SOLUTION] = solutions[number - 1] if len(solutions) == len(boards) else ""
        yield {"place": f"{place}, {number}", **own, GIVENS: f"{shape} {board}".lstrip()}


def _column(at: int, name: str, below: list[list[str]], names: Names) -> SheetColumn:
    cells = [cell for row in below if (cell := _cell(row, at)).strip()]
    meant = names.meaning(name)
    if meant == PUBLISHED and any(cell not in (YES, "no") for cell in cells):
        meant = DATE
    return SheetColumn(
        letters=column_letters(at + 1),
        name=seen(name.strip()[:LONGEST_SHOWN]),
        field=meant,
        samples=[seen(cell[:LONGEST_SHOWN]) for cell in cells[:SHOWN]],
        has_words=bool(cells) and name.strip().lower() not in COMPUTED - {""},
    )


def _guess_by_content(columns: list[SheetColumn], below: list[list[str]]) -> None:
    """Take columns without names for what stands in their cells: addresses, dates, numbers, or titles."""
    for at, column in enumerate(columns):
        cells = [cell for row in below if (cell := _cell(row, at).strip())]
        if not cells or any(map(boards_in, cells)):
            continue
        if all(ADDRESS.match(cell) for cell in cells):
            column.field = "source"
        elif all(DAY.fullmatch(cell) for cell in cells):
            column.field = DATE
        elif cells == [str(number) for number in range(1, len(cells) + 1)]:
            column.field = NUMBER
        elif (
            column.has_words
            and len({*cells}) * 10 > len(cells) * 8
            and "title" not in (each.field for each in columns)
        ):
            column.field = "title" if all(WORD.search(cell) for cell in cells) else ""


def _leave_out_report(columns: list[SheetColumn]) -> None:
    """Leave out what the report of an import says about its lines. The report may be corrected and imported."""
    for column in columns:
        if column.name.lower() in REPORTED:
            column.field, column.has_words = "", False


def _settle_boards(columns: list[SheetColumn], below: list[list[str]]) -> None:
    """Decide by the cells which column has the givens, and which the solutions.

    Any other field of a puzzle is one column.
    """
    found: dict[int, list[str]] = {}
    for row in below:
        for at, cell in enumerate(row[: len(columns)]):
            if boards := boards_in(cell):
                found.setdefault(at, []).extend(boards)
    solved = {at for at, boards in found.items() if all(map(is_complete, boards))}
    open_boards = [at for at in found if at not in solved]
    named = [at for at, each in enumerate(columns) if each.field == GIVENS]
    # A name alone makes no column of givens if another one has the boards.
    likely = [at for at in named if at in open_boards] or open_boards
    best = {max(likely, key=lambda at: len(found[at]))} if likely else set(named[:1])
    if likely and not named:
        several = [at for at in likely if not columns[at].field]
        best = {at for at in several if not _goes_on(at, several, below)} or best
    for at, column in enumerate(columns):
        if at in best:
            column.field = GIVENS
        elif column.field == GIVENS or (column.field == SOLUTION and at in open_boards):
            column.field = ""
        elif at in solved and not column.field and SOLUTION not in [each.field for each in columns]:
            column.field = SOLUTION
    taken: set[str] = set()
    for column in columns:
        if column.field in taken and column.field not in SEVERAL:
            column.field = ""
        taken.add(column.field)


def _goes_on(at: int, others: list[int], below: list[list[str]]) -> bool:
    """Return whether the boards of a column are those of another one with more digits: games in progress."""

    def begins(other: int) -> bool:
        pairs = ([boards_in(_cell(row, column))[:1] for column in (other, at)] for row in below)
        signs = (zip(*old, *later, strict=False) for old, later in pairs if old and later)
        return all(one in (new, *EMPTY_SIGNS) for one, new in itertools.chain(*signs))

    return any(map(begins, {*others} - {at}))


def _with_boards_joined(rows: Iterator[SheetRow], is_sheet: bool) -> Iterator[SheetRow]:
    """Yield the rows. Where each cell of a board has a column of its own, these become one column."""
    first = list(itertools.islice(rows, HEAD_ROWS))
    runs = _runs_of_cells([row.cells for row in first])
    for row in itertools.chain(first, rows):
        # A row of a sheet ends with its last cell that is filled. A short row of CSV is broken.
        missing = max(runs, default=0) + CELLS - len(row.cells) if is_sheet else 0
        cells = [*row.cells, *[""] * missing]
        yield row._replace(cells=_joined(cells, runs)) if runs else row


def _side_by_side(rows: Iterator[SheetRow]) -> Iterator[SheetRow]:
    """Yield the rows. Where names of columns come again to the right, a row is cut into one for each table."""
    first = list(itertools.islice(rows, HEAD_ROWS))
    width = next((width for row in first if (width := _width_of_first(row.cells))), 0)
    for row in itertools.chain(first, rows):
        if not width:
            yield row
        for start in range(0, len(row.cells), width) if width else ():
            cells = row.cells[start : start + width]
            if any(cells) or not start:
                yield row._replace(cells=cells, first=start)


def _width_of_first(cells: list[str]) -> int:
    """Return how many columns a table has beside which others with the same names stand, or 0."""
    names = [cell.strip() for cell in cells[: WIDEST + 1]]
    is_read = names and names[0] and len(names) <= WIDEST
    if not is_read or GIVENS not in map(field_called, names):
        return 0
    widths = range(2, len(names) - 1)
    return next((width for width in widths if names[width:] == names[:-width]), 0)


def _runs_of_cells(first: list[list[str]]) -> dict[int, str]:
    """Return where the cells of boards stand side by side: the first columns, and names of the joined ones."""
    first = [cells[:WIDEST] for cells in first]
    width = max(map(len, first), default=0)
    rows = [[*(cell.strip() for cell in cells), *[""] * (width - len(cells))] for cells in first]
    fitting = [{*_starts_in(cells)} for cells in rows]
    boards = [cells for cells, starts in zip(rows, fitting, strict=True) if starts]
    if not boards:
        return {}
    heads = rows[: next(at for at, starts in enumerate(fitting) if starts)]
    others = {at for at in range(width) if _is_no_cell(at, heads, boards)}
    counts = Counter(itertools.chain.from_iterable(fitting))
    found: list[int] = []
    while later := [at for at in counts if not found or at >= found[-1] + CELLS]:
        best = max(later, key=lambda at: (counts[at], not others & {*range(at, at + CELLS)}, -at))
        found.append(best)
    solved = [
        at
        for at in found
        if not any(cell[:1] in EMPTY_SIGNS for cells in boards for cell in cells[at : at + CELLS])
    ]
    given = next((at for at in found if at not in solved), found[0])
    return {at: GIVENS if at == given else SOLUTION for at in {given, *solved[:1]}}


def _starts_in(cells: list[str]) -> Iterator[int]:
    """Yield each column from which on as many cells as a board has are single digits or empty."""
    run = 0
    for at, cell in enumerate(cells):
        run = run + 1 if SINGLE.fullmatch(cell) else 0
        if run >= CELLS and any(cells[at + 1 - CELLS : at + 1]):
            yield at + 1 - CELLS


def _is_no_cell(at: int, heads: list[list[str]], boards: list[list[str]]) -> bool:
    """Return whether a column with single digits has the name of a field, or counts the rows."""
    if any(field_called(cells[at]) not in (None, GIVENS) for cells in heads):
        return True
    counted = [str(number) for number in range(1, len(boards) + 1)]
    return len(boards) > 2 and [cells[at] for cells in boards] == counted


def _joined(cells: list[str], runs: Mapping[int, str]) -> list[str]:
    for start in sorted(runs, reverse=True):
        board = _board_of(cells[start : start + CELLS], start, runs[start])
        cells = [*cells[:start], board, *cells[start + CELLS :]]
    return cells


def _board_of(cells: list[str], start: int, name: str) -> str:
    """Return the board whose cells these are, "" if there is none, or `name` if these are names of columns."""
    if lost := [cell for cell in cells if isinstance(cell, Lost)]:
        return lost[0]
    own = [cell.strip() for cell in cells]
    wrong = [at for at, cell in enumerate(own) if not SINGLE.fullmatch(cell)]
    if len(wrong) * 2 > CELLS:
        return name
    if wrong:
        reason = _("column %(letters)s has “%(text)s” instead of one digit")
        text = seen(own[wrong[0]][:LONGEST_SHOWN])
        letters = column_letters(start + wrong[0] + 1)
        return Lost(own[wrong[0]], reason % {"letters": letters, "text": text})
    signs = ("0" if cell[:1] in EMPTY_SIGNS else cell[:1] for cell in own)
    return "".join(signs) if any(own) else ""


def _around_doubtful(text: str) -> str:
    """Return the part of a text around the first character that depends on the encoding."""
    at = next(at for at, letter in enumerate(text) if not letter.isascii())
    start = max(at - LONGEST_SHOWN // 2, 0)
    return ("…" if start else "") + seen(text[start : start + LONGEST_SHOWN])


def table_items(
    rows: Rows, names: Names, choices: Choices, table: SheetTable
) -> Iterator[Item] | None:
    """Return the items of a table, or None if it has no puzzles. `table` gets what was understood."""
    first = list(itertools.islice(rows.rows, SAMPLE))
    turned = None
    if len(first) < SAMPLE and choices.head_of(rows.sheet) is None:
        turned = turned_rows(first, boards_in, SINGLE.fullmatch)
    every = iter(turned) if turned else itertools.chain(first, rows.rows)
    table.is_turned = bool(turned)
    joined = _side_by_side(_with_boards_joined(every, bool(rows.sheet)))
    rows = rows._replace(rows=joined, is_turned=bool(turned))
    sample = list(itertools.islice(rows.rows, SAMPLE))
    if not rows.sheet:
        texts = (" ".join(filter(None, row.cells)) for row in sample)
        table.sample = next((_around_doubtful(each) for each in texts if not each.isascii()), "")
    reader = _Reader(rows, names, choices, table)
    if reader.understand(sample):
        return reader.items(sample)
    if table.columns and choices.head_of(rows.sheet) is not None:
        # The choice can be changed where the columns are shown.
        wrong = _("no column has puzzles with this row of names; choose another row, or a column")
        return iter([{"place": rows.place(table.head or 1), "wrong": wrong}])
    table.head, table.columns = 0, []
    return drawn_items(rows, sample)
