"""What is missing from a forcing chain or net."""

from collections.abc import Sequence

from ...core.i18n import gettext
from ...core.position import Position
from ..near_misses import apart, common_units
from ..rungs import Rung


def supposed(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells start no forcing chain or net, or an empty text if not known.

    These begin at one cell, or at all places of a digit in a unit.
    """
    if len(cells) > 1 and not common_units(position, cells):
        return apart(position, cells)
    return (
        gettext("None of its candidates leads to a contradiction by this.")
        if len(cells) == 1
        else ""
    )
