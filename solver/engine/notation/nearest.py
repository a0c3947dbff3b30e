"""The board that a refused text comes nearest to, so that a person can mend the doubtful cells.

It is only shown: nothing here reads a text as a puzzle.
"""

from collections.abc import Iterator

from ..core.errors import CellFact, GridError, Nearest, TextPlace
from .base import BLANKS, NO_BLANKS, Reading, misfit_count, nearest_of, quoted
from .cells import board_of_cells, with_names
from .heads import rows_of_board, value_of
from .markup import as_lines
from .records import Records, alike, delimited, grouped
from .signs import plain_signs

_NINE = 9
_LONGEST = 4_000  # characters of a text that a person mends on the board
_MOST_DOUBTFUL = 9  # cells. With more the text is something else
_FEWEST = 8  # digits


def with_nearest(refusal: GridError, text: str) -> GridError:
    """Return the refusal of a text with the board that it comes nearest to, if it has one."""
    if refusal.nearest is not None or len(text) > _LONGEST:
        return refusal
    found = next(_errors(plain_signs(text)), None)
    if found is None or found.nearest is None:
        return refusal
    if refusal.line is None and not refusal.cells:
        return found
    return type(refusal)(refusal.message, **(refusal.facts | {"nearest": found.nearest}))


def _errors(text: str) -> Iterator[GridError]:
    for plain in as_lines(text):
        for records in (_as_drawn(plain), *delimited(plain), *grouped(plain)):
            if error := _of_table(records, has_lines=plain == text):
                yield error
        listed = alike(plain)
        if listed and (error := _of_list(plain, listed)):
            yield error


def _as_drawn(text: str) -> Records:
    """Return the characters of each line that is not blank."""
    rows = [(n, list(row.translate(NO_BLANKS))) for n, row in enumerate(text.split("\n"), 1)]
    return Records([row for _n, row in rows if row], [n for n, row in rows if row], [])


def _of_table(records: Records, has_lines: bool) -> GridError | None:
    """Return the error of nine rows of which some cells are no digits, or one row is too short or too long.

    `has_lines` says whether the lines of the records are those of the text that a person sees.
    """
    rows, lines = rows_of_board(records, _NINE) or (records.rows, records.lines)
    values = [[value_of(field, _NINE) for field in row] for row in rows]
    bare = [[value or 0 for value in row] for row in values]
    wrong = [at for at, row in enumerate(rows) if len(row) != _NINE]
    if sum(value > 0 for row in bare for value in row) < _FEWEST:
        return None
    if wrong or len(rows) < _NINE:
        whole = all(value is not None for row in values for value in row)
        nearest = nearest_of(bare, _NINE) if whole else None
        return nearest and misfit_count(sum(map(len, rows)), _NINE, nearest)
    fields = [(field, line) for row, line in zip(rows, lines, strict=True) for field in row]
    doubtful = [at for at, (field, _line) in enumerate(fields) if value_of(field, _NINE) is None]
    if len(rows) != _NINE or not 0 < len(doubtful) <= _MOST_DOUBTFUL:
        return None
    field, line = fields[doubtful[0]]
    return GridError(
        "{place} (cell {cell}): {found} is not from 1 to {size}"
        if has_lines
        else "{cell}: {found} is not from 1 to {size}",
        place=TextPlace(line),
        cell=CellFact(doubtful[0], _NINE),
        found=quoted(field),
        size=_NINE,
        nearest=Nearest(tuple(digit for row in bare for digit in row), tuple(doubtful)),
    )


def _of_list(text: str, records: Records) -> GridError | None:
    """Return the error of a list of cells with a line that is not as the others are."""
    if records.is_certain:
        return None
    board = board_of_cells(text, with_names(records._replace(is_certain=True)), None)
    first, last = min(records.lines), max(records.lines)
    between = enumerate(text.split("\n")[first - 1 : last], first)
    odd = [n for n, line in between if n not in records.lines and line.strip(BLANKS)]
    if not isinstance(board, Reading) or not odd or board.grid.size != _NINE:
        return None
    return GridError(
        "{place}: this line is not as the others are; write its cell as they do",
        place=TextPlace(odd[0]),
        nearest=Nearest(board.grid.givens, ()),
    )
