"""Conditions that the near misses of several families share. Each returns an empty text if it holds."""

from collections.abc import Sequence
from itertools import combinations

from ..core.i18n import gettext, ngettext, say_cells, say_digits
from ..core.masks import bits, mask_of
from ..core.position import Position, strong_pairs
from .rungs import Rung


def name_of(position: Position, cell: int) -> str:
    return position.masks.geometry.cell_names[cell]


def filled(position: Position, cells: Sequence[int]) -> str:
    """Return a sentence that one of the cells is filled already, or an empty text if none is."""
    filled = [cell for cell in cells if position.values[cell]]
    if not filled:
        return ""
    name, digit = (
        name_of(position, filled[0]),
        say_digits(1 << (position.values[filled[0]] - 1)),
    )
    return gettext("{cell} is already filled with {digit}.", cell=name, digit=digit)


def counted(cells: Sequence[int], count: int) -> str:
    """Return a sentence that `count` cells have to be chosen, or an empty text if they are."""
    if len(cells) == count:
        return ""
    return ngettext("Choose {count} cell.", "Choose {count} cells.", count)


def with_two_digits(position: Position, cells: Sequence[int]) -> str:
    """Return a sentence that one of the cells has not just two digits, or an empty text if all have."""
    for cell in cells:
        if position.marks[cell].bit_count() != 2:
            return gettext(
                "{cell} contains {digits}; it must contain exactly two digits.",
                cell=name_of(position, cell),
                digits=say_digits(position.marks[cell]),
            )
    return ""


def common_units(position: Position, cells: Sequence[int]) -> list[int]:
    return position.masks.units_with(mask_of(cells))


def apart(position: Position, cells: Sequence[int]) -> str:
    """Return a sentence that cells share no unit."""
    geometry = position.masks.geometry
    names = say_cells(geometry, cells)
    if not geometry.shape.has_boxes_alone:
        return gettext("{cells} do not lie in one unit.", cells=names)
    return gettext("{cells} do not lie in one row, column or box.", cells=names)


def not_crossing(position: Position, cells: Sequence[int]) -> str:
    """Return a sentence that cells do not lie where two units cross."""
    geometry = position.masks.geometry
    names = say_cells(geometry, cells)
    if not geometry.shape.has_boxes_alone:
        return gettext("{cells} do not lie in two units at once.", cells=names)
    return gettext("{cells} do not lie in one box and one line.", cells=names)


def is_removable(position: Position, cells: Sequence[int], digits: int) -> bool:
    return bool(position.in_cells(position.masks.seen_by_all(mask_of(cells)), digits))


def nothing_to_take(position: Position, cells: Sequence[int], digits: int) -> str:
    """Return a sentence that nothing sees all cells and has the digits, or an empty text if something does.

    `digits` is a mask.
    """
    if is_removable(position, cells, digits):
        return ""
    facts = {"digits": say_digits(digits), "cells": say_cells(position.masks.geometry, cells)}
    return gettext(
        "Nothing that sees {cells} contains {digits} any more: nothing would be removed.", **facts
    )


def shared_marks(position: Position, cells: Sequence[int]) -> int:
    """Return the mask of digits that all cells have as candidates, or of all digits if there are no cells."""
    shared = position.masks.geometry.all_digits_mask
    for cell in cells:
        shared &= position.marks[cell]
    return shared


def all_marks(position: Position, cells: Sequence[int]) -> int:
    return position.digits_in(mask_of(cells))


def sees(position: Position, cell: int, other: int) -> bool:
    return bool(position.masks.peers[cell] >> other & 1)


# --- Of one digit, or of cells with two ---------------------------------------------------------------

PATTERN_CELLS = {"skyscraper": 4, "two-string kite": 4}


def of_one_digit(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no pattern, colouring or chain of one digit, or an empty text.

    All cells must have the digit, and pairs of only places must join them.
    """
    count = PATTERN_CELLS.get(rung.technique)
    if count and (broken := counted(cells, count)):
        return broken
    shared, geometry = shared_marks(position, cells), position.masks.geometry
    if not shared:
        return gettext("{cells} share no candidate.", cells=say_cells(geometry, cells))
    if len(cells) == 2:  # the ends of a chain
        return ""
    pairs = {
        index + 1: [(a, b) for _unit, a, b in position.fact(strong_pairs)[index + 1]]
        for index in bits(shared)
    }
    inside = {digit: [p for p in found if set(p) <= set(cells)] for digit, found in pairs.items()}
    if not any(inside.values()):
        return gettext(
            "No two of the cells are the only places for {digits} in a unit.",
            digits=say_digits(shared),
        )
    if count and not any(_disjoint(found) for found in inside.values()):
        return gettext("Only two of the cells are a unit's only places; choose two such pairs.")
    for digit, found in inside.items():
        for (a, b), (c, d) in combinations(found, 2):
            if len({a, b, c, d}) == 4 and any(sees(position, x, y) for x in (a, b) for y in (c, d)):
                return nothing_to_take(position, cells, 1 << (digit - 1))
    if count:
        return gettext("The two pairs do not see each other.")
    return ""


def _disjoint(pairs: list[tuple[int, int]]) -> bool:
    return any(not set(one) & set(other) for one, other in combinations(pairs, 2))
