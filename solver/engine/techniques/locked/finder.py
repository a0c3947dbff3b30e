"""Pointing and claiming: if a digit's places in a unit all lie in another, it goes from the other's rest."""

from collections.abc import Iterator

from ...core.deadline import spend
from ...core.position import Position
from ...core.proof import Proof, SetCount, set_number
from ..deduction import Deduction

POINTING, CLAIMING = "pointing", "claiming"


def pointing(position: Position) -> Iterator[Deduction]:
    """Yield the boxes whose places for a digit all lie in one line, so that the rest of the line loses it."""
    return _locked(position, POINTING)


def claiming(position: Position) -> Iterator[Deduction]:
    """Yield the lines whose places for a digit all lie in one box, so that the rest of the box loses it."""
    return _locked(position, CLAIMING)


def _locked(position: Position, name: str) -> Iterator[Deduction]:
    masks = position.masks
    for digit in masks.digits:
        places = position.places[digit]
        spend(1 + len(masks.crossings) // 16)
        for box, line, crossing in masks.crossings:
            if not places & crossing:
                continue
            own, other = (box, line) if name == POINTING else (line, box)
            if not places & masks.units[own] & ~crossing:
                removed = places & masks.units[other] & ~crossing
                if removed:
                    yield _deduction(position, name, digit, places & crossing, own, other, removed)


def _deduction(
    position: Position, name: str, digit: int, cells: int, own: int, other: int, removed: int
) -> Deduction:
    def prove() -> Proof:
        geometry = position.masks.geometry
        truth, link = (set_number(geometry, digit, unit) for unit in (own, other))
        return Proof((SetCount((truth,), (link,)),))

    floor = position.masks.floors[digit]
    return Deduction(name, removed << floor, 0, cells, 1 << (digit - 1), prove, own)
