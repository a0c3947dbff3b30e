"""lisudoku's address, `https://lisudoku.xyz/e?import=…`: JSON packed by LZ-string, in base64.

`fixedNumbers` has the givens, with rows and columns from 0. `regions` and `extraRegions` are lists of cells.
`primaryDiagonal` falls from the top left, `secondaryDiagonal` rises. Any other key that is not empty is a rule
that is no unit, and is refused by name.
"""

import json
from typing import Any
from urllib.parse import unquote

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import gettext
from ..core.shape import parse
from .addresses import is_address, parameter, site
from .base import ANY_SIZE, Format, Note, Reading, shape_of, unpack
from .lz_string import compress, decompress
from .variants import refuse_rules

_EXTRAS = {
    "primaryDiagonal": "diagonal-down",
    "secondaryDiagonal": "diagonal-up",
    "antiKnight": "anti-knight",
    "antiKing": "anti-king",
}
_KNOWN = {"gridSize", "fixedNumbers", "regions", "extraRegions", *_EXTRAS}


def looks_like(text: str) -> bool:
    return (
        is_address(text)
        and site(text) == "lisudoku.xyz"
        and parameter(text, "import").startswith("N4Ig")
    )


def read(text: str, size: int | None = None) -> Reading:
    packed = unquote(parameter(text, "import")).replace(" ", "+")
    try:
        puzzle = json.loads(unpack(decompress, packed))
    except (ValueError, RecursionError):
        puzzle = None
    if not isinstance(puzzle, dict):
        raise GridError("the address does not unpack to a puzzle")
    refuse_rules(key for key, value in puzzle.items() if value and key not in _KNOWN)
    size = puzzle.get("gridSize", 9)
    if type(size) is not int or not 4 <= size <= ANY_SIZE[-1]:
        raise GridError("the address has no size from 4 to 25")
    regions: list[object] | None = None
    if puzzle.get("regions"):
        regions = [None] * size**2
        for number, cells in enumerate(_lists(puzzle["regions"])):
            for cell in cells:
                regions[_cell(cell, size)] = number
    givens = [0] * size**2
    for each in _lists([puzzle.get("fixedNumbers") or []])[0]:
        value = each.get("value")
        if type(value) is not int:
            raise GridError("the address has a given without a digit")
        givens[_cell(each.get("position"), size)] = value
    extras = [extra for key, extra in _EXTRAS.items() if puzzle.get(key)]
    further = _lists(puzzle.get("extraRegions") or [])
    groups = [[_cell(cell, size) for cell in cells] for cells in further]
    shape = shape_of(size, regions or parse(f"{size}x{size}").regions, extras, groups)
    grid = Grid.from_digits(shape, givens)
    return Reading(grid, "lisudoku", None, Note(packed, grid, gettext("an address of lisudoku")))


def _lists(value: Any) -> list[list[dict[str, Any]]]:
    if isinstance(value, list) and all(
        isinstance(each, list) and all(isinstance(cell, dict) for cell in each) for each in value
    ):
        return value
    raise GridError("the address does not unpack to a puzzle")


def _cell(position: Any, size: int) -> int:
    row, column = (position or {}).get("row"), (position or {}).get("col")
    if type(row) is int and type(column) is int and 0 <= row < size and 0 <= column < size:
        return row * size + column
    raise GridError("the address has a cell that is not on the board")


_GIVEN = {"position": {"row": 0, "col": 0}, "value": 5}
_EXAMPLE = {"gridSize": 9, "antiKing": True, "fixedNumbers": [_GIVEN]}

format = Format(
    name="lisudoku",
    title="Address of lisudoku",
    rank=8,
    looks_like=looks_like,
    read=read,
    examples=("https://lisudoku.xyz/e?import=" + compress(json.dumps(_EXAMPLE)),),
    sizes=ANY_SIZE,
    has_shapes=True,
)
