"""SumoCue's text, version 1: `SumoCueV1`, and for each cell `=`, its digit or 0, `J` and its region.

    SumoCueV1=5J0=0J0=0J1…

A `D` after the version means both diagonals. A killer, with a sum above 9 or `+` and the cell of a cage, is
refused. So is what it calls a Perfect Sudoku, `3x3:d:k:` and 81 numbers, which has cages too.
"""

import re

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import gettext
from .base import Format, Note, Reading, misfit_count, shape_of
from .variants import refuse_rules

_MARK = "SumoCueV1"
_CELL = re.compile(r"=(\d{1,3})J(\d{1,2})")
_CAGE = re.compile(r"\+\d|=\d\d")
_PERFECT = re.compile(r"\s*\d{1,2}x\d{1,2}:[a-z]*:k:", re.IGNORECASE)


def looks_like(text: str) -> bool:
    return text.lstrip().startswith(_MARK) or _PERFECT.match(text) is not None


def read(text: str, size: int | None = None) -> Reading:
    content = "".join(text.split()).removeprefix(_MARK)
    flags, _equals, _rest = content.partition("=")
    refuse_rules(["cages"] if _CAGE.search(content) or _PERFECT.match(text) else [])
    refuse_rules([flags] if flags not in ("", "D") else [])
    cells = _CELL.findall(content)
    if (
        len(cells) != 81
        or "".join(f"={digit}J{region}" for digit, region in cells) != content[len(flags) :]
    ):
        raise (
            misfit_count(len(cells), 9)
            if len(cells) != 81
            else GridError("write each cell as in =5J0")
        )
    shape = shape_of(9, [region for _digit, region in cells], ["diagonals"] * bool(flags))
    grid = Grid.from_digits(shape, [int(digit) for digit, _region in cells])
    return Reading(grid, "sumocue", None, Note(content, grid, gettext("SumoCue’s text")))


def write(reading: Reading) -> str:
    shape = reading.grid.shape
    if shape.regions is None or shape.groups or not set(shape.extras) <= {"diagonals"}:
        raise GridError(
            "{what} cannot say that the board is {shape}", what="SumoCue", shape=str(shape)
        )
    cells = zip(reading.grid.givens, shape.regions, strict=True)
    written = "".join(f"={given}J{region}" for given, region in cells)
    return f"{_MARK}{'D' * bool(shape.extras)}{written}"


format = Format(
    name="sumocue",
    title="SumoCue",
    rank=4,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(_MARK + "".join(f"={5 * (cell == 0)}J{cell // 9}" for cell in range(81)),),
    sizes=(9,),
    has_shapes=True,
)
