"""Puzzles as text, a format a module, or two that share their code.

The docstring of a module defines its format, whose examples are its tests. To add a format, add a module with a
`format` in it. Discovery finds it.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache

from ..core.discovery import discover
from ..core.errors import GridError, TextPlace
from ..core.grid import Grid
from ..core.i18n import LazyMessage, listed, quote
from .addresses import is_address
from .base import (
    ANY_SIZE,
    BLANKS,
    LAST,
    LONGEST,
    Allowance,
    Format,
    Reading,
    Stopped,
    no_sudoku,
    quoted,
    reading_a_list,
    refuse_large,
)
from .binary import refuse_binary
from .line import is_plain, read_plain
from .nearest import with_nearest
from .shaped import read_shaped
from .variants import refuse_comments, refuse_marked_list

__all__ = [
    "Allowance",
    "Format",
    "Reading",
    "Stopped",
    "formats",
    "position_of",
    "read",
    "read_any",
    "read_list",
    "read_many",
    "write",
]

LONGEST_XML = 100_000  # characters of a text that is to be one puzzle
LONGEST_FILE = 20_000_000  # characters of a folder of puzzles
MOST_PUZZLES = 10_000  # of a list, a line each
OF_PROGRAMS = 20  # formats of lower rank are the forms of other programs
_BRACKETS = ("[", "{", "<", "(")
_MANY = 9  # brackets, perhaps one for each row of a board
_BYTE_ORDER_MARK = "\ufeff"


@cache
def formats() -> dict[str, Format]:
    """Return every text format by its name, in the order in which they are tried on a text."""
    found = discover(__name__, Format)
    return {format.name: format for format in sorted(found, key=lambda format: format.rank)}


def read(text: str, size: int | None = None, format: str | None = None) -> Grid:
    """Return the puzzle in a text of any format, or of the named one. Pencil marks make it a position.

    `size` is the expected size, such as 9, or None for any. Raise GridError with line, column and cell, and
    what was expected.
    """
    return position_of(read_any(text, size, format))


def position_of(reading: Reading) -> Grid:
    """Return the grid of a text that was read, with its pencil marks if it has any."""
    if reading.candidates == reading.grid.marks:
        return reading.grid
    return replace(reading.grid, marks=reading.candidates)


def read_any(text: str, size: int | None = None, format: str | None = None) -> Reading:
    """Return what one puzzle in any text format, or in the named one, was read as.

    `size` is the expected size, such as 9, or None for any. Raise GridError with the place of the fault, or
    with the number of puzzles if there are several. It has the board that the text comes nearest to.
    """
    return _read_any(text, size, format, with_nearest)


def _read_any(
    text: str,
    size: int | None = None,
    format: str | None = None,
    explain: Callable[[GridError, str], GridError] = lambda error, _text: error,
) -> Reading:
    text = text.removeprefix(_BYTE_ORDER_MARK)
    line = read_plain(text) if size is None and format is None else None
    if line:
        refuse_large(line.grid)
        return line
    if size is not None and size not in ANY_SIZE:
        raise GridError("size is {size}; use 4 to 25", size=quote(size))
    _check_length(text)
    try:
        reading = (
            _find(format).read(text, size) if format is not None else _read_unnamed(text, size)
        )
    except GridError as error:
        raise explain(error, text) from None
    refuse_large(reading.grid)
    if size is not None and reading.grid.size != size:
        raise GridError(
            "this is a {found}×{found} board, but {size}×{size} was asked for",
            found=reading.grid.size,
            size=size,
        )
    return reading


def read_many(
    text: str, most: int = MOST_PUZZLES, allowance: Allowance | None = None
) -> list[Reading | GridError]:
    """Return the puzzles of a file: OpenSudoku, or any format that takes a line a puzzle.

    A line that is no puzzle gives its GridError in its turn. Empty lines and lines that start with `#` are left
    out. Lines are counted before any is read. Raise GridError if there are more than `most`. If the allowance
    is used up, the last one is `Stopped`. Raise GridError too if the text says that it is of a variant.
    """
    text = text.removeprefix(_BYTE_ORDER_MARK)
    for format in formats().values():
        if format.read_many is not None and format.looks_like(text):
            _check_length(text, LONGEST_FILE)
            return format.read_many(text)
    numbered = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip(BLANKS)]
    puzzles = [(n, line) for n, line in numbered if not line.startswith("#")]
    if len(puzzles) > most:
        raise GridError(
            "the text has {found} lines; use at most {most}",
            found=len(puzzles),
            most=most,
        )
    refuse_marked_list(text)
    return _read_each(puzzles, _at_line, allowance or Allowance())


def read_list(texts: list[str], allowance: Allowance | None = None) -> list[Reading | GridError]:
    """Return the puzzles of texts of one puzzle each. A text that is no puzzle gives its GridError in its turn.

    If the allowance is used up, the last one is `Stopped`.
    """
    return _read_each(enumerate(texts, 1), _of_puzzle, allowance or Allowance())


def write(reading: Reading, name: str) -> str:
    """Return a puzzle as text in the named format. Raise GridError if the format cannot express it."""
    format = _find(name)
    if format.write is None:
        writable = ", ".join(other.name for other in formats().values() if other.write)
        raise GridError(
            "{format} can be read but not written; choose one of {writable}",
            format=LazyMessage(format.title),
            writable=writable,
        )
    size, shape = reading.grid.size, reading.grid.shape
    if not shape.square_box and not format.has_shapes:
        raise GridError(
            "{what} cannot say that the board is {shape}",
            shape=str(shape),
            what=LazyMessage("“{text}”", text=LazyMessage(format.title)),
        )
    if size not in format.sizes:
        raise GridError(
            "a {size}×{size} board cannot be written as {what}, only {sizes}",
            size=size,
            what=LazyMessage("“{text}”", text=LazyMessage(format.title)),
            sizes=listed([f"{each}×{each}" for each in format.sizes]),
        )
    return format.write(reading)


def _find(name: str) -> Format:
    if name not in formats():
        raise GridError(
            "{name} is not a format; choose one of {formats}",
            name=quoted(name),
            formats=", ".join(formats()),
        )
    return formats()[name]


def _read_unnamed(text: str, size: int | None) -> Reading:
    own = (each for each in formats().values() if each.has_shapes and each.rank < OF_PROGRAMS)
    by_itself = (each for each in own if each.looks_like(text))
    if format := next(by_itself, None):
        return format.read(text, size)
    if reading := read_shaped(text, size, _read_apart):
        return reading
    refuse_comments(text)
    return _read_apart(text, size)


def _read_apart(text: str, size: int | None) -> Reading:
    """Return the reading of the format that the text looks like, or else of one that finds a board in it.

    Errors of the latter are raised only if no other format knew the text. A list is no text around a board.
    """
    expected = next(
        (each for each in formats().values() if each.rank < LAST and each.looks_like(text)), None
    )
    try:
        return (expected or _fallback(text)).read(text, size)
    except GridError as error:
        refuse_binary(text)
        if (expected and (expected.read_many or expected.name == "sdm")) or len(text) > LONGEST:
            raise
        return _found_in(text, size, error, is_known=expected is not None)


def _found_in(text: str, size: int | None, refusal: GridError, is_known: bool) -> Reading:
    """Return what the formats that look for a board among other things read in a text that was refused."""
    finders = (each for each in formats().values() if each.rank >= LAST)
    finder = next((each for each in finders if each.looks_like(text)), None)
    if finder is None:
        raise refusal
    try:
        reading = finder.read(text, size)
    except GridError:
        if is_known and finder.name != "relation":
            raise refusal from None
        raise
    if size not in (None, reading.grid.size):
        raise refusal
    return reading


def _fallback(text: str) -> Format:
    """Return the format of a text that no format knows, whose error then names cells."""
    if is_address(text):
        raise GridError(
            "no puzzle was found in this address; use an address of SudokuWiki (?bd=), "
            "f-puzzles (?load=), SudokuPad (fpuzzles…), Sudoku Exchange (?s=) or puzz.link, "
            "or one that contains the 81 cells"
        )
    # The error of a line would speak of a board with as many cells as there are characters.
    if text.lstrip(BLANKS)[:1] in _BRACKETS or sum(map(text.count, _BRACKETS)) >= _MANY:
        raise no_sudoku()
    return formats()["line"]


def _check_length(text: str, longest: int = 0) -> None:
    longest = longest or (LONGEST_XML if text.lstrip(BLANKS).startswith("<") else LONGEST)
    if len(text) > longest:
        raise GridError(
            "the text has {found} characters; a puzzle has at most {most}. Solve a file of "
            "several puzzles as a batch, or import it into the library",
            found=len(text),
            most=longest,
        )


def _read_each(
    texts: Iterable[tuple[int, str]],
    named: Callable[[int, GridError], GridError],
    allowance: Allowance,
) -> list[Reading | GridError]:
    readings: list[Reading | GridError] = []
    with reading_a_list():
        for number, text in texts:
            if refusal := allowance.refusal_of(text, is_plain(text)):
                return [*readings, named(number, refusal)]
            try:
                readings.append(_read_any(text))
            except GridError as error:
                readings.append(named(number, error))
                allowance.faults -= 1
    return readings


def _of_puzzle(number: int, error: GridError) -> GridError:
    return type(error)("puzzle {number}: {error}", number=number, error=error)


def _at_line(number: int, error: GridError) -> GridError:
    return type(error)("{place}: {error}", place=TextPlace(number), error=error.without_line())
