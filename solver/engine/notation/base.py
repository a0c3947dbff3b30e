"""The parts of every format: what was read, the format itself, and words with their places."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from string import ascii_lowercase
from typing import Any, NamedTuple, TypeVar

from ..core.deadline import spend
from ..core.errors import BudgetSpent, CellFact, GridError, Nearest, TextPlace
from ..core.geometry import mask_of_digits
from ..core.grid import Grid
from ..core.i18n import ALPHABET, LazyMessage, LazyPlural, gettext, ngettext
from ..core.shape import Shape, make_shape, parse, usual_boxes

BLANKS = " \t\r\n\f\v"  # ASCII only, because other blanks are refused by name
NO_BLANKS = str.maketrans("", "", BLANKS)  # for `text.translate`
SIZES = (4, 9, 16, 25)
ANY_SIZE = tuple(range(4, 26))  # rows of boards that a format with shapes can carry
CELL_COUNTS = {size * size: size for size in SIZES}
LAST = 300  # formats of this rank and above are tried after all others have refused a text
LONGEST = 10_000  # characters of a text. A 25×25 board takes 625
MOST_LINES = 1_300  # of a text in which a board is looked for, two for each cell of a 25×25 board
# The puzzle of most examples: the one of article 000.
EXAMPLE = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"

Row = TypeVar("Row", str, list[Any])  # cells in a row


@dataclass
class Limits:
    """Limits of the text of a stranger. A public site sets them at its start."""

    size: int = SIZES[-1]  # rows of a board
    unpacked: int = 200_000  # characters of a compressed text after it is unpacked


limits = Limits()

OF_A_LIST = 10  # all texts of a list together may unpack to so many times the limit of one
_left: ContextVar[int | None] = ContextVar("_left", default=None)  # characters, inside a list


class Stopped(GridError):
    """The error of a list that was read up to here and no further."""


@dataclass
class Allowance:
    """What reading a list may cost while somebody waits for it.

    A row of digits and dots is read in 20 to 200 µs, so such rows are free. Any other text costs 0.5 to 3 s a
    million characters, and ten if it was made to be expensive. So the deadline is checked before each.
    """

    characters: float = inf  # of texts other than plain rows
    faults: float = inf  # texts that are no puzzles

    def refusal_of(self, text: str, is_plain: bool) -> "Stopped | None":
        """Return an error that says why the allowance does not let this text be read, or None if it does.

        The text is charged to the allowance. A plain line of digits and dots costs nothing.
        """
        if self.faults <= 0:
            return Stopped(
                "the rest was not read, because too many lines before it are not puzzles"
            )
        if is_plain:
            return None
        self.characters -= len(text)
        if self.characters < 0 or not _is_time_for(text):
            return Stopped(
                "the rest was not read: only lines of digits and dots may be sent in any "
                "number; send the others in parts"
            )
        return None


def _is_time_for(text: str) -> bool:
    """Return whether the current deadline, if there is one, has steps left for reading a text."""
    try:
        spend(len(text))
    except BudgetSpent:
        return False
    return True


@contextmanager
def reading_a_list() -> Iterator[None]:
    """Give all compressed texts read in this block one allowance together.

    Each text of a list may be short and unpack to a lot.
    """
    token = _left.set(limits.unpacked * OF_A_LIST)
    try:
        yield
    finally:
        _left.reset(token)


def unpack(decompress: Callable[[str, int], str], packed: str) -> str:
    """Return `decompress(packed, limit)`.

    Raise GridError if the text is too long, alone or with those before it.
    """
    remaining = _left.get()
    if remaining is not None and remaining <= 0:
        raise GridError(
            "the compressed puzzles before this one already fill the limit of a list; send "
            "this one in another list"
        )
    length = limits.unpacked  # a text that fails may have been unpacked to this length
    try:
        text = decompress(packed, limits.unpacked)
        length = len(text)
        return text
    finally:
        if remaining is not None:
            _left.set(remaining - length)


def json_object(text: str) -> dict[str, Any] | None:
    """Return an object of JSON, or None for any other text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def refuse_long(text: str) -> None:
    """Raise GridError if a text is too long for a puzzle."""
    if len(text) > LONGEST:
        raise GridError(
            "the text has {found} characters; a puzzle has at most {most}",
            found=len(text),
            most=LONGEST,
        )


def refuse_large(grid: Grid) -> Grid:
    """Return the grid unchanged. Raise GridError if its board is larger than the limit."""
    if grid.size > limits.size:
        raise GridError(
            "this is a {found}×{found} board; use a board of at most {most}×{most}",
            found=grid.size,
            most=limits.size,
        )
    return grid


def shape_of(
    size: int,
    regions: Sequence[object] | None,
    extras: Iterable[str] = (),
    groups: Iterable[Iterable[int]] = (),
) -> Shape:
    """Return the shape of a board as `make_shape` does.

    Raise GridError if a text describes no board.
    """
    try:
        return make_shape(size, regions, extras, groups)
    except ValueError as error:
        raise GridError(str(error)) from None


def usual_shape(size: int, boxes: tuple[int, int] | None = None) -> Shape:
    """Return the board of a size with its usual boxes or other ones."""
    name = f"{size}x{size}"
    return parse(f"{name} boxes:{boxes[0]}x{boxes[1]}" if boxes else name)


class Note(NamedTuple):
    """What was understood of a text, for people to check before solving: length, clues and format.

    It is translated when it is read, because nobody reads those of a list of ten thousand.
    """

    text: str
    grid: Grid
    phrase: str | LazyMessage
    placed: int = 0

    def __str__(self) -> str:
        length = len(self.text.translate(NO_BLANKS))
        facts = [
            ngettext("{count} character", "{count} characters", length),
            ngettext("{count} given", "{count} givens", self.grid.clue_count),
            *([gettext("{count} placed", count=self.placed)] if self.placed else []),
            self.read_as,
        ]
        return ", ".join(facts)

    @property
    def read_as(self) -> str:
        return gettext("read as {what}", what=self.phrase)


@dataclass(frozen=True)
class Reading:
    """A puzzle that was read, and how it was understood.

    `grid` has the givens. `candidates` is a mask a cell, digit d being bit d - 1, if the text has pencil marks
    or placed digits. A placed digit is a cell's only candidate. `note` is for people. For example, "81
    characters, 23 clues, read as a line".
    """

    grid: Grid
    format: str
    candidates: tuple[int, ...] | None = None
    understood: str | Note = ""

    @property
    def note(self) -> str:
        return str(self.understood)

    @property
    def read_as(self) -> str:
        """How the text was read, in the reader's language: the part of the note that names the format."""
        understood = self.understood
        return understood.read_as if isinstance(understood, Note) else str(understood)


def only_puzzle(readings: list[Reading]) -> Reading:
    """Return the one puzzle among several boards that were read from a text.

    All boards must be the same puzzle. A complete board that solves another is left out. Raise GridError if
    there are several puzzles, or if they differ in their pencil marks. Raise it too if all boards are complete,
    because that is the solution of a puzzle that could not be read.
    """
    if readings and not any(0 in reading.grid.givens for reading in readings):
        raise GridError("this text contains only a solved board; a puzzle has empty cells")
    distinct = {(reading.grid.givens, reading.candidates): reading for reading in readings}
    open_ones = [reading for reading in distinct.values() if 0 in reading.grid.givens]
    kept = [
        reading
        for reading in distinct.values()
        if 0 in reading.grid.givens or not any(_solves(reading, other) for other in open_ones)
    ]
    puzzles = {reading.grid.givens: reading for reading in kept}
    if len(puzzles) != 1:
        raise GridError(
            "this text contains {count} puzzles; paste only one",
            count=len(puzzles),
        )
    marked = [reading for reading in kept if reading.candidates is not None]
    if len(marked) > 1:
        raise GridError(
            "this text contains one puzzle with different pencil marks; paste only one of them"
        )
    return (marked or kept)[0]


def _solves(solution: Reading, other: Reading) -> bool:
    givens = other.grid.givens
    pairs = zip(givens, solution.grid.givens, strict=True)
    return len(givens) == len(solution.grid.givens) and all(g in (0, s) for g, s in pairs)


@dataclass(frozen=True)
class Format:
    """One way to write a puzzle down.

    Formats are tried in the order of `rank`. The first one whose `looks_like` is true reads the text. Those
    from `LAST` on look for a board among other things, only after that one has refused the text. `sizes` are
    the board sizes that it can carry, plain boards alone unless `has_shapes`. `read_many` is there if one file
    may have several puzzles. All `examples` can be read.
    """

    name: str
    title: str
    rank: int
    looks_like: Callable[[str], bool]
    read: Callable[[str, int | None], Reading]
    write: Callable[[Reading], str] | None = None
    examples: tuple[str, ...] = ()
    sizes: tuple[int, ...] = SIZES
    read_many: Callable[[str], list[Reading | GridError]] | None = None
    has_shapes: bool = False


class Word(NamedTuple):
    """Characters between blanks, with the line and column of the first, both from 1."""

    text: str
    line: int
    column: int

    @property
    def place(self) -> TextPlace:
        return TextPlace(self.line, self.column)


def words(text: str, separators: str = BLANKS) -> list[Word]:
    return list(_words(text, separators))


def characters(pieces: Iterable[Word], width: int = 1) -> list[Word]:
    """Return each character of some words, or as many as `width`, as a word of its own."""
    return [
        Word(word.text[at : at + width], word.line, word.column + at)
        for word in pieces
        for at in range(0, len(word.text), width)
    ]


def in_rows(cells: Row, size: int) -> list[Row]:
    """Return the cells of a board row by row. They may be the characters of a line."""
    return [cells[start : start + size] for start in range(0, len(cells), size)]


def empty_cells(count: int, letters: str = ascii_lowercase) -> str:
    """Return so many empty cells as letters, which mean one cell, two cells and so on."""
    full, rest = divmod(count, len(letters))
    return letters[-1] * full + (letters[rest - 1] if rest else "")


@lru_cache(maxsize=8)  # one format after the other splits the same text
def _words(text: str, separators: str) -> tuple[Word, ...]:
    word = re.compile(f"[^{re.escape(separators)}\n]+")
    return tuple(
        Word(found[0], number, found.start() + 1)
        for number, line in enumerate(text.split("\n"), start=1)
        for found in word.finditer(line)
    )


def lines(text: str) -> list[str]:
    """Return the lines of a text that are not blank, without the blanks around them."""
    return [bare for line in text.split("\n") if (bare := line.strip(BLANKS))]


def number(text: str) -> int:
    """Return a text of one to three ASCII digits as a number, or -1 for any other text."""
    return int(text) if 1 <= len(text) <= 3 and text.isascii() and text.isdigit() else -1


def digit(character: str, size: int) -> int:
    """Return the digit of a character on a board of this size, or -1 for 0 and other characters."""
    value = ALPHABET.find(character.upper()) if len(character) == 1 and character.isascii() else -1
    return value if 1 <= value <= size else -1


def misfit(word: Word, cell: int, size: int, expected: LazyMessage) -> GridError:
    """Return the error for a word that does not fit its cell: line, column, cell and what was expected."""
    return GridError(
        "{place} (cell {cell}): {found} is not {expected}",
        place=word.place,
        cell=CellFact(cell, size),
        found=quoted(word.text),
        expected=expected,
    )


def a_digit(size: int) -> LazyMessage:
    """Return what was expected where a character is no cell of a line."""
    return LazyMessage(
        "a digit from 1 to {highest}, or 0 or . for an empty cell", highest=ALPHABET[size]
    )


def no_sudoku() -> GridError:
    """Return the error that a text, such as a sentence, contains no puzzle."""
    return GridError(
        "no Sudoku was found in this text; paste 81 cells in a row (1 to 9, and 0 or . for an empty cell), "
        "nine rows of nine cells, or an address"
    )


def misfit_count(count: int, size: int, nearest: Nearest | None = None) -> GridError:
    return GridError(
        LazyPlural(
            "{count} cell found, but a {size}×{size} board has {cells}",
            "{count} cells found, but a {size}×{size} board has {cells}",
            count,
            size=size,
            cells=size * size,
        ),
        nearest=nearest,
    )


def nearest_of(rows: Sequence[Sequence[int]], size: int) -> Nearest | None:
    """Return the board of some rows, if one is too short or too long, or the last one is missing, else None.

    The cells of this row are doubtful.
    """
    padded = [*rows, *[()] * (size - len(rows))]
    wrong = [at for at, row in enumerate(padded) if len(row) != size]
    if len(padded) != size or len(wrong) != 1:
        return None
    digits = (max(digit, 0) for row in padded for digit in (*row, *[0] * size)[:size])
    return Nearest(tuple(digits), tuple(range(wrong[0] * size, wrong[0] * size + size)))


def misfit_size(size: int) -> GridError:
    """Return the error that a complete board has a size that does not say which boxes it has."""
    name = f"{size}x{size}" if usual_boxes(size) else f"{size}x{size} latin"
    return GridError(
        "this is a {size}×{size} board; write the name of its shape before it, such as {name}",
        size=size,
        name=name,
    )


def masks(grid: Grid, placed: Mapping[int, int] | None = None) -> tuple[int, ...]:
    """Return the mask of candidates of each cell: its digit, or those that no given or placed peer has.

    `placed` has a digit by cell.
    """
    geometry = grid.geometry
    digits = [(placed or {}).get(cell, given) for cell, given in enumerate(grid.givens)]
    spend(len(digits))
    seen = [{digits[peer] for peer in peers} - {0} for peers in geometry.peers]
    return tuple(
        1 << digit - 1 if digit else geometry.all_digits_mask & ~mask_of_digits([*others])
        for digit, others in zip(digits, seen, strict=True)
    )


def with_placed(grid: Grid, placed: Mapping[int, int]) -> tuple[int, ...] | None:
    """Return the mask of candidates of each cell after some placed digits, or None if there are none.

    Raise GridError if digits clash.
    """
    if not placed:
        return None
    Grid(grid.shape, tuple(placed.get(cell, given) for cell, given in enumerate(grid.givens)))
    return masks(grid, placed)


def lone_digits(board: Shape | int, candidates: tuple[int, ...]) -> dict[int, int]:
    """Return, by cell, the digits of cells with one candidate that no peer has: HoDoKu's rule for solved cells.

    A lone candidate that a peer still has is a naked single that nobody has placed yet.
    """
    geometry = Grid(board, (0,) * len(candidates)).geometry
    return {
        cell: mask.bit_length()
        for cell, mask in enumerate(candidates)
        if mask
        and mask & (mask - 1) == 0
        and not any(candidates[peer] & mask for peer in geometry.peers[cell])
    }


def placed_digits(reading: Reading) -> dict[int, int]:
    """Return, by cell, the digits that a text has placed, without its givens."""
    if reading.candidates is None:
        return {}
    lone = lone_digits(reading.grid.shape, reading.candidates)
    return {cell: value for cell, value in lone.items() if not reading.grid.givens[cell]}


def quoted(text: str) -> LazyMessage | str:
    """Return a piece of a text in quotation marks for a message, cut after 20 characters.

    If a character is not ASCII or cannot be printed, return the name of the first such character.
    """
    if text.isascii() and text.isprintable():
        return LazyMessage("“{text}”", text=text if len(text) <= 20 else f"{text[:20]}…")
    strange = next(character for character in text if not (" " <= character <= "~"))
    name = unicodedata.name(strange, "")
    return f"U+{ord(strange):04X}" + (f" ({name.lower()})" if name else "")
