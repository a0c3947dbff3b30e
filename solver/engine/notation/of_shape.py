"""The cells of a board whose shape is known: one character or number a cell, row by row.

Digits above 9 are letters, A for 10. `.`, `0`, `*`, `_` and `-` are empty cells. Numbers have blanks between
them. Bars and borders of a drawing are left out.
"""

from ..core.grid import Grid
from ..core.i18n import LazyMessage
from ..core.shape import Shape
from .base import (
    Note,
    Reading,
    Word,
    a_digit,
    characters,
    digit,
    misfit,
    misfit_count,
    number,
    refuse_large,
    refuse_long,
    words,
)
from .line import EMPTY
from .rulers import without_bars


def read_board(text: str, shape: Shape) -> Reading:
    """Return the puzzle of a text that has the cells of a board of some shape and nothing else.

    Raise GridError, with line, column and cell, if the text has other characters or another number of cells.
    """
    refuse_long(text)
    found = words(without_bars(text))
    size = shape.size
    is_numbered = size > len("123456789") and len(found) == size * size
    cells = found if is_numbered else characters(found)
    if len(cells) != size * size:
        raise misfit_count(len(cells), size)
    givens = [_digit(word, cell, size, is_numbered) for cell, word in enumerate(cells)]
    grid = Grid.from_digits(shape, givens)
    refuse_large(grid)
    what = LazyMessage("the board {shape}", shape=shape.title)
    return Reading(grid, "line", None, Note(text, grid, what))


def _digit(word: Word, cell: int, size: int, is_numbered: bool) -> int:
    if set(word.text) <= set(EMPTY):
        return 0
    value = number(word.text)
    if value < 0 or not (is_numbered or len(word.text) == 1):
        value = digit(word.text, size)
    if not 1 <= value <= size:
        raise misfit(word, cell, size, a_digit(size))
    return value
