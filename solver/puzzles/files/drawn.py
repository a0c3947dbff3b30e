"""Boards drawn in a table, with a cell of the table for each of the board, and a title above or beside.

They may stand anywhere, below one another or side by side, with a gap between boxes or with numbers of rows and
columns. Where empty rows or columns leave it open where a board begins, it begins where it has one solution.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _

from solver import engine
from solver.models.validators import seen

from .fields import Item, field_called, title_and_author
from .workbooks import Rows, SheetRow

SIZE = 9
WHOLE = 200_000  # rows of a table that is drawn
WIDEST = 200  # columns
MOST_KEPT = 20_000_000  # bytes, roughly, of the rows of a table that is drawn
MOST_DIGITS = 300_000  # of some 10,000 boards
FARTHEST = 11  # empty rows before a row that are kept
MOST_WRONG = 50  # pieces that are no boards, after which a table has none
ABOVE = 3  # rows above a board in which its title is looked for
CELL = re.compile(r"([1-9])([.,]0+)?|[0.\-–_*·•]?")
ROW = re.compile(r"([1-9.\-–_*·•0][ |]*){9}")  # a row of a board in one cell
LONGEST_TITLE = 200
# Rows or columns of a board, from its first one: without gaps, and with one between boxes.
PLAIN = tuple(range(SIZE))
ELEVEN, NINE = 0b11111111111, 0b01111111110  # bits of eleven columns, and the nine in the middle
GAPPED = (0, 1, 2, 4, 5, 6, 8, 9, 10)
IN_ORDER = "123456789"


class _Place(NamedTuple):
    """Where a board stands: rows and columns of its cells, from 0."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass
class _Drawing:
    """The cells of a table: the digits, and the words. What a board has taken is no digit any more."""

    digits: dict[int, dict[int, str]] = field(default_factory=dict)
    words: dict[int, dict[int, str]] = field(default_factory=dict)
    taken: dict[tuple[int, int], str] = field(default_factory=dict)
    # Bits of the columns with a digit or an empty sign.
    written: dict[int, int] = field(default_factory=dict)
    total: int = 0  # digits that were added
    numbers: list[int] = field(default_factory=list)  # of the rows, as people see them
    wide: set[int] = field(default_factory=set)  # columns with whole rows of boards in a cell

    def column(self, at: int) -> int:
        """Return the number of a column, as people see it, by its place in the drawing."""
        letters = [
            each for each in range(at + 1) for _cell in range(SIZE if each in self.wide else 1)
        ]
        return letters[at] + 1

    def add(self, number: int, cells: list[str]) -> None:
        row = len(self.numbers)
        self.numbers.append(number)
        for at, cell in enumerate(cells[:WIDEST]):
            text = cell.strip()
            found = CELL.fullmatch(text)
            if found and text:
                self.written[row] = self.written.get(row, 0) | 1 << at
            if not found:
                self.words.setdefault(row, {})[at] = text
            elif found[1]:
                self.total += 1
                self.digits.setdefault(row, {})[at] = found[1]

    def count(self, place: _Place) -> int:
        return sum(
            at in row
            for row in (self.digits.get(down, {}) for down in place.rows)
            for at in place.columns
        )

    def board(self, place: _Place) -> str:
        return "".join(
            self.digits.get(down, {}).get(at) or self.taken.get((down, at), "0")
            for down in place.rows
            for at in place.columns
        )

    def has_words(self, place: _Place) -> bool:
        columns = range(place.columns[0], place.columns[-1] + 1)
        rows = range(place.rows[0], place.rows[-1] + 1)
        return any(at in columns for row in rows for at in self.words.get(row, ()))

    def has_neighbours(self, place: _Place) -> bool:
        """Return whether digits stand in the gaps of a place or right beside it, as if it began elsewhere."""
        top, bottom = place.rows[0], place.rows[-1]
        left, right = place.columns[0], place.columns[-1]
        around = sum(
            left - 1 <= at <= right + 1
            for row in range(top - 1, bottom + 2)
            for at in self.digits.get(row, ())
        )
        return around > self.count(place)

    def whole_places(self) -> Iterator[_Place]:
        """Yield the places of boards that have nothing but digits and empty signs in all of their cells.

        They stand below one another without gaps, and nothing of the kind is beside, above or below them.
        """
        starts: dict[int, list[int]] = {}
        for row, columns in self.written.items():
            bits = columns << 1  # with an empty column before the first one
            for left in range(bits.bit_length()):
                if bits >> left & ELEVEN == NINE:
                    starts.setdefault(left, []).append(row)
        for left, rows in starts.items():
            for _gap, run in itertools.groupby(enumerate(rows), lambda each: each[1] - each[0]):
                tops = [row for _at, row in run]
                if len(tops) % SIZE == 0:
                    for top in tops[::SIZE]:
                        yield _Place(tuple(range(top, top + SIZE)), tuple(range(left, left + SIZE)))

    def take(self, place: _Place) -> None:
        for row in place.rows:
            for at in place.columns:
                if digit := self.digits.get(row, {}).pop(at, ""):
                    self.taken[row, at] = digit


def drawn_items(rows: Rows, sample: list[SheetRow]) -> Iterator[Item] | None:
    """Return the items of the boards that are drawn in a table, or None if it has none."""
    if not any(
        sum(bool(CELL.fullmatch(cell.strip())) for cell in row.cells) >= SIZE - 1
        or not row.cells
        or any(map(_is_row, row.cells))
        for row in sample
    ):
        return None
    every, size = [], 0
    for row in itertools.chain(sample, itertools.islice(rows.rows, WHOLE)):
        size += sum(map(len, row.cells)) + 8 * len(row.cells)
        if size > MOST_KEPT:
            raise engine.GridError(_too_many_digits())
        every.append(row)
    if next(rows.rows, None) is not None:
        raise engine.GridError(
            _("the table has more than %(most)s rows; split it") % {"most": f"{WHOLE:,}"}
        )
    wide = {at for row in every for at, cell in enumerate(row.cells[:WIDEST]) if _is_row(cell)}
    drawing = _drawing(_spread(every, wide) if wide else every)
    drawing.wide = wide
    _leave_out_labels(drawing)
    found = list(_boards(rows, drawing))
    return iter(found) if any("givens" in item for item in found) else None


def _too_many_digits() -> str:
    return _("the table has more than %(most)s digits; split it") % {"most": f"{MOST_DIGITS:,}"}


def _is_row(cell: str) -> bool:
    return bool(ROW.fullmatch(cell.strip()))


def _spread(rows: Iterable[SheetRow], wide: set[int]) -> Iterator[SheetRow]:
    """Yield the rows with nine cells for each in a wide column."""
    for row in rows:
        cells: list[str] = []
        for at, cell in enumerate(row.cells[:WIDEST]):
            if at not in wide:
                cells.append(cell)
            elif _is_row(cell):
                cells += re.sub(r"[ |]", "", cell)
            else:
                cells += [cell, *[""] * (SIZE - 1)]
        yield row._replace(cells=cells)


def _drawing(rows: Iterable[SheetRow]) -> _Drawing:
    """Return the cells of some rows, with the empty rows that a workbook leaves out between them."""
    drawing = _Drawing()
    number = 0
    for row in rows:
        for missing in range(max(number + 1, row.number - FARTHEST), row.number):
            drawing.add(missing, [])
        if len(drawing.numbers) > 2 * WHOLE or drawing.total > MOST_DIGITS:
            raise engine.GridError(_too_many_digits())
        drawing.add(row.number, row.cells)
        number = row.number
    return drawing


def _leave_out_labels(drawing: _Drawing) -> None:
    """Leave out numbers from 1 to 9 above the columns of a board if they, or A to I, stand before its rows."""
    for top in list(drawing.digits):
        row = drawing.digits.get(top, {})
        for left in sorted(row):
            above = [row.get(left + 1 + at, "") for at in range(SIZE)]
            beside = [drawing.digits.get(top + 1 + at, {}).get(left, "") for at in range(SIZE)]
            below = [drawing.digits.get(top + 1 + at, {}).get(left - 1, "") for at in range(SIZE)]
            named = [drawing.words.get(top + 1 + at, {}).get(left - 1, "") for at in range(SIZE)]
            own = "".join(row.get(left + at, "") for at in range(SIZE))
            if "".join(above) == IN_ORDER == "".join(beside):
                _take_labels(drawing, top, left + 1, left)
            elif left and own == IN_ORDER == "".join(below):
                _take_labels(drawing, top, left, left - 1)
            elif left and own == IN_ORDER and "".join(named).upper() == "ABCDEFGHI":
                _take_labels(drawing, top, left, left - 1)
                for at in range(SIZE):
                    del drawing.words[top + 1 + at][left - 1]


def _take_labels(drawing: _Drawing, top: int, left: int, column: int) -> None:
    drawing.take(_Place((top,), tuple(range(left, left + SIZE))))
    drawing.take(_Place(tuple(range(top + 1, top + 1 + SIZE)), (column,)))


def _boards(rows: Rows, drawing: _Drawing) -> Iterator[Item]:
    """Yield the boards of a drawing in the order of their rows and columns, and what is no board."""
    found: list[list[_Place]] = [
        [place] for place in drawing.whole_places() if drawing.count(place)
    ]
    for [whole] in found:
        drawing.take(whole)
    items: list[tuple[int, int, Item]] = []
    for row in sorted(drawing.digits):
        while drawing.digits.get(row):
            column = min(drawing.digits[row])
            places = _places_of(drawing, row, column)
            if places:
                found.append(places)
                drawing.take(places[0])  # all have the same digits, or there is only one
                continue
            drawing.take(_Place(tuple(range(row, row + SIZE)), tuple(range(column, column + SIZE))))
            wrong = _("the digits here do not stand in nine rows of nine cells")
            if len(items) == MOST_WRONG and len(items) > len(found):
                wrong = _(
                    "the digits from here on do not stand in nine rows of nine cells, and were not read"
                )
                drawing.digits.clear()
            named = _named(rows, drawing.numbers[row], drawing.column(column))
            items.append((row, column, {"place": named, "wrong": wrong}))
    sure = [places[0] for places in found if len(places) == 1]
    for places in found:
        place = places[0] if len(places) == 1 else _as_others(drawing, places, sure)
        texts = _texts(rows, drawing, place or places[0])
        if place is None:
            wrong = _(
                "it is not clear in which row or column this board begins; write 0 into its first cell"
            )
            texts = {"place": texts["place"], "wrong": wrong}
        else:
            texts["givens"] = drawing.board(place)
            if len(found) == 1 and rows.sheet:
                texts.setdefault("title", rows.sheet)
        items.append((places[0].rows[0], places[0].columns[0], texts))
    yield from (item for _row, _column, item in sorted(items, key=lambda each: each[:2]))


def _places_of(drawing: _Drawing, row: int, column: int) -> list[_Place]:
    """Return where the board with a digit may stand."""
    places = [
        place
        for down, across in itertools.product((PLAIN, GAPPED), repeat=2)
        for top, left in itertools.product(down, across)
        if row >= top
        and column >= left
        and not drawing.has_words(
            place := _Place(
                tuple(row - top + each for each in down),
                tuple(column - left + each for each in across),
            )
        )
    ]
    alone = [place for place in places if not drawing.has_neighbours(place)]
    most = max(map(drawing.count, alone), default=0)
    fullest = [place for place in alone if drawing.count(place) == most]
    if fullest:
        return _likeliest(drawing, fullest)
    touching = [place for place in places if place.rows[-1] - place.rows[0] == SIZE - 1]
    likeliest = _likeliest(drawing, touching)
    return likeliest if len(likeliest) == 1 else []


def _likeliest(drawing: _Drawing, places: list[_Place]) -> list[_Place]:
    """Return the places whose digits make a board, of several those with one solution."""
    sound: list[tuple[_Place, engine.Grid]] = []
    for place in places:
        try:
            sound.append((place, engine.read_line(drawing.board(place))))
        except engine.GridError:
            continue
    if not sound and len(places) == 1:
        return places  # what is wrong with it will be said
    if len(sound) > 1:
        sound = [each for each in sound if engine.count_solutions(each[1]) == 1] or sound
    return [place for place, _grid in sound]


def _as_others(drawing: _Drawing, places: list[_Place], sure: list[_Place]) -> _Place | None:
    """Return the place that begins as the sure ones do, or right below words. None if none or several do."""
    columns = {place.columns[0] for place in sure}
    gaps = {_rows_below_words(drawing, place) for place in sure} or {1}
    steps = {(place.rows[0] - other.rows[0]) for place in sure for other in sure} - {0}
    step = min(map(abs, steps), default=0)
    for is_alike in (
        lambda place: place.columns[0] in columns or not columns,
        lambda place: _rows_below_words(drawing, place) in gaps,
        lambda place: step and any((place.rows[0] - other.rows[0]) % step == 0 for other in sure),
    ):
        places = [place for place in places if is_alike(place)] or places
    return places[0] if len(places) == 1 else None


def _rows_below_words(drawing: _Drawing, place: _Place) -> int:
    """Return how many rows a board begins below words, or 0 if there are none right above."""
    above = (gap for gap in range(1, ABOVE + 1) if drawing.words.get(place.rows[0] - gap))
    return next(above, 0)


def _named(rows: Rows, number: int, column: int) -> str:
    place = rows.place(number, column)
    if column > 1 and not rows.sheet:
        return _("%(line)s, column %(column)s") % {"line": place, "column": column}
    return place


def _texts(rows: Rows, drawing: _Drawing, place: _Place) -> dict[str, str]:
    """Return the place of a board, and the title and author that stand above it, or else beside it."""
    top, left, right = place.rows[0], place.columns[0], place.columns[-1]
    words, number = "", drawing.numbers[top] if top < len(drawing.numbers) else 0
    for row in range(top - 1, max(top - 1 - ABOVE, -1), -1):
        texts = sorted(drawing.words.get(row, {}).items())
        if len(texts) > 1 and any(at < left and field_called(text) for at, text in texts):
            continue  # names of columns
        found = [text for at, text in texts if left <= at <= right] or [
            text for at, text in texts if at < left and len(texts) == 1
        ]
        if found:
            words, number = " ".join(found), drawing.numbers[row]
            break
    if not words:
        beside = sorted(drawing.words.get(top, {}).items())
        near = [text for at, text in beside if right < at <= right + ABOVE]
        words = next((text for at, text in reversed(beside) if at < left), *near[:1] or [""])
    title, author = title_and_author(seen(words)[:LONGEST_TITLE])
    named = _named(rows, number, drawing.column(left))
    return {
        "place": named,
        **({"title": title} if title else {}),
        **({"author": author} if author else {}),
    }
