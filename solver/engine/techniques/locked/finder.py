"""Pointing and claiming: if a digit's places in a unit all lie in another, it goes from the other's rest.

On boards of other shapes it goes from each cell that sees every place.
"""

from collections.abc import Iterator

from ...core.deadline import spend
from ...core.position import Position
from ...core.proof import Proof, SetCount, set_number
from ..deduction import Deduction
from ..wings.finder import links_through

POINTING, CLAIMING = "pointing", "claiming"


def pointing(position: Position) -> Iterator[Deduction]:
    """Yield the boxes whose places for a digit all lie in one line, so that the rest of the line loses it."""
    return _locked(position, POINTING)


def claiming(position: Position) -> Iterator[Deduction]:
    """Yield the lines whose places for a digit all lie in one box, so that the rest of the box loses it."""
    return _locked(position, CLAIMING)


def _locked(position: Position, name: str) -> Iterator[Deduction]:
    if position.masks.geometry.shape.square_box:
        return position.in_each_digit(_pointing_of if name == POINTING else _claiming_of)
    return _seen_by_all(position, name)


def _seen_by_all(position: Position, name: str) -> Iterator[Deduction]:
    masks = position.masks
    lines = len(masks.lines)
    own = masks.lines if name == CLAIMING else range(lines, len(masks.units))
    for digit in masks.digits:
        places = position.places[digit]
        spend(1 + len(own) // 4)
        for unit in own:
            cells = places & masks.units[unit]
            removed = masks.seen_by_all(cells) & places if cells else 0
            if removed:
                yield _seen(position, name, digit, cells, unit, removed)


def _seen(
    position: Position, name: str, digit: int, cells: int, unit: int, removed: int
) -> Deduction:
    masks = position.masks

    def prove() -> Proof:
        truth = set_number(masks.geometry, digit, unit)
        ways = links_through(masks, digit, removed, cells)
        return Proof(tuple(SetCount((truth,), way) for way in ways))

    return Deduction(name, removed << masks.floors[digit], 0, cells, 1 << (digit - 1), prove, unit)


def _pointing_of(position: Position, digit: int) -> Iterator[Deduction]:
    units, places = position.masks.units, position.places[digit]
    spend(4)
    for box in position.masks.boxes:
        cells = places & units[box]
        for line in position.masks.units_of[cells.bit_length() - 1][:2] if cells else ():
            removed = places & units[line] & ~cells
            if removed and not cells & ~units[line]:
                yield _deduction(position, POINTING, digit, cells, box, line, removed)


def _claiming_of(position: Position, digit: int) -> Iterator[Deduction]:
    units, places = position.masks.units, position.places[digit]
    spend(4)
    found = []
    for line in position.masks.lines:
        cells = places & units[line]
        if cells:
            box = position.masks.units_of[cells.bit_length() - 1][2]
            removed = places & units[box] & ~cells
            if removed and not cells & ~units[box]:
                found.append((box, line, cells, removed))
    for box, line, cells, removed in sorted(found):
        yield _deduction(position, CLAIMING, digit, cells, line, box, removed)


def _deduction(
    position: Position, name: str, digit: int, cells: int, own: int, other: int, removed: int
) -> Deduction:
    def prove() -> Proof:
        geometry = position.masks.geometry
        truth, link = (set_number(geometry, digit, unit) for unit in (own, other))
        return Proof((SetCount((truth,), (link,)),))

    floor = position.masks.floors[digit]
    return Deduction(name, removed << floor, 0, cells, 1 << (digit - 1), prove, own)
