"""The board of a list of cells, each a record of its row, its column and its digit."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ..core.errors import CellFact, GridError, Nearest, TextPlace
from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import gettext
from .base import SIZES, Note, Reading, lone_digits, misfit_count, number, quoted
from .records import FEWEST, Records

_NOTHING = (
    ". - _ 0 * \\ ~ \\cdot \\n null [null] (null) <null> nan <na> na n/a none nil undefined"
    " empty blank leer vide vacía vacío vacia vacio vuoto vuota leeg"
)
EMPTY = {"", *_NOTHING.split()}
_ROW, _COLUMN, _DIGIT, _CELL = "row", "column", "digit", "cell"
_ROLES = {
    _ROW: "row r rw y line zeile zl ligne fila renglon riga rij linha rad rekke række wiersz řádek строка i "
    "rowid rowno rownr rownum rowindex rownumber rowidx row_id row_no row_num row_index",
    _COLUMN: "column col cl c x spalte sp colonne columna colonna kolom coluna kolumn kolonne kolumna "
    "sloupec столбец j colid colno colnr colnum colindex colidx columnid columnno columnnumber col_id col_no "
    "col_num col_index",
    _DIGIT: "value val v digit d num number given clue n wert zahl ziffer valeur chiffre valor valore "
    "cifra waarde cijfer värde verdi wartość hodnota значение content text",
    _CELL: "cell cellid id pos position square zelle case celda cella cel key name ref idx index offset",
}
_ROLE_OF = {name: role for role, names in _ROLES.items() for name in names.split()}
_RANK = {name: at for names in _ROLES.values() for at, name in enumerate(names.split())}
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_SEVERAL = re.compile(r"puzzle|board|branch|sample|game|sudoku", re.IGNORECASE)
_LETTERS = "ABCDEFGHI"
_ADDRESSES = (
    re.compile(r"[rR](\d{1,2})[cC](\d{1,2})"),
    re.compile(r"([A-Ia-i])([1-9])"),
    re.compile(r"(\d)(\d)"),
)
_COUNT_FROM_1 = re.compile(r"\b(?:insert|values|select|copy)\b|r\dc\d|row \d|^r", re.IGNORECASE)
_MOST_MASK = 511  # the nine bits of all digits
_NINE, _TRIPLE = 9, 3
_MOST_LISTED = 0.8  # of the cells, if not all of them are listed
_THROUGH = {"pos", "position", "idx", "index", "offset"}  # names of cells that are numbered through
_FEWEST_UNNAMED = 17  # records without names. No puzzle with fewer givens has one solution


def board_of_cells(text: str, records: Records, size: int | None) -> Reading | GridError | None:
    """Return the board of a list with a record for each cell, which says row, column and digit.

    `size` is the expected size, or None for any. Return the error if the list is faulty, or None if the records
    are no cells.
    """
    rows = records.rows
    if not records.is_certain or len(rows) < FEWEST or len({len(row) for row in rows}) != 1:
        return None
    columns = [list(column) for column in zip(*rows, strict=True)]
    fields = _told(columns, records.names) or _in_order(columns, records)
    if fields is None or isinstance(fields, GridError):
        return fields
    places = [_counted(each) for each in fields[:2]]
    if not all(places):
        return None
    first, second = places
    if _ROW in _roles(records.names) and _mixed_puzzles(columns, records.names):
        return GridError("this text contains several puzzles; paste only one")
    return _board(text, records, list(zip(first or (), second or (), strict=True)), fields[2], size)


def with_names(records: Records) -> Records:
    """Return the records with the names of their fields, without the rows of types and notes around them."""
    widths = Counter(map(len, records.rows))
    if records.names or not widths:
        return records
    width = widths.most_common(1)[0][0]
    good = [at for at, row in enumerate(records.rows) if len(row) == width]
    first, last = good[0], good[-1] + 1
    notes = [" ".join(row) for row in (*records.rows[:first], *records.rows[last:])]
    is_whole = len(good) == last - first and all(re.search(r"[^\W\d]{3}", each) for each in notes)
    rows, lines, names = records.rows[first:last], records.lines[first:last], records.names
    if rows and _are_names(rows[0]):
        names, heads = rows[0], 1
        while heads < len(rows) and not any(_is_value(field) for field in rows[heads] if field):
            heads += 1
        rows, lines = rows[heads:], lines[heads:]
    return Records(rows, lines, names, records.is_certain and is_whole)


def _are_names(row: list[str]) -> bool:
    """Return whether a row names fields: a row and a column, or a cell and its digit."""
    roles = _roles(row)
    is_told = {_ROW, _COLUMN} <= roles.keys() or {_CELL, _DIGIT} <= roles.keys()
    return is_told and not any(
        character.isdigit() or character == "(" for character in "".join(row)
    )


def _is_value(field: str) -> bool:
    return field.lower() in EMPTY or number(field) >= 0


def _roles(names: Sequence[str]) -> dict[str, int]:
    """Return the field of each role. Names of one word count before names of several words."""
    roles: dict[str, int] = {}
    if len(names) >= _NINE and "".join(names[-_NINE:]).upper() == _LETTERS:
        return roles  # of the columns of a board
    for is_split in (False, True):
        places_by_role: dict[str, list[tuple[int, int]]] = {}
        for at, name in enumerate(names):
            words = _PARTS.findall(name) if is_split else [name]
            known = next((w for word in words if (w := word.strip().lower()) in _ROLE_OF), None)
            if known and at not in roles.values():
                places_by_role.setdefault(_ROLE_OF[known], []).append((_RANK[known], at))
        for role, places in places_by_role.items():
            places.sort()
            if role not in roles and (len(places) == 1 or places[0][0] < places[1][0]):
                roles[role] = places[0][1]
    return roles


_Told = tuple[list[str], list[str], list[str]]


def _told(columns: list[list[str]], names: Sequence[str]) -> _Told | GridError | None:
    """Return rows, columns and digits by the names of the fields, or None if the names are not enough."""
    roles = _roles(names)
    if {_ROW, _COLUMN} <= roles.keys():
        rest = {*range(len(columns))} - {roles[_ROW], roles[_COLUMN]}
        at = roles.get(_DIGIT, rest.pop() if len(rest) == 1 else None)
        return None if at is None else (columns[roles[_ROW]], columns[roles[_COLUMN]], columns[at])
    if {_CELL, _DIGIT} <= roles.keys() and _ROW not in roles and _COLUMN not in roles:
        cells, digits = columns[roles[_CELL]], columns[roles[_DIGIT]]
        if starts := _starts(cells, names[roles[_CELL]]):
            return _of_positions(cells, digits, starts)
        split = _split(cells)
        return split and (*split, digits)
    return None


def _starts(cells: list[str], name: str) -> tuple[int, ...]:
    """Return from which numbers cells may be counted that are numbered through, or () for other cells."""
    numbers = [number(cell) for cell in cells]
    if min(numbers) < 0 or max(numbers) > _NINE**2 or len(set(numbers)) < len(numbers):
        return ()
    if name.lower() not in _THROUGH and all(each > _NINE and each % 10 for each in numbers):
        return ()  # row and column as two digits
    return (0,) if 0 in numbers else (1,) if max(numbers) == _NINE**2 else (0, 1)


def _of_positions(
    cells: list[str], digits: list[str], starts: tuple[int, ...]
) -> _Told | GridError:
    """Return rows, columns and digits of cells that are numbered through, by the start without a clash."""
    found = []
    for start in starts:
        places = [number(cell) - start for cell in cells]
        givens = [0] * _NINE**2
        for place, digit in zip(places, digits, strict=True):
            givens[place] = max(_digit(digit), 0)
        if isinstance(plain(givens, "", ""), Reading):
            found.append(places)
    if len(found) != 1:
        return GridError(
            "it is not clear whether these cells are counted from 0 or from 1; give row and column"
        )
    rows, columns = zip(*(divmod(place, _NINE) for place in found[0]), strict=True)
    return [str(row + 1) for row in rows], [str(column + 1) for column in columns], digits


def _split(cells: list[str]) -> tuple[list[str], list[str]] | None:
    """Return rows and columns of `r1c2`, `B3` or `12`, or None if any cell has another form."""
    for form in _ADDRESSES:
        found = [match for cell in cells if (match := form.fullmatch(cell))]
        if len(found) == len(cells):
            return [each[1] for each in found], [each[2] for each in found]
    return None


def _in_order(columns: list[list[str]], records: Records) -> _Told | GridError | None:
    """Return rows, columns and digits of fields without telling names, or None if there are not three."""
    roles = _roles(records.names)
    if any(role in roles and len(records.names[roles[role]]) > 1 for role in (_ROW, _COLUMN)):
        return None  # the other one has a name that is not known
    kept = [each for each in columns if len(set(each)) > 1]
    if len(records.rows) < _FEWEST_UNNAMED:
        return None
    if _THROUGH.intersection(map(str.lower, records.names)):
        return None
    if len(kept) == 2 and (split := _split(kept[0])):
        return *split, kept[1]
    numbers = [[number(field) for field in each] for each in kept]
    if len(kept) > _TRIPLE and numbers[0] == [*range(numbers[0][0], numbers[0][0] + len(kept[0]))]:
        del kept[0], numbers[0]  # the number of the record
    if len(kept) > _TRIPLE and numbers[2] == [
        (row - 1) // 3 * 3 + (column - 1) // 3 + 1
        for row, column in zip(numbers[0], numbers[1], strict=True)
    ]:
        del kept[2], numbers[2]  # the box
    if len(kept) != _TRIPLE:
        return None
    if all(field.upper() in _LETTERS and field for field in kept[2]):
        return kept[1], kept[2], kept[0]
    across = list(zip(kept[1], kept[0], strict=True))
    if all(field.upper() in _LETTERS and field for field in kept[0]) and across == sorted(across):
        return kept[1], kept[0], kept[2]  # listed row by row, so letters are columns
    pairs, later = (list(zip(*numbers[at : at + 2], strict=True)) for at in (0, 1))
    if pairs != sorted(pairs) and later == sorted(set(later)):
        return GridError(
            "{place}: it is not clear which of the three is the digit; name them, as in {form}",
            place=TextPlace(records.lines[0]),
            form="row,column,value",
        )
    return kept[0], kept[1], kept[2]


def _counted(fields: list[str]) -> list[int] | None:
    """Return the numbers of rows or columns, letters from 1 on, or None if any field is none."""
    if all(len(field) == 1 and field.upper() in _LETTERS for field in fields):
        return [_LETTERS.index(field.upper()) + 1 for field in fields]
    numbers = [number(field) for field in fields]
    return numbers if min(numbers) >= 0 and max(numbers) <= SIZES[-1] else None


def _mixed_puzzles(columns: list[list[str]], names: Sequence[str]) -> bool:
    """Return whether a field named after a puzzle shows that the cells are of several puzzles."""
    return any(
        _SEVERAL.search(name) and len(set(column)) > 1 and name.lower() not in _ROLE_OF
        for name, column in zip(names, columns, strict=False)
    )


def _board(
    text: str, records: Records, places: list[tuple[int, int]], digits: list[str], size: int | None
) -> Reading | GridError | None:
    lowest, highest = min(map(min, places)), max(map(max, places))
    has_all = {(1, 1), (4, 4)} <= set(places) and len(set(places)) == 16 and highest == 4
    if lowest and highest < _NINE and not has_all and not _COUNT_FROM_1.search(text):
        return GridError(
            "it is not clear whether the rows and columns of these cells count from 0 or "
            "from 1: none is 0, and none is {highest}",
            highest=_NINE,
        )
    from_0 = lowest == 0
    if from_0 and highest == _NINE and size is None:
        return GridError(
            "the rows and columns of these cells count from 0 and also to 9; correct them"
        )
    values = [_digit(field) for field in digits]
    count = len(set(places))
    is_masks = count == len(values) == _NINE**2 and min(values) > 0 and max(values) > SIZES[-1]
    if is_masks and max(values) <= _MOST_MASK:
        pairs = sorted(zip(places, values, strict=True))
        return _of_masks([mask for _place, mask in pairs], text)
    if size is None:
        most = highest + from_0
        large = sum(max(place) > _NINE for place in places)
        if large and large * 4 < len(places):
            return None  # a typing error, and no larger board
        is_small = has_all and max(values) <= most
        size = most if is_small else next((each for each in SIZES[1:] if each >= most), 0)
    if not size or highest + from_0 > size:
        return None
    givens = [0] * size**2
    seen: dict[int, int] = {}
    several: dict[int, set[int]] = {}
    cells = [(row - (not from_0)) * size + column - (not from_0) for row, column in places]
    for cell, digit, value, line in zip(cells, digits, values, records.lines, strict=True):
        if not 0 <= value <= size:
            return GridError(
                "{place} (cell {cell}): {found} is not from 1 to {size}",
                place=TextPlace(line),
                cell=CellFact(cell, size),
                found=quoted(digit),
                size=size,
                nearest=_nearest(cells, values, size),
            )
        several.setdefault(cell, set()).add(value)
        seen.setdefault(cell, line)
        givens[cell] = value
    if 0 in values and _MOST_LISTED * size**2 < len(several) < size**2:
        # All were listed, also the empty ones, but some got lost.
        return misfit_count(len(several), size)
    twice = {cell: each for cell, each in several.items() if len(each) > 1}
    if len(several) == size**2 and size <= _NINE and len(twice) > size:
        masks = [sum(1 << digit - 1 for digit in several[c] if digit) for c in range(size**2)]
        return position(masks, gettext("a list of cells"), text)
    if twice:
        cell = min(twice)
        first, second, *_rest = sorted(twice[cell])
        return GridError(
            "{place}: {cell} is {digit} here, but {other} on an earlier line",
            place=TextPlace(seen[cell]),
            cell=CellFact(cell, size),
            digit=second,
            other=first,
            nearest=Nearest(tuple(0 if c in twice else d for c, d in enumerate(givens)), (*twice,)),
        )
    return plain(givens, gettext("a list of cells"), text)


def _nearest(cells: list[int], values: list[int], size: int) -> Nearest:
    """Return the board of the digits that are read. A cell with anything else is doubtful."""
    given = {cell: value for cell, value in zip(cells, values, strict=True) if 0 <= value <= size}
    return Nearest(
        tuple(given.get(cell, 0) for cell in range(size**2)), tuple({*cells} - given.keys())
    )


def _digit(field: str) -> int:
    """Return the digit of a field, 0 for an empty one, or -1 for anything else. `05` is a typing error."""
    if field.lower() in EMPTY:
        return 0
    return -1 if field.startswith("0") else number(field)


def _of_masks(masks: list[int], text: str) -> Reading | GridError:
    """Return the board of nine bits a cell. A lone bit is a digit."""
    if {mask for mask in masks if mask & (mask - 1)} <= {_MOST_MASK}:
        givens = [0 if mask == _MOST_MASK else mask.bit_length() for mask in masks]
        return plain(givens, gettext("a list of cells"), text)
    givens = [0 if mask & (mask - 1) else mask.bit_length() for mask in masks]
    found = plain(givens, gettext("a list of cells"), text)
    return found if isinstance(found, GridError) else replace(found, candidates=tuple(masks))


def plain(givens: list[int], what: str, text: str) -> Reading | GridError:
    """Return the puzzle with these givens, or the error if they clash. `what` names the format for messages."""
    try:
        grid = Grid.from_digits(box_for_size(int(len(givens) ** 0.5)), givens)
    except GridError as error:
        return error
    return Reading(grid, "relation", None, Note(text, grid, what))


def position(masks: list[int], what: str, text: str) -> Reading | GridError:
    """Return the position with these masks of candidates, or the error if it has none.

    A lone candidate is a given if no peer has it too. `what` names the format for messages.
    """
    box = box_for_size(int(len(masks) ** 0.5))
    full = (1 << box**2) - 1
    if 0 in masks:
        return GridError("a cell in this list has no candidates")
    lone = lone_digits(box, tuple(masks))
    try:
        grid = Grid.from_digits(box, [lone.get(cell, 0) for cell in range(len(masks))])
    except GridError as error:
        return error
    is_plain = all(mask == full or cell in lone for cell, mask in enumerate(masks))
    return Reading(grid, "relation", None if is_plain else tuple(masks), Note(text, grid, what))
