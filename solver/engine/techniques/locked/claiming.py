"""If the 3 of a row or column can only stand in one box, it is removed from the other cells of that box.

The line must have it in that box, so the box cannot have it in another line. Players call it locked
candidates, type 2.
"""

from collections.abc import Iterator

from ...core.board import Board
from ...core.geometry import Geometry
from ...core.steps import Step
from ..base import Example, Rule, Technique
from .articles import crossing_of, find_in_lines, say_locked


def find(board: Board) -> Iterator[Step]:
    return find_in_lines(board, technique.name)


def explain(geometry: Geometry, step: Step) -> str:
    is_square = geometry.shape.square_box
    crossing = geometry.units_of[step.cells[0]][2] if is_square else crossing_of(geometry, step)
    return say_locked(geometry, step, crossing)


_ROW_1_WITHOUT_3 = {f"r1c{column}": "12456789" for column in range(4, 10)}

technique = Technique(
    *("claiming", 26, find, explain, __doc__),
    is_about_a_set=True,
    rules=(Rule("claiming", "claiming", find, turn=20, grade_rank=600, band="locked"),),
    source="Article 001 (narrow rows by square, narrow columns by square)",
    examples=(
        Example(
            _ROW_1_WITHOUT_3,
            finds=" ".join(f"r{row}c{column}<>3" for row in (2, 3) for column in (1, 2, 3)),
        ),
        Example({cell: digits for cell, digits in _ROW_1_WITHOUT_3.items() if cell != "r1c9"}),
    ),
)
