"""SudoCue's `.sdx` file, a solve in progress: nine rows of nine words.

    2 679 u5 1 …

A lone digit is a given, `u` and a digit were placed by the player, several digits are candidates.
"""

from ..core.errors import GridError
from ..core.geometry import mask_of_digits
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .base import Format, Note, Reading, digit, masks, misfit, misfit_count, with_placed, words


def looks_like(text: str) -> bool:
    cells = [word.text.lower() for word in words(text)]
    placed = [word for word in cells if word[0] == "u"]
    digits = [word.removeprefix("u") for word in cells]
    return len(cells) == 81 and bool(placed) and all(d.isascii() and d.isdigit() for d in digits)


def read(text: str, size: int | None = None) -> Reading:
    if size not in (None, 9):
        raise GridError("an .sdx file contains a 9×9 board, not {size}×{size}", size=size)
    cells = words(text)
    givens, placed, notes = [0] * 81, {}, {}
    for cell, word in enumerate(cells[:81]):
        is_placed = word.text[0] in "uU"
        digits = [digit(character, 9) for character in word.text[is_placed:]]
        if not digits or -1 in digits or (is_placed and len(digits) > 1):
            raise misfit(word, cell, 9, LazyMessage("a digit, candidates, or u and a placed digit"))
        if is_placed:
            placed[cell] = digits[0]
        elif len(digits) == 1:
            givens[cell] = digits[0]
        else:
            notes[cell] = mask_of_digits(digits)
    if len(cells) != 81:
        raise misfit_count(len(cells), 9)
    grid = Grid.from_digits(3, givens)
    simple = with_placed(grid, placed) or masks(grid)
    candidates = tuple(notes.get(cell, mask) for cell, mask in enumerate(simple))
    return Reading(
        grid, "sdx", candidates, Note(text, grid, gettext("an .sdx file"), placed=len(placed))
    )


_EXAMPLE = """\
u4 2 9 167 367 137 345 456 8
567 3 578 46789 6789 4789 245 1 2456
16 148 18 5 2 1348 34 9 7
2349 7 2348 2489 5 6 1 48 2349
123459 1489 123458 24789 789 24789 234589 4568 2345
2459 489 6 3 1 2489 24589 7 245
7 6 23 289 4 1 589 58 59
139 5 134 6789 36789 3789 4789 2 149
8 149 124 279 79 2579 6 3 1459
"""

format = Format(
    name="sdx",
    title=".sdx file",
    rank=160,
    looks_like=looks_like,
    read=read,
    examples=(_EXAMPLE,),
    sizes=(9,),
)
