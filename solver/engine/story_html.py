"""Stories as HTML of their own, for notebooks."""

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from .board_html import board_as_html
from .grid import Grid
from .steps import Iteration, placed_notation, removed_notation
from .techniques import explain

if TYPE_CHECKING:
    from .solving import Solution

MOST = 50  # iterations of a story; `solution.iterations` has all
LIST = "max-height:36em;overflow:auto"  # a long story leaves the next cell of the notebook in sight


def story_as_html(solution: "Solution") -> str:
    """The board at the end, and iterations to open: their steps with reasons, and the board after each."""
    head = (
        f"<p>{escape(solution.method)}: {escape(solution.outcome)}, "
        f"{escape(solution.count.verdict)}, {len(solution.iterations)} iterations</p>"
    )
    last = solution.iterations[-1].candidates if solution.iterations else None
    told = "".join(_told(solution.grid, each) for each in solution.iterations[:MOST])
    more = len(solution.iterations) - MOST
    rest = f"<p>… and {more} more in <code>iterations</code></p>" if more > 0 else ""
    return f"<div>{head}{board_as_html(solution.grid, last)}<div style='{LIST}'>{told}{rest}</div></div>"


def _told(grid: Grid, iteration: Iteration) -> str:
    branch = f", branch {iteration.branch}" if iteration.parent is not None else ""
    counts = f"{iteration.placed_count} placed, {iteration.removed_count} removed"
    done = counts if iteration.steps else "no rule finds more"
    summary = f"Iteration {iteration.number}{branch}: {done}"
    steps = "".join(f"<li>{each}</li>" for each in _steps(grid, iteration))
    board = board_as_html(grid, iteration.candidates)
    return f"<details><summary>{summary}</summary>{board}<ol>{steps}</ol></details>"


def _steps(grid: Grid, iteration: Iteration) -> Iterator[str]:
    shape = grid.geometry
    for step in iteration.steps:
        done = " ".join([*placed_notation(shape, step), *removed_notation(shape, step)])
        yield f"<b>{escape(step.technique)}</b> {escape(done)}<br>{escape(explain(shape, step))}"
