"""The picture that the exports of a board write: an iteration of a solve, or its start."""

from django.utils.translation import gettext as _

from solver import engine
from solver.boards.drawing import Drawing
from solver.boards.figures import Picture
from solver.boards.picture import draw_picture
from solver.boards.step_drawing import draw_step
from solver.models import Solve
from solver.solves.reading import IterationSnapshot, get_snapshot


def picture_of(solve: Solve, number: int | None) -> Picture:
    """The board after that iteration, the last one when there is no number; 0 is the start."""
    shown = get_snapshot(solve, number)
    title = _("Start")
    if shown.iteration.number:
        title = _("Iteration %(number)s of %(total)s") % {
            "number": shown.iteration.number,
            "total": solve.iteration_count,
        }
    title = f"{title} · {_(engine.find_method(solve.method).title)}"
    grid = solve.grid
    line = grid.text if len(grid.text) <= 81 else f"{grid.text[:81]}…"
    drawing = _drawing(grid, shown)
    return draw_picture(
        grid, shown.iteration.candidates, shown.before, shown.iteration.steps, title, line, drawing
    )


def _drawing(grid: engine.Grid, shown: IterationSnapshot) -> Drawing | None:
    """Of an iteration that is one step and carries its proof; several would hide each other."""
    if len(shown.iteration.steps) != 1 or not shown.iteration.steps[0].proof:
        return None
    return draw_step(grid.geometry, shown.iteration.steps[0], shown.before)
