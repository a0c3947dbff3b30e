"""One character a cell, row by row: `029000008…`, on one line or a row a line.

`.`, `0`, `*`, `_` and `-` are empty cells; spaces and line ends are skipped. Digits above 9 are letters, `A`
for 10, in either case.
"""

import unicodedata

from ..errors import GridError
from ..geometry import box_for_size
from ..grid import ALPHABET, Grid

EMPTY = "0.*_-"
SIZES = (4, 9, 16, 25)
LONGEST = 10_000  # characters of a text; a 25×25 board takes 625
_CELL_COUNTS = {size * size: size for size in SIZES}


def read(text: str, size: int | None = None) -> Grid:
    """Read one puzzle; without `size` the number of cells tells it.

    Raises GridError that says line, column and cell, and what was expected.
    """
    if size is not None and size not in SIZES:
        raise GridError(f"size is {size}; boards of size {_say_sizes()} can be read")
    if len(text) > LONGEST:
        raise GridError(f"the text has {len(text)} characters; a puzzle has at most {LONGEST}")
    cells = _cells(text)
    if size is None:
        size = _CELL_COUNTS.get(len(cells)) or _nearest_size(len(cells))
    values = [_value(character) for character, _, _ in cells]
    if -1 in values:  # before the count: a stray character is often why the count is wrong
        raise _not_a_digit(cells, values.index(-1), size)
    if len(values) != size * size:
        raise GridError(
            f"{len(values)} {'cell' if len(values) == 1 else 'cells'} found, but a {size}×{size} "
            f"board has {size * size}"
        )
    if max(values) > size:
        wrong = next(count for count, value in enumerate(values) if value > size)
        raise _not_a_digit(cells, wrong, size)
    return Grid.from_digits(box_for_size(size), values)


def _value(character: str) -> int:
    """The digit a character stands for, 0 for an empty cell, -1 for neither."""
    if character in EMPTY:
        return 0
    # Some letters far from ours have a capital among ours: `ı` would be I.
    return ALPHABET.find(character.upper()) if character.isascii() else -1


def _not_a_digit(cells: list[tuple[str, int, int]], count: int, size: int) -> GridError:
    character, line, column = cells[count]
    row, place = divmod(count, size)
    return GridError(
        f"line {line}, column {column} (cell r{row + 1}c{place + 1}): {_say(character)} is "
        f"no digit of a {size}×{size} board; use 1 to {ALPHABET[size]}, and 0 or . for an empty cell"
    )


def _cells(text: str) -> list[tuple[str, int, int]]:
    """Each character that stands for a cell, with its line and column, both from 1."""
    found = []
    line = column = 1
    for character in text:
        if character not in " \t\r\n\f\v":  # ASCII only: other blanks are refused by name
            found.append((character, line, column))
        column += 1
        if character == "\n":
            line, column = line + 1, 1
    if not found:
        raise GridError(
            "there is no puzzle here: 81 characters are expected, 1 to 9 and 0 or . for an empty cell"
        )
    return found


def _nearest_size(count: int) -> int:
    """The size whose cell count is nearest, so that the message speaks of the board that was meant."""
    return min(SIZES, key=lambda size: abs(size * size - count))


def _say(character: str) -> str:
    if character.isascii() and character.isprintable():
        return f"“{character}”"
    name = unicodedata.name(character, "")
    return f"U+{ord(character):04X}" + (f" ({name.lower()})" if name else "")


def _say_sizes() -> str:
    return ", ".join(str(size) for size in SIZES[:-1]) + f" and {SIZES[-1]}"
