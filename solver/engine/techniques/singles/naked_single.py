"""A cell in which only one digit can stand is that digit.

Nothing else can stand there, no matter how the rest of the board is filled.
"""

from collections.abc import Iterator

from ...core.board import Board
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits
from ...core.steps import Step
from ..base import Example, Rule, Technique


def find(board: Board) -> Iterator[Step]:
    name, candidates = technique.name, board.candidates
    for cell in board.single_cells():
        mask = candidates[cell]
        yield Step(name, None, (cell,), mask, ((cell, mask.bit_length()),))


def explain(geometry: Geometry, step: Step) -> str:
    digit, cell = say_digits(step.digits_mask), geometry.cell_names[step.cells[0]]
    return gettext("**{digit}** is the only candidate left in **{cell}**.", digit=digit, cell=cell)


technique = Technique(
    *("naked single", 10, find, explain, __doc__),
    rules=(
        Rule(
            "cell",
            "naked single",
            find,
            turn=100,
            grade_rank=400,
            band="singles",
            inserts=True,
            is_in_article=True,
        ),
    ),
    source="Articles 001 (onePossibleValue), 002 (Single Candidate), 003 (unique in its cell)",
    called={"guessing": "Single Candidate"},
    examples=(
        Example({"r3c7": "5"}, finds="r3c7=5"),
        Example({"r3c7": "58"}),
        Example({"r3c7": "5"}, placed=("r3c7",)),
    ),
)
