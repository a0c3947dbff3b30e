"""Sudoku Exchange: an address with 81 digits after `?s=`, or a row of its puzzle bank.

    000183b305c0 0507…  1.2

A row of the bank is twelve hexadecimal digits, the puzzle and its rating, between blanks.
"""

import re

from ..core.errors import GridError
from ..core.i18n import gettext
from .addresses import is_address, parameter, site
from .base import EXAMPLE, Format, Note, Reading, Word, words
from .line import read as read_line

_SITE = "sudokuexchange.com"
_ROW = re.compile(r"[0-9a-f]{12} [^ ]{81} [0-9]*\.[0-9]*", re.IGNORECASE)


def looks_like(text: str) -> bool:
    return site(text) == _SITE if is_address(text) else _puzzle_of_row(text) is not None


def _puzzle_of_row(text: str) -> Word | None:
    fields = words(text)
    is_row = "\n" not in text.strip() and _ROW.fullmatch(" ".join(field.text for field in fields))
    return fields[1] if is_row else None


def read(text: str, size: int | None = None) -> Reading:
    if is_address(text):
        board, phrase = parameter(text, "s"), gettext("a Sudoku Exchange address")
        if not board:
            raise GridError("the address has no s= with Sudoku Exchange's puzzle")
    else:
        puzzle = _puzzle_of_row(text)
        if puzzle is None:
            raise GridError("write twelve hexadecimal digits, 81 cells and a rating")
        board = " " * (puzzle.column - 1) + puzzle.text
        phrase = gettext("a row of Sudoku Exchange's bank")
    grid = read_line(board, 9)
    return Reading(grid, "sudoku-exchange", None, Note(board, grid, phrase))


format = Format(
    name="sudoku-exchange",
    title="Sudoku Exchange address or row",
    rank=14,
    looks_like=looks_like,
    read=read,
    examples=(f"https://sudokuexchange.com/play/?s={EXAMPLE}&d=2", f"0123456789ab {EXAMPLE}  1.2"),
    sizes=(9,),
)
