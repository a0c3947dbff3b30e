"""A digit that a row or column can only hold in one box goes from the rest of that box.

The line must have it in that box, so the box cannot have it on another line. Players call it locked
candidates, type 2.
"""

from collections.abc import Iterator

from ..board import Board
from ..geometry import Geometry, digits_of
from ..steps import Step
from .base import Example, Technique, say_cells, say_digits, say_unit


def find(board: Board) -> Iterator[Step]:
    shape, candidates, placed = board.geometry, board.candidates, board.placed_mask
    for line in range(2 * shape.size):  # rows, then columns
        in_box: dict[int, int] = {}
        for cell in shape.units[line].cells:
            if not placed >> cell & 1:
                box = shape.units_of[cell][2]
                in_box[box] = in_box.get(box, 0) | candidates[cell]
        for box, mask in in_box.items():
            for other, elsewhere in in_box.items():
                if other != box:
                    mask &= ~elsewhere
            yield from _steps(board, line, box, mask)


def _steps(board: Board, line: int, box: int, digits_mask: int) -> Iterator[Step]:
    shape, candidates = board.geometry, board.candidates
    inside = set(shape.units[line].cells)
    for digit in digits_of(digits_mask):
        bit = 1 << (digit - 1)
        holders = [cell for cell in shape.units[box].cells if candidates[cell] & bit]
        removed = tuple((cell, bit) for cell in holders if cell not in inside)
        if removed:
            evidence = tuple(cell for cell in holders if cell in inside)
            yield Step(technique.name, line, evidence, bit, (), removed)


def explain(shape: Geometry, step: Step) -> str:
    box = shape.units[shape.units_of[step.cells[0]][2]].name
    verb = "are the only places" if len(step.cells) > 1 else "is the only place"
    return (
        f"{say_cells(shape, step.cells)} {verb} for {say_digits(step.digits_mask)} in "
        f"{say_unit(shape, step.unit)}, all in {box}: it goes from the rest of {box}."
    )


_ROW_1_WITHOUT_3 = {f"r1c{column}": "12456789" for column in range(4, 10)}

technique = Technique(
    name="claiming",
    rank=26,
    find=find,
    explain=explain,
    is_about_a_set=True,
    source="Article 001 (narrow rows by square, narrow columns by square)",
    examples=(
        Example(
            _ROW_1_WITHOUT_3,
            finds=" ".join(f"r{row}c{column}<>3" for row in (2, 3) for column in (1, 2, 3)),
        ),
        Example({cell: digits for cell, digits in _ROW_1_WITHOUT_3.items() if cell != "r1c9"}),
    ),
)
