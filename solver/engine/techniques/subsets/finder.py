"""Pairs, triples and quadruples: as many cells as digits belong together, in a row, column or box.

A unit is a row, column or box. *Naked*: k cells of a unit have only k digits between them, so these digits
are removed from every other cell that sees all k cells. *Hidden*: k digits of a unit have only k places, so
these cells contain nothing else. A naked pair or triple on the crossing of a box and a line is called
*locked* if it removes something outside the crossing in both.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import (
    characters_of,
    gettext,
    say_alternatives,
    say_cells,
    say_digits,
    say_list,
    say_unit,
)
from ...core.masks import bits
from ...core.position import Position, unit_marks
from ...core.proof import Proof, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction
from ..wings.finder import units_through
from ..wording import say_number_of

SIZES = {2: "pair", 3: "triple", 4: "quadruple"}


def naked(position: Position, size: int, locked: bool = False) -> Iterator[Deduction]:
    """Yield naked subsets of `size` cells. If `locked`, yield only those in two units, else only the others."""
    masks = position.masks
    if not masks.geometry.shape.square_box:
        if not locked:
            yield from _naked_on_any_shape(position, size)
        return
    seen: dict[int, int] = {}
    for unit in position.units_with_news("naked", size):
        marks = masks.marks_of[unit](position.marks)
        is_barren = True
        for where, digits in position.kept(naked_in, (unit, size), marks):
            if where in seen:
                is_barren = is_barren and not seen[where]
                continue
            units = masks.units_with(where) if size <= masks.widest else [unit]
            around = [position.in_cells(masks.units[u] & ~where, digits) for u in units]
            removed = 0
            for each in around:
                removed |= each
            is_locked = len(units) == 2 and all(
                each & ~position.in_cells(masks.units[other], digits)
                for each, other in zip(around, reversed(units), strict=True)
            )
            seen[where] = removed
            is_barren = is_barren and not removed
            if removed and is_locked == locked:
                name = f"{'locked' if locked else 'naked'} {SIZES[size]}"
                yield _naked(position, name, where, digits, unit, units, removed)
        if is_barren:
            position.nothing_in("naked", size, unit)


def _naked_on_any_shape(position: Position, size: int) -> Iterator[Deduction]:
    seen = set()
    for unit, marks in enumerate(position.fact(unit_marks)):
        for where, digits in position.kept(naked_in, (unit, size), marks):
            if where not in seen:
                seen.add(where)
                yield from _seen_by_places(position, where, digits, unit)


def _seen_by_places(position: Position, where: int, digits: int, unit: int) -> Iterator[Deduction]:
    """Yield a naked subset of a unit, with each digit removed from the cells that see all its places there."""
    masks, removed = position.masks, 0
    losing: dict[int, int] = {}
    for index in bits(digits):
        places = position.places[index + 1]
        losing[index + 1] = masks.seen_by_all(places & where) & places & ~where
        removed |= losing[index + 1] << masks.floors[index + 1]

    def prove() -> Proof:
        geometry = masks.geometry
        counts = []
        for digit, cells in losing.items():
            others = [set_number(geometry, i + 1, unit) for i in bits(digits) if i + 1 != digit]
            held = position.places[digit] & where
            for way in sorted({units_through(masks, target, held) for target in bits(cells)}):
                links = (*others, *(set_number(geometry, digit, link) for link in way))
                counts.append(SetCount(tuple(bits(where)), links))
        return Proof(tuple(counts))

    if removed:
        name = f"naked {SIZES[where.bit_count()]}"
        yield Deduction(name, removed, 0, where, digits, prove, unit)


def naked_in(position: Position, about: tuple[int, int]) -> list[tuple[int, int]]:
    """Return (mask of cells, mask of digits) of each naked subset in a unit. `about` is (unit, size)."""
    unit, size = about
    marks = position.marks
    cells = [
        (1 << cell, marks[cell])
        for cell in bits(position.open & position.masks.units[unit])
        if 2 <= marks[cell].bit_count() <= size
    ]
    spend(1 + comb(len(cells), size) // 4)
    return list(_closed(cells, size))


def hidden_in(position: Position, about: tuple[int, int]) -> list[tuple[int, int]]:
    """Return (mask of digits, mask of cells) of each hidden subset in a unit. `about` is (unit, size)."""
    unit, size = about
    inside, places = position.masks.units[unit], position.places
    digits = [
        (1 << (digit - 1), here)
        for digit in position.masks.digits
        if 2 <= (here := places[digit] & inside).bit_count() <= size
    ]
    spend(3 + comb(len(digits), size) // 4)
    return list(_closed(digits, size))


def _closed(known: list[tuple[int, int]], size: int) -> Iterator[tuple[int, int]]:
    """Yield each choice of `size` masks that hold together as many bits, and these bits."""
    for chosen in combinations(known, size):
        held = 0
        for _, each in chosen:
            held |= each
        if held.bit_count() == size:
            yield sum([one for one, _ in chosen]), held


def _naked(
    position: Position,
    name: str,
    where: int,
    digits: int,
    unit: int,
    units: list[int],
    removed: int,
) -> Deduction:
    def prove() -> Proof:
        geometry = position.masks.geometry
        truths = tuple(bits(where))
        counts = [
            SetCount(truths, tuple(set_number(geometry, index + 1, each) for index in bits(digits)))
            for each in units
            if removed & position.in_cells(position.masks.units[each], digits)
        ]
        return Proof(tuple(counts))

    return Deduction(name, removed, 0, where, digits, prove, unit)


def hidden(position: Position, size: int) -> Iterator[Deduction]:
    """Yield hidden subsets of `size` digits, also if the rest of the unit is a naked one."""
    for unit in position.units_with_news("hidden", size):
        marks = position.masks.marks_of[unit](position.marks)
        is_barren = True
        for digits, where in position.kept(hidden_in, (unit, size), marks):
            removed = position.in_cells(where, position.digits_in(where) & ~digits)
            if removed:
                is_barren = False
                yield _hidden(position, where, digits, unit, removed)
        if is_barren:
            position.nothing_in("hidden", size, unit)


def _hidden(position: Position, where: int, digits: int, unit: int, removed: int) -> Deduction:
    def prove() -> Proof:
        geometry = position.masks.geometry
        truths = tuple(set_number(geometry, index + 1, unit) for index in bits(digits))
        return Proof((SetCount(truths, tuple(bits(where))),))

    name = f"hidden {SIZES[where.bit_count()]}"
    return Deduction(name, removed, 0, where, digits, prove, unit)


def explain(geometry: Geometry, step: Step) -> str:
    facts = {
        "cells": say_cells(geometry, step.cells),
        "digits": say_digits(step.digits_mask),
        "unit": say_unit(geometry, step.unit),
        "count": say_number_of(len(step.cells)),
        "any_digit": say_alternatives(characters_of(step.digits_mask)),
    }
    if step.technique.startswith("hidden"):
        return gettext(
            "In {unit}, **{digits}** can only go in **{cells}**: {count} digits for {count} cells. So "
            "**these cells contain nothing else**.",
            **facts,
        )
    if step.technique.startswith("locked"):
        shared = [i for i, unit in enumerate(geometry.units) if {*step.cells} <= {*unit.cells}]
        return gettext(
            "**{cells}** contain only **{digits}**: {count} digits for {count} cells. All are in {units}. So "
            "**no other cell of these can be {any_digit}**.",
            units=say_list([say_unit(geometry, unit) for unit in shared]),
            **facts,
        )
    others = {cell for cell, _ in step.removed}
    if step.unit is not None and others <= set(geometry.units[step.unit].cells):
        return gettext(
            "**{cells}** contain only **{digits}**: {count} digits for {count} cells. So **no other cell "
            "of {unit} can be {any_digit}**.",
            **facts,
        )
    return gettext(
        "**{cells}** contain only **{digits}**: {count} digits for {count} cells. So **no other cell "
        "that sees them all can be {any_digit}**.",
        **facts,
    )
