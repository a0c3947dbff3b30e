"""A 16×16 or 25×25 board in decimal numbers, between blanks or two characters each.

    10 0 3 16 …

0, `.` or any run of `.`, `-` and `_` is an empty cell. Smaller boards read the same as a line.
"""

from ..core.errors import GridError
from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .base import (
    CELL_COUNTS,
    Format,
    Note,
    Reading,
    Word,
    characters,
    in_rows,
    misfit,
    misfit_count,
    number,
    words,
)
from .rulers import has_rulers, without_rulers

_EMPTY = set(".-_")
_SIZES = (16, 25)


def looks_like(text: str) -> bool:
    cells = _cells(text)
    size = CELL_COUNTS.get(len(cells), 0)
    return (
        size in _SIZES
        and any(len(word.text) > 1 for word in cells)
        and all(set(word.text) <= _EMPTY or 0 <= number(word.text) <= size for word in cells)
    )


def _cells(text: str) -> list[Word]:
    """Return one word a cell, of two characters each if nothing is between them."""
    if has_rulers(text):
        text = without_rulers(text)
    found = words(text)
    if len(found) == 256 or len(found) >= 625:
        return found
    lengths = [len(word.text) for word in found]
    if sum(lengths) not in (512, 1250) or any(length % 2 for length in lengths):
        return found
    return characters(found, 2)


def read(text: str, size: int | None = None) -> Reading:
    cells = _cells(text)
    size = size or CELL_COUNTS.get(len(cells), 16)
    if size not in _SIZES:
        raise GridError(
            "decimal numbers can be read for 16×16 and 25×25 boards, not {size}×{size}", size=size
        )
    givens = []
    for cell, word in enumerate(cells[: size * size]):
        value = 0 if set(word.text) <= _EMPTY else number(word.text)
        if not 0 <= value <= size:
            expected = LazyMessage("a number from 1 to {size}, or 0 for an empty cell", size=size)
            raise misfit(word, cell, size, expected)
        givens.append(value)
    if len(cells) != size * size:
        raise misfit_count(len(cells), size)
    grid = Grid.from_digits(box_for_size(size), givens)
    return Reading(grid, "decimals", None, Note(text, grid, gettext("decimal numbers")))


def write(reading: Reading) -> str:
    values = [f"{given or '.':>2}" for given in reading.grid.givens]
    return "\n".join(map(" ".join, in_rows(values, reading.grid.size))) + "\n"


format = Format(
    name="decimals",
    title="Decimal numbers",
    rank=90,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        "16 . 3 10" + " ." * 252,
        "160003" + "00" * 253,
        "25 24 1" + " 0" * 622,
    ),
    sizes=_SIZES,
)
