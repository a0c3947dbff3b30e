"""What is missing from a chain or a loop."""

from collections.abc import Sequence

from ...core.i18n import gettext, say_digits
from ...core.position import Position
from ..near_misses import all_marks, name_of, sees, with_two_digits
from ..rungs import Rung


def of_two_digits(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no remote pair or XY-chain, in a sentence, or an empty text if not known.

    Each cell must have two digits and see another cell with which it shares one.
    """
    if broken := with_two_digits(position, cells):
        return broken
    if rung.technique == "remote pair":
        union = all_marks(position, cells)
        if union.bit_count() != 2:
            return gettext(
                "The cells contain {digits}; all must contain the same two.",
                digits=say_digits(union),
            )
        if len(cells) < 4:
            return gettext("Choose at least four cells.")
    return linked(position, cells, rung)


def linked(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no chain, in a sentence, or an empty text if not known.

    Each cell has to see another with which it shares a candidate. Two cells may be the ends alone.
    """
    if len(cells) < 3:
        return ""
    for cell in cells:
        others = [other for other in cells if other != cell and sees(position, cell, other)]
        name = name_of(position, cell)
        if not others:
            return gettext("{cell} sees none of the other cells.", cell=name)
        if not any(position.marks[cell] & position.marks[other] for other in others):
            return gettext("{cell} shares no candidate with a cell that it sees.", cell=name)
    return ""
