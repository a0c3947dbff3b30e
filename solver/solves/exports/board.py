"""The picture of a board for exports: after an iteration of a solve, or at the start."""

from django.utils.translation import gettext as _

from solver import engine
from solver.boards.drawing import Drawing
from solver.boards.figures import Picture
from solver.boards.picture import draw_picture
from solver.boards.step_drawing import draw_step
from solver.engine.techniques.description import describe_step
from solver.models import Solve
from solver.solves.reading import IterationSnapshot, get_snapshot


def picture_of(solve: Solve, number: int | None) -> Picture:
    """Return the picture of a solve's board after iteration `number`, 0 for the start, None for the latest."""
    snapshot = get_snapshot(solve, number)
    title = _("Start")
    if snapshot.iteration.number:
        title = _("Iteration %(number)s of %(total)s") % {
            "number": snapshot.iteration.number,
            "total": solve.iteration_count,
        }
    grid, drawing = solve.grid, _drawing(solve.grid, snapshot)
    # The step is told where it is drawn.
    about = (
        describe_step(grid.geometry, snapshot.iteration.steps[0], "title").title
        if drawing
        else _(engine.find_method(solve.method).title)
    )
    line = grid.text if len(grid.text) <= 81 else f"{grid.text[:81]}…"
    return draw_picture(
        grid,
        snapshot.iteration.candidates,
        snapshot.before,
        snapshot.iteration.steps,
        f"{title} · {about}",
        line,
        drawing,
    )


def _drawing(grid: engine.Grid, snapshot: IterationSnapshot) -> Drawing | None:
    """Return the drawing of an iteration with one proved step. Several drawings would overlap."""
    if len(snapshot.iteration.steps) != 1 or not snapshot.iteration.steps[0].proof:
        return None
    return draw_step(grid.geometry, snapshot.iteration.steps[0], snapshot.before)
