"""Bivalue universal grave + 1: all open cells have two digits left except one, and one of its three is certain.

If every open cell had two candidates and every unit each open digit twice, the puzzle would have
several solutions or none. If just one cell has three candidates, the digit that appears three times in
its units prevents this, so it is true. On a board of another shape, cells that see each other without a unit
must share no digit, or the other solution might break a rule.
"""

from collections.abc import Iterator

from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits
from ...core.masks import bits, union_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Role, SetCount
from ...core.steps import Step
from ..deduction import Deduction

BUG = "bivalue universal grave + 1"


def bug(position: Position) -> Iterator[Deduction]:
    marks = position.marks
    odd = [cell for cell in bits(position.open) if marks[cell].bit_count() != 2]
    if len(odd) != 1 or marks[odd[0]].bit_count() != 3:
        return
    (cell,) = odd
    for index in bits(marks[cell]):
        if _would_be_grave(position, cell, index + 1):
            removed = position.in_cells(1 << cell, marks[cell] & ~(1 << index))
            guardian = (position.masks.candidate(index + 1, cell),)
            proof = Proof(
                (SetCount((), (cell,), guardian),), (PatternPart(Role.GUARDIANS, guardian),)
            )
            yield Deduction(BUG, removed, 0, 1 << cell, 1 << index, lambda proof=proof: proof)  # type: ignore[misc]


def _would_be_grave(position: Position, cell: int, digit: int) -> bool:
    """Whether without this candidate every unit has each of its open digits twice."""
    for other in position.masks.digits:
        places = position.places[other]
        if other == digit:
            places &= ~(1 << cell)
        if any((places & unit).bit_count() not in (0, 2) for unit in position.masks.units):
            return False
    return bool(position.masks.geometry.shape.square_box) or _flip_alike(position)


def _flip_alike(position: Position) -> bool:
    """Whether open cells that see each other and share a digit share a unit, which has the digit twice."""
    masks = position.masks
    for places in position.places[1:]:
        for cell in bits(places):
            if places & masks.peers[cell] & ~union_of(masks.units_around[cell]):
                return False
    return True


def explain(geometry: Geometry, step: Step) -> str:
    facts = {
        "cell": geometry.cell_names[step.cells[0]],
        "digit": say_digits(step.digits_mask),
    }
    if not geometry.shape.has_boxes_alone:
        return gettext(
            "If {cell} were not {digit}, every open cell would have two candidates, and every unit each open "
            "digit twice: no solution then, or several. The puzzle has one, so {cell} is {digit}.",
            **facts,
        )
    return gettext(
        "If {cell} were not {digit}, every open cell would have two candidates, and every row, column and box "
        "each open digit twice: no solution then, or several. The puzzle has one, so {cell} is {digit}.",
        **facts,
    )
