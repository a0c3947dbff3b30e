"""Tables whose puzzles stand side by side, with the names of the fields in the first column."""

import itertools
from collections.abc import Callable, Iterator

from .fields import field_called
from .workbooks import SheetRow

GIVENS, SOLUTION = "givens", "solution"
CELLS = 81  # of a board that may have a row each


def turned_rows(
    rows: list[SheetRow], boards_in: Callable[[str], list[str]], is_cell: Callable[[str], object]
) -> list[SheetRow] | None:
    """Return the columns of a whole table as rows, or None if its names do not stand in its first column.

    The number of such a row is that of its column. The names may come again for further puzzles below.
    """
    filled = [row for row in rows if any(row.cells)]
    first = min((_first_filled(row.cells) for row in filled), default=0)
    named = [row for row in filled if first < len(row.cells) and row.cells[first].strip()]
    records = list(_records(named, first))
    if not records or not all(_has_board(each, first, boards_in, is_cell) for each in records):
        return None
    names = list(dict.fromkeys(row.cells[first].strip() for row in named))
    turned = (
        [SheetRow(first + 1, names, first=records[0][0].number - 1)] if len(records) > 1 else []
    )
    for record in records:
        if len(records) == 1:  # with empty rows, so that a row keeps its place
            names = [""] * record[-1].number
            for row in record:
                names[row.number - 1] = row.cells[first].strip()
        turned += _columns(record, first, names, is_only=len(records) == 1)
    return turned


def _records(rows: list[SheetRow], first: int) -> Iterator[list[SheetRow]]:
    """Yield the rows of each group of puzzles: a group begins where the first known name comes again."""
    names = [row.cells[first].strip() for row in rows]
    start = next((name for name in names if field_called(name)), "")
    begins = [at for at, name in enumerate(names) if name == start] if start else []
    for begin, end in itertools.pairwise([0, *begins[1:], len(rows)] if begins else []):
        yield rows[begin:end]


def _has_board(
    rows: list[SheetRow],
    first: int,
    boards_in: Callable[[str], list[str]],
    is_cell: Callable[[str], object],
) -> bool:
    """Return whether each row begins with the name of a field, and one row has boards."""
    known = {field_called(row.cells[first]) for row in rows} - {None}
    called = [field_called(row.cells[first]) for row in rows if any(map(boards_in, row.cells))]
    if called.count(GIVENS) == 1 and {*called} <= {GIVENS, SOLUTION} and len(known) > 1:
        return True
    cells = [
        row
        for row in rows
        if not is_cell(row.cells[first].strip())
        and all(is_cell(cell.strip()) for cell in row.cells[first + 1 :])
    ]
    return not called and bool(known) and len(cells) in (CELLS, 2 * CELLS)


def _columns(
    record: list[SheetRow], first: int, names: list[str], is_only: bool
) -> Iterator[SheetRow]:
    cells_of = {row.cells[first].strip(): row for row in record}
    if is_only:
        by_number = {row.number: row for row in record}
        wanted = [by_number.get(at) for at in range(1, len(names) + 1)]
    else:
        wanted = [cells_of.get(name) for name in names]
    width = max(len(row.cells) for row in record)
    at_givens = next((at for at, name in enumerate(names) if field_called(name) == GIVENS), 0)
    givens = wanted[at_givens]
    start = 0 if is_only or not givens else givens.number - 1 - at_givens
    for at in range(first if is_only else first + 1, width):
        cells = [row.cells[at] if row and at < len(row.cells) else "" for row in wanted]
        yield SheetRow(at + 1, cells, first=start)


def _first_filled(cells: list[str]) -> int:
    return next(at for at, cell in enumerate(cells) if cell)
