"""Simple Sudoku's clipboard: two or three grids below each other, of the same puzzle.

First the givens, then givens and placed digits, then the candidates. The second grid may be missing. Bars
and borders are as in a boxed grid. Only 9×9.
"""

from ..core.errors import CellFact, GridError
from ..core.grid import Grid
from ..core.i18n import characters_of, gettext
from .base import BLANKS, Format, Note, Reading, with_placed, words
from .boxed import EXAMPLE, read as read_boxed
from .pencilmarks import looks_like as is_pencilmarks, read as read_pencilmarks
from .rulers import without_rulers


def looks_like(text: str) -> bool:
    return len(_blocks(text)) > 1


def _blocks(text: str) -> list[str]:
    """Return the grids, each with empty lines for the others, so that errors name the right line."""
    drawn = without_rulers(text).split("\n")
    rows = [number for number, line in enumerate(drawn) if line.strip(BLANKS)]
    if len(rows) not in (18, 27) or len(words(drawn[rows[0]])) not in (1, 3, 9):
        return []
    return [
        "\n".join(line if n in rows[start : start + 9] else "" for n, line in enumerate(drawn))
        for start in range(0, len(rows), 9)
    ]


def read(text: str, size: int | None = None) -> Reading:
    blocks = _blocks(text)
    if not blocks or size not in (None, 9):
        raise GridError("write two or three 9×9 grids of nine rows each")
    grid = read_boxed(blocks[0], 9).grid
    placed: dict[int, int] = {}
    candidates = None
    for block in blocks[1:]:
        if is_pencilmarks(block):
            marks = read_pencilmarks(block, 9)
            candidates = marks.candidates
            later = marks.grid
            _check_marks(grid, candidates or ())
        else:
            later = read_boxed(block, 9).grid
        placed |= _added(grid, later)
    # Pencil marks come last, with more facts than the digits before them.
    candidates = candidates or with_placed(grid, placed)
    note = Note(text, grid, gettext("a Simple Sudoku clipboard"), len(placed))
    return Reading(grid, "simple-sudoku", candidates, note)


def _check_marks(grid: Grid, candidates: tuple[int, ...]) -> None:
    """Raise GridError if the candidates of a given are anything but its digit."""
    for cell, (given, mask) in enumerate(zip(grid.givens, candidates, strict=True)):
        if given and mask != 1 << (given - 1):
            raise GridError(
                "{cell} is {digit} in the first grid, but has {digits} later",
                cell=CellFact(cell, grid.size),
                digit=given,
                digits="".join(characters_of(mask)),
            )


def _added(grid: Grid, later: Grid) -> dict[int, int]:
    """Return the placed digits of a later grid of the puzzle. Raise GridError if givens differ."""
    for cell, (given, value) in enumerate(zip(grid.givens, later.givens, strict=True)):
        if given and value not in (0, given):
            raise GridError(
                "{cell} is {digit} in the first grid, but {other} in a later one",
                cell=CellFact(cell, grid.size),
                digit=given,
                other=value,
            )
    return {
        cell: value for cell, value in enumerate(later.givens) if value and not grid.givens[cell]
    }


_GIVENS = EXAMPLE.replace(" ", "").replace("+-------+-------+-------+", "*-----------*")

format = Format(
    name="simple-sudoku",
    title="Simple Sudoku clipboard",
    rank=170,
    looks_like=looks_like,
    read=read,
    examples=(
        _GIVENS
        + "\n"
        + _GIVENS.replace("|.29|", "|429|").replace("|.3.|...|.1.|", "|53.|...|.1.|"),
    ),
    sizes=(9,),
)
