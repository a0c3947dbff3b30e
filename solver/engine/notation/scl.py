"""SudokuPad's address whose puzzle is in it, `https://sudokupad.app/scl…`: short JSON packed by LZ-string.

Keys have no quotes, texts have single ones, `t` and `f` are true and false, and empty objects before commas are
left out: `{ce:[[{v:5},,…],…],re:[[[0,0],…],…],metadata:{antiknight:t}}`. `ce` has the cells, `re` the regions.
Cages with a value, lines, arrows and dots are refused by name, and so are rules that are said in words.
"""

import json
import re
from typing import Any
from urllib.parse import unquote

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.i18n import gettext
from ..core.shape import parse
from .addresses import is_address, parameter, path, site
from .base import ANY_SIZE, Format, Note, Reading, json_object, shape_of, unpack
from .lz_string import compress, decompress
from .variants import refuse_rules, refuse_variants

_SITES = ("sudokupad.app", "app.crackingthecryptic.com", "beta.sudokupad.app")
_MARK = "scl"
_TOKEN = re.compile(
    r"'((?:[^'\\]|\\.)*)'|([A-Za-z_$][\w$+-]*|-?\d+(?:\.\d+)?)|([\[\]{},:])|\s+|(.)", re.DOTALL
)
_LEFT_OUT = (("[", ","), (",", ","), (",", "]"))  # signs with an empty object between them
_WORDS = {"t": "true", "f": "false", "true": "true", "false": "false", "null": "null"}
_EXTRAS = {"antiknight": "anti-knight", "antiking": "anti-king"}
# What is drawn, by its short and its long key.
_DRAWN = {
    **dict.fromkeys(("l", "lines"), "lines"),
    **dict.fromkeys(("a", "arrows"), "arrows"),
    **dict.fromkeys(("o", "u", "overlays", "underlays"), "dots"),
}
_PLAIN = {"title", "author", "t", "solution", "msgcorrect", "source", "rules", "solved", "id"}


def _packed(text: str) -> str:
    if not is_address(text) or site(text) not in _SITES:
        return ""
    before, mark, packed = (parameter(text, "puzzleid") or path(text)).partition(_MARK)
    return unquote(packed).replace(" ", "+") if mark and not before.rpartition("/")[2] else ""


def looks_like(text: str) -> bool:
    return len(_packed(text)) > len("a short identifier that needs the server")


def read(text: str, size: int | None = None) -> Reading:
    packed = _packed(text)
    puzzle = _object(unpack(decompress, packed))
    metadata = puzzle.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    _refuse(puzzle, metadata)
    rows: Any = puzzle.get("ce", puzzle.get("cells"))
    is_square = isinstance(rows, list) and all(
        isinstance(row, list) and len(row) == len(rows) for row in rows
    )
    if not is_square or not 4 <= len(rows) <= ANY_SIZE[-1]:
        raise GridError("this address has no board of 4 to 25 rows")
    size = len(rows)
    givens = [_value(cell) for row in rows for cell in row]
    extras = [extra for key, extra in _EXTRAS.items() if metadata.get(key)]
    shape = shape_of(size, _regions(puzzle.get("re", puzzle.get("regions")), size), extras)
    grid = Grid.from_digits(shape, givens)
    return Reading(grid, "scl", None, Note(packed, grid, gettext("an address of SudokuPad")))


def _refuse(puzzle: dict[str, Any], metadata: dict[str, Any]) -> None:
    rules = [name for key, name in _DRAWN.items() if puzzle.get(key)]
    cages = puzzle.get("ca", puzzle.get("cages")) or []
    if any(
        isinstance(cage, dict) and str(cage.get("v", cage.get("value", "")))[:1].isdigit()
        for cage in cages
    ):
        rules.append("cages")
    rules += [
        key for key, value in metadata.items() if value is True and key not in {*_EXTRAS, *_PLAIN}
    ]
    rules += [str(each) for each in puzzle.get("global") or [] if each not in _EXTRAS]
    refuse_rules(dict.fromkeys(rules))
    refuse_variants(str(metadata.get("rules") or ""))


def _value(cell: Any) -> int:
    value = cell.get("v", cell.get("value", 0)) if isinstance(cell, dict) else 0
    text = str(value or 0)
    if not text.isdecimal() or len(text) > 2:
        raise GridError("this address has a cell without a digit")
    return int(text)


def _regions(cells: Any, size: int) -> tuple[object, ...] | None:
    if not cells:
        return parse(f"{size}x{size}").regions
    regions: list[object] = [None] * size**2
    for number, region in enumerate(cells if isinstance(cells, list) else ()):
        for place in region if isinstance(region, list) else ():
            is_cell = (
                isinstance(place, list)
                and len(place) == 2
                and all(type(each) is int and 0 <= each < size for each in place)
            )
            if not is_cell:
                raise GridError("this address has a cell that is not on the board")
            regions[place[0] * size + place[1]] = number
    return tuple(regions)


def _object(text: str) -> dict[str, Any]:
    """Return the JSON of a short text: quotes around words, and `{}` for what is left out between commas."""
    pieces: list[str] = []
    before = ""
    for found in _TOKEN.finditer(text):
        quoted, word, mark, other = found.groups()
        if other:
            raise GridError("this address does not unpack to a puzzle")
        if (before, mark) in _LEFT_OUT:
            pieces.append("{}")
        if quoted is not None:
            pieces.append(json.dumps(quoted))
        elif word is not None:
            pieces.append(_word(word, is_key=text[found.end() : found.end() + 1] == ":"))
        elif mark:
            pieces.append(mark)
        before = mark or (before if found[0].isspace() else "value")
    puzzle = json_object("".join(pieces))
    if puzzle is None:
        raise GridError("this address does not unpack to a puzzle")
    return puzzle


def _word(word: str, is_key: bool) -> str:
    if not is_key and (word in _WORDS or word.lstrip("-")[:1].isdigit()):
        return _WORDS.get(word, word)
    return json.dumps(word)


_EXAMPLE = "{metadata:{antiking:t},ce:[[{v:5},,,],[,,,],[,,,],[,,,]]}"

format = Format(
    name="scl",
    title="SudokuPad address with the puzzle in it",
    rank=11,
    looks_like=looks_like,
    read=read,
    examples=("https://sudokupad.app/scl" + compress(_EXAMPLE.replace("v:5", "v:3")),),
    sizes=ANY_SIZE,
    has_shapes=True,
)
