"""Draw a solution: givens, digits that the solve had found by then, and the others apart from both."""

from collections.abc import Container, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from solver import engine

from .cells import BoardCell, BoardRow, DrawnBoard, draw_board


def draw_solution(
    grid: engine.Grid,
    digits: Sequence[int],
    candidates: Sequence[int],
    differing: Container[int],
    label: str,
) -> DrawnBoard:
    """Return the board of a solution, compared with the `candidates` that a solve had reached.

    `digits` has one digit a cell, `candidates` one mask. `differing` are the cells in which other solutions
    have other digits.
    """
    masks = tuple(1 << (digit - 1) for digit in digits)
    board = draw_board(grid, masks, label=label)
    size = board.size
    cells = [
        _solution_cell(
            cell, at, size, is_solved=candidates[at] == masks[at], differs=at in differing
        )
        for at, cell in enumerate(cell for row in board.rows for cell in row.cells)
    ]
    rows = [
        BoardRow(row.name, cells[at * size : (at + 1) * size]) for at, row in enumerate(board.rows)
    ]
    marks = {
        kind: any(cell.kind == kind for cell in cells) for kind in ("given", "solved", "shown")
    }
    marks["differs"] = any(cell.differs for cell in cells)
    return replace(board, rows=rows, marks=marks)


def _solution_cell(
    cell: BoardCell, at: int, size: int, *, is_solved: bool, differs: bool
) -> BoardCell:
    kind, label = cell.kind, cell.label
    if kind != "given" and not is_solved:
        row, column = divmod(at, size)
        place = _("Row %(row)d, column %(column)d") % {"row": row + 1, "column": column + 1}
        kind = "shown"
        label = f"{place}, {_('%(digit)s in the solution, not found by this method') % {'digit': cell.digit}}"
    if differs:
        label += "; " + _("differs between the solutions")
    return replace(cell, kind=kind, label=label, differs=differs)
