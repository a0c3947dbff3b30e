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
_CELL_COUNTS = {size * size: size for size in SIZES}


def read(text: str, size: int | None = None) -> Grid:
    """Read one puzzle; without `size` the number of cells tells it.

    Raises GridError that says line, column and cell, and what was expected.
    """
    if size is not None and size not in SIZES:
        raise GridError(f"size is {size}; boards of size {_say_sizes()} can be read")
    cells = list(_cells(text))
    if size is None:
        size = _CELL_COUNTS.get(len(cells)) or _nearest_size(len(cells))
    digits = []
    for count, (character, line, column) in enumerate(cells):
        digit = 0 if character in EMPTY else ALPHABET.find(character.upper())
        if not 0 <= digit <= size:
            row, place = divmod(count, size)
            raise GridError(
                f"line {line}, column {column} (cell r{row + 1}c{place + 1}): {_say(character)} is "
                f"no digit of a {size}×{size} board; use 1 to {ALPHABET[size]}, and 0 or . for an "
                "empty cell"
            )
        digits.append(digit)
    if len(digits) != size * size:
        raise GridError(
            f"{len(digits)} {'cell' if len(digits) == 1 else 'cells'} found, but a {size}×{size} "
            f"board has {size * size}"
        )
    return Grid.from_digits(box_for_size(size), digits)


def _cells(text: str) -> list[tuple[str, int, int]]:
    """Each character that stands for a cell, with its line and column, both from 1."""
    found = []
    line = column = 1
    for character in text:
        if character not in " \t\r\n\f\v":
            # Astral and wide look-alikes of digits are refused by name below, never read as digits.
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
