"""`.sdm` files: a puzzle a line, 81 characters each, and nothing else.

`read_any` reads one puzzle, and names their number if there are more. `read_many` reads them all. A file with
a single puzzle is read as a line, which it is.
"""

from ..core.errors import GridError
from ..core.i18n import gettext
from .base import EXAMPLE, Format, Note, Reading, lines
from .line import looks_like as is_line, read as read_line, without_comment


def looks_like(text: str) -> bool:
    found = [line for line in lines(text) if line[0] != "#"]
    return len(found) > 1 and all(len(line) >= 81 and is_line(line) for line in found[:3])


def read(text: str, size: int | None = None) -> Reading:
    found = [line for line in lines(text) if line[0] != "#"]
    if len(found) != 1:
        raise GridError("this list must contain one puzzle, not {count}", count=len(found))
    grid = read_line(without_comment(found[0]), size)
    return Reading(grid, "sdm", None, Note(grid.text, grid, gettext("a list of one puzzle")))


def write(reading: Reading) -> str:
    return reading.grid.text + "\n"


format = Format(
    name="sdm",
    title=".sdm list",
    rank=150,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(f"{EXAMPLE}\n",),
)
