"""An SK loop as a ring: eight lines and boxes with their digits, and the cells between two neighbours."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET, say_unit
from solver.engine.core.proof import SetCount, digit_and_unit
from solver.engine.core.steps import Step
from solver.engine.techniques.sets.finder import called


def ring_of(geometry: Geometry, step: Step | None) -> list[dict[str, Any]]:
    """Return the places of an SK loop clockwise from its first box, or [] if the step is none."""
    if step is None or called(geometry, step) != "sk-loop":
        return []
    count = next(each for each in step.arguments if isinstance(each, SetCount))
    digits: dict[int, list[int]] = {}
    for digit, unit in filter(None, (digit_and_unit(geometry, link) for link in count.links)):
        digits.setdefault(unit, []).append(digit)
    return list(_places(geometry, _around(geometry, digits), digits, count.truths))


def _around(geometry: Geometry, units: dict[int, list[int]]) -> list[int]:
    """Return the units clockwise, lines and boxes in turn. The first box is also the last."""
    first, last, left, right = sorted(u for u in units if geometry.units[u].kind != "box")
    corners = [
        next(
            unit
            for unit in units
            if geometry.units[unit].kind == "box"
            and {*geometry.units[row].cells} & {*geometry.units[column].cells}
            <= {*geometry.units[unit].cells}
        )
        for row, column in ((first, left), (first, right), (last, right), (last, left))
    ]
    lines = (first, right, last, left)
    turns = [unit for pair in zip(corners, lines, strict=True) for unit in pair]
    return [*turns, turns[0]]


def _places(
    geometry: Geometry, around: list[int], digits: dict[int, list[int]], truths: tuple[int, ...]
) -> Iterator[dict[str, Any]]:
    for unit, following in pairwise(around):
        yield {
            "unit": say_unit(geometry, unit),
            "digits": tuple(ALPHABET[digit] for digit in sorted(digits[unit])),
            "is_line": geometry.units[unit].kind != "box",
            # Its cells by their place on the board.
            "shown": " ".join(map(str, geometry.units[unit].cells)),
        }
        both = {*geometry.units[unit].cells} & {*geometry.units[following].cells}
        cells = sorted(both & {*truths})
        yield {
            "cells": tuple(geometry.cell_names[cell] for cell in cells),
            "shown": " ".join(map(str, cells)),
        }
