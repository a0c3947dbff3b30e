"""Wings as Sudoku Explainer finds and rates them."""

from collections.abc import Iterator
from functools import partial

from ...core.masks import bits
from ...core.position import Position, bivalue
from ..sudoku_explainer import HOUSE, PEERS, Hint, at
from .finder import pincers


def wings(position: Position, count: int, rating: float) -> Iterator[Hint]:
    """XY-wing where the pivot has two candidates, XYZ-wing where it has three."""
    marks, twos = position.marks, position.fact(bivalue)
    for pivot in bits(position.open):
        mark = marks[pivot]
        if mark.bit_count() != count:
            continue
        near = [cell for cell in HOUSE[pivot] if twos >> cell & 1 and marks[cell] != mark]
        for one, two, z in pincers(marks, mark, near):
            seen = PEERS[one] & PEERS[two] & (PEERS[pivot] if count == 3 else ~0)
            digit = z.bit_length()
            lost = position.places[digit] & seen
            if lost:
                yield Hint(rating, at(digit, lost))


xy_wings = partial(wings, count=2, rating=4.2)
xyz_wings = partial(wings, count=3, rating=4.4)
