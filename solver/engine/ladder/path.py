"""Climb the ladder: take the first step of the lowest rung that has one, until solved or nothing is found."""

from collections.abc import Sequence

from ..core.position import Position, carry_out_masks
from ..techniques.rungs import Rung, rungs
from .search import easiest


def climb(position: Position, chosen: Sequence[Rung]) -> list[Rung]:
    """Take the first step of the easiest technique in `chosen` that has one, until solved or none is left.

    Change `position`, and return the rungs (techniques) of the steps taken, in order.
    """
    path = []
    while not position.fault and not position.is_complete:
        deduction = next(filter(None, easiest(position, chosen)), None)
        if deduction is None:
            break
        carry_out_masks(position, deduction.placed, deduction.removed)
        path.append(rungs()[deduction.technique])
    return path
