"""What the conditions of several families ask; an empty text is a condition that holds."""

from collections.abc import Sequence

from ...core.i18n import say, say_count
from ...core.masks import mask_of
from ...core.position import Position
from ...techniques.base import say_cells, say_digits


def name_of(position: Position, cell: int) -> str:
    return position.masks.geometry.cell_names[cell]


def digits_in_words(mask: int) -> str:
    return say_digits(mask)


def filled(position: Position, cells: Sequence[int]) -> str:
    filled = [cell for cell in cells if position.values[cell]]
    if not filled:
        return ""
    name, digit = (
        name_of(position, filled[0]),
        digits_in_words(1 << (position.values[filled[0]] - 1)),
    )
    return say("{cell} is filled already, with {digit}.", cell=name, digit=digit)


def counted(cells: Sequence[int], wanted: int) -> str:
    if len(cells) == wanted:
        return ""
    return say_count("It takes {count} cell.", "It takes {count} cells.", wanted)


def common_units(position: Position, cells: Sequence[int]) -> list[int]:
    return position.masks.units_with(mask_of(cells))


def is_removable(position: Position, cells: Sequence[int], digits: int) -> bool:
    return bool(position.in_cells(position.masks.seen_by_all(mask_of(cells)), digits))


def nothing_to_take(position: Position, cells: Sequence[int], digits: int) -> str:
    if is_removable(position, cells, digits):
        return ""
    facts = {"digits": digits_in_words(digits), "cells": say_cells(position.masks.geometry, cells)}
    return say(
        "Nothing that sees {cells} holds {digits} any more: it would take nothing away.", **facts
    )


def all_marks(position: Position, cells: Sequence[int]) -> int:
    return position.digits_in(mask_of(cells))


def sees(position: Position, cell: int, other: int) -> bool:
    return bool(position.masks.peers[cell] >> other & 1)
