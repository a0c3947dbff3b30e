"""Two cells of a row that may both be exactly 4 or 7 keep these digits out of its other cells.

The same is true of three cells with the same three digits, and so on: k open cells of a unit contain
exactly the same k candidates. This is the special case of an enclosed combo that the eye finds first: a
naked pair, triple and so on in which every cell shows the whole set. Article 002 leaves out sets of one
digit and of all digits.
"""

from collections.abc import Iterator
from functools import lru_cache

from ...core.board import Board
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_cells, say_digits, say_set, say_unit
from ...core.steps import Step
from ..base import Example, Rule, Technique
from .enclosed_combo import step_for


def find(board: Board) -> Iterator[Step]:
    candidates, picks = board.candidates, board.geometry.picks
    for index in board.changed_units(technique.name):
        for combo in _alike(picks[index](candidates)):
            step = step_for(board, index, combo, technique.name)
            if step and len(step.cells) == combo.bit_count():
                yield step


@lru_cache(maxsize=1 << 13)  # a board that returns to a guess meets its units again
def _alike(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Return sets that as many cells show as they have digits, but for sets of one digit and of all."""
    shown = set(masks)
    if len(shown) == len(masks):
        return ()
    # A placed cell shows one digit, so it is in no match.
    return tuple(
        [
            mask
            for mask in dict.fromkeys(masks)
            if 1 < (count := mask.bit_count()) < len(masks) and masks.count(mask) == count
        ]
    )


def explain(geometry: Geometry, step: Step) -> str:
    return gettext(
        "{cells} each contain exactly {set}: {digits} are removed from the other cells of {unit}.",
        cells=say_cells(geometry, step.cells),
        set=say_set(step.digits_mask),
        digits=say_digits(step.digits_mask),
        unit=say_unit(geometry, step.unit),
    )


technique = Technique(
    *("complete match", 30, find, explain, __doc__),
    is_about_a_set=True,
    rules=(Rule("matches", "complete match", find, turn=30, grade_rank=700, band="subsets"),),
    source="Article 002 (Complete Match)",
    called={"guessing": "Complete Match"},
    examples=(
        Example(
            {"r4c1": "13", "r4c5": "13"},
            finds=" ".join(f"r4c{column}<>13" for column in (2, 3, 4, 6, 7, 8, 9)),
        ),
        Example({"r4c1": "123", "r4c5": "13", "r4c6": "12"}),
    ),
)
