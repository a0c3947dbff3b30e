"""What is missing from a single."""

from collections.abc import Sequence

from ...core.i18n import gettext, say_digits, say_unit
from ...core.masks import bits
from ...core.position import Position
from ..near_misses import counted, name_of
from ..rungs import Rung


def naked_single(position: Position, cells: Sequence[int], rung: Rung) -> str:
    if broken := counted(cells, 1):
        return broken
    mark = position.marks[cells[0]]
    return gettext(
        "{cell} can still be {digits}.",
        cell=name_of(position, cells[0]),
        digits=say_digits(mark),
    )


def hidden_single(position: Position, cells: Sequence[int], rung: Rung) -> str:
    if broken := counted(cells, 1):
        return broken
    (cell,), masks = cells, position.masks
    if position.marks[cell].bit_count() == 1:
        return gettext(
            "{cell} has only one digit left: that is a naked single.", cell=name_of(position, cell)
        )
    others = []
    for index in bits(position.marks[cell]):
        unit = min(
            masks.units_of[cell],
            key=lambda u: (position.places[index + 1] & masks.units[u]).bit_count(),
        )
        places = position.places[index + 1] & masks.units[unit] & ~(1 << cell)
        facts = {"unit": say_unit(masks.geometry, unit), "digit": say_digits(1 << index)}
        other = name_of(position, next(bits(places)))
        others.append(gettext("{digit} can also go to {other} in {unit}.", other=other, **facts))
    return " ".join(others)
