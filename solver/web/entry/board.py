"""The board to type into: the value of each field, and the grid that the fields stand for.

A field holds a digit, or candidates followed by a question mark. For example, `149?`. An empty field is an
open cell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _

from solver import engine
from solver.boards.cells import style_of
from solver.boards.ground import Ground, ground_of, name_further_sets, places_of
from solver.engine.core.display import places_in_cell
from solver.engine.core.errors import CellFact
from solver.engine.core.geometry import Geometry, geometry_of, mask_of_digits
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.core.shape import EXTRAS, LARGEST, SMALLEST, Shape, parse
from solver.engine.notation.base import in_rows, limits, refuse_large
from solver.models import SIZES

EMPTY = ("", "0", ".")
USUAL = "9x9"
# Boards that people know by a name.
NAMED = (
    *("4x4", "6x6", "9x9", "12x12", "16x16", "25x25"),
    *("9x9 diagonals", "9x9 windows", "9x9 anti-knight"),
)


@dataclass(frozen=True)
class Entry:
    """The whole board, rendered once: an empty one is on nearly every front page."""

    shape: Shape
    ground: Ground
    sets: str | None  # beside rows and columns, for the script
    columns: list[str]
    rows: list[tuple[str, SafeString]]  # the name of each, and its cells as HTML
    keys: str  # of the keypad, one character each
    several: int  # puzzles in the text whose first puzzle is shown

    @property
    def size(self) -> int:
        return self.shape.size

    @property
    def across(self) -> int:
        """The places of a cell beside each other."""
        return places_in_cell(self.size)[1]

    @property
    def style(self) -> str:
        return style_of(self.size)

    @property
    def named(self) -> list[tuple[str, str, bool]]:
        """(name, title, whether it is this board) of each board that is offered by a name."""
        return [
            (shape.name, shape.title, shape == self.shape)
            for shape in map(parse, NAMED)
            if shape.size <= limits.size
        ]

    @property
    def is_usual(self) -> bool:
        """Whether the board is the usual one, so that nobody has to look for another."""
        return self.shape.name == USUAL

    @property
    def all_sizes(self) -> range:
        """The sizes of boards of any shape."""
        return range(SMALLEST, min(LARGEST, limits.size) + 1)

    @property
    def rules(self) -> list[tuple[str, str, bool]]:
        """(name, title, whether the board has it) of each further rule that a board may have."""
        return [
            (name, str(extra.title), name in self.shape.extras) for name, extra in EXTRAS.items()
        ]

    @property
    def regions(self) -> str:
        """The letter of the region of each cell if they are crooked, a row a line."""
        if not self.ground.is_crooked:
            return ""
        letters = self.shape.name.split()[0].removeprefix("jigsaw:")
        return "\n".join(in_rows(letters, self.size))

    @cached_property
    def drawn(self) -> SafeString:
        return render_to_string("solver/_entry_board.html", {"entry": self})

    @cached_property
    def kinds(self) -> SafeString:
        """The choice of another kind of board as HTML."""
        return render_to_string("solver/_shapes.html", {"entry": self})


def sizes() -> tuple[int, ...]:
    """Return the sizes of boards that the site accepts, such as 9 and 16."""
    return tuple(size for size in SIZES if size <= limits.size)


def draw_entry(
    values: Mapping[str, str], clashes: frozenset[str], shape: Shape, several: int = 0
) -> Entry:
    """Return the board of the form to type into. `values` has the text of each field, by cell name.

    `clashes` are the names of cells to mark. `several` is the number of puzzles if a list was pasted.
    """
    return cached_entry(get_language() or "", tuple(values.items()), clashes, shape, several)


@lru_cache(maxsize=16)
def cached_entry(
    _language: str,
    filled: tuple[tuple[str, str], ...],
    clashes: frozenset[str],
    shape: Shape,
    several: int,
) -> Entry:
    values, size = dict(filled), shape.size
    geometry, ground = geometry_of(shape), ground_of(shape)
    cells = [
        _draw_cell(geometry, ground, cell, values.get(name, ""), name in clashes)
        for cell, name in enumerate(geometry.cell_names)
    ]
    names = [str(number) for number in range(1, size + 1)]
    drawn = [mark_safe("".join(row)) for row in in_rows(cells, size)]  # noqa: S308 - names of ours, and what is escaped
    rows = list(zip(names, drawn, strict=True))
    keys = ALPHABET[1 : size + 1]
    return Entry(shape, ground, name_further_sets(geometry), names, rows, keys, several)


def _draw_cell(geometry: Geometry, ground: Ground, cell: int, value: str, is_clash: bool) -> str:
    """Return a cell as HTML. It is built in Python, because a template takes ten times as long."""
    size, name = geometry.size, geometry.cell_names[cell]
    row, column = divmod(cell, size)
    label = _("Row %(row)s, column %(column)s") % {"row": row + 1, "column": column + 1}
    if not geometry.shape.square_box:
        label += places_of(geometry, cell)
    places = _in_places(value, size)  # of candidates, one line per row, or blank if it is a digit
    marks = {
        "filled": value,
        "marks": places,
        "clash": is_clash,
        "right": cell in ground.edges.right,
        "bottom": cell in ground.edges.below,
    }
    names = "".join(f" cell--{mark}" for mark, is_on in marks.items() if is_on)
    drawn = f' data-marks="{escape(places)}"' if places else ""
    wrong = ' aria-invalid="true" aria-describedby="error status"' if is_clash else ""
    keys = ' inputmode="numeric"' if size < 10 else ""
    return (
        f'<td class="cell{names}"{drawn}><input name="{name}" value="{escape(value)}"'
        f' aria-label="{escape(label)}"{wrong} maxlength="1"{keys} autocomplete="off"></td>'
    )


def _in_places(value: str, size: int) -> str:
    if not value.endswith("?"):
        return ""
    places = "".join(digit if digit in value else " " for digit in ALPHABET[1 : size + 1])
    return "\n".join(in_rows(places, places_in_cell(size)[1]))


def read_shape(data: QueryDict, rules: Sequence[str], usual: Shape) -> Shape:
    """Return the board that a form asks for: by the name in `shape`, or by `size`, `rules` and `regions`.

    `regions` has a letter or digit for the region of each cell. Without any of them it is the `usual` board.
    Raise ValueError if they make no board, or one that is larger than the site accepts.
    """
    regions = "".join(str(data.get("regions", "")).split())
    if data.get("shape"):
        shape = parse(str(data["shape"]))
    elif regions:
        letters = regions.translate(str.maketrans("123456789", "ABCDEFGHI"))
        shape = parse(" ".join([f"jigsaw:{letters}", *rules]))
    elif rules or data.get("size"):
        size = data.get("size") or str(usual.size)
        if size not in map(str, range(SMALLEST, LARGEST + 1)):
            return usual
        shape = parse(" ".join([f"{size}x{size}", *rules]))
    else:
        return usual
    refuse_large(engine.Grid(shape, (0,) * shape.size**2))
    return shape


def read_fields(values: Mapping[str, str], shape: Shape) -> engine.Grid:
    """Return the grid of the form's fields, by cell name. It is a position if a field has candidates.

    Raise GridError for a bad value.
    """
    geometry, size = geometry_of(shape), shape.size
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
        marks[cell] = mask_of_digits(digits)
        givens[cell] = 0 if text.endswith("?") else digits[0]
    is_position = any(text.strip().endswith("?") for text in values.values())
    return refuse_large(engine.Grid(shape, tuple(givens), tuple(marks) if is_position else None))


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
