"""Pairs, triples and quadruples: as many cells as digits belong together, in a row, column or box.

A unit is a row, column or box. *Naked*: k cells of a unit have only k digits between them, so these digits
are removed from every other cell that sees all k cells. *Hidden*: k digits of a unit have only k places, so
these cells contain nothing else. A naked pair or triple on the crossing of a box and a line is called
*locked* if it removes something outside the crossing in both.
"""

from collections.abc import Iterator
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
from ...core.masks import bits, union_of
from ...core.position import Position, by_count, unit_marks
from ...core.proof import Proof, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction
from ..wings.finder import links_through
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
    able = _alike(position) if size == 2 else few_digits(position, size)
    for unit in _units_to_search(position, "naked", size, able):
        is_barren = True
        for where, digits in _naked_among(position, able & masks.units[unit], size):
            if where in seen:
                is_barren = is_barren and not seen[where]
                continue
            units = masks.units_with(where) if size <= masks.widest else [unit]
            around = [position.in_cells(masks.units[u] & ~where, digits) for u in units]
            removed = union_of(around)
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
            position.nothing_in("naked", size, 1 << unit)


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
            for way in links_through(masks, digit, cells, position.places[digit] & where):
                counts.append(SetCount(tuple(bits(where)), (*others, *way)))
        return Proof(tuple(counts))

    if removed:
        name = f"naked {SIZES[where.bit_count()]}"
        yield Deduction(name, removed, 0, where, digits, prove, unit)


def few_digits(position: Position, most: int) -> int:
    """Return the open cells with two candidates or more, but no more than `most`, as a mask of cells."""
    return union_of(position.fact(by_count)[2 : most + 1])


def _alike(position: Position) -> int:
    """Return the open cells with two candidates that some other cell has too, as a mask of cells."""
    once, alike = dict[int, int](), 0
    for cell in bits(position.fact(by_count)[2]):
        other = once.setdefault(position.marks[cell], cell)
        if other != cell:
            alike |= 1 << cell | 1 << other
    return alike


def _units_to_search(position: Position, search: str, size: int, able: int) -> Iterator[int]:
    """Return the units that changed since nothing was found in them, and have `size` cells of `able`.

    A naked subset of a unit is what a hidden one leaves over, and the other way round. If the unit is known to
    have none of the one kind, then none of the other kind removes anything there.
    """
    masks, news = position.masks, position.news(search, size)
    if search == "hidden":
        others, singles = "naked", position.naked
    else:
        others, singles = "hidden", position.hidden_cells
    is_told = search == "hidden" or size > masks.widest  # or more is removed from a second unit
    told = {rest: position.news(others, rest) for rest in SIZES} if is_told else {}
    barren = 0
    for unit in bits(news):
        inside = masks.units[unit] & position.open
        rest = inside.bit_count() - size
        if (able & inside).bit_count() < size or (
            is_told
            and not singles & inside
            and (rest < 2 or (rest in SIZES and not told[rest] >> unit & 1))
        ):
            barren |= 1 << unit
    position.nothing_in(search, size, barren)
    return bits(news & ~barren)


def naked_in(position: Position, about: tuple[int, int]) -> list[tuple[int, int]]:
    """Return (mask of cells, mask of digits) of each naked subset in a unit. `about` is (unit, size)."""
    unit, size = about
    inside = few_digits(position, size) & position.masks.units[unit]
    return _naked_among(position, inside, size)


def _naked_among(position: Position, inside: int, size: int) -> list[tuple[int, int]]:
    marks = position.marks
    cells = [(1 << cell, marks[cell]) for cell in bits(inside)]
    spend(1 + comb(len(cells), size) // 4)
    return _closed(cells, size)


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
    return _closed(digits, size)


def _closed(known: list[tuple[int, int]], size: int) -> list[tuple[int, int]]:
    """Return each choice of `size` masks that hold together as many bits, and these bits."""
    chosen = [(0, 0, 0)]  # the place after the last one, what is chosen, and what it holds
    for last in range(len(known) - size + 1, len(known) + 1):
        chosen = [
            (place + 1, ones | known[place][0], both)
            for first, ones, held in chosen
            for place in range(first, last)
            if (both := held | known[place][1]).bit_count() <= size
        ]
    return [(ones, held) for _, ones, held in chosen if held.bit_count() == size]


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
    for unit in _units_to_search(position, "hidden", size, position.open):
        is_barren = True
        for digits, where in hidden_in(position, (unit, size)):
            removed = position.in_cells(where, position.digits_in(where) & ~digits)
            if removed:
                is_barren = False
                yield _hidden(position, where, digits, unit, removed)
        if is_barren:
            position.nothing_in("hidden", size, 1 << unit)


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
