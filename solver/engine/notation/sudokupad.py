"""SudokuPad's address with the puzzle in it, `https://sudokupad.app/fpuzzles…`, and Cracking the Cryptic's.

    https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles…

The text after `fpuzzles` is f-puzzles' own. Short identifiers need SudokuPad's server, and `scl…` is another
format.
"""

from urllib.parse import unquote

from ..core.errors import GridError
from . import f_puzzles
from .addresses import is_address, parameter, path
from .base import ANY_SIZE, Format, Reading

_ADDRESS = "https://sudokupad.app/"
_MARK = "fpuzzles"


def looks_like(text: str) -> bool:
    return bool(_packed(text))


def _packed(text: str) -> str:
    """Return the text after `fpuzzles`, in the path or as `puzzleid`, or an empty string."""
    if not is_address(text):
        return ""
    for part in (parameter(text, "puzzleid"), path(text)):
        before, mark, packed = part.partition(_MARK)  # `packed` may contain a slash
        if mark and not before.rpartition("/")[2]:
            return unquote(packed).replace(" ", "+")
    return ""


def read(text: str, size: int | None = None) -> Reading:
    packed = _packed(text)
    if not packed:
        raise GridError("this address does not contain a puzzle, which is fpuzzles and a long text")
    return f_puzzles.read_packed(packed, size, "sudokupad")


def write(reading: Reading) -> str:
    return _ADDRESS + _MARK + f_puzzles.pack(reading)


format = Format(
    name="sudokupad",
    title="SudokuPad address",
    rank=13,
    looks_like=looks_like,
    read=read,
    write=write,
    sizes=ANY_SIZE,
    has_shapes=True,
    examples=(
        "https://app.crackingthecryptic.com/sudoku/?puzzleid="
        + _MARK
        + f_puzzles.pack(f_puzzles.SMALL),
        "https://sudokupad.app/scf?puzzleid=" + _MARK + f_puzzles.pack(f_puzzles.SMALL),
    ),
)
