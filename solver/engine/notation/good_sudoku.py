"""Good Sudoku's share code: `$` and base64 of 41 bytes, four bits a cell, 0 for an empty cell.

The lower half of the last byte is left over. It may stand at the end of an address or a sentence.
"""

import base64
import binascii

from ..core.errors import CellFact, GridError
from ..core.grid import Grid
from ..core.i18n import gettext
from .base import Format, Note, Reading, words

_BYTES = 41
_CHARACTERS = 56  # of base64, for 41 bytes


def looks_like(text: str) -> bool:
    return bool(_code(text))


def _code(text: str) -> str:
    """Return the base64 after the `$` at the end of the text, or an empty string if there is none."""
    found = words(text)
    before, dollar, code = found[-1].text.rpartition("$") if found else ("", "", "")
    return code if dollar and len(code) == _CHARACTERS and (not before or "/" in before) else ""


def read(text: str, size: int | None = None) -> Reading:
    code = _code(text)
    try:
        packed = base64.b64decode(code, validate=True)
    except (binascii.Error, ValueError):
        packed = b""
    if len(packed) != _BYTES:
        raise GridError("write $ and {count} characters of base64, for 81 cells", count=_CHARACTERS)
    givens = [half for byte in packed for half in (byte >> 4, byte & 15)][:81]
    if max(givens) > 9:
        wrong = next(cell for cell, given in enumerate(givens) if given > 9)
        raise GridError(
            "{cell} is {digit}; use digits from 1 to {size}",
            cell=CellFact(wrong, 9),
            digit=givens[wrong],
            size=9,
        )
    grid = Grid.from_digits(3, givens)
    return Reading(grid, "good-sudoku", None, Note(code, grid, gettext("a Good Sudoku code")))


def write(reading: Reading) -> str:
    halves = [*reading.grid.givens, 0]
    packed = bytes(halves[i] << 4 | halves[i + 1] for i in range(0, len(halves), 2))
    return "$" + base64.b64encode(packed).decode("ascii")


format = Format(
    name="good-sudoku",
    title="Good Sudoku code",
    rank=30,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=("$ApAAAIAwAAAQAAUgCXBwBWEAAAAAAAAGMQBwdgBBAABQAAAggAAAYwA=",),
    sizes=(9,),
)
