"""HoDoKu's library line, a position to test one step of a technique.

    :0000:x:+429.....8+53…:414 615::

Fields after the first colon: technique code, digits concerned, givens with `+` before placed digits,
deleted candidates, eliminations, placements, and anything more. A candidate is three digits: digit,
row, column. It has six to eight colons. What a technique should find is left out here.
"""

from ..core.errors import CellFact, GridError
from ..core.geometry import box_for_size, iterate_digits
from ..core.grid import Grid
from ..core.i18n import gettext
from .base import (
    CELL_COUNTS,
    Format,
    Note,
    Reading,
    Word,
    digit,
    masks,
    placed_digits,
    with_placed,
    words,
)
from .placed import read_cells
from .placed import write as write_placed


def looks_like(text: str) -> bool:
    return text.strip().startswith(":") and 6 <= text.count(":") <= 8 and "\n" not in text.strip()


def read(text: str, size: int | None = None) -> Reading:
    fields = _fields(text)
    if not 6 <= len(fields) <= 8:
        raise GridError(
            "a line of the HoDoKu library has six to eight colons ({form}), not {count}",
            count=len(fields),
            form=":code:digits:givens:deleted:eliminations:placements:",
        )
    givens, placed = read_cells(_in_place(fields[2]), size)
    grid = Grid.from_digits(box_for_size(CELL_COUNTS[len(givens)]), givens)
    candidates = with_placed(grid, placed)
    deleted = _in_place(fields[3])
    if deleted:
        remaining = list(candidates or masks(grid))
        for word in deleted:
            value, cell = _candidate(word, grid.size)
            if value in (grid.givens[cell], placed.get(cell)):
                raise GridError(
                    "{place}: {cell} is {digit}, which cannot be deleted",
                    place=word.place,
                    cell=CellFact(cell, grid.size),
                    digit=value,
                )
            remaining[cell] &= ~(1 << (value - 1))
        candidates = tuple(remaining)
    return Reading(
        grid, "hodoku", candidates, Note(text, grid, gettext("a HoDoKu library line"), len(placed))
    )


def _fields(text: str) -> list[Word]:
    """Return the fields between the colons, each with the column it starts in. Line ends are blanks."""
    column, fields = 1, []
    for part in " ".join(text.split("\n")).split(":"):
        fields.append(Word(part, 1, column))
        column += len(part) + 1
    return fields[1:]


def _in_place(field: Word) -> list[Word]:
    return words(" " * (field.column - 1) + field.text)


def _candidate(word: Word, size: int) -> tuple[int, int]:
    value, row, column = (digit(character, size) for character in word.text.ljust(3)[:3])
    if len(word.text) != 3 or min(value, row, column) < 1:
        raise GridError(
            "{place}: write a deleted candidate as digit, row and column, such as 415",
            place=word.place,
        )
    return value, (row - 1) * size + column - 1


def write(reading: Reading) -> str:
    grid = reading.grid
    deleted = []
    if reading.candidates is not None:
        simple = masks(grid, placed_digits(reading))
        for cell, mask in enumerate(reading.candidates):
            row, column = divmod(cell, grid.size)
            for value in iterate_digits(simple[cell] & ~mask):
                deleted.append(f"{value}{row + 1}{column + 1}")
    return f":0000:x:{write_placed(reading)}:{' '.join(sorted(deleted))}::"


format = Format(
    name="hodoku",
    title="HoDoKu library line",
    rank=40,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        ":0000:x:+429.....8+53.....1.+6..52..97.7..561.............631..7.76..41....5+4....2.8.+2...63."
        ":414 615 718::",
        ":0100:1:1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..:::166::",
    ),
    sizes=(4, 9),
)
