"""HoDoKu's lines: one with placed digits, and one of its library, a position to test one step of a technique.

    +429....8.3....                               the digit after `+` was placed, and is no given
    :0000:x:+429.....8+53…:414 615::

Without the `+` signs the first is a line. Candidates are those that givens and placed digits leave. The second
has six to eight colons. Its fields after the first: technique code, digits concerned, givens with `+` before
placed digits, deleted candidates, eliminations, placements, and anything more. A candidate is three digits:
digit, row, column. What a technique should find is left out here.
"""

from ..core.errors import CellFact, GridError
from ..core.geometry import box_for_size, iterate_digits
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
    masks,
    misfit,
    misfit_count,
    placed_digits,
    with_placed,
    words,
)
from .line import EMPTY


def _has_placed(text: str) -> bool:
    bare = text.translate(NO_BLANKS)
    cells = bare.replace("+", "")
    return (
        "+" in bare
        and len(cells) in CELL_COUNTS
        and all(c in EMPTY or digit(c, 35) > 0 for c in cells)
        and "++" not in bare
        and not any(f"+{mark}" in bare for mark in EMPTY)
    )


def _read_placed(text: str, size: int | None = None) -> Reading:
    givens, placed = _read_cells(words(text), size)
    grid = Grid.from_digits(box_for_size(CELL_COUNTS[len(givens)]), givens)
    note = Note(text, grid, gettext("a line with placed digits"), len(placed))
    return Reading(grid, "placed", with_placed(grid, placed), note)


def _read_cells(pieces: list[Word], size: int | None) -> tuple[list[int], dict[int, int]]:
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


def _write_placed(reading: Reading) -> str:
    placed = placed_digits(reading)
    return "".join(
        f"+{ALPHABET[placed[cell]]}" if cell in placed else (ALPHABET[given] if given else ".")
        for cell, given in enumerate(reading.grid.givens)
    )


# --- The library --------------------------------------------------------------------------------------


def _is_of_library(text: str) -> bool:
    return text.strip().startswith(":") and 6 <= text.count(":") <= 8 and "\n" not in text.strip()


def _read_of_library(text: str, size: int | None = None) -> Reading:
    fields = _fields(text)
    if not 6 <= len(fields) <= 8:
        raise GridError(
            "a line of the HoDoKu library has six to eight colons ({form}), not {count}",
            count=len(fields),
            form=":code:digits:givens:deleted:eliminations:placements:",
        )
    givens, placed = _read_cells(_in_place(fields[2]), size)
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


def _write_for_library(reading: Reading) -> str:
    grid = reading.grid
    deleted = []
    if reading.candidates is not None:
        simple = masks(grid, placed_digits(reading))
        for cell, mask in enumerate(reading.candidates):
            row, column = divmod(cell, grid.size)
            for value in iterate_digits(simple[cell] & ~mask):
                deleted.append(f"{value}{row + 1}{column + 1}")
    return f":0000:x:{_write_placed(reading)}:{' '.join(sorted(deleted))}::"


format = (
    Format(
        name="hodoku",
        title="HoDoKu library line",
        rank=40,
        looks_like=_is_of_library,
        read=_read_of_library,
        write=_write_for_library,
        examples=(
            ":0000:x:+429.....8+53.....1.+6..52..97.7..561.............631..7.76..41....5+4....2.8.+2...63."
            ":414 615 718::",
            ":0100:1:1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..:::166::",
        ),
        sizes=(4, 9),
    ),
    Format(
        name="placed",
        title="Line with placed digits",
        rank=130,
        looks_like=_has_placed,
        read=_read_placed,
        write=_write_placed,
        examples=(
            "+429.....8+53.....1.+6..52..97.7..561.............631..7.76..41....5+4....2.8.+2...63.",
            "12..+3...........",
        ),
    ),
)
