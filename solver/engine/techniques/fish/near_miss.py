"""What is missing from a fish."""

from collections.abc import Sequence

from ...core.i18n import gettext, say_cells, say_digits, say_unit
from ...core.masks import bits
from ...core.position import Position
from ..near_misses import (
    name_of,
)
from ..rungs import Rung

FISH_SIZES = {"X-wing": 2, "swordfish": 3, "jellyfish": 4}


def fish(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """A basic fish of the cells that are named, with rows for bases, else with columns."""
    if rung.technique not in FISH_SIZES:
        return ""
    wanted, masks = FISH_SIZES[rung.technique], position.masks
    geometry = masks.geometry
    rows = sorted({masks.units_of[cell][0] for cell in cells})
    columns = sorted({masks.units_of[cell][1] for cell in cells})
    if len(rows) != wanted or len(columns) != wanted:
        return gettext(
            "Number of rows: {rows}, of columns: {columns}; there must be {count} of each.",
            rows=len(rows),
            columns=len(columns),
            count=wanted,
        )
    shared = masks.geometry.all_digits_mask
    for cell in cells:
        shared &= position.marks[cell]
    if not shared:
        return gettext("{cells} share no candidate.", cells=say_cells(geometry, cells))
    said = []
    for index in bits(shared):
        broken = [
            _leaks(position, index + 1, bases, covers)
            for bases, covers in ((rows, columns), (columns, rows))
        ]
        if not all(broken):
            return gettext(
                "This is such a fish, of {digit}, but there is no {digit} left to remove.",
                digit=say_digits(1 << index),
            )
        said.append(broken[0])
    return said[0]


def finned_fish(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """A fish with fins: one digit in all cells, in enough lines, and in a box that holds what is too much."""
    name = rung.technique.split(" ", 1)[1]
    if name not in FISH_SIZES:  # franken fish, whose bases are boxes too
        return ""
    wanted, masks, geometry = FISH_SIZES[name], position.masks, position.masks.geometry
    shared = geometry.all_digits_mask
    for cell in cells:
        shared &= position.marks[cell]
    if not shared:
        return gettext("{cells} share no candidate.", cells=say_cells(geometry, cells))
    rows, columns = ({masks.units_of[cell][kind] for cell in cells} for kind in range(2))
    if wanted not in (len(rows), len(columns)):
        return gettext(
            "Number of rows: {rows}, of columns: {columns}; one of these must be {count}.",
            rows=len(rows),
            columns=len(columns),
            count=wanted,
        )
    if len(rows) == len(columns):
        return gettext(
            "They have no fin: {count} rows and as many columns contain them all.", count=wanted
        )
    bases = sorted(rows if len(rows) == wanted else columns)
    said = [_leaks_from(position, index + 1, bases, cells) for index in bits(shared)]
    return next((each for each in said if each), "")


def _leaks_from(position: Position, digit: int, bases: list[int], cells: Sequence[int]) -> str:
    """The first place of a digit in the bases that was not named."""
    masks, named = position.masks, sum(1 << cell for cell in cells)
    for unit in bases:
        outside = position.places[digit] & masks.units[unit] & ~named
        if outside:
            return gettext(
                "{digit} can also go to {other} in {unit}.",
                digit=say_digits(1 << (digit - 1)),
                other=name_of(position, next(bits(outside))),
                unit=say_unit(masks.geometry, unit),
            )
    return ""


def _leaks(position: Position, digit: int, bases: list[int], covers: list[int]) -> str:
    """The first place of a digit in the bases that no cover has."""
    masks = position.masks
    covered = 0
    for unit in covers:
        covered |= masks.units[unit]
    for unit in bases:
        outside = position.places[digit] & masks.units[unit] & ~covered
        if outside:
            return gettext(
                "{digit} can also go to {other} in {unit}.",
                digit=say_digits(1 << (digit - 1)),
                other=name_of(position, next(bits(outside))),
                unit=say_unit(masks.geometry, unit),
            )
    return ""
