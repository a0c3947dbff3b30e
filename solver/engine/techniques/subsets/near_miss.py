"""What is missing from a subset."""

from collections.abc import Sequence

from ...core.i18n import gettext, say_cells, say_digits, say_unit
from ...core.masks import bits, mask_of
from ...core.position import Position
from ..near_misses import (
    all_marks,
    apart,
    common_units,
    counted,
    name_of,
    not_crossing,
    nothing_to_take,
)
from ..rungs import Rung

SIZES = {"pair": 2, "triple": 3, "quadruple": 4}


def naked_subset(position: Position, cells: Sequence[int], rung: Rung) -> str:
    size = SIZES[rung.technique.split()[-1]]
    if broken := counted(cells, size):
        return broken
    units = common_units(position, cells)
    if not units:
        return apart(position, cells)
    union = all_marks(position, cells)
    if union.bit_count() > size:
        return _too_many(position, cells, union)
    if union.bit_count() < size:
        return gettext(
            "{cells} have fewer digits than cells, so one of them is wrong.",
            cells=say_cells(position.masks.geometry, cells),
        )
    if rung.technique.startswith("locked") and len(units) < 2:
        return not_crossing(position, cells)
    return nothing_to_take(position, cells, union) or gettext(
        "This is a subset with another name: it removes something in both its units."
    )


def _too_many(position: Position, cells: Sequence[int], union: int) -> str:
    """Return a sentence on the cell with the most digits that none of the others has."""
    alone_in = {
        cell: union & ~all_marks(position, [other for other in cells if other != cell])
        for cell in cells
    }
    worst = max(cells, key=lambda cell: (alone_in[cell].bit_count(), cell))
    alone = alone_in[worst]
    facts = {"digits": union.bit_count(), "cells": len(cells)}
    if alone:
        return gettext(
            "{cell} also contains {alone}, so these are {digits} digits in {cells} cells.",
            cell=name_of(position, worst),
            alone=say_digits(alone),
            **facts,
        )
    return gettext(
        "These are {digits} digits in {cells} cells: {all}.", all=say_digits(union), **facts
    )


def hidden_subset(position: Position, cells: Sequence[int], rung: Rung) -> str:
    size = SIZES[rung.technique.split()[-1]]
    if broken := counted(cells, size):
        return broken
    units, masks = common_units(position, cells), position.masks
    if not units:
        return apart(position, cells)
    where = mask_of(cells)
    held = {
        unit: mask_of(
            index
            for index in bits(position.digits_in(where))
            if not position.places[index + 1] & masks.units[unit] & ~where
        )
        for unit in units
    }
    unit = max(units, key=lambda u: held[u].bit_count())
    facts = {"unit": say_unit(masks.geometry, unit), "cells": say_cells(masks.geometry, cells)}
    count = held[unit].bit_count()
    if count < size:
        if not count:
            return gettext("Each digit of {cells} has another place in {unit}.", **facts)
        return gettext(
            "Only {digits} can go nowhere else in {unit}; there must be as many digits as cells.",
            digits=say_digits(held[unit]),
            **facts,
        )
    return gettext("{cells} contain nothing else any more: nothing would be removed.", **facts)
