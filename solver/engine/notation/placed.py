"""HoDoKu's line with placed digits: the digit after `+` was placed, and is no given.

    +429....8.3....

Without the `+` signs it is a line. Candidates are those that givens and placed digits leave.
"""

from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import ALPHABET, LazyMessage, gettext
from .base import (
    CELL_COUNTS,
    NO_BLANKS,
    Format,
    Note,
    Reading,
    Word,
    a_digit,
    characters,
    digit,
    misfit,
    misfit_count,
    placed_digits,
    with_placed,
    words,
)
from .line import EMPTY


def looks_like(text: str) -> bool:
    bare = text.translate(NO_BLANKS)
    cells = bare.replace("+", "")
    return (
        "+" in bare
        and len(cells) in CELL_COUNTS
        and all(c in EMPTY or digit(c, 35) > 0 for c in cells)
        and "++" not in bare
        and not any(f"+{mark}" in bare for mark in EMPTY)
    )


def read(text: str, size: int | None = None) -> Reading:
    givens, placed = read_cells(words(text), size)
    grid = Grid.from_digits(box_for_size(CELL_COUNTS[len(givens)]), givens)
    note = Note(text, grid, gettext("a line with placed digits"), len(placed))
    return Reading(grid, "placed", with_placed(grid, placed), note)


def read_cells(pieces: list[Word], size: int | None) -> tuple[list[int], dict[int, int]]:
    """Return the givens (a digit a cell) and the placed digits (by cell) of HoDoKu's line.

    A digit after `+` is placed. The line may be in pieces.
    """
    found = characters(pieces)
    if size is None:
        size = CELL_COUNTS.get(sum(character.text != "+" for character in found), 9)
    givens: list[int] = []
    placed: dict[int, int] = {}
    after_plus = False
    for character in found:
        value = digit(character.text, size)
        if character.text == "+" and not after_plus:
            after_plus = True
            continue
        if value < 0 and (after_plus or character.text not in EMPTY):
            expected = a_digit(size)
            if after_plus:
                expected = LazyMessage(
                    "a digit from 1 to {highest}, which must follow +", highest=ALPHABET[size]
                )
            raise misfit(character, len(givens), size, expected)
        if after_plus:
            placed[len(givens)] = value
        givens.append(0 if after_plus or value < 0 else value)
        after_plus = False
    if len(givens) != size * size or after_plus:
        raise misfit_count(len(givens), size)
    return givens, placed


def write(reading: Reading) -> str:
    placed = placed_digits(reading)
    return "".join(
        f"+{ALPHABET[placed[cell]]}" if cell in placed else (ALPHABET[given] if given else ".")
        for cell, given in enumerate(reading.grid.givens)
    )


format = Format(
    name="placed",
    title="Line with placed digits",
    rank=130,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        "+429.....8+53.....1.+6..52..97.7..561.............631..7.76..41....5+4....2.8.+2...63.",
        "12..+3...........",
    ),
)
