"""Boards as HTML of their own, for notebooks: no style sheet, no script, light and dark."""

from collections.abc import Sequence

from .geometry import digits_of
from .grid import ALPHABET, Grid

THICK, THIN = "2px solid currentColor", "1px solid #8888"
CELL = "width:2.4em;height:2.4em;min-width:2.4em;padding:0;text-align:center;vertical-align:middle"
MARKS = "display:block;font:10px/1.05 monospace;white-space:pre;opacity:.9"


def board_as_html(grid: Grid, candidates: Sequence[int] | None = None) -> str:
    """The board as a table: givens bold, placed digits plain, of open cells the candidates, where given."""
    rows = []
    for row in grid.geometry.rows:
        cells = "".join(_cell(grid, cell, candidates) for cell in row.cells)
        rows.append(f"<tr style='background:none'>{cells}</tr>")
    # Notebooks make tables small; the marks of a cell are to be read.
    table = (
        f"border-collapse:collapse;border:{THICK};font-size:14px;font-variant-numeric:tabular-nums"
    )
    return f"<table style='{table}'>{''.join(rows)}</table>"


def _cell(grid: Grid, cell: int, candidates: Sequence[int] | None) -> str:
    box, row, column = grid.box, *divmod(cell, grid.size)
    style = f"{CELL};border:{THIN}"
    if row % box == box - 1:
        style += f";border-bottom:{THICK}"
    if column % box == box - 1:
        style += f";border-right:{THICK}"
    given = grid.givens[cell]
    if given:
        return f"<td style='{style};font-weight:bold'>{ALPHABET[given]}</td>"
    digits = digits_of(candidates[cell]) if candidates is not None else None
    return f"<td style='{style}'>{'' if digits is None else _marks(digits, box)}</td>"


def _marks(digits: Sequence[int], box: int) -> str:
    """Each at its own place of the cell, where players write it."""
    if len(digits) == 1:
        return ALPHABET[digits[0]]
    if not digits:
        return "!"
    names = [ALPHABET[digit] if digit in digits else " " for digit in range(1, box * box + 1)]
    lines = ["".join(names[at : at + box]) for at in range(0, len(names), box)]
    return f"<small style='{MARKS}'>{'<br>'.join(lines)}</small>"
