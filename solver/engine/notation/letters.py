"""A 16×16 board in the letters A to P, as some 16×16 solvers write it, `.` or `0` for an empty cell.

It differs from a line, which goes from 1 to 9 and on from A to G, by a letter above G. A board without
such a letter is read as a line.
"""

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import LazyMessage, gettext
from .base import NO_BLANKS, Format, Note, Reading, characters, misfit, misfit_count, words
from .line import EMPTY
from .rulers import without_bars

_ALPHABET = "ABCDEFGHIJKLMNOP"


def looks_like(text: str) -> bool:
    bare = without_bars(text).translate(NO_BLANKS)
    return (
        len(bare) == 256
        and all(c.isascii() and (c in EMPTY or c.upper() in _ALPHABET) for c in bare)
        and any(c.upper() > "G" for c in bare if c not in EMPTY)
    )


def read(text: str, size: int | None = None) -> Reading:
    grid = read_alphabet(without_bars(text), size, _ALPHABET, EMPTY)
    return Reading(grid, "letters", None, Note(text, grid, gettext("a 16×16 board from A to P")))


def read_alphabet(text: str, size: int | None, alphabet: str, empty: str) -> Grid:
    """Return a 16×16 board whose digits are the characters of `alphabet`, in their order.

    `empty` are the characters of an empty cell. Raise GridError for any other character.
    """
    if size not in (None, 16):
        raise GridError("this alphabet is for 16×16 boards, not {size}×{size}", size=size)
    givens: list[int] = []
    for cell, word in enumerate(characters(words(text))):
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


def write(reading: Reading) -> str:
    return "".join(_ALPHABET[given - 1] if given else "." for given in reading.grid.givens)


format = Format(
    name="letters",
    title="16×16, A to P",
    rank=80,
    looks_like=looks_like,
    read=read,
    write=write,
    examples=("ABCDEFGHIJKLMNOP" + "." * 240, "\n".join(["abc..p.........."] + ["." * 16] * 15)),
    sizes=(16,),
)
