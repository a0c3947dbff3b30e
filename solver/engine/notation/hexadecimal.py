"""A 16×16 board in the hexadecimal digits 0 to F, with 0 as the first digit and `.` as an empty cell.

It differs from a line by having both 0 and another mark for an empty cell.
"""

from ..core.i18n import gettext
from .base import NO_BLANKS, Format, Note, Reading
from .letters import read_alphabet
from .line import EMPTY
from .rulers import without_bars

_ALPHABET = "0123456789ABCDEF"
_EMPTY = EMPTY.replace("0", "")


def looks_like(text: str) -> bool:
    bare = without_bars(text).translate(NO_BLANKS)
    return (
        len(bare) == 256
        and all(c.isascii() and (c.upper() in _ALPHABET or c in _EMPTY) for c in bare)
        and "0" in bare
        and any(c in _EMPTY for c in bare)
    )


def read(text: str, size: int | None = None) -> Reading:
    grid = read_alphabet(without_bars(text), size, _ALPHABET, _EMPTY)
    return Reading(
        grid, "hexadecimal", None, Note(text, grid, gettext("a 16×16 board from 0 to F"))
    )


def write(reading: Reading) -> str:
    return "".join(_ALPHABET[given - 1] if given else "." for given in reading.grid.givens)


format = Format(
    name="hexadecimal",
    title="16×16, 0 to F",
    rank=82,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=("0123456789abcdef" + "." * 240,),
    sizes=(16,),
)
