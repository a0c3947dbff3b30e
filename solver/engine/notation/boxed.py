"""A row of cells a line, with or without bars between boxes and borders above and below.

    +-------+-------+-------+
    | . 2 9 | . . . | . . 8 |

Simple Sudoku's `.ss` file (`...|...|...`), qqwing's and HoDoKu's drawings differ only in their rulers.
Cells are read as a line reads them. `-` may be an empty cell, but a whole row of `-` is a border.
"""

from math import isqrt

from ..core.i18n import ALPHABET, gettext
from .base import Format, Note, Reading, in_rows, words
from .line import read as read_line
from .rulers import has_rulers, without_rulers


def looks_like(text: str) -> bool:
    # Any drawing that no other format knows, so that the error names cells.
    return has_rulers(text) and "\n" in text.strip() and bool(words(without_rulers(text)))


def read(text: str, size: int | None = None) -> Reading:
    grid = read_line(without_rulers(text), size)
    return Reading(grid, "boxed", None, Note(grid.text, grid, gettext("a boxed grid")))


def write(reading: Reading) -> str:
    return draw([ALPHABET[given] if given else "." for given in reading.grid.givens])


def draw(cells: list[str]) -> str:
    """Return a plain board of cells of one width, with bars between its boxes and borders."""
    size = isqrt(len(cells))
    box, width = isqrt(size), len(cells[0])
    border = "+" + ("-" * ((width + 1) * box + 1) + "+") * box + "\n"
    rows = [
        "| " + " | ".join(" ".join(part) for part in in_rows(row, box)) + " |\n"
        for row in in_rows(cells, size)
    ]
    return border + "".join("".join(band) + border for band in in_rows(rows, box))


EXAMPLE = """\
+-------+-------+-------+
| . 2 9 | . . . | . . 8 |
| . 3 . | . . . | . 1 . |
| . . . | 5 2 . | . 9 7 |
+-------+-------+-------+
| . 7 . | . 5 6 | 1 . . |
| . . . | . . . | . . . |
| . . 6 | 3 1 . | . 7 . |
+-------+-------+-------+
| 7 6 . | . 4 1 | . . . |
| . 5 . | . . . | . 2 . |
| 8 . . | . . . | 6 3 . |
+-------+-------+-------+
"""

format = Format(
    name="boxed",
    title="Boxed grid",
    rank=200,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        EXAMPLE,
        EXAMPLE.replace(" ", "").replace("+", "*"),
        "12|..\n..|12\n--+--\n3.|..\n..|.3\n",
    ),
)
