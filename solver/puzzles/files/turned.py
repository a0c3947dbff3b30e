"""Tables whose puzzles stand side by side, with the names of the fields in the first column."""

from collections.abc import Callable

from .fields import field_called
from .workbooks import SheetRow

GIVENS, SOLUTION = "givens", "solution"


def turned_rows(
    rows: list[SheetRow], boards_in: Callable[[str], list[str]]
) -> list[SheetRow] | None:
    """Return the columns of a whole table as rows, or None if its names do not stand in its first column.

    The number of such a row is that of its column.
    """
    filled = [row for row in rows if any(row.cells)]
    first = min((_first_filled(row.cells) for row in filled), default=0)
    names = [field_called(row.cells[first]) for row in filled if first < len(row.cells)]
    boards = [row.cells for row in filled if any(map(boards_in, row.cells))]
    called = [field_called(cells[first]) for cells in boards]
    is_one_row = called.count(GIVENS) == 1 and {*called} <= {GIVENS, SOLUTION}
    if not is_one_row or len({*names} - {None}) < 2:
        return None
    below = {row.number: row.cells for row in filled}
    numbers = range(1, max(below) + 1)
    return [
        SheetRow(at + 1, [(below.get(each, [])[at : at + 1] or [""])[0] for each in numbers])
        for at in range(first, max(map(len, below.values())))
    ]


def _first_filled(cells: list[str]) -> int:
    return next(at for at, cell in enumerate(cells) if cell)
