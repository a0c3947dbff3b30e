"""Climb the ladder: take the first step of the lowest rung that has one, until solved or nothing is found."""

from collections.abc import Sequence

from ..core.deadline import spend
from ..core.position import Position, carry_out_masks
from ..techniques.deduction import Deduction
from ..techniques.rungs import Rung


def climb(position: Position, chosen: Sequence[Rung]) -> list[Rung]:
    """Return the rungs of the steps that were taken, in order, and leave the position where they lead."""
    path = []
    while not position.fault and not position.is_complete:
        first = _first(position, chosen)
        if first is None:
            break
        rung, deduction = first
        carry_out_masks(position, deduction.placed, deduction.removed)
        path.append(rung)
    return path


def _first(position: Position, chosen: Sequence[Rung]) -> tuple[Rung, Deduction] | None:
    for rung in chosen:
        spend()
        for deduction in rung.find(position):
            return rung, deduction
    return None
