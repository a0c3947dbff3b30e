"""What is missing from a fish."""

from collections.abc import Sequence

from ...core.i18n import gettext, say_cells, say_digits, say_unit
from ...core.masks import bits, mask_of
from ...core.position import Position
from ..near_misses import name_of, shared_marks
from ..rungs import Rung

FISH_SIZES = {"X-wing": 2, "swordfish": 3, "jellyfish": 4}


def fish(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no basic fish, or an empty text if not known.

    The bases are the rows of the cells, or else their columns.
    """
    if rung.technique not in FISH_SIZES:
        return ""
    size, masks = FISH_SIZES[rung.technique], position.masks
    geometry = masks.geometry
    rows = sorted({masks.units_of[cell][0] for cell in cells})
    columns = sorted({masks.units_of[cell][1] for cell in cells})
    if len(rows) != size or len(columns) != size:
        return gettext(
            "Number of rows: {rows}, of columns: {columns}; there must be {count} of each.",
            rows=len(rows),
            columns=len(columns),
            count=size,
        )
    shared = shared_marks(position, cells)
    if not shared:
        return gettext("{cells} share no candidate.", cells=say_cells(geometry, cells))
    messages = []
    for index in bits(shared):
        broken = [
            _leaks(position, index + 1, bases, sum(masks.units[unit] for unit in covers))
            for bases, covers in ((rows, columns), (columns, rows))
        ]
        if not all(broken):
            return gettext(
                "This is such a fish, of {digit}, but there is no {digit} left to remove.",
                digit=say_digits(1 << index),
            )
        messages.append(broken[0])
    return messages[0]


def finned_fish(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no finned fish, or an empty text if not known.

    All cells need one digit, enough lines, and the excess in a box.
    """
    name = rung.technique.split(" ", 1)[1]
    if name not in FISH_SIZES:  # franken fish, whose bases are boxes too
        return ""
    size, masks, geometry = FISH_SIZES[name], position.masks, position.masks.geometry
    shared = shared_marks(position, cells)
    if not shared:
        return gettext("{cells} share no candidate.", cells=say_cells(geometry, cells))
    rows, columns = ({masks.units_of[cell][kind] for cell in cells} for kind in range(2))
    if size not in (len(rows), len(columns)):
        return gettext(
            "Number of rows: {rows}, of columns: {columns}; one of these must be {count}.",
            rows=len(rows),
            columns=len(columns),
            count=size,
        )
    if len(rows) == len(columns):
        return gettext(
            "They have no fin: {count} rows and as many columns contain them all.", count=size
        )
    bases = sorted(rows if len(rows) == size else columns)
    messages = [_leaks(position, index + 1, bases, mask_of(cells)) for index in bits(shared)]
    return next((each for each in messages if each), "")


def _leaks(position: Position, digit: int, bases: Sequence[int], covered: int) -> str:
    """Return where the bases have the digit outside of the covered cells, or an empty text."""
    masks = position.masks
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
