"""What a text says about the shape of its board, beside the cells: a name, words, options, regions, a size.

    9x9 diagonals            the site's own name, on a line or before the cells, or in JSON
    Windoku                  words for a rule around one board
    --isX=1                  options of SukakuExplainer
    AABBB…                   a block with the region of each cell, before or after the givens
    6 rows of 6 cells        boards whose boxes are no squares. Bars and borders of a drawing say which boxes

What is no unit, such as cages, is left in the text, and refused by name by those who read it.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import isqrt

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import ALPHABET, LazyMessage
from ..core.shape import Shape, parse, shape_of_fields, usual_boxes
from .addresses import is_address
from .base import (
    ANY_SIZE,
    BLANKS,
    NO_BLANKS,
    SIZES,
    Note,
    Reading,
    json_object,
    masks,
    shape_of,
    usual_shape,
)
from .line import EMPTY
from .of_shape import read_board
from .rulers import BARS, is_border, without_bars
from .variants import (
    SHAPE_NAME,
    SHAPE_WORDS,
    WORDS,
    find_regions,
    flags_in,
    refuse_comments,
    refuse_rules,
    refuse_variants,
)

OTHER_SIZES = {
    size * size: size for size in range(6, 26) if size not in SIZES and usual_boxes(size)
}
_GAPS = str.maketrans(dict.fromkeys(",;\t", " "))
# What words around a board call a rule that is made of units, without what is no letter.
_CALLED = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    **dict.fromkeys(("windoku", "hypersudoku", "hyperdoku"), "windows"),
    **dict.fromkeys(("sudokux", "xsudoku", "diagonal", "diagonalen"), "diagonals"),
    **dict.fromkeys(("maindiagonal", "diagonalsudoku"), "diagonals"),
    **dict.fromkeys(("diagonaldown", "fallingdiagonal"), "diagonal-down"),
    **dict.fromkeys(("diagonalup", "risingdiagonal"), "diagonal-up"),
    **dict.fromkeys(("windokux", "xwindoku"), "windows diagonals"),
    **dict.fromkeys(("centerdot", "centredot"), "center-dot"),
    "latinsquare": "latin",
    **{name: name for name in ("asterisk", "girandola", "disjoint")},
}
_REGIONS_SAID = {"jigsaw", "irregular", "nonomino", "squiggly", "region"}
# A size before the cells, on a line of its own or beside them.
_SIZE_BEFORE = re.compile(
    r"\s*(?:#[ \t]*)?(?:(?:shape|size)\W+)?(?P<size>\d{1,2})[ \t]?[x×][ \t]?(?P=size)"
    r"(?:[ \t]*[:,;-]?\s+|[ \t]*:)",
    re.IGNORECASE,
)
_SIZE_LINE = re.compile(r"[ \t]*(\d{1,2})(?:[ ,]\1)?[ \t\r]*")
_SIZE_SAID = re.compile(r"(?<![\w])(\d{1,2})\s?[x×]\s?\1(?![\w×])")
_A_BOARD = re.compile(r"(?<!\S)[0-9A-Za-z.*_-]{16,625}(?!\S)")
_LATIN = re.compile(r"latin squares?", re.IGNORECASE)
# Between two words for rules of a name.
_JOINED = re.compile(
    rf"[ \t]*(?:[,;+&]|\band\b)[ \t]*(?=(?:and[ \t]+)?(?:{SHAPE_WORDS.pattern}))", re.IGNORECASE
)
# What may stand between a name and its board: a title, which has other signs than letters, or a common word.
_IS_NO_RULE = re.compile(
    r"[^\w\s-]|\d|^(?:sudoku|puzzle|givens?|grid|board|easy|medium|hard)$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]{4}|(?<![^\s(])[^\W\d_]{2,}[.,:;!)]?(?!\S)")
_Read = Callable[[str, int | None], Reading]


@dataclass
class _Said:
    """What was found beside the cells, and what is left of the text."""

    rest: str
    size: int = 0
    shape: Shape | None = None
    regions: list[str] | None = None
    extras: list[str] = field(default_factory=list)

    @property
    def is_anything(self) -> bool:
        return self.shape is not None or self.regions is not None or bool(self.extras)


def read_shaped(text: str, size: int | None, read_plainly: _Read) -> Reading | None:
    """Return the puzzle of a text that says the shape of its board, or None if it says none.

    `read_plainly` reads the cells of a plain board. Raise GridError if they are no such board.
    """
    if is_address(text):
        return None
    said = _Said(text)
    _take_object(said)
    _take_flags(said)
    _take_name(said)
    _take_regions(said)
    _take_words(said)
    if not said.is_anything:
        return _of_other_size(text, size)
    refuse_comments(said.rest)
    size = size or (said.shape.size if said.shape else said.size) or None
    return _on_shape(said, size, read_plainly)


def _take_object(said: _Said) -> None:
    """Take the shape and the givens of an object of JSON, such as the site's API answers."""
    if not said.rest.lstrip(BLANKS).startswith("{") or '"shape"' not in said.rest:
        return
    fields = json_object(said.rest) or {}
    shape, givens = fields.get("shape"), fields.get("givens", fields.get("puzzle"))
    if isinstance(shape, str | dict) and isinstance(givens, str):
        try:
            said.shape = parse(shape) if isinstance(shape, str) else shape_of_fields(shape)
        except ValueError as error:
            raise GridError(str(error)) from None
        said.rest = givens


def _take_flags(said: _Said) -> None:
    flags = flags_in(said.rest)
    if flags:
        said.extras += flags
        lines = said.rest.split("\n")
        said.rest = "\n".join(
            " ".join(_A_BOARD.findall(line)) if "is" in line and flags_in(line) else line
            for line in lines
        )


def _take_name(said: _Said) -> None:
    named = (
        each
        for each in SHAPE_NAME.finditer(said.rest)
        if each["jigsaw"] or SHAPE_WORDS.match(each["extras"])
    )
    found = next(named, None)
    if found is None:
        return
    start = found.start("name")
    end = said.rest.find("\n", start)
    line = said.rest[start : end if end >= 0 else len(said.rest)]
    name = _LATIN.sub("latin", line.replace("×", "x").replace(" x ", "x"))
    words = _JOINED.sub(" ", name).split()
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count]).rstrip(":,;")
        try:
            said.shape = parse(name.lower())
        except ValueError:
            continue
        beside = " ".join(words[count:])
        board = _A_BOARD.search(beside)
        between = beside[: board.start()].strip() if board else beside
        is_rule = _WORD.match(between) and not (board and _IS_NO_RULE.search(between))
        refuse_rules([between] if is_rule else [])
        break
    else:
        refuse_rules([found["extras"] or found["jigsaw"]])
    before = said.rest[: said.rest.rfind("\n", 0, start) + 1]
    said.rest = before + beside + said.rest[start + len(line) :]


def _take_regions(said: _Said) -> None:
    found = find_regions(said.rest)
    if found:
        said.regions, said.rest = found
        said.size = isqrt(len(said.regions))


def _take_words(said: _Said) -> None:
    """Take words for rules out of the lines that have no board."""

    def taken(found: re.Match[str]) -> str:
        called = "".join(filter(str.isalpha, found[0].lower()))
        meant = _CALLED.get(called) or _CALLED.get(called.rstrip("s"))
        if meant:
            said.extras += meant.split()
        is_known = said.regions is not None and called.rstrip("s") in _REGIONS_SAID
        return "sudoku" if meant or is_known else found[0]

    if any(mark in said.rest for mark in "{[<") or not WORDS.search(said.rest):
        return
    said.rest = WORDS.sub(taken, said.rest)
    if "latin" in said.extras and (found := _SIZE_SAID.search(said.rest)):
        said.size = int(found[1])


def _on_shape(said: _Said, size: int | None, read_plainly: _Read) -> Reading:
    """Return the cells that are left of a text, on the board that it describes."""
    cells = _cells_alone(said.rest, size)
    if cells:
        reading = read_board(" ".join(cells), _shape(said, isqrt(len(cells))))
    else:
        reading = read_plainly(said.rest, size)
    shape, candidates = _shape(said, reading.grid.size), reading.candidates
    grid = Grid.from_digits(shape, reading.grid.givens)
    if candidates is not None:
        candidates = tuple(a & b for a, b in zip(candidates, masks(grid), strict=True))
    note = Note(said.rest, grid, LazyMessage("the board {shape}", shape=shape.title))
    return replace(reading, grid=grid, candidates=candidates, understood=note)


def _shape(said: _Said, size: int) -> Shape:
    extras = [name for name in said.extras if name != "latin"]
    regions: Iterable[object] | None = said.regions
    groups: tuple[tuple[int, ...], ...] = ()
    if said.shape:
        extras += said.shape.extras
        groups = said.shape.groups
        regions = regions or said.shape.regions
    elif regions is None and "latin" not in said.extras:
        regions = parse(f"{size}x{size}").regions
    return shape_of(size, None if regions is None else list(regions), extras, groups)


def _of_other_size(text: str, size: int | None) -> Reading | None:
    """Return a board whose boxes are no squares, if a text is nothing but its cells and words around them."""
    cells = _cells_alone(text, size)
    count = isqrt(len(cells))
    if count * count not in OTHER_SIZES:
        return None
    boxes = _boxes_drawn([line for line in text.split("\n") if line.strip(BLANKS)])
    is_drawn = boxes is not None and boxes[0] * boxes[1] == count
    reading = read_board(" ".join(cells), usual_shape(count, boxes if is_drawn else None))
    what = LazyMessage("the board {shape}", shape=reading.grid.shape.title)
    return replace(reading, understood=Note(text, reading.grid, what))


def _cells_alone(text: str, size: int | None) -> list[str]:
    """Return the cells of a text that has nothing else but words before and after, or [] for other texts.

    There must be as many rows as each has cells, or all on one line. Each is a digit, letter or number, or the
    one sign for an empty cell.
    """
    if found := _SIZE_BEFORE.match(text):
        if size not in (None, int(found["size"])):
            return []
        text, size = text[found.end() :], int(found["size"])
    lines = [line.rstrip("\r\n") for line in text.split("\n") if not line.startswith("#")]
    lines = [line for line in without_bars("\n".join(lines)).split("\n") if line.strip(" \r\v\f")]
    lines = [line for line in lines if not is_border(line) or size]
    words = [
        line for line in lines if _WORD.search(line) and not _A_BOARD.fullmatch(line.strip(BLANKS))
    ]
    lines = [line for line in lines if line not in words]
    found = _SIZE_LINE.fullmatch(lines[0]) if len(lines) > 1 else None
    if found and len(lines) - 1 in (1, int(found[1])):
        size, lines = int(found[1]), lines[1:]
    count = len(lines)
    if count == 1:
        line = lines[0].translate(_GAPS)
        count = _size_of_line(line)
        rows = [line.split() if len(line.split()) > 1 else list(line.strip(BLANKS))]
    else:
        rows = [_row(line, count) for line in lines]
        if any(len(row) != count for row in rows):
            return []
    cells = [cell for row in rows for cell in row]
    if size not in (None, count) or not _are_cells(cells, count) or _has_labels(rows):
        return []
    # An empty board and a drawn line look alike, unless the size is said.
    if size is None and (set(cells) <= {*EMPTY} or _are_candidates(cells, count)):
        return []
    refuse_variants("\n".join(words))
    return cells


def _size_of_line(line: str) -> int:
    counts = len(line.split()), len(line.translate(NO_BLANKS))
    sizes = (isqrt(count) for count in counts if isqrt(count) ** 2 == count)
    return next((size for size in sizes if size in ANY_SIZE), 0)


def _row(line: str, count: int) -> list[str]:
    """Return the cells of a row: what stands between separators, words, or characters."""
    for separator in ",;\t|":
        cells = line.split(separator)
        if len(cells) == count + 1 and not cells[-1].strip():
            cells.pop()
        if len(cells) == count:
            return [cell.strip() or "0" for cell in cells]
    words = line.translate(_GAPS).split()
    return words if len(words) == count else list("".join(words))


def _are_cells(cells: list[str], size: int) -> bool:
    """Return whether these are the cells of a board of this size: digits, and one sign for empty cells."""
    if len(cells) != size * size or size not in ANY_SIZE:
        return False
    empty = {cell for cell in cells if cell in EMPTY}
    is_numbered = any(len(cell) > 1 for cell in cells)
    highest = ALPHABET[size]
    is_known = all(
        cell in empty
        or (is_numbered and cell.isdecimal() and cell.isascii() and 1 <= int(cell) <= size)
        or (len(cell) == 1 and cell.isascii() and cell.isalnum() and "1" <= cell.upper() <= highest)
        for cell in cells
    )
    return is_known and len(empty) < 2


def _are_candidates(cells: list[str], size: int) -> bool:
    """Return whether 64 cells are the four candidates of each cell of a 4×4 board, each in its place."""
    return size == 8 and all(cell in (str(at % 4 + 1), ".", "0") for at, cell in enumerate(cells))


def _has_labels(rows: list[list[str]]) -> bool:
    """Return whether the first row and column number the others: a table of one row and column less."""
    usual = [str(number) for number in range(1, len(rows))]
    return len(rows) > 1 and rows[0][1:] == usual and [row[0] for row in rows[1:]] == usual


def _boxes_drawn(lines: list[str]) -> tuple[int, int] | None:
    """Return rows and columns of the boxes that are drawn by borders and bars, or None if they are not even."""
    bands = [list(rows) for is_drawn, rows in groupby(lines, is_border) if not is_drawn]
    heights = {len(rows) for rows in bands}
    between = (re.split(f"[{BARS}]", line) for rows in bands for line in rows)
    parts = [bare for parts in between for part in parts if (bare := part.strip(BLANKS))]
    widths = {len(part.split()) if " " in part else len(part) for part in parts}
    return (heights.pop(), widths.pop()) if len(heights) == len(widths) == 1 else None
