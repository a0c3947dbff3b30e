"""What is missing from locked candidates."""

from collections.abc import Sequence

from ...core.i18n import gettext, say_cells, say_digits, say_unit
from ...core.masks import bits, mask_of
from ...core.position import Position
from ..near_misses import common_units, name_of, not_crossing, shared_marks
from ..rungs import Rung


def locked(position: Position, cells: Sequence[int], rung: Rung) -> str:
    masks, geometry = position.masks, position.masks.geometry
    units = common_units(position, cells)
    lines = [unit for unit in units if unit in masks.lines]
    others = [unit for unit in units if unit not in masks.lines]
    if not others or len(units) < 2 or (geometry.shape.has_boxes_alone and not lines):
        return not_crossing(position, cells)
    shared = shared_marks(position, cells)
    if not shared:
        return gettext("{cells} share no candidate.", cells=say_cells(geometry, cells))
    own = lines[0] if lines and rung.technique != "pointing" else others[0]
    for index in bits(shared):
        outside = position.places[index + 1] & masks.units[own] & ~mask_of(cells)
        if not outside:
            return gettext(
                "{digit} is locked there, but the other unit has no {digit} to remove.",
                digit=say_digits(1 << index),
            )
    outside = position.places[next(bits(shared)) + 1] & masks.units[own] & ~mask_of(cells)
    facts = {"digit": say_digits(shared & -shared), "unit": say_unit(geometry, own)}
    return gettext(
        "{digit} can also go to {other} in {unit}.",
        other=name_of(position, next(bits(outside))),
        **facts,
    )
