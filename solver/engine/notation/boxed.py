"""A row of cells a line, with or without bars between boxes and borders above and below.

    +-------+-------+-------+
    | . 2 9 | . . . | . . 8 |

Simple Sudoku's `.ss` file (`...|...|...`), qqwing's and HoDoKu's drawings differ only in their rulers.
Cells are read as a line reads them. `-` may be an empty cell, but a whole row of `-` is a border.
"""

from ..core.i18n import ALPHABET, gettext
from .base import Format, Note, Reading, words
from .line import read as read_line
from .rulers import has_rulers, without_rulers


def looks_like(text: str) -> bool:
    # Any drawing that no other format knows, so that the error names cells.
    return has_rulers(text) and "\n" in text.strip() and bool(words(without_rulers(text)))


def read(text: str, size: int | None = None) -> Reading:
    grid = read_line(without_rulers(text), size)
    return Reading(grid, "boxed", None, Note(grid.text, grid, gettext("a boxed grid")))


def write(reading: Reading) -> str:
    box, size = reading.grid.box, reading.grid.size
    border = "+" + ("-" * (2 * box + 1) + "+") * box
    drawn = []
    for row in range(size):
        if row % box == 0:
            drawn.append(border)
        digits = [ALPHABET[d] if d else "." for d in reading.grid.givens[row * size :][:size]]
        boxes = [" ".join(digits[start : start + box]) for start in range(0, size, box)]
        drawn.append("| " + " | ".join(boxes) + " |")
    return "\n".join([*drawn, border]) + "\n"


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
