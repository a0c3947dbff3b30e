"""Wings as Sudoku Explainer rates them: what the ladder finds, in another order."""

from collections.abc import Iterator

from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import HOUSE
from . import finder


def xy_wings(position: Position) -> Iterator[Deduction]:
    return (wing._replace(rating=4.2) for wing in finder.xy_wings(position, _by_house))


def xyz_wings(position: Position) -> Iterator[Deduction]:
    return (wing._replace(rating=4.4) for wing in finder.xyz_wings(position, _by_house))


def _by_house(cells: int, pivot: int) -> list[int]:
    return [cell for cell in HOUSE[pivot] if cells >> cell & 1]
