"""The path up the ladder: at each position the first step of the lowest rung that has one, until it is solved
or nothing is found."""

from collections.abc import Sequence

from .found import Found
from .masks import bits
from .position import Position
from .rungs import Rung


def climb(position: Position, chosen: Sequence[Rung]) -> list[Rung]:
    """The rungs of the steps that were carried out, in order; the position is where they lead."""
    path = []
    while not position.fault and not position.is_complete:
        step = _first(position, chosen)
        if step is None:
            break
        rung, found = step
        _carry_out(position, found)
        path.append(rung)
    return path


def _first(position: Position, chosen: Sequence[Rung]) -> tuple[Rung, Found] | None:
    for rung in chosen:
        for found in rung.find(position):
            return rung, found
    return None


def _carry_out(position: Position, found: Found) -> None:
    """Without the step of a story, whose proof takes longer than the finding."""
    digit_and_cell = position.masks.digit_and_cell
    for digit, cell in map(digit_and_cell, bits(found.removed)):
        position.remove(cell, digit)
    for digit, cell in map(digit_and_cell, bits(found.placed)):
        if not position.values[cell]:
            position.place(cell, digit)
