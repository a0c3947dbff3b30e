"""Singles as Sudoku Explainer rates them: the finders of the ladder look in its order too."""

from collections.abc import Iterator

from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import BOXES
from . import full_house


def hidden_singles(position: Position) -> Iterator[Deduction]:
    """Yield the hidden single that Sudoku Explainer takes, if there is any.

    It is the first full house (1.0), else the first single of a box (1.2), else the last of a line (1.5).
    """
    for full in full_house.full_houses(position):
        yield full._replace(rating=1.0)
        return
    in_line = None
    for single in full_house.hidden_singles(position):
        if single.unit in BOXES:
            yield single._replace(rating=1.2)
            return
        in_line = single
    if in_line:
        yield in_line._replace(rating=1.5)


def naked_singles(position: Position) -> Iterator[Deduction]:
    for single in full_house.naked_singles(position):
        yield single._replace(rating=2.3)
