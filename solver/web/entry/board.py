"""The board to type into: the value of each field, and the grid that the fields stand for.

A field holds a digit, or candidates followed by a question mark. For example, `149?`. An empty field is an
open cell.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.core.errors import CellFact
from solver.engine.core.geometry import Geometry, box_for_size, geometry_of, mask_of
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.notation.base import limits, refuse_large
from solver.models import SIZES

EMPTY = ("", "0", ".")


@dataclass(frozen=True)
class EntryCell:
    field: str
    label: str
    value: str
    marks: str  # the candidates in their places, one line per row, or blank if the value is a digit
    clash: bool
    thick_right: bool
    thick_bottom: bool


@dataclass(frozen=True)
class EntryRow:
    name: str
    cells: list[EntryCell]

    @property
    def drawn(self) -> SafeString:
        """The row's cells as HTML. It is built in Python, because a template takes ten times as long."""
        keys = ' inputmode="numeric"' if len(self.cells) < 10 else ""
        cells = "".join(_draw_cell(cell, keys) for cell in self.cells)
        return mark_safe(cells)  # noqa: S308 - names of ours, and what is escaped


@dataclass(frozen=True)
class Entry:
    """The whole board, rendered once: an empty one is on nearly every front page."""

    size: int
    box: int
    columns: list[str]
    rows: list[EntryRow]
    keys: str  # of the keypad, one character each
    several: int  # puzzles in the text whose first puzzle is shown

    @property
    def sizes(self) -> tuple[int, ...]:
        return sizes()

    @cached_property
    def drawn(self) -> SafeString:
        return render_to_string("solver/_entry_board.html", {"entry": self})


def sizes() -> tuple[int, ...]:
    """Return the sizes of boards that the site accepts, such as 9 and 16."""
    return tuple(size for size in SIZES if size <= limits.size)


def draw_entry(
    values: Mapping[str, str], clashes: frozenset[str], size: int, several: int = 0
) -> Entry:
    """Return the board of the form to type into. `values` has the text of each field, by cell name.

    `clashes` are the names of cells to mark. `several` is the number of puzzles if a list was pasted.
    """
    return cached_entry(get_language() or "", tuple(values.items()), clashes, size, several)


@lru_cache(maxsize=16)
def cached_entry(
    _language: str,
    filled: tuple[tuple[str, str], ...],
    clashes: frozenset[str],
    size: int,
    several: int,
) -> Entry:
    values = dict(filled)
    geometry = geometry_of(box_for_size(size))
    rows = []
    for unit in geometry.rows:
        cells = []
        for column, cell in enumerate(unit.cells, 1):
            name = geometry.cell_names[cell]
            value = values.get(name, "")
            cells.append(
                EntryCell(
                    field=name,
                    label=_("Row %(row)s, column %(column)s")
                    % {"row": unit.number, "column": column},
                    value=value,
                    marks=_in_places(value, geometry),
                    clash=name in clashes,
                    thick_right=column % geometry.box == 0 and column < size,
                    thick_bottom=unit.number % geometry.box == 0 and unit.number < size,
                )
            )
        rows.append(EntryRow(str(unit.number), cells))
    names = [str(number) for number in range(1, size + 1)]
    return Entry(size, geometry.box, names, rows, ALPHABET[1 : size + 1], several)


def _draw_cell(cell: EntryCell, keys: str) -> str:
    marks = {
        "filled": cell.value,
        "marks": cell.marks,
        "clash": cell.clash,
        "right": cell.thick_right,
        "bottom": cell.thick_bottom,
    }
    names = "".join(f" cell--{name}" for name, is_on in marks.items() if is_on)
    places = f' data-marks="{escape(cell.marks)}"' if cell.marks else ""
    wrong = ' aria-invalid="true" aria-describedby="error"' if cell.clash else ""
    return (
        f'<td class="cell{names}"{places}><input name="{cell.field}" value="{escape(cell.value)}"'
        f' aria-label="{escape(cell.label)}"{wrong} maxlength="1"{keys} autocomplete="off"></td>'
    )


def _in_places(value: str, geometry: Geometry) -> str:
    if not value.endswith("?"):
        return ""
    places = [digit if digit in value else " " for digit in ALPHABET[1 : geometry.size + 1]]
    starts = range(0, geometry.size, geometry.box)
    return "\n".join("".join(places[start : start + geometry.box]) for start in starts)


def read_fields(values: Mapping[str, str], size: int) -> engine.Grid:
    """Return the grid of the form's fields, by cell name. It is a position if a field has candidates.

    Raise GridError for a bad value.
    """
    geometry = geometry_of(box_for_size(size))
    givens = [0] * geometry.cell_count
    marks = [geometry.all_digits_mask] * geometry.cell_count
    for cell, name in enumerate(geometry.cell_names):
        text = values.get(name, "").strip()
        digits = _digits(text.removesuffix("?"), size)
        if text in EMPTY:
            continue
        if not digits or (len(digits) > 1 and not text.endswith("?")):
            raise engine.GridError(
                "{cell} contains “{text}”; use one digit from 1 to {highest}",
                cell=CellFact(cell, size),
                text=text[:20],
                highest=ALPHABET[size],
            )
        marks[cell] = mask_of(digits)
        givens[cell] = 0 if text.endswith("?") else digits[0]
    is_position = any(text.strip().endswith("?") for text in values.values())
    return refuse_large(
        engine.Grid(geometry.box, tuple(givens), tuple(marks) if is_position else None)
    )


def _digits(text: str, size: int) -> list[int]:
    """Return the digits that the characters stand for, or [] if any of them is not a digit of this board."""
    # `str.upper` turns some characters beyond ASCII into our digits.
    digits = [ALPHABET.find(c.upper()) if c.isascii() else -1 for c in text]
    return digits if all(1 <= digit <= size for digit in digits) else []


def fields_of(grid: engine.Grid) -> dict[str, str]:
    """Return the texts of the form's fields, by cell name, from which this grid is read again."""
    geometry = grid.geometry
    fields = {}
    for cell, (name, given) in enumerate(zip(geometry.cell_names, grid.givens, strict=True)):
        mask = grid.marks[cell] if grid.marks else geometry.all_digits_mask
        if given:
            fields[name] = ALPHABET[given]
        elif mask != geometry.all_digits_mask:
            fields[name] = "".join(characters_of(mask)) + "?"
    return fields
