"""Boards and stories as HTML for notebooks: no style sheet, no script, light and dark.

Puzzles and solutions call `core.display` in their `_repr_html_`. The functions are registered here.
"""

from collections.abc import Sequence
from html import escape

from .core.display import as_html, borders_of, places_in_cell
from .core.geometry import digits_of
from .core.grid import Grid
from .core.i18n import ALPHABET
from .core.steps import Iteration
from .methods.solving import Solution
from .techniques.description import describe_iteration

THICK, THIN = "2px solid currentColor", "1px solid #8888"
CELL = "width:2.4em;height:2.4em;min-width:2.4em;padding:0;text-align:center;vertical-align:middle"
MARKS = "display:block;font:10px/1.05 monospace;white-space:pre;opacity:.9"


def board_as_html(grid: Grid, candidates: Sequence[int] | None = None) -> str:
    """Return a board as an HTML table: givens bold, placed digits plain, candidates of open cells small.

    `candidates` has a mask a cell. Without it, only the givens are shown.
    """
    rows = []
    for row in grid.geometry.rows:
        cells = "".join(_cell(grid, cell, candidates) for cell in row.cells)
        rows.append(f"<tr style='background:none'>{cells}</tr>")
    # Notebooks make the text of tables small, too small to read the marks of a cell.
    table = (
        f"border-collapse:collapse;border:{THICK};font-size:14px;font-variant-numeric:tabular-nums"
    )
    rules = "".join(f"<p>{escape(str(rule))}</p>" for rule in grid.shape.rules)
    return f"<table style='{table}'>{''.join(rows)}</table>{rules}"


def _cell(grid: Grid, cell: int, candidates: Sequence[int] | None) -> str:
    borders = borders_of(grid.shape)
    style = f"{CELL};border:{THIN}"
    if cell in borders.below:
        style += f";border-bottom:{THICK}"
    if cell in borders.right:
        style += f";border-right:{THICK}"
    given = grid.givens[cell]
    if given:
        return f"<td style='{style};font-weight:bold'>{ALPHABET[given]}</td>"
    digits = digits_of(candidates[cell]) if candidates is not None else None
    return f"<td style='{style}'>{'' if digits is None else _marks(digits, grid.size)}</td>"


def _marks(digits: Sequence[int], size: int) -> str:
    """Return each candidate at its own place in the cell, as players write it."""
    if len(digits) == 1:
        return ALPHABET[digits[0]]
    if not digits:
        return "!"
    _rows, columns = places_in_cell(size)
    names = [ALPHABET[digit] if digit in digits else " " for digit in range(1, size + 1)]
    lines = ["".join(names[at : at + columns]) for at in range(0, size, columns)]
    return f"<small style='{MARKS}'>{'<br>'.join(lines)}</small>"


@as_html.register
def _puzzle_as_html(grid: Grid) -> str:
    return board_as_html(grid, grid.marks)


# --- Stories ------------------------------------------------------------------------------------------

MOST = 50  # iterations that are shown
LIST = "max-height:36em;overflow:auto"  # so that a long story leaves the next cell of the notebook in sight


@as_html.register
def story_as_html(solution: Solution) -> str:
    """Return a solution as HTML: the board at the end, then iterations to open with their steps and boards."""
    head = (
        f"<p>{escape(solution.method)}: {escape(solution.outcome)}, "
        f"{escape(solution.count.verdict)}, {len(solution.iterations)} iterations</p>"
    )
    last = solution.iterations[-1].candidates if solution.iterations else None
    iterations = "".join(_told(solution.grid, each) for each in solution.iterations[:MOST])
    more = len(solution.iterations) - MOST
    note = f"<p>… and {more} more in <code>iterations</code></p>" if more > 0 else ""
    return f"<div>{head}{board_as_html(solution.grid, last)}<div style='{LIST}'>{iterations}{note}</div></div>"


def _told(grid: Grid, iteration: Iteration) -> str:
    described = describe_iteration(grid.geometry, iteration, "facts")
    branch = f", branch {described.branch}" if described.parent is not None else ""
    counts = f"{described.placed} placed, {described.removed} removed"
    summary = counts if described.steps else "no rule finds more"
    steps = "".join(
        f"<li><b>{escape(step.step.technique)}</b> {escape(' '.join(step.done))}<br>"
        f"{escape(step.why)}</li>"
        for step in described.steps
    )
    return (
        f"<details><summary>Iteration {described.number}{branch}: {summary}</summary>"
        f"{board_as_html(grid, described.candidates)}<ol>{steps}</ol></details>"
    )
