"""Scenes: a stored position with a technique's step on it, for its page and its lesson."""

import re
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from solver.boards.cells import DrawnBoard, draw_board
from solver.boards.step_drawing import drawing_of
from solver.engine.core.grid import Grid
from solver.engine.core.steps import Step, carried_out
from solver.engine.ladder.stored import StoredPosition
from solver.engine.techniques.description import StepDescription, describe_step
from solver.engine.techniques.rungs import rungs

from ..solve.iteration import mark_evidence


@dataclass(frozen=True)
class Scene:
    """A step on its board, in words."""

    board: DrawnBoard
    step: StepDescription
    words: SafeString

    @property
    def notation(self) -> list[str]:
        """How to read its words."""
        why = self.step.why
        found = [_("r4c9 is the cell in row 4 and column 9.")]
        if re.search(r"\(\w\)r\d", why):
            found.append(_("(5)r4c9 is a 5 in this cell."))
        if " = (" in why:
            found.append(
                _(
                    "Read = as “if the one before is false, the one after is true”, and - as “if "
                    "the one before is true, the one after is false”."
                )
            )
        return found


def draw_scene(name: str, stored: StoredPosition, stage: str = "", of_sets: bool = False) -> Scene:
    """Return the first step that a technique finds at a stored position, drawn as `draw_step` does."""
    return draw_step(stored.grid, stored.candidates, first_step(name, stored), stage, of_sets)


def draw_step(
    grid: Grid,
    before: tuple[int, ...],
    step: Step,
    stage: str = "",
    of_sets: bool = False,
    label: str = "",
) -> Scene:
    """Return a step with its board, which has a usual label if none is given.

    The board shows the pattern and what it removes, or only the position `before` or `after` the step. With
    `of_sets` the pattern is the counted sets.
    """
    after = carried_out(before, (step,))
    if stage == "before":
        board = draw_board(grid, before, label=label or _("The position before"))
    elif stage == "after":
        board = draw_board(grid, after, label=label or _("The position after"))
    else:
        label = label or _("The position with the step")
        drawing = drawing_of(grid.geometry, step, before, of_sets)
        board = draw_board(grid, after, before, (step,), label=label, chosen=step, drawing=drawing)
    described = describe_step(grid.geometry, step)
    return Scene(board, described, mark_evidence(described))


def first_step(name: str, stored: StoredPosition) -> Step:
    """Return the step that a technique finds first at a stored position."""
    position = stored.position
    return next(rungs()[name].find(position)).step(position)
