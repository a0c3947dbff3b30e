"""What is missing from a fish, a wing or a unique rectangle."""

from collections.abc import Sequence

from ...core.i18n import say, say_count
from ...core.masks import bits
from ...core.position import Position, strong_pairs
from ...techniques.base import say_cells, say_unit
from ...techniques.rungs import Rung
from .base import all_marks, counted, digits_in_words, is_removable, name_of, nothing_to_take, sees

# --- Fish ---------------------------------------------------------------------------------------------

FISH_SIZES = {"X-wing": 2, "swordfish": 3, "jellyfish": 4}


def fish(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """A basic fish of the cells that are named, with rows for bases, else with columns."""
    wanted, masks = FISH_SIZES[rung.technique], position.masks
    shape = masks.geometry
    rows = sorted({masks.units_of[cell][0] for cell in cells})
    columns = sorted({masks.units_of[cell][1] for cell in cells})
    if len(rows) != wanted or len(columns) != wanted:
        return say(
            "They lie in {rows} rows and {columns} columns; it takes {count} of each.",
            rows=len(rows),
            columns=len(columns),
            count=wanted,
        )
    shared = masks.geometry.all_digits_mask
    for cell in cells:
        shared &= position.marks[cell]
    if not shared:
        return say("{cells} share no candidate.", cells=say_cells(shape, cells))
    said = []
    for index in bits(shared):
        broken = [
            _leaks(position, index + 1, bases, covers)
            for bases, covers in ((rows, columns), (columns, rows))
        ]
        if not all(broken):
            return say(
                "It is one, of {digit}, but there is no {digit} left to take away.",
                digit=digits_in_words(1 << index),
            )
        said.append(broken[0])
    return said[0]


def finned_fish(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """A fish with fins: one digit in all cells, in enough lines, and in a box that holds what is too much."""
    name = rung.technique.split(" ", 1)[1]
    if name not in FISH_SIZES:  # franken fish, whose bases are boxes too
        return ""
    wanted, masks, shape = FISH_SIZES[name], position.masks, position.masks.geometry
    shared = shape.all_digits_mask
    for cell in cells:
        shared &= position.marks[cell]
    if not shared:
        return say("{cells} share no candidate.", cells=say_cells(shape, cells))
    rows, columns = ({masks.units_of[cell][kind] for cell in cells} for kind in range(2))
    if wanted not in (len(rows), len(columns)):
        return say(
            "They lie in {rows} rows and {columns} columns; it takes {count} of one kind.",
            rows=len(rows),
            columns=len(columns),
            count=wanted,
        )
    if len(rows) == len(columns):
        return say(
            "They have no fin: {count} rows and as many columns hold them all.", count=wanted
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
            return say(
                "{digit} can also go to {other} in {unit}.",
                digit=digits_in_words(1 << (digit - 1)),
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
            return say(
                "{digit} can also go to {other} in {unit}.",
                digit=digits_in_words(1 << (digit - 1)),
                other=name_of(position, next(bits(outside))),
                unit=say_unit(masks.geometry, unit),
            )
    return ""


# --- Wings --------------------------------------------------------------------------------------------


def wing(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """XY- and XYZ-wing: a pivot that sees two pincers, three digits in all."""
    if broken := counted(cells, 3):
        return broken
    pivot_size = 2 if rung.technique == "XY-wing" else 3
    pivots = [cell for cell in cells if all(sees(position, cell, c) for c in cells if c != cell)]
    if not pivots:
        return say("None of the three cells sees the two others: there is no pivot.")
    for cell in cells:
        count = position.marks[cell].bit_count()
        if count != 2 and not (cell in pivots and count == pivot_size):
            return say(
                "{cell} holds {digits}; it takes two digits there.",
                cell=name_of(position, cell),
                digits=digits_in_words(position.marks[cell]),
            )
    union = all_marks(position, cells)
    if union.bit_count() != 3:
        return say(
            "The three cells hold {digits}; it takes three digits in all.",
            digits=digits_in_words(union),
        )
    said = [_of_pivot(position, cells, pivot, pivot_size) for pivot in pivots]
    return next((each for each in said if each), "")


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
        return say(
            "The pivot {pivot} holds {digits}; it takes {count} digits there.",
            digits=digits_in_words(marks[pivot]),
            count=pivot_size,
            **facts,
        )
    if z.bit_count() != 1:
        return say("{one} and {two} have to share one digit, which is not so.", **facts)
    if pivot_size == 2 and marks[pivot] & z:
        return say(
            "The pivot {pivot} holds {z} too, which only the two others may.",
            z=digits_in_words(z),
            **facts,
        )
    ends = [one, two] if pivot_size == 2 else [pivot, one, two]
    if not is_removable(position, ends, z):
        if pivot_size == 2:
            return say(
                "Nothing that sees both {one} and {two} holds {z}.", z=digits_in_words(z), **facts
            )
        return say("Nothing that sees all three holds {z}.", z=digits_in_words(z))
    return ""


def w_wing(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """The two cells with the same digits come first; then the places of the unit that joins them."""
    marks = position.marks
    twins = [
        (a, b)
        for a in cells
        for b in cells
        if a < b and marks[a] == marks[b] and marks[a].bit_count() == 2
    ]
    if not twins:
        return say("No two of the cells hold the same two digits and nothing else.")
    one, two = twins[0]
    facts = {"one": name_of(position, one), "two": name_of(position, two)}
    if sees(position, one, two):
        return say("{one} and {two} see each other: that is a naked pair.", **facts)
    if not any(
        len({a, b, one, two}) == 4
        and (
            (sees(position, one, a) and sees(position, two, b))
            or (sees(position, one, b) and sees(position, two, a))
        )
        for index in bits(marks[one])
        for _unit, a, b in position.fact(strong_pairs)[index + 1]
    ):
        return say(
            "No unit has just two places for one of the digits, of which {one} and {two} see one each.",
            **facts,
        )
    return nothing_to_take(position, (one, two), marks[one])


# --- Uniqueness ---------------------------------------------------------------------------------------


def corners(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Any rectangle: four corners in two boxes, with two digits in common where they are open."""
    if broken := counted(cells, 4):
        return broken
    masks = position.masks
    rows, columns, boxes = ({masks.units_of[cell][kind] for cell in cells} for kind in range(3))
    if len(rows) != 2 or len(columns) != 2:
        return say("The four cells are not the corners of a rectangle.")
    if len(boxes) != 2:
        return say("The corners lie in {count} boxes; it takes two.", count=len(boxes))
    return ""


def rectangle(position: Position, cells: Sequence[int], rung: Rung) -> str:
    if broken := corners(position, cells, rung):
        return broken
    masks = position.masks
    shared = masks.geometry.all_digits_mask
    for cell in cells:
        shared &= position.marks[cell]
    if shared.bit_count() < 2:
        return say("The four cells do not share two digits.")
    bare = [cell for cell in cells if position.marks[cell].bit_count() == 2]
    if not bare:
        return say(
            "Each corner holds more than the two digits; it takes corners that hold no other."
        )
    if rung.technique == "uniqueness test 1" and len(bare) != 3:
        return say_count(
            "Only {count} corner holds the two digits alone; it takes three.",
            "{count} corners hold the two digits alone; it takes three.",
            len(bare),
        )
    return ""
