"""A game id of Simon Tatham's Solo, alone or after `#` in its address: `3x3:e9b6b6_2…`.

Columns and rows of a box, a colon, and the cells: `a` to `z` are 1 to 26 empty ones, a number is a given, and
`_` separates two numbers. Letters after the box are more rules (`x` diagonals, `k` cages, `j` jigsaw), which
are refused, and so are boxes that are no squares. `3x3#123` is a seed for his generator and has no puzzle.
"""

import re

from ..core.errors import GridError
from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import gettext
from .addresses import is_address
from .base import Format, Note, Reading, misfit_count

_ID = re.compile(r"(\d{1,2})x(\d{1,2})([a-z0-9]{0,12})([:#])([a-z0-9_,]*)")
# Symmetry and difficulty for its generator, which are no rules.
_ASKED_FOR = re.compile(r"(?:a|r[24]|m[48]?|md[24]|d[tbsiaeu])*")
_CELLS = re.compile(r"[a-z]|_|\d{1,2}")


def looks_like(text: str) -> bool:
    return _ID.fullmatch(_id(text)) is not None


def _id(text: str) -> str:
    text = text.strip()
    return text.partition("#")[2].replace("%3A", ":") if is_address(text) else text


def read(text: str, size: int | None = None) -> Reading:
    found = _ID.fullmatch(_id(text))
    if not found:
        raise GridError("write 3x3, a colon and the cells, as in 3x3:e9b6b6_2…")
    columns, rows, rules, mark, cells = found.groups()
    if mark == "#":
        raise GridError(
            "this is a seed for Simon Tatham's generator, not a puzzle; copy the game id "
            "with a colon"
        )
    if not _ASKED_FOR.fullmatch(rules) or "," in cells:
        raise GridError(
            "this puzzle has rules beyond plain Sudoku ({rules}); only plain Sudoku can be read",
            rules=rules or ",",
        )
    box = int(columns)
    if columns != rows or not 2 <= box <= 5:
        raise GridError(
            "this board has boxes of {columns}×{rows} cells; only squares of 2×2 to 5×5 "
            "can be read",
            columns=box,
            rows=int(rows),
        )
    givens = _givens(cells, box * box)
    grid = Grid.from_digits(box_for_size(box * box), givens)
    return Reading(grid, "tatham", None, Note(cells, grid, gettext("Simon Tatham's game id")))


def _givens(cells: str, size: int) -> list[int]:
    givens: list[int] = []
    for part in _CELLS.findall(cells):
        if part.isdigit():
            if not 1 <= int(part) <= size:
                raise GridError("{found} is not from 1 to {size}", found=part, size=size)
            givens.append(int(part))
        elif part != "_":
            givens += [0] * (ord(part) - ord("a") + 1)
    if len(givens) != size * size:
        raise misfit_count(len(givens), size)
    return givens


def write(reading: Reading) -> str:
    box, written, empty = reading.grid.box, "", 0
    for given in reading.grid.givens:
        if not given:
            empty += 1
            continue
        written += _empty(empty)
        written += ("_" if written[-1:].isdigit() else "") + str(given)
        empty = 0
    return f"{box}x{box}:{written}{_empty(empty)}"


def _empty(count: int) -> str:
    full, rest = divmod(count, 26)
    return "z" * full + (chr(ord("a") + rest - 1) if rest else "")


format = Format(
    name="tatham",
    title="Simon Tatham's game id",
    rank=16,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        "2x2:1_2e1_2_3e3",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:a1c2_3i",
        "4x4:16zzzzzzzzzt1",
    ),
)
