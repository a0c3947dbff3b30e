"""A 16×16 board in other digits than a line's, as some 16×16 solvers write it.

*Letters*: A to P, `.` or `0` for an empty cell. They differ from a line, which goes from 1 to 9 and on from A
to G, by a letter above G. A board without such a letter is read as a line. *Hexadecimal*: 0 to F, with 0 as the
first digit and `.` as an empty cell. It differs from a line by having 0 and another mark for an empty cell.
"""

from functools import partial

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .base import NO_BLANKS, Format, Note, Reading, characters, misfit, misfit_count, words
from .line import EMPTY
from .rulers import without_bars

_LETTERS = "ABCDEFGHIJKLMNOP"
_HEXADECIMAL = "0123456789ABCDEF"
_EMPTY_BUT_0 = EMPTY.replace("0", "")


def _are_letters(text: str) -> bool:
    cells = _cells(text, _LETTERS, EMPTY)
    return any(cell.upper() > "G" for cell in cells if cell not in EMPTY)


def _is_hexadecimal(text: str) -> bool:
    cells = _cells(text, _HEXADECIMAL, _EMPTY_BUT_0)
    return "0" in cells and any(cell in _EMPTY_BUT_0 for cell in cells)


def _cells(text: str, alphabet: str, empty: str) -> str:
    """Return the cells of a 16×16 board in these characters, or an empty string for any other text."""
    bare = without_bars(text).translate(NO_BLANKS)
    is_board = len(bare) == 256 and all(
        c.isascii() and (c.upper() in alphabet or c in empty) for c in bare
    )
    return bare if is_board else ""


def _read_letters(text: str, size: int | None = None) -> Reading:
    grid = _read(text, size, _LETTERS, EMPTY)
    return Reading(grid, "letters", None, Note(text, grid, gettext("a 16×16 board from A to P")))


def _read_hexadecimal(text: str, size: int | None = None) -> Reading:
    grid = _read(text, size, _HEXADECIMAL, _EMPTY_BUT_0)
    note = Note(text, grid, gettext("a 16×16 board from 0 to F"))
    return Reading(grid, "hexadecimal", None, note)


def _read(text: str, size: int | None, alphabet: str, empty: str) -> Grid:
    """Return a 16×16 board whose digits are the characters of `alphabet`, in their order.

    `empty` are the characters of an empty cell. Raise GridError for any other character.
    """
    if size not in (None, 16):
        raise GridError("this alphabet is for 16×16 boards, not {size}×{size}", size=size)
    givens: list[int] = []
    for cell, word in enumerate(characters(words(without_bars(text)))):
        givens.append(alphabet.find(word.text.upper()) + 1 if word.text.isascii() else 0)
        if not givens[cell] and word.text not in empty:
            expected = LazyMessage(
                "a digit from {lowest} to {highest}, or . for an empty cell",
                lowest=alphabet[0],
                highest=alphabet[-1],
            )
            raise misfit(word, min(cell, 255), 16, expected)
    if len(givens) != 256:
        raise misfit_count(len(givens), 16)
    return Grid.from_digits(4, givens)


def _write(reading: Reading, alphabet: str) -> str:
    return "".join(alphabet[given - 1] if given else "." for given in reading.grid.givens)


format = (
    Format(
        name="letters",
        title="16×16, A to P",
        rank=80,
        looks_like=_are_letters,
        read=_read_letters,
        write=partial(_write, alphabet=_LETTERS),
        examples=(
            "ABCDEFGHIJKLMNOP" + "." * 240,
            "\n".join(["abc..p.........."] + ["." * 16] * 15),
        ),
        sizes=(16,),
    ),
    Format(
        name="hexadecimal",
        title="16×16, 0 to F",
        rank=82,
        looks_like=_is_hexadecimal,
        read=_read_hexadecimal,
        write=partial(_write, alphabet=_HEXADECIMAL),
        examples=("0123456789abcdef" + "." * 240,),
        sizes=(16,),
    ),
)
