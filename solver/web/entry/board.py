"""The board to type into: what each of its fields holds, and the grid that these fields mean.

A field holds a digit, or candidates with a question mark after them: `149?`. An empty one holds nothing yet.
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
from solver.engine.core.errors import Cell
from solver.engine.core.geometry import Geometry, box_for_size, geometry, mask_of
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.notation.base import limits, refuse_large
from solver.models import SIZES

EMPTY = ("", "0", ".")


@dataclass(frozen=True)
class EntryCell:
    field: str
    label: str
    value: str
    marks: str  # the candidates in their places, a line a row; empty where there are none
    clash: bool
    thick_right: bool
    thick_bottom: bool


@dataclass(frozen=True)
class EntryRow:
    name: str
    cells: list[EntryCell]

    @property
    def drawn(self) -> SafeString:
        """Its cells as HTML, as in `boards/markup`: a template takes ten times as long for each."""
        keys = ' inputmode="numeric"' if len(self.cells) < 10 else ""
        cells = "".join(_drawn(cell, keys) for cell in self.cells)
        return mark_safe(cells)  # noqa: S308 - names of ours, and what is escaped


@dataclass(frozen=True)
class Entry:
    """The whole board, drawn once however many ask for it: an empty one is on nearly every front page."""

    size: int
    box: int
    columns: list[str]
    rows: list[EntryRow]
    keys: str  # of the keypad, a character each
    several: int  # puzzles of the text whose first one stands here

    @property
    def sizes(self) -> tuple[int, ...]:
        return sizes()

    @cached_property
    def drawn(self) -> SafeString:
        return render_to_string("solver/_entry_board.html", {"entry": self})


def sizes() -> tuple[int, ...]:
    """Sizes of the boards that are taken."""
    return tuple(size for size in SIZES if size <= limits.size)


def draw_entry(
    values: Mapping[str, str], clashes: frozenset[str], size: int, several: int = 0
) -> Entry:
    """The board of the form: what stands in each field, by the cell's name, and which are ringed."""
    return drawn_entry(get_language() or "", tuple(values.items()), clashes, size, several)


@lru_cache(maxsize=16)
def drawn_entry(
    _language: str,
    filled: tuple[tuple[str, str], ...],
    clashes: frozenset[str],
    size: int,
    several: int,
) -> Entry:
    values = dict(filled)
    shape = geometry(box_for_size(size))
    rows = []
    for unit in shape.rows:
        cells = []
        for column, cell in enumerate(unit.cells, 1):
            name = shape.cell_names[cell]
            value = values.get(name, "")
            cells.append(
                EntryCell(
                    field=name,
                    label=_("Row %(row)s, column %(column)s")
                    % {"row": unit.number, "column": column},
                    value=value,
                    marks=_in_places(value, shape),
                    clash=name in clashes,
                    thick_right=column % shape.box == 0 and column < size,
                    thick_bottom=unit.number % shape.box == 0 and unit.number < size,
                )
            )
        rows.append(EntryRow(str(unit.number), cells))
    names = [str(number) for number in range(1, size + 1)]
    return Entry(size, shape.box, names, rows, ALPHABET[1 : size + 1], several)


def _drawn(cell: EntryCell, keys: str) -> str:
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


def _in_places(value: str, shape: Geometry) -> str:
    if not value.endswith("?"):
        return ""
    places = [digit if digit in value else " " for digit in ALPHABET[1 : shape.size + 1]]
    lines = [places[start : start + shape.box] for start in range(0, shape.size, shape.box)]
    return "\n".join("".join(line) for line in lines)


def read_fields(values: Mapping[str, str], size: int) -> engine.Grid:
    """The grid that the fields mean, a position where one holds candidates; GridError names a bad one."""
    shape = geometry(box_for_size(size))
    givens = [0] * shape.cell_count
    marks = [shape.all_digits_mask] * shape.cell_count
    for cell, name in enumerate(shape.cell_names):
        text = values.get(name, "").strip()
        digits = _digits(text.removesuffix("?"), size)
        if text in EMPTY:
            continue
        if not digits or (len(digits) > 1 and not text.endswith("?")):
            raise engine.GridError(
                "{cell} holds “{text}”; use one digit from 1 to {highest}",
                cell=Cell(cell, size),
                text=text[:20],
                highest=ALPHABET[size],
            )
        marks[cell] = mask_of(digits)
        givens[cell] = 0 if text.endswith("?") else digits[0]
    is_position = any(text.strip().endswith("?") for text in values.values())
    return refuse_large(
        engine.Grid(shape.box, tuple(givens), tuple(marks) if is_position else None)
    )


def _digits(text: str, size: int) -> list[int]:
    """The digits that characters stand for; none where one of them is no digit of the board."""
    # Some letters far from ours have a capital among ours.
    found = [ALPHABET.find(c.upper()) if c.isascii() else -1 for c in text]
    return found if all(1 <= digit <= size for digit in found) else []


def fields_of(grid: engine.Grid) -> dict[str, str]:
    """The fields that mean this grid, by the cell's name."""
    shape = grid.geometry
    fields = {}
    for cell, (name, given) in enumerate(zip(shape.cell_names, grid.givens, strict=True)):
        mask = grid.marks[cell] if grid.marks else shape.all_digits_mask
        if given:
            fields[name] = ALPHABET[given]
        elif mask != shape.all_digits_mask:
            fields[name] = "".join(characters_of(mask)) + "?"
    return fields
