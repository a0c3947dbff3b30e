"""puzz.link's address of a Sudoku, `https://puzz.link/p?sudoku/9/9/…`, which pzprxs, pzv.jp and others share.

    https://puzz.link/p?sudoku/4/4/g1k23k3g

The cells come after columns and rows: `g` to `z` are 1 to 20 empty ones, `0` to `f` is a digit and `-10` to
`-ff` a larger one, both hexadecimal. `.` is a given whose digit is not known, which is refused.
"""

import re
from itertools import groupby
from operator import not_
from string import ascii_lowercase

from ..core.errors import CellFact, GridError
from ..core.grid import Grid
from ..core.i18n import gettext
from .addresses import is_address
from .base import ANY_SIZE, Format, Note, Reading, empty_cells, misfit_count, usual_shape

_ADDRESS = "https://puzz.link/p?sudoku/"
_FOUND = re.compile(r"[?/]sudoku/([^?#\s]*)", re.IGNORECASE)
_SITES = re.compile(
    r"(https?://)?(www\.)?(puzz\.link|pzv\.jp|pzplus\.tck\.mn|pzprxs\.vercel\.app)/"
)
_HEXADECIMAL = "0123456789abcdef"
_EMPTY = ascii_lowercase[6:]  # letters of 1 to 20 empty cells


def looks_like(text: str) -> bool:
    return is_address(text) and bool(_SITES.match(text.strip().lower()))


def read(text: str, size: int | None = None) -> Reading:
    found = _FOUND.search(text)
    if not found:
        raise GridError("this puzz.link address is not a Sudoku, which begins with p?sudoku/9/9/…")
    parts = found[1].rstrip("/").split("/")
    if len(parts) != 3 or parts[0] != parts[1] or parts[0] not in map(str, ANY_SIZE):
        raise GridError(
            "write sudoku/9/9/ and the cells, for a board of 4 to 25 rows; this may be another kind of puzzle"
        )
    size = int(parts[0])
    givens = _cells(parts[2], size)
    grid = Grid.from_digits(usual_shape(size), givens)
    return Reading(grid, "puzz-link", None, Note(parts[2], grid, gettext("a puzz.link address")))


def _cells(text: str, size: int) -> list[int]:
    givens: list[int] = []
    at = 0
    while at < len(text) and len(givens) <= size * size:
        character = text[at]
        if character in _EMPTY:
            givens += [0] * (_EMPTY.index(character) + 1)
            at += 1
            continue
        width = 3 if character == "-" else 1
        digits = text[at : at + width].lstrip("-").lower()
        value = int(digits, 16) if digits and all(c in _HEXADECIMAL for c in digits) else 0
        if not 1 <= value <= size or (width == 3 and len(digits) != 2):
            raise GridError(
                "{cell} is {digit}; use digits from 1 to {size}",
                cell=CellFact(min(len(givens), size * size - 1), size),
                digit=ascii(text[at : at + width])[1:-1],
                size=size,
            )
        givens.append(value)
        at += width
    if len(givens) != size * size:
        raise misfit_count(len(givens), size)
    return givens


def write(reading: Reading) -> str:
    grid, written = reading.grid, ""
    for is_empty, run in groupby(grid.givens, not_):
        cells = list(run)
        digits = (f"{given:x}" if given < 16 else f"-{given:x}" for given in cells)
        written += empty_cells(len(cells), _EMPTY) if is_empty else "".join(digits)
    return f"{_ADDRESS}{grid.size}/{grid.size}/{written}"


format = Format(
    name="puzz-link",
    title="puzz.link address",
    rank=15,
    looks_like=looks_like,
    read=read,
    write=write,
    sizes=ANY_SIZE,
    examples=(
        f"{_ADDRESS}4/4/g1k23k3g",
        "https://pzprxs.vercel.app/p?sudoku/16/16/-10" + "z" * 12 + "ta",
        "http://pzv.jp/p.html?sudoku/9/9/1zzzy9",
    ),
)
