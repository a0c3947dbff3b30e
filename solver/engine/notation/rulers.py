"""Grids drawn with bars and borders, with the drawing removed and each cell left in its place."""

import re
from functools import lru_cache

from .base import BLANKS

BARS = "|¦│┃║╎╏┆┇┊┋"
_FIRST_BOX_DRAWING, _LAST_BOX_DRAWING = "─", "╿"
_DRAWN = {
    code: "-"
    for code in range(ord(_FIRST_BOX_DRAWING), ord(_LAST_BOX_DRAWING) + 1)
    if chr(code) not in BARS
}
_GAPS = str.maketrans(dict.fromkeys(BARS + ",", " "))
_holds_a_cell = re.compile("[0-9A-Za-z]").search


def has_rulers(text: str) -> bool:
    return any(bar in text for bar in BARS) or any(map(is_border, text.split("\n")))


@lru_cache(maxsize=4)  # one format after the other tries the same text
def without_rulers(text: str) -> str:
    """Return the text with blanks for bars, borders and commas, so that lines and columns do not change.

    A border is a line with `---`, `===` or `-+-` and without a digit or letter. A row of nine `-` cells drawn
    as `---|---|---` is taken for a border.
    """
    return "\n".join("" if is_border(line) else line.translate(_GAPS) for line in text.split("\n"))


def without_bars(text: str) -> str:
    """Return the text with blanks for its bars and borders if it has bars, else unchanged.

    A border without bars may be a row of empty cells.
    """
    return without_rulers(text) if any(bar in text for bar in BARS) else text


def is_border(line: str) -> bool:
    if not line or _holds_a_cell(line):
        return False
    drawn = line.translate(_DRAWN)
    is_ruled = "---" in drawn or "===" in drawn or "-+-" in drawn
    return is_ruled or set(drawn.strip(BLANKS)) == {"+"}
