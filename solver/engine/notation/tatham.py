"""A game id of Simon Tatham's Solo, alone or after `#` in its address: `3x3:e9b6b6_2…`.

Rows and columns of a box, a colon, and the cells: `a` to `z` are 1 to 26 empty ones, a number is a given, and
`_` separates two numbers. `x` after the box means both diagonals. `9j` is a jigsaw: a comma and its lines
follow the cells: runs of neighbours without a line between, `_` for 0, `a` to `y` for 1 to 25, `z` for 25 that
no line ends. They go from column to column row by row, then from row to row column by column. `k` (cages) is
refused.
`3x3#123` is a seed for his generator and has no puzzle.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from operator import not_

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import gettext
from ..core.shape import parse
from .addresses import is_address
from .base import ANY_SIZE, Format, Note, Reading, empty_cells, misfit_count, shape_of
from .variants import refuse_rules

_ID = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?([a-z0-9]{0,12})([:#])([a-z0-9_,]*)")
# Symmetry and difficulty for its generator, which are no rules.
_ASKED_FOR = re.compile(r"(?:a|r[24]|m[48]?|md[24]|d[tbsiaeu])*")
_RULES = re.compile(r"([xjk]*)(.*)")
_CELLS = re.compile(r"[a-z]|_|\d{1,2}")
_UNENDED = 25  # the longest run of neighbours, which no line ends


def looks_like(text: str) -> bool:
    found = _ID.fullmatch(_id(text))
    return found is not None and (found[2] is not None or "j" in found[3])


def _id(text: str) -> str:
    text = text.strip()
    return (
        text.partition("#")[2].replace("%3A", ":").replace("%2C", ",") if is_address(text) else text
    )


def read(text: str, size: int | None = None) -> Reading:
    found = _ID.fullmatch(_id(text))
    if not found:
        raise GridError("write 3x3, a colon and the cells, as in 3x3:e9b6b6_2…")
    rows, columns, letters, mark, content = found.groups()
    if mark == "#":
        raise GridError(
            "this is a seed for Simon Tatham's generator, not a puzzle; copy the game id "
            "with a colon"
        )
    said = _RULES.fullmatch(letters)
    rules, asked = (said[1], said[2]) if said else ("", letters)
    if not _ASKED_FOR.fullmatch(asked):
        refuse_rules([asked])
    refuse_rules(["cages (k)"] * ("k" in rules))
    size = int(rows) * int(columns or 1)
    if size not in ANY_SIZE:
        raise GridError("this board has {size} rows; use 4 to 25", size=size)
    cells, comma, lines = content.partition(",")
    if bool(comma) != ("j" in rules):
        raise GridError("a jigsaw has j before the colon, and its lines after a comma")
    boxes = parse(
        f"{size}x{size} boxes:{rows}x{columns}" if columns not in (None, "1") else f"{size}x{size}"
    )
    regions = _regions(lines, size) if comma else boxes.regions
    shape = shape_of(size, regions, ["diagonals"] * ("x" in rules))
    grid = Grid.from_digits(shape, _givens(cells, size))
    return Reading(grid, "tatham", None, Note(content, grid, gettext("Simon Tatham's game id")))


def _regions(lines: str, size: int) -> list[int]:
    """Return the region of each cell by a jigsaw's lines: cells without a line between are of one region."""
    between = size * (size - 1)
    parts = list(range(size * size))

    def root(cell: int) -> int:
        while parts[cell] != cell:
            cell = parts[cell]
        return cell

    at = 0
    for character in lines:
        run = min("_abcdefghijklmnopqrstuvwxyz".find(character), _UNENDED)
        if run < 0:
            raise GridError("“{found}” is no run of lines", found=character)
        for place in range(at, min(at + run, 2 * between)):
            across, down = divmod(place % between, size - 1)
            cell = across * size + down if place < between else down * size + across
            other = cell + (1 if place < between else size)
            parts[root(other)] = root(cell)
        at += run + (character != "z")
    if at != 2 * between + 1 and at != 2 * between:
        raise GridError("the lines of this jigsaw are too many or too few")
    return [root(cell) for cell in range(size * size)]


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
    shape, written = reading.grid.shape, ""
    if shape.regions is None or shape.groups or not set(shape.extras) <= {"diagonals"}:
        raise GridError(
            "Simon Tatham’s game id cannot say that the board is {shape}", shape=str(shape)
        )
    for is_empty, run in groupby(reading.grid.givens, not_):
        cells = list(run)
        written += empty_cells(len(cells)) if is_empty else "_".join(map(str, cells))
    boxes = "x".join(map(str, shape.boxes)) if shape.boxes else str(shape.size)
    rules = "x" * bool(shape.extras) + "j" * (not shape.boxes)
    lines = "" if shape.boxes else "," + _lines(shape.regions, shape.size)
    return f"{boxes}{rules}:{written}{lines}"


def _lines(regions: Sequence[int], size: int) -> str:
    """Return the lines between cells of different regions. The last run ends with a line that there is not."""
    cells = range(size * size)
    across = [regions[cell] != regions[cell + 1] for cell in cells if (cell + 1) % size]
    down = [
        regions[cell] != regions[cell + size]
        for column in range(size)
        for cell in cells[column:-size:size]
    ]
    written, run = "", 0
    for is_line in [*across, *down, True]:
        if is_line:
            written, run = written + "_abcdefghijklmnopqrstuvwxy"[run], 0
        else:
            run += 1
        if run == _UNENDED:
            written, run = written + "z", 0
    return written


format = Format(
    name="tatham",
    title="Simon Tatham's game id",
    rank=16,
    looks_like=looks_like,
    read=read,
    write=write,
    sizes=ANY_SIZE,
    has_shapes=True,
    examples=(
        "2x2:1_2e1_2_3e3",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:a1c2_3i",
        "4x4:16zzzzzzzzzt1",
        "2x3:1zh6",
        "3x3x:9zzza8",
    ),
)
