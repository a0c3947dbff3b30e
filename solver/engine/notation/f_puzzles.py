"""f-puzzles' address, `https://f-puzzles.com/?load=…`, and SudokuPad's: JSON packed by LZ-string, in base64.

    https://sudokupad.app/fpuzzles…    https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles…

SudokuPad takes f-puzzles' text after `fpuzzles`. Its other identifiers need its server, and `scl…` is another
format. A cell is an object with `value`, `given`, `centerPencilMarks` and `givenPencilMarks`. A value that is
not given was placed, unless no cell has `given` at all. Corner marks are notes of another kind and are left
out. A puzzle with rules beyond units (cages, arrows) is refused by name, because it would have other solutions
here. `region` of a cell, both `diagonal` keys, `antiknight`, `antiking`, `disjointgroups` and `extraregion`
make the shape of the board.
"""

import json
import re
from functools import partial
from typing import Any, NoReturn
from urllib.parse import unquote

from ..core.errors import CellFact, GridError
from ..core.geometry import cell_name, iterate_digits, mask_of_digits
from ..core.grid import Grid
from ..core.i18n import gettext
from ..core.shape import Shape, parse, units_of_extra
from .addresses import is_address, parameter, path, site
from .base import (
    ANY_SIZE,
    Format,
    Note,
    Reading,
    in_rows,
    masks,
    placed_digits,
    shape_of,
    unpack,
    with_placed,
)
from .lz_string import compress, decompress
from .variants import refuse_rules, refuse_variants

_ADDRESS = "https://f-puzzles.com/?load="
_SUDOKUPAD = "https://sudokupad.app/"
_MARK = "fpuzzles"
_CELL = re.compile(r"R(\d{1,2})C(\d{1,2})", re.IGNORECASE)
_EXTRAS = {
    "diagonal+": "diagonal-up",
    "diagonal-": "diagonal-down",
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint",
}
# Keys that say nothing about which digits fit. Any other key that is not empty is a rule.
_NO_RULES = {
    *("size", "title", "author", "ruleset", "grid", "solution", "metadata", "successMessage"),
    *("highlightConflicts", "disabledlogic", "truecandidatesoptions", "msgcorrect"),
}


def looks_like(text: str) -> bool:
    return bool(_packed(text))


def _packed(text: str) -> str:
    """Return the compressed text in an address, or alone, or its JSON, or an empty string if there is none."""
    text = text.strip()
    if is_address(text):
        load = parameter(text, "load") if site(text) == "f-puzzles.com" else ""
        identifier = path(text) or parameter(text, "puzzleid")
        if not load and _MARK in identifier:
            load = identifier.partition(_MARK)[2]
        return unquote(load).replace(" ", "+")
    text = text.removeprefix(_MARK)
    is_unpacked = text.startswith("{") and '"grid"' in text
    return text if is_unpacked or text.startswith("N4Ig") else ""  # the code of `{"`


def read(text: str, size: int | None = None) -> Reading:
    packed = _packed(text)
    if not packed:
        raise GridError(
            "no f-puzzles text found; paste an address with ?load= or a text that begins with N4Ig"
        )
    return _read_packed(packed, size, "f-puzzles")


def _looks_like_sudokupad(text: str) -> bool:
    return bool(_packed_for_sudokupad(text))


def _packed_for_sudokupad(text: str) -> str:
    """Return the text after `fpuzzles`, in the path or as `puzzleid`, or an empty string."""
    if not is_address(text):
        return ""
    for part in (parameter(text, "puzzleid"), path(text)):
        before, mark, packed = part.partition(_MARK)  # `packed` may contain a slash
        if mark and not before.rpartition("/")[2]:
            return unquote(packed).replace(" ", "+")
    return ""


def _read_sudokupad(text: str, size: int | None = None) -> Reading:
    packed = _packed_for_sudokupad(text)
    if not packed:
        raise GridError("this address does not contain a puzzle, which is fpuzzles and a long text")
    return _read_packed(packed, size, "sudokupad")


def _read_packed(packed: str, size: int | None, format: str) -> Reading:
    """Return the puzzle of an f-puzzles text, which is compressed. The reading says that it is of `format`.

    `size` may be None if it is not known. Raise GridError if it cannot be read or has more rules than Sudoku.
    """
    puzzle = _object(packed if packed.startswith("{") else unpack(decompress, packed))
    _refuse_rules(puzzle)
    size = _size(puzzle, size)
    cells = _cells(puzzle.get("grid"), size)
    values = [_digit(cell.get("value"), index, size) for index, cell in enumerate(cells)]
    known = [cell.get("given") is True for cell in cells]
    if not any("given" in cell for cell in cells):
        known = [True] * len(cells)
    givens = [value if given else 0 for value, given in zip(values, known, strict=True)]
    placed = {c: v for c, v in enumerate(values) if v and not known[c]}
    grid = Grid.from_digits(_shape(puzzle, cells, size), givens)
    candidates = _with_marks(cells, grid, with_placed(grid, placed), values)
    note = Note(packed, grid, gettext("an f-puzzles address"), len(placed))
    return Reading(grid, format, candidates, note)


def _object(text: str) -> dict[str, Any]:
    def refuse(constant: str) -> NoReturn:
        raise ValueError(constant)

    try:
        puzzle = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        raise GridError("the f-puzzles text does not unpack to JSON") from None
    if not isinstance(puzzle, dict):
        raise GridError(
            "the f-puzzles text does not contain a puzzle: an object with size and grid"
        )
    return puzzle


def _refuse_rules(puzzle: dict[str, Any]) -> None:
    known = {*_NO_RULES, *_EXTRAS, "extraregion"}
    refuse_rules(sorted(key for key, value in puzzle.items() if value and key not in known))
    refuse_variants(str(puzzle.get("ruleset") or ""))


def _size(puzzle: dict[str, Any], size: int | None) -> int:
    found = puzzle.get("size", size or 9)
    if type(found) is not int or found not in ANY_SIZE:
        raise GridError("the size in f-puzzles is not from 4 to 25")
    return found


def _cells(rows: Any, size: int) -> list[dict[str, Any]]:
    if not isinstance(rows, list) or len(rows) != size:
        raise GridError("the f-puzzles grid does not have {size} rows", size=size)
    cells: list[dict[str, Any]] = []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, list) or len(row) != size:
            raise GridError(
                "row {row} of the f-puzzles grid does not have {size} cells", row=number, size=size
            )
        for cell in row:
            if not isinstance(cell, dict):
                place = CellFact(len(cells), size)
                raise GridError("{cell} of the f-puzzles grid is not an object", cell=place)
            cells.append(cell)
    return cells


def _shape(puzzle: dict[str, Any], cells: list[dict[str, Any]], size: int) -> Shape:
    usual = parse(f"{size}x{size}").regions
    found = [str(cell.get("region", usual and usual[at])) for at, cell in enumerate(cells)]
    regions = None if set(found) == {"None"} else found
    extras = [extra for key, extra in _EXTRAS.items() if puzzle.get(key)]
    return shape_of(size, regions, extras, _groups(puzzle.get("extraregion") or [], size))


def _groups(regions: Any, size: int) -> list[list[int]]:
    try:
        return [[_place(name, size) for name in each["cells"]] for each in regions]
    except (KeyError, TypeError):
        raise GridError("an extra region in f-puzzles is no list of cells") from None


def _place(name: str, size: int) -> int:
    found = _CELL.fullmatch(name)
    row, column = (int(found[1]), int(found[2])) if found else (0, 0)
    if not (1 <= row <= size and 1 <= column <= size):
        raise GridError("an extra region in f-puzzles has a cell that is not on the board")
    return (row - 1) * size + column - 1


def _digit(value: Any, cell: int, size: int) -> int:
    if value is None or value == 0:
        return 0
    if type(value) is not int or not 1 <= value <= size:
        raise GridError(
            "{cell}: use a value from 1 to {size}", cell=CellFact(cell, size), size=size
        )
    return value


def _with_marks(
    cells: list[dict[str, Any]], grid: Grid, candidates: tuple[int, ...] | None, values: list[int]
) -> tuple[int, ...] | None:
    """Return candidates narrowed to the pencil marks, unchanged if there are none."""
    marked: dict[int, int] = {}
    for index, cell in enumerate(cells):
        for key in ("givenPencilMarks", "centerPencilMarks"):
            marks = cell.get(key)
            if marks and not values[index]:
                if not isinstance(marks, list):
                    raise GridError(
                        "{cell}: {key} is not a list", cell=CellFact(index, grid.size), key=key
                    )
                mask = mask_of_digits([_digit(mark, index, grid.size) or 1 for mark in marks])
                marked[index] = marked.get(index, mask) & mask
    if not marked:
        return candidates
    return tuple(marked.get(cell, mask) for cell, mask in enumerate(candidates or masks(grid)))


def write(reading: Reading) -> str:
    return _ADDRESS + _pack(reading)


def _write_for_sudokupad(reading: Reading) -> str:
    return _SUDOKUPAD + _MARK + _pack(reading)


def _pack(reading: Reading) -> str:
    """Return a puzzle as the compressed text of an f-puzzles address, which other sites take too."""
    grid = reading.grid
    placed = placed_digits(reading)
    cells: list[dict[str, Any]] = []
    for cell, given in enumerate(grid.givens):
        if given:
            cells.append({"value": given, "given": True})
        elif cell in placed:
            cells.append({"value": placed[cell], "given": False})
        elif reading.candidates and reading.candidates[cell]:
            cells.append({"centerPencilMarks": list(iterate_digits(reading.candidates[cell]))})
        else:
            cells.append({})
    puzzle = {"size": grid.size, "title": "", "author": "", "ruleset": ""}
    puzzle |= {"grid": in_rows(cells, grid.size)} | _said_of(grid.shape, cells)
    return compress(json.dumps(puzzle, separators=(",", ":")))


def _said_of(shape: Shape, cells: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the keys for the shape of a board, whose regions are put into the cells."""
    if shape.regions != parse(f"{shape.size}x{shape.size}").regions:
        for at, cell in enumerate(cells):
            cell["region"] = shape.regions and shape.regions[at]
    both = {"diagonal+", "diagonal-"} if "diagonals" in shape.extras else set()
    said: dict[str, Any] = {
        key: True for key, extra in _EXTRAS.items() if extra in shape.extras or key in both
    }
    others = [name for name in shape.extras if name not in (*_EXTRAS.values(), "diagonals")]
    groups = [cells for name in others for cells in units_of_extra(name, shape)]
    regions = [
        {"cells": [cell_name(cell, shape.size).upper() for cell in group]}
        for group in (*groups, *shape.groups)
    ]
    return said | ({"extraregion": regions} if regions else {})


_SMALL = Grid(2, (1, 2, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 3))
_PACKED = _pack(Reading(_SMALL, "f-puzzles"))
_of_any_shape = partial(Format, sizes=ANY_SIZE, has_shapes=True)

format = (
    _of_any_shape(
        name="f-puzzles",
        title="f-puzzles address",
        rank=12,
        looks_like=looks_like,
        read=read,
        write=write,
        examples=(
            _ADDRESS + _PACKED,
            _write_for_sudokupad(Reading(_SMALL, "f-puzzles", masks(_SMALL))),
        ),
    ),
    _of_any_shape(
        name="sudokupad",
        title="SudokuPad address",
        rank=13,
        looks_like=_looks_like_sudokupad,
        read=_read_sudokupad,
        write=_write_for_sudokupad,
        examples=(
            "https://app.crackingthecryptic.com/sudoku/?puzzleid=" + _MARK + _PACKED,
            _SUDOKUPAD + "scf?puzzleid=" + _MARK + _PACKED,
        ),
    ),
)
