"""What is missing where one digit, or several sets, lead from one thing to another; and from a grave."""

from collections.abc import Sequence
from itertools import combinations

from ...core.i18n import say, say_count
from ...core.masks import bits
from ...core.position import Position, strong_pairs
from ...techniques.base import say_cells
from ...techniques.rungs import Rung
from .base import all_marks, common_units, counted, digits_in_words, name_of, nothing_to_take, sees

PATTERN_CELLS = {"skyscraper": 4, "two-string kite": 4, "turbot fish": 4}


def of_one_digit(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Patterns, colours and chains of one digit: it stands in all cells, and is joined by pairs of places."""
    wanted = PATTERN_CELLS.get(rung.technique)
    if wanted and (broken := counted(cells, wanted)):
        return broken
    shared = position.masks.geometry.all_digits_mask
    for cell in cells:
        shared &= position.marks[cell]
    shape = position.masks.geometry
    if not shared:
        return say("{cells} share no candidate.", cells=say_cells(shape, cells))
    pairs = {
        index + 1: [(a, b) for _unit, a, b in position.fact(strong_pairs)[index + 1]]
        for index in bits(shared)
    }
    inside = {digit: [p for p in found if set(p) <= set(cells)] for digit, found in pairs.items()}
    if not any(inside.values()):
        return say(
            "No two of the cells are the only places for {digits} in a unit.",
            digits=digits_in_words(shared),
        )
    if wanted and not any(_disjoint(found) for found in inside.values()):
        return say("Only two of the cells are a unit's only places; it takes two such pairs.")
    for digit, found in inside.items():
        for (a, b), (c, d) in combinations(found, 2):
            if len({a, b, c, d}) == 4 and any(sees(position, x, y) for x in (a, b) for y in (c, d)):
                return nothing_to_take(position, cells, 1 << (digit - 1))
    if wanted:
        return say("The two pairs do not see each other.")
    return ""


def _disjoint(pairs: list[tuple[int, int]]) -> bool:
    return any(not set(one) & set(other) for one, other in combinations(pairs, 2))


def of_two_digits(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Remote pairs and XY-chains: cells of two digits, each of which sees another that shares one."""
    for cell in cells:
        if position.marks[cell].bit_count() != 2:
            return say(
                "{cell} holds {digits}; it takes two digits there.",
                cell=name_of(position, cell),
                digits=digits_in_words(position.marks[cell]),
            )
    if rung.technique == "remote pair":
        union = all_marks(position, cells)
        if union.bit_count() != 2:
            return say(
                "The cells hold {digits}; all have to hold the same two.",
                digits=digits_in_words(union),
            )
        if len(cells) < 4:
            return say("It takes four cells or more.")
    return linked(position, cells, rung)


def linked(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Any chain: each cell has to see another with which it shares a candidate."""
    if len(cells) < 2:
        return say("It takes two cells or more.")
    for cell in cells:
        others = [other for other in cells if other != cell and sees(position, cell, other)]
        name = name_of(position, cell)
        if not others:
            return say("{cell} sees none of the other cells.", cell=name)
        if not any(position.marks[cell] & position.marks[other] for other in others):
            return say("{cell} shares no candidate with a cell that it sees.", cell=name)
    return say("The links do not alternate: of two in a row one has to leave no other place.")


def grave(position: Position, cells: Sequence[int], rung: Rung) -> str:
    more = [cell for cell in bits(position.open) if position.marks[cell].bit_count() > 2]
    if len(more) != 1:
        return say_count(
            "{count} open cell holds more than two candidates; it takes exactly one.",
            "{count} open cells hold more than two candidates; it takes exactly one.",
            len(more),
        )
    if list(cells) != more:
        return say("It is {cell} that holds more than two.", cell=name_of(position, more[0]))
    return ""


def supposed(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Forcing chains and nets begin at one cell, or at all places of a digit in a unit."""
    if len(cells) > 1 and not common_units(position, cells):
        shape = position.masks.geometry
        return say("{cells} do not lie in one row, column or box.", cells=say_cells(shape, cells))
    return (
        say("None of its candidates leads to a contradiction by this.") if len(cells) == 1 else ""
    )
