"""A digit that a box can only hold in one row or column goes from the rest of that line.

The box must have it on that line, so the line cannot have it anywhere else. Players call it locked
candidates, type 1.
"""

from collections.abc import Iterator

from ..board import Board
from ..geometry import Geometry, digits_of
from ..steps import Step
from .base import Example, Technique, say_cells, say_digits, say_unit


def find(board: Board) -> Iterator[Step]:
    shape, candidates, placed = board.geometry, board.candidates, board.placed_mask
    for box in range(2 * shape.size, 3 * shape.size):
        cells = [cell for cell in shape.units[box].cells if not placed >> cell & 1]
        for axis in (0, 1):  # the cells' rows, then their columns
            in_line: dict[int, int] = {}
            for cell in cells:
                line = shape.units_of[cell][axis]
                in_line[line] = in_line.get(line, 0) | candidates[cell]
            for line, mask in in_line.items():
                for other, elsewhere in in_line.items():
                    if other != line:
                        mask &= ~elsewhere
                yield from _steps(board, box, line, mask)


def _steps(board: Board, box: int, line: int, digits_mask: int) -> Iterator[Step]:
    shape, candidates = board.geometry, board.candidates
    inside = set(shape.units[box].cells)
    for digit in digits_of(digits_mask):
        bit = 1 << (digit - 1)
        removed = tuple(
            (cell, bit)
            for cell in shape.units[line].cells
            if candidates[cell] & bit and cell not in inside
        )
        if removed:
            evidence = tuple(
                cell
                for cell in shape.units[line].cells
                if candidates[cell] & bit and cell in inside
            )
            yield Step(technique.name, box, evidence, bit, (), removed)


def line_of(shape: Geometry, step: Step) -> int:
    """The row or column that the evidence and the removals share."""
    together = (*step.cells, *(cell for cell, _ in step.removed))
    rows = {shape.units_of[cell][0] for cell in together}
    return rows.pop() if len(rows) == 1 else shape.units_of[together[0]][1]


def explain(shape: Geometry, step: Step) -> str:
    line = shape.units[line_of(shape, step)].name
    verb = "are the only places" if len(step.cells) > 1 else "is the only place"
    return (
        f"{say_cells(shape, step.cells)} {verb} for {say_digits(step.digits_mask)} in "
        f"{say_unit(shape, step.unit)}, all in {line}: it goes from the rest of {line}."
    )


_BOX_1_WITHOUT_3 = dict.fromkeys(
    ("r1c1", "r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"), "12456789"
)

technique = Technique(
    name="pointing",
    rank=25,
    find=find,
    explain=explain,
    is_about_a_set=True,
    source="Article 002 (Same Row Or Column And Square)",
    called={"guessing": "Same Row Or Column And Square"},
    examples=(
        Example(_BOX_1_WITHOUT_3, finds=" ".join(f"r1c{column}<>3" for column in range(4, 10))),
        Example({cell: digits for cell, digits in _BOX_1_WITHOUT_3.items() if cell != "r3c3"}),
    ),
)
