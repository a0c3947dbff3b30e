"""What is missing from a wing."""

from collections.abc import Sequence

from ...core.i18n import gettext, say_digits
from ...core.masks import bits
from ...core.position import Position, strong_pairs
from ..near_misses import (
    all_marks,
    counted,
    is_removable,
    name_of,
    nothing_to_take,
    sees,
    with_two_digits,
)
from ..rungs import Rung


def wing(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no XY- or XYZ-wing, or an empty text if not known.

    A wing has a pivot that sees two pincers, and three digits in all.
    """
    if broken := counted(cells, 3):
        return broken
    pivot_size = 2 if rung.technique == "XY-wing" else 3
    pivots = [cell for cell in cells if all(sees(position, cell, c) for c in cells if c != cell)]
    if not pivots:
        return gettext("None of the three cells sees the two others: there is no pivot.")
    marks = position.marks
    fitting = [cell for cell in pivots if marks[cell].bit_count() == pivot_size]
    if broken := with_two_digits(position, [cell for cell in cells if cell not in fitting]):
        return broken
    union = all_marks(position, cells)
    if union.bit_count() != 3:
        return gettext(
            "The three cells contain {digits}; together there must be three digits.",
            digits=say_digits(union),
        )
    messages = [_of_pivot(position, cells, pivot, pivot_size) for pivot in pivots]
    return next((each for each in messages if each), "")


def _of_pivot(position: Position, cells: Sequence[int], pivot: int, pivot_size: int) -> str:
    one, two = (cell for cell in cells if cell != pivot)
    marks = position.marks
    z = marks[one] & marks[two]
    facts = {
        "pivot": name_of(position, pivot),
        "one": name_of(position, one),
        "two": name_of(position, two),
    }
    if marks[pivot].bit_count() != pivot_size:
        return gettext(
            "The pivot {pivot} contains {digits}; it must contain {count} digits.",
            digits=say_digits(marks[pivot]),
            count=pivot_size,
            **facts,
        )
    if z.bit_count() != 1:
        return gettext("{one} and {two} must share one digit, but they do not.", **facts)
    if pivot_size == 2 and marks[pivot] & z:
        return gettext(
            "The pivot {pivot} contains {z} too, which only the two others may contain.",
            z=say_digits(z),
            **facts,
        )
    ends = [one, two] if pivot_size == 2 else [pivot, one, two]
    if not is_removable(position, ends, z):
        if pivot_size == 2:
            return gettext(
                "Nothing that sees both {one} and {two} contains {z}.", z=say_digits(z), **facts
            )
        return gettext("Nothing that sees all three contains {z}.", z=say_digits(z))
    return ""


def w_wing(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no W-wing, or an empty text if not known.

    The two cells with the same digits are checked first, then the places of the unit that joins them.
    """
    marks = position.marks
    twins = [
        (a, b)
        for a in cells
        for b in cells
        if a < b and marks[a] == marks[b] and marks[a].bit_count() == 2
    ]
    if not twins:
        return gettext("No two of the cells contain the same two digits and nothing else.")
    one, two = twins[0]
    facts = {"one": name_of(position, one), "two": name_of(position, two)}
    if sees(position, one, two):
        return gettext("{one} and {two} see each other: that is a naked pair.", **facts)
    if not any(
        len({a, b, one, two}) == 4
        and (
            (sees(position, one, a) and sees(position, two, b))
            or (sees(position, one, b) and sees(position, two, a))
        )
        for index in bits(marks[one])
        for _unit, a, b in position.fact(strong_pairs)[index + 1]
    ):
        return gettext(
            "No unit has just two places for one of the digits, seen by {one} and {two} one each.",
            **facts,
        )
    return nothing_to_take(position, (one, two), marks[one])
