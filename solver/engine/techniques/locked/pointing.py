"""If the 3 of a box can only stand in one row or column, it is removed from the other cells of that line.

The box must have it in that line, so the line cannot have it anywhere else. Players call it locked
candidates, type 1.
"""

from collections.abc import Iterator

from ...core.board import Board
from ...core.geometry import Geometry
from ...core.steps import Step
from ..base import Example, Rule, Technique
from .articles import crossing_of, find_in_boxes, say_locked


def find(board: Board) -> Iterator[Step]:
    return find_in_boxes(board, technique.name)


def line_of(geometry: Geometry, step: Step) -> int:
    """Return the index of the row or column that contains the evidence and the removals of a step."""
    together = (*step.cells, *(cell for cell, _ in step.removed))
    rows = {geometry.units_of[cell][0] for cell in together}
    return rows.pop() if len(rows) == 1 else geometry.units_of[together[0]][1]


def explain(geometry: Geometry, step: Step) -> str:
    is_square = geometry.shape.square_box
    crossing = line_of(geometry, step) if is_square else crossing_of(geometry, step)
    return say_locked(geometry, step, crossing)


_BOX_1_WITHOUT_3 = dict.fromkeys(
    ("r1c1", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"), "12456789"
)

technique = Technique(
    *("pointing", 25, find, explain, __doc__),
    is_about_a_set=True,
    rules=(Rule("pointing", "pointing", find, turn=10, grade_rank=500, band="locked"),),
    source="Article 002 (Same Row Or Column And Square)",
    called={"guessing": "Same Row Or Column And Square"},
    examples=(
        Example(_BOX_1_WITHOUT_3, finds=" ".join(f"r1c{column}<>3" for column in range(4, 10))),
        Example({cell: digits for cell, digits in _BOX_1_WITHOUT_3.items() if cell != "r3c3"}),
    ),
)
