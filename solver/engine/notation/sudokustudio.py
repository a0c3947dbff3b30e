"""SudokuStudio's pencil marks: `<9>` is a given, `*4*` a digit that was placed, the rest are candidates.

    | <5>   <3>  *4*  | 26  <7> 2468 …

Bars and borders are left out. Unlike in other drawings a lone digit without a mark is a candidate.
"""

import re

from ..core.errors import GridError
from ..core.geometry import mask_of_digits
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .base import Format, Note, Reading, Word, digit, misfit, misfit_count, with_placed, words
from .rulers import without_rulers

_GROUP = re.compile(r"<([1-9])>|\*([1-9])\*|([1-9]{1,9})")


def looks_like(text: str) -> bool:
    if "<" not in text:
        return False
    cells = words(without_rulers(text))
    return len(cells) == 81 and all(_GROUP.fullmatch(word.text) for word in cells)


def read(text: str, size: int | None = None) -> Reading:
    if size not in (None, 9):
        raise GridError(
            "SudokuStudio's pencil marks are of a 9×9 board, not {size}×{size}", size=size
        )
    cells = words(without_rulers(text))
    if len(cells) != 81:
        raise misfit_count(len(cells), 9)
    givens, placed, masks = [0] * 81, {}, [0] * 81
    for cell, word in enumerate(cells):
        given, own, marks = _parts(word, cell)
        masks[cell] = mask_of_digits([digit(c, 9) for c in given or own or marks])
        if given:
            givens[cell] = int(given)
        elif own:
            placed[cell] = int(own)
    grid = Grid.from_digits(3, givens)
    with_placed(grid, placed)  # raises GridError if digits clash
    note = Note(text, grid, gettext("SudokuStudio's pencil marks"), len(placed))
    return Reading(grid, "sudokustudio", tuple(masks), note)


def _parts(word: Word, cell: int) -> tuple[str, str, str]:
    found = _GROUP.fullmatch(word.text)
    if not found or len(set(found[3] or "")) != len(found[3] or ""):
        raise misfit(word, cell, 9, LazyMessage("<9>, *4* or candidates such as 149"))
    return found[1] or "", found[2] or "", found[3] or ""


_EXAMPLE = """\
.-------------------.------------------.-------------------.
| <5>   <3>   *4*   | 269  <7>   2468  | 1489  1249  248   |
| <6>   247   247   | <1>  <9>   <5>   | 3478  234   2478  |
| 12    <9>   <8>   | 23   34    24    | 1357  <6>   247   |
:-------------------+------------------+-------------------:
| <8>   125   1259  | 579  <6>   147   | 4579  2459  <3>   |
| <4>   25    2569  | <8>  5     <3>   | 579   259   <1>   |
| <7>   15    1359  | 59   14    124   | 4589  459   <6>   |
:-------------------+------------------+-------------------:
| 139   <6>   13579 | 357  35    7     | <2>   <8>   4     |
| 23    278   237   | <4>  <1>   <9>   | 367   3     <5>   |
| 123   1245  12345 | 2356 <8>   26    | 1346  <7>   <9>   |
'-------------------'------------------'-------------------'
"""

format = Format(
    name="sudokustudio",
    title="SudokuStudio pencil marks",
    rank=185,
    looks_like=looks_like,
    read=read,
    examples=(_EXAMPLE,),
    sizes=(9,),
)
