"""An address with a plain board: sudoku.coach's `/en/play/81`, lisudoku's `?import=81`, any other.

One piece of its path, query or anchor must be as many cells as a board has. Two different ones are refused,
and so is a long piece that is no board, because it may say more of the puzzle. We write sudoku.coach's.
"""

import re
from urllib.parse import unquote

from ..core.errors import GridError
from ..core.i18n import gettext
from .addresses import is_address, site
from .base import EXAMPLE, Format, Note, Reading
from .line import read as read_line

_ADDRESS = "https://sudoku.coach/en/play/"
_CELLS = re.compile(r"[0-9A-Ga-g._*-]+")
_DIGITS = "123456789"
_COUNTS = (81, 256)
_LONGEST = 40  # characters of a piece that is no board, such as a name or an id


def looks_like(text: str) -> bool:
    return is_address(text) and (bool(_boards(text)) or site(text) == "sudoku.coach")


def _pieces(text: str) -> list[str]:
    return [unquote(piece) for piece in re.split(r"[/?#&=;:]", text.strip())]


def _boards(text: str) -> list[str]:
    pieces = [piece for piece in _pieces(text) if len(piece) in _COUNTS]
    # Elsewhere a row of dashes or zeros may be anything.
    own = site(text) == "sudoku.coach"
    found = [p for p in pieces if _CELLS.fullmatch(p) and (own or any(c in _DIGITS for c in p))]
    return list(dict.fromkeys(found))


def read(text: str, size: int | None = None) -> Reading:
    boards = _boards(text)
    if len(boards) != 1:
        raise GridError(
            "this address must contain one board of 81 cells, not {count}", count=len(boards)
        )
    more = [p for p in _pieces(text) if len(p) > _LONGEST and p not in boards]
    if more:
        raise GridError(
            "this address contains more than a board of 81 cells; if those are the "
            "puzzle, paste only them"
        )
    grid = read_line(boards[0])
    return Reading(
        grid, "sudoku-coach", None, Note(boards[0], grid, gettext("an address with a board"))
    )


def write(reading: Reading) -> str:
    return _ADDRESS + reading.grid.text.replace(".", "0")


format = Format(
    name="sudoku-coach",
    title="sudoku.coach address",
    rank=18,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=(
        _ADDRESS + EXAMPLE,
        f"https://lisudoku.xyz/solver?import={EXAMPLE}",
        f"https://example.org/play?id=12&p={EXAMPLE.replace('0', '.')}#top",
    ),
    sizes=(9,),
)
