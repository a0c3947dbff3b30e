"""SudokuWiki's address, `https://www.sudokuwiki.org/sudoku.htm?bd=…`, and the text after `bd=` alone.

There are three versions. The first is 81 digits. The second is `S9B` and a pair of base-36 digits a cell. Its
lower ten bits are 1–9 for a clue, 10–18 for a placed digit plus 9, and above 18 for a mask of candidates plus
18. The oldest is 162 base-32 digits, a pair a cell: the mask, doubled, plus 1 for a clue. There a lone note
reads as placed, as the site itself says. Higher bits of a pair mark jigsaws and killers, and are refused.
A pair of 0 is a cell without notes.
"""

from urllib.parse import unquote

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .addresses import is_address, parameter, site
from .base import (
    EXAMPLE,
    Format,
    Note,
    Reading,
    Word,
    in_rows,
    masks,
    misfit,
    placed_digits,
    with_placed,
)
from .line import read as read_line

_ADDRESS = "https://www.sudokuwiki.org/sudoku.htm?bd="
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FULL = 511


def looks_like(text: str) -> bool:
    if is_address(text):
        return site(text) == "sudokuwiki.org" or bool(parameter(text, "bd"))
    bare = text.strip()
    return bare[:3].upper() == "S9B" or (
        len(bare) == 162 and all(c in _DIGITS[:32] for c in bare) and not bare.isdigit()
    )


def read(text: str, size: int | None = None) -> Reading:
    board = unquote(parameter(text, "bd")) if is_address(text) else text.strip()
    if not board:
        raise GridError("the address has no bd= with SudokuWiki's puzzle")
    if board[:3].upper() == "S9B":
        clues, placed, notes = _read_pairs(board[3:], 36)
    elif len(board) == 162:
        clues, placed, notes = _read_pairs(board, 32)
    else:
        grid = read_line(board, 9)
        note = Note(grid.text, grid, gettext("a SudokuWiki address"))
        return Reading(grid, "sudokuwiki", None, note)
    grid = Grid.from_digits(3, [clues.get(cell, 0) for cell in range(81)])
    candidates = with_placed(grid, placed)
    if notes:
        simple = candidates or masks(grid)
        candidates = tuple(notes.get(cell, mask) for cell, mask in enumerate(simple))
    note = Note(board, grid, gettext("a SudokuWiki address"), len(placed))
    return Reading(grid, "sudokuwiki", candidates, note)


_Cells = dict[int, int]  # a digit or a mask by cell


def _read_pairs(text: str, base: int) -> tuple[_Cells, _Cells, _Cells]:
    """Return clues, placed digits and notes by cell, from two characters a cell."""
    if len(text) != 162:
        raise GridError(
            "write {expected} characters, {each} for each of {cells} cells, not {found}",
            found=len(text),
            expected=162,
            each=2,
            cells=81,
        )
    clues, placed, notes = _Cells(), _Cells(), _Cells()
    for cell, pair in enumerate(in_rows(text, 2)):
        high, low = (_DIGITS[:base].find(c.lower()) if c.isascii() else -1 for c in pair)
        value = high * base + low
        mask = value - 18 if base == 36 else value >> 1
        is_lone = mask > 0 and mask & (mask - 1) == 0
        if high < 0 or low < 0 or mask > _FULL or (base == 32 and value & 1 and not is_lone):
            expected = LazyMessage("a given, a placed digit or candidates")
            raise misfit(Word(pair, 1, 2 * cell + 1), cell, 9, expected)
        if base == 32 and is_lone:
            (clues if value & 1 else placed)[cell] = mask.bit_length()
        elif mask > 0:
            notes[cell] = mask
        elif base == 36 and value:
            (clues if value < 10 else placed)[cell] = (value - 1) % 9 + 1
    return clues, placed, notes


def write(reading: Reading) -> str:
    """Return a SudokuWiki address: 81 digits for a plain puzzle, or `S9B` if there are candidates to keep."""
    grid = reading.grid
    if reading.candidates is None:
        return _ADDRESS + grid.text
    placed = placed_digits(reading)
    values = [
        given or (placed[cell] + 9 if cell in placed else mask + 18 if mask else 0)
        for cell, (given, mask) in enumerate(zip(grid.givens, reading.candidates, strict=True))
    ]
    return _ADDRESS + "S9B" + "".join(_DIGITS[v // 36] + _DIGITS[v % 36] for v in values)


format = Format(
    name="sudokuwiki",
    title="SudokuWiki address",
    rank=10,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        _ADDRESS + EXAMPLE,
        "S9B" + "0109" + "0c" + "en" * 77 + "08",
        "03" + "vu" * 79 + "g1",
    ),
    sizes=(9,),
)
