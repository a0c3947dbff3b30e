"""Interactive Sudoku Solver's constraints, alone or in its address: `.Shape~6x6.Diagonal~1.AntiKnight.~R1C1_5`.

A constraint is a name and its values, and a given is a cell without a name. `Diagonal~1` rises from the bottom
left, `Diagonal~-1` falls. `Jigsaw` has a sign a cell, or the cells of a piece, and adds its pieces to the boxes
unless there is `NoBoxes`. Constraints that are no units are refused by name.
"""

import re
from urllib.parse import unquote

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import gettext
from ..core.shape import Shape, parse
from .addresses import is_address, parameter, site
from .base import ANY_SIZE, BLANKS, Format, Note, Reading, shape_of
from .variants import refuse_rules

_CONSTRAINT = re.compile(r"\.([A-Za-z]*)((?:~[^.~]*)*)(?=\.|\s*$)")
_GIVEN = re.compile(r"R\d{1,2}C\d{1,2}_\d{1,2}")
_CELL = re.compile(r"R\d{1,2}C\d{1,2}")
_NUMBER = re.compile(r"\d+")
_GIVENS = re.compile(r"\.~R\d{1,2}C\d{1,2}_")
_EXTRAS = {
    "Windoku": "windows",
    "AntiKnight": "anti-knight",
    "AntiKing": "anti-king",
    "DisjointSets": "disjoint",
    ("Diagonal", "1"): "diagonal-up",
    ("Diagonal", "-1"): "diagonal-down",
}


def _constraints(text: str) -> str:
    if is_address(text):
        return unquote(parameter(text, "q")) if site(text) == "sigh.github.io" else ""
    return text.strip(BLANKS)


def looks_like(text: str) -> bool:
    found = _constraints(text)
    return found.startswith(".") and _GIVENS.search(found) is not None


def read(text: str, size: int | None = None) -> Reading:
    found = _constraints(text)
    if not _GIVENS.search(found):
        raise GridError("write a given as in .~R1C1_5")
    named = [(name, values.split("~")[1:]) for name, values in _CONSTRAINT.findall(found)]
    shape = _shape(named)
    givens = [0] * shape.size**2
    for name, values in named:
        for value in values if not name else ():
            if not _GIVEN.fullmatch(value):
                raise GridError("write a given as in .~R1C1_5")
            row, column, digit = map(int, _NUMBER.findall(value))
            givens[_cell(row, column, shape.size)] = digit
    grid = Grid.from_digits(shape, givens)
    note = Note(found, grid, gettext("constraints of Interactive Sudoku Solver"))
    return Reading(grid, "sigh", None, note)


def _shape(named: list[tuple[str, list[str]]]) -> Shape:
    names = {name for name, _values in named}
    size, extras, groups, unknown = 9, [], [], []
    pieces: list[object] = []
    for name, values in named:
        extra = _EXTRAS.get(name) or _EXTRAS.get((name, *values[:1]))
        if extra:
            extras.append(extra)
        elif name == "Shape" and len(values) == 1:
            size = _size(values[0])
        elif name == "Jigsaw" and values and not _CELL.fullmatch(values[0]):
            pieces += values[-1]
        elif name in ("Jigsaw", "AllDifferent") and all(map(_CELL.fullmatch, values)):
            places = map(_NUMBER.findall, values)
            groups.append([_cell(int(row), int(column), size) for row, column in places])
        elif name not in ("", "NoBoxes"):
            unknown.append(name)
    refuse_rules(unknown)
    if pieces and "NoBoxes" not in names:
        groups += [[at for at, each in enumerate(pieces) if each == piece] for piece in set(pieces)]
    has_regions = pieces and "NoBoxes" in names
    base = "" if not has_regions and "NoBoxes" not in names else " latin"
    regions = pieces if has_regions else parse(f"{size}x{size}{base}").regions
    return shape_of(size, regions, extras, groups)


def _size(value: str) -> int:
    rows, cross, columns = value.partition("x")
    if not cross or rows != columns or not rows.isdecimal() or not 4 <= int(rows) <= 25:
        refuse_rules([value])
    return int(rows)


def _cell(row: int, column: int, size: int) -> int:
    if not (1 <= row <= size and 1 <= column <= size):
        raise GridError("there is no cell r{row}c{column} on this board", row=row, column=column)
    return (row - 1) * size + column - 1


format = Format(
    name="sigh",
    title="Interactive Sudoku Solver",
    rank=6,
    looks_like=looks_like,
    read=read,
    examples=(
        ".~R1C1_5.~R9C9_7",
        ".Shape~6x6.AntiKnight.~R1C1_5.~R6C6_1",
        "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Diagonal~1.Diagonal~-1.~R1C1_5.~R9C9_7",
    ),
    sizes=ANY_SIZE,
    has_shapes=True,
)
