"""Grids drawn with bars and borders, with the drawing taken away and each cell left in its place."""

from .base import BLANKS

_BARS = "|¦│┃║╎╏┆┇┊┋"
_FIRST_BOX_DRAWING, _LAST_BOX_DRAWING = "─", "╿"


def has_rulers(text: str) -> bool:
    return any(bar in text for bar in _BARS) or any(map(_is_border, text.split("\n")))


def without_rulers(text: str) -> str:
    """The text with blanks for bars, borders and commas, so that lines and columns stay what they were.

    A border is a line with `---`, `===` or `-+-` and without a digit or letter: a row of nine `-` cells
    drawn as `---|---|---` is taken for one.
    """
    return "\n".join(
        "" if _is_border(line) else "".join(" " if c in _BARS + "," else c for c in line)
        for line in text.split("\n")
    )


def _is_border(line: str) -> bool:
    drawn = "".join("-" if _is_drawing(character) else character for character in line)
    if any(c.isascii() and c.isalnum() for c in drawn):
        return False
    return any(mark in drawn for mark in ("---", "===", "-+-")) or set(drawn.strip(BLANKS)) == {"+"}


def _is_drawing(character: str) -> bool:
    return _FIRST_BOX_DRAWING <= character <= _LAST_BOX_DRAWING and character not in _BARS
