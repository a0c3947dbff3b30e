"""What is missing from a single, locked candidates or a subset."""

from collections.abc import Sequence

from ...core.i18n import say
from ...core.masks import bits, mask_of
from ...core.position import Position
from ...techniques.base import say_cells, say_unit
from ...techniques.rungs import Rung
from .base import all_marks, common_units, counted, digits_in_words, name_of, nothing_to_take

# --- Singles ------------------------------------------------------------------------------------------


def naked_single(position: Position, cells: Sequence[int], rung: Rung) -> str:
    if broken := counted(cells, 1):
        return broken
    mark = position.marks[cells[0]]
    return say(
        "{cell} can still be {digits}.",
        cell=name_of(position, cells[0]),
        digits=digits_in_words(mark),
    )


def hidden_single(position: Position, cells: Sequence[int], rung: Rung) -> str:
    if broken := counted(cells, 1):
        return broken
    (cell,), masks = cells, position.masks
    if position.marks[cell].bit_count() == 1:
        return say(
            "{cell} has only one digit left: that is a naked single.", cell=name_of(position, cell)
        )
    others = []
    for index in bits(position.marks[cell]):
        unit = min(
            masks.units_of[cell],
            key=lambda u: (position.places[index + 1] & masks.units[u]).bit_count(),
        )
        places = position.places[index + 1] & masks.units[unit] & ~(1 << cell)
        facts = {"unit": say_unit(masks.geometry, unit), "digit": digits_in_words(1 << index)}
        other = name_of(position, next(bits(places)))
        others.append(say("{digit} can also go to {other} in {unit}.", other=other, **facts))
    return " ".join(others)


# --- Locked candidates --------------------------------------------------------------------------------


def locked(position: Position, cells: Sequence[int], rung: Rung) -> str:
    masks, shape = position.masks, position.masks.geometry
    units = common_units(position, cells)
    lines, boxes = [u for u in units if u in masks.lines], [u for u in units if u in masks.boxes]
    if not lines or not boxes:
        return say("{cells} do not lie in one box and one line.", cells=say_cells(shape, cells))
    shared = (1 << shape.size) - 1
    for cell in cells:
        shared &= position.marks[cell]
    if not shared:
        return say("{cells} share no candidate.", cells=say_cells(shape, cells))
    own = boxes[0] if rung.technique == "pointing" else lines[0]
    for index in bits(shared):
        outside = position.places[index + 1] & masks.units[own] & ~mask_of(cells)
        if not outside:
            return say(
                "{digit} is held there, but the other unit has no {digit} to lose.",
                digit=digits_in_words(1 << index),
            )
    outside = position.places[next(bits(shared)) + 1] & masks.units[own] & ~mask_of(cells)
    facts = {"digit": digits_in_words(shared & -shared), "unit": say_unit(shape, own)}
    return say(
        "{digit} can also go to {other} in {unit}.",
        other=name_of(position, next(bits(outside))),
        **facts,
    )


# --- Subsets ------------------------------------------------------------------------------------------

SIZES = {"pair": 2, "triple": 3, "quadruple": 4}


def naked_subset(position: Position, cells: Sequence[int], rung: Rung) -> str:
    wanted = SIZES[rung.technique.split()[-1]]
    if broken := counted(cells, wanted):
        return broken
    units = common_units(position, cells)
    if not units:
        return _apart(position, cells)
    union, worst = 0, (0, cells[0])
    for cell in cells:
        union |= position.marks[cell]
    if union.bit_count() > wanted:
        for cell in cells:
            alone = union & ~all_marks(position, [c for c in cells if c != cell])
            worst = max(worst, (alone.bit_count(), cell))
        return _too_many(position, cells, union, worst[1])
    if union.bit_count() < wanted:
        return say(
            "{cells} have fewer digits than cells: one of them is wrong.",
            cells=say_cells(position.masks.geometry, cells),
        )
    if rung.technique.startswith("locked") and len(units) < 2:
        return say(
            "{cells} do not lie in one box and one line.",
            cells=say_cells(position.masks.geometry, cells),
        )
    return nothing_to_take(position, cells, union) or say(
        "It is a subset, and has another name: it takes something away in both its units."
    )


def _too_many(position: Position, cells: Sequence[int], union: int, worst: int) -> str:
    alone = union & ~all_marks(position, [cell for cell in cells if cell != worst])
    facts = {"digits": union.bit_count(), "cells": len(cells)}
    if alone:
        return say(
            "{cell} also holds {alone}, so these are {digits} digits in {cells} cells.",
            cell=name_of(position, worst),
            alone=digits_in_words(alone),
            **facts,
        )
    return say(
        "These are {digits} digits in {cells} cells: {all}.", all=digits_in_words(union), **facts
    )


def _apart(position: Position, cells: Sequence[int]) -> str:
    shape = position.masks.geometry
    return say("{cells} do not lie in one row, column or box.", cells=say_cells(shape, cells))


def hidden_subset(position: Position, cells: Sequence[int], rung: Rung) -> str:
    wanted = SIZES[rung.technique.split()[-1]]
    if broken := counted(cells, wanted):
        return broken
    units, masks = common_units(position, cells), position.masks
    if not units:
        return _apart(position, cells)
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
    if count < wanted:
        if not count:
            return say("Each digit of {cells} has another place in {unit}.", **facts)
        return say(
            "Only {digits} can go nowhere else in {unit}; it takes as many digits as cells.",
            digits=digits_in_words(held[unit]),
            **facts,
        )
    return say("{cells} hold nothing else any more: it would take nothing away.", **facts)
