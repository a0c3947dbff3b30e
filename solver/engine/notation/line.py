"""One character a cell, row by row: `029000008…`, on one line or a row a line.

`.`, `0`, `*`, `_` and `-` are empty cells. Spaces and line ends are skipped. Digits above 9 are letters, `A`
for 10, in either case. As a format it also takes `X`, `O` or a space for an empty cell, if it is the only
filler, and leaves out the text after a complete line and `#`, `;`, `,` or a blank.
"""

import re
from math import isqrt

from ..core.errors import CellFact, GridError, Nearest
from ..core.geometry import box_for_size
from ..core.grid import Grid
from ..core.i18n import ALPHABET, LazyMessage, LazyPlural, listed, quote
from .base import (
    ANY_SIZE,
    CELL_COUNTS,
    EXAMPLE,
    NO_BLANKS,
    SIZES,
    Format,
    Note,
    Reading,
    characters,
    lines,
    misfit_count,
    misfit_size,
    nearest_of,
    no_sudoku,
    quoted,
    refuse_long,
    words,
)

EMPTY = "0.*_-"
A_LINE = LazyMessage("a line")
# A 16×16 board with both 0 and . is in hexadecimal digits.
_PLAIN = re.compile(r"[0-9.]{81}|[0-9A-Ga-g]{256}|[1-9A-Ga-g.]{256}|[0-9A-Pa-p.]{625}")
_BESIDE = (81, 256)  # cells of boards that may be followed by their solution
_NEXT = re.compile(r"[\s,;:\"']*([0-9A-Ga-g.]+)")
_VALUES = (
    {character: value for value, character in enumerate(ALPHABET)}
    | {character.lower(): value for value, character in enumerate(ALPHABET)}
    | dict.fromkeys(EMPTY, 0)
)
_DIGITS = bytes.maketrans("".join(_VALUES).encode(), bytes(_VALUES.values()))


def read(text: str, size: int | None = None) -> Grid:
    """Return the puzzle of a text with one character a cell, `0` or `.` for an empty cell.

    Without `size` it follows from the number of cells. Raise GridError with line, column and cell, and what was
    expected.
    """
    if size is not None and size not in SIZES:
        sizes = listed([str(each) for each in SIZES])
        raise GridError("size is {size}; use one of {sizes}", size=quote(size), sizes=sizes)
    refuse_long(text)
    values = _values(text)
    if not values:
        raise GridError(
            "there is no puzzle here; write 81 characters, 1 to 9 and 0 or . for an empty cell"
        )
    if size is None:
        size = _size_meant(text, values)
    elif _is_prose(text, values, size):
        raise no_sudoku()
    if -1 in values:  # before the count, because a stray character is often why the count is wrong
        raise _not_a_digit(text, values, size)
    if len(values) != size * size:
        rows = list(map(_values, lines(text)))
        nearest = nearest_of(rows, size) or (_cut(values, size) if len(rows) == 1 else None)
        raise _whole_of(text, len(values)) or misfit_count(len(values), size, nearest)
    if max(values) > size:
        raise _not_a_digit(text, values, size)
    return Grid.from_digits(box_for_size(size), values)


def _values(text: str) -> list[int]:
    """Return the digit of each character but blanks: 0 for an empty cell, -1 if it is no cell."""
    return [_VALUES.get(character, -1) for character in text.translate(NO_BLANKS)]


def _cut(values: list[int], size: int) -> Nearest:
    """Return the board of one line with some cells too few or too many. Its last row is doubtful."""
    digits = [*values, *[0] * size**2][: size**2]
    return Nearest(tuple(digits), tuple(range(size**2 - size, size**2)))


def _is_prose(text: str, values: list[int], size: int) -> bool:
    """Return whether a text is words rather than a board of this size, by its letters."""
    pairs = zip(text.translate(NO_BLANKS), values, strict=True)
    letters = [value for character, value in pairs if character.isalpha()]
    foreign = sum(not 0 <= value <= size for value in letters)
    is_short = 2 * len(values) < size * size
    return 4 * foreign > len(values) or (is_short and 2 * len(letters) > len(values))


def _not_a_digit(text: str, values: list[int], size: int) -> GridError:
    wrong = [cell for cell, value in enumerate(values) if not 0 <= value <= size]
    character = characters(words(text))[wrong[0]]
    digits = tuple(value if 0 <= value <= size else 0 for value in values)
    return GridError(
        "{place} (cell {cell}): {found} is not a digit of a {size}×{size} board; use 1 to "
        "{highest}, and 0 or . for an empty cell",
        place=character.place,
        cell=CellFact(wrong[0], size),
        found=quoted(character.text),
        size=size,
        highest=ALPHABET[size],
        nearest=Nearest(digits, tuple(wrong)) if len(values) == size * size else None,
    )


def _size_meant(text: str, values: list[int]) -> int:
    """Return the size with as many cells, or almost as many, or with so many lines.

    Raise GridError if no size is near, or if too much of the text is no cell.
    """
    rows, count = len(lines(text)), len(values) - values.count(-1)
    size = CELL_COUNTS.get(len(values)) or next(
        (each for each in SIZES if abs(each * each - count) <= each * each // 8), 0
    )
    if rows in SIZES[1:] and len(values) not in CELL_COUNTS and count >= rows * rows // 2:
        size = rows
    has_shape = size > SIZES[0] and len(values) == size * size and len(words(text)) in (1, size)
    known = sum(0 <= value <= size for value in values)
    if size and (has_shape or 4 * known >= 3 * len(values)):
        return size
    if error := _whole_of(text, len(values)):
        raise error
    if max(values) > SIZES[1] or -1 in values:
        raise no_sudoku()
    raise GridError(
        LazyPlural(
            "{count} cell found, but a board has 16, 36, 64, 81, 100, 144, 225, 256 or 625",
            "{count} cells found, but a board has 16, 36, 64, 81, 100, 144, 225, 256 or 625",
            len(values),
        )
    )


def _whole_of(text: str, count: int) -> GridError | None:
    """Return the error for a square board of a size that is not read, or None for other texts."""
    rows = lines(text)
    is_whole = len(rows) > SIZES[0] and count == len(rows) ** 2 and len(rows) not in SIZES
    is_square = is_whole and all(len(row.translate(NO_BLANKS)) == len(rows) for row in rows)
    return misfit_size(len(rows)) if is_square else None


def without_comment(text: str) -> str:
    """Return the text without lines that start with `#`, and without a comment after a complete line."""
    if "#" in text:
        text = "\n".join("" if line.startswith("#") else line for line in text.split("\n"))
    filled = lines(text)
    if len(filled) == 1 and not _is_complete(text):  # 16 groups of 16 are complete as they are
        end = min((filled[0].find(mark) for mark in "#;, \t" if mark in filled[0]), default=-1)
        if end in CELL_COUNTS:
            return text[: text.index(filled[0]) + end]
    return text


def _with_one_filler(text: str) -> str:
    """Return the text with `0` for `X`, `O` or space, if that is the only mark for an empty cell."""
    rows = text.strip("\r\n").replace("\r", "").split("\n")
    characters = "".join(rows)
    if len(characters) not in (16, 81) or any(mark in characters for mark in EMPTY):
        return text
    filler = {c for c in characters.upper() if not ("1" <= c <= "9")}
    squared = len(rows) == 1 or all(len(row) == len(rows) for row in rows)
    if filler in ({"X"}, {"O"}) or (filler == {" "} and squared):
        return text.upper().replace(filler.pop(), "0")
    return text


def looks_like(text: str) -> bool:
    text = without_comment(_with_one_filler(text))
    if not _is_complete(text):
        return False
    # 81 groups of several digits are pencil marks, even when they are 256 or 625 together.
    groups = len(words(text))
    return not (groups in (81, 256) and len("".join(text.split())) > groups)


def _is_complete(text: str) -> bool:
    characters = text.translate(NO_BLANKS)
    return len(characters) in CELL_COUNTS and all(c in _VALUES for c in characters)


def read_format(text: str, size: int | None = None) -> Reading:
    refuse_long(text)
    plain = without_comment(_with_one_filler(text))
    grid = read(plain, size)
    if plain is not text and len(plain.strip()) in _BESIDE:
        _check_beside(text.strip()[len(plain.strip()) + 1 :], grid)
    return Reading(grid, "line", None, Note(plain, grid, A_LINE))


def _check_beside(rest: str, grid: Grid) -> None:
    """Raise GridError if the next word is a board too, and no solution of this one."""
    found = _NEXT.match(rest)
    if not found or len(found[1]) != len(grid.givens):
        return
    other = read(found[1], grid.size)
    if other.givens == grid.givens or grid.is_solved_by(other.givens):
        return
    if 0 in other.givens:
        raise GridError("this line contains 2 puzzles; write one per line")
    raise GridError("the solution next to it does not solve this puzzle")


def read_plain(text: str) -> Reading | None:
    """Return the puzzle of a text of digits and dots alone, or None for any other text.

    Most texts of a list are of this kind. The result is that of `read_format`, faster. No other format takes
    them.
    """
    if not is_plain(text):
        return None
    grid = Grid(isqrt(isqrt(len(text))), tuple(text.encode().translate(_DIGITS)))
    return Reading(grid, "line", None, Note(text, grid, A_LINE))


def is_plain(text: str) -> bool:
    """Return whether a text is a row of digits and dots alone."""
    return _PLAIN.fullmatch(text) is not None


def write(reading: Reading) -> str:
    """Return the cells, after the name of the shape if their number does not say it."""
    grid, shape = reading.grid, reading.grid.shape
    says_itself = shape.square_box or str(shape) == f"{shape.size}x{shape.size}"
    return grid.text if says_itself else f"{shape} {grid.text}"


format = Format(
    name="line",
    title="Line",
    rank=140,
    looks_like=looks_like,
    read=read_format,
    write=write,
    sizes=ANY_SIZE,
    has_shapes=True,
    examples=(
        EXAMPLE,
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..  # hardest?",
        "\n".join(["500000002", "000560073", "090200005"] + ["000000000"] * 6),
        "12xxxx34xxxxxxxx",
        "1  2 3    4    5" + " " * 65,
    ),
)
