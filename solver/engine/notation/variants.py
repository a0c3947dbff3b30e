"""Rules beyond those of plain Sudoku in a text. They are found and refused by name.

Without them the puzzle would be another one. All names that are found are listed. Words around a board may only
mention a rule, so the refusal says how to go on. Signs that a program or a file uses for a variant are certain.
"""

import json
import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from ..core.errors import GridError
from ..core.i18n import listed
from .addresses import is_address, parameter, path, site
from .base import BLANKS, limits, quoted
from .lz_string import decompress
from .rulers import without_bars

# What words around a board call a rule, in the order in which a message lists them.
_WORDS = re.compile(
    r"\b(killer(?: ?cages?)?|little ?killer|cages?|jigsaw|irregular|nonomino|squiggly|chaos construction"
    r"|thermos?|thermometers?|arrows?|anti-?knight|anti-?king|kropki|sandwich|x-?sums?|xv"
    r"|windoku|hyper ?-?(?:sudoku|doku)|samurai|non-?consecutive|consecutive|sudoku[- ]?x|x-sudoku"
    r"|diagonals|diagonalen|main diagonal|diagonal sudoku|asterisks?|girandolas?|cent(?:er|re)[- ]?dots?"
    r"|disjoint|extra[- ]regions?|latin squares?|toroidal|skyscrapers?|inequality|greater[- ]than|quadruples?"
    r"|renban|whispers?|palindromes?|between lines?|lockout lines?|region sum lines?|zipper lines?"
    r"|numbered rooms?|fog of war|regions?\"?'? *[:=])",
    re.IGNORECASE,
)
# The canonical name of a shape on a line of its own, perhaps as a comment.
_SHAPE_NAME = re.compile(
    r"^[ \t#>*\"'(\[]*(?:shape\W+)?(?:(\d{1,2})\s?[x×]\s?\1\s+(?P<extras>[a-z][a-z:\d+, -]*)"
    r"|(?P<jigsaw>jigsaw)[ ]?:)",
    re.IGNORECASE | re.MULTILINE,
)
_EXTRAS = re.compile(
    r"boxes:\S+|latin|diagonals|diagonal-down|diagonal-up|diagonal\b|windows|disjoint(?:-groups)?"
    r"|center-dot|centre-dot|asterisk|girandola|anti-?knight|anti-?king|extra:\S+|toroidal",
    re.IGNORECASE,
)
# `--isX=1`: SukakuExplainer's options. Those that are 0 are off, but for its boxes, which are on without it.
_FLAG = re.compile(r"(?<![\w-])-{1,2}is([A-Z][A-Za-z]*)(?:[= ](\w+))?")
_FLAGS = {
    "X": "diagonals",
    "Windows": "windows",
    "Windoku": "windows",
    "DG": "disjoint groups",
    "CD": "center dot",
    "Asterisk": "asterisk",
    "Girandola": "girandola",
    "AntiKnight": "anti-knight",
    "AntiFerz": "anti-king",
    "AntiKing": "anti-king",
    "NC": "non-consecutive",
    "FNC": "non-consecutive",
    "Toroidal": "toroidal",
    "Blocks": "no boxes",
}
_BOARD = re.compile(r"[0-9.]{16}")
_OFF = {"0", "false"}
_SUMO = re.compile(r"\s*SumoCueV1")
_SUMO_CAGE = re.compile(r"\+\d|=\d\d")
# `.Diagonal~1.AntiKnight.~R1C1_5`: Interactive Sudoku Solver's constraints, and its givens without a name.
_SIGH = re.compile(r"\.([A-Z][A-Za-z]*)(?:~([^.]*))?(?=\.|\s*$)")
_SIGH_GIVEN = re.compile(r"\.~R\d{1,2}C\d{1,2}_")
_SCL_RULES = {
    "antiknight": re.compile(r"\bantiknight:t"),
    "antiking": re.compile(r"\bantiking:t"),
    "nonconsecutive": re.compile(r"\bnonconsecutive:t"),
    "cages": re.compile(r"\bca:\[\{(?=.{0,99}?\bv:[\d'])"),
    "arrows": re.compile(r"\b(?:a|arrows):\[\{"),
    "lines": re.compile(r"\b(?:l|lines):\[\{"),
    "dots": re.compile(r"\b(?:o|u|overlays|underlays):\[\{"),
}
# What programs call a rule, in letters alone, and what people call it.
_NAMES = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    "disjointgroups": "disjoint groups",
    "disjointsets": "disjoint groups",
    "disjunctgroups": "disjoint groups",
    "nonconsecutive": "non-consecutive",
    "extraregion": "extra regions",
    "extraregions": "extra regions",
    "killercage": "killer cages",
    "killercages": "killer cages",
    "littlekillersum": "little killer sums",
    "thermo": "thermometers",
    "thermometer": "thermometers",
    "thermos": "thermometers",
    "arrow": "arrows",
    "ratio": "ratio dots (kropki)",
    "difference": "difference dots (kropki)",
    "kropkidots": "kropki dots",
    "betweenline": "between lines",
    "sandwichsum": "sandwich sums",
    "primarydiagonal": "diagonal down",
    "secondarydiagonal": "diagonal up",
    "noboxes": "no boxes",
}
_LISUDOKU_PLAIN = {"gridSize", "fixedNumbers"}
_SQUARES = {size * size: size for size in range(4, 26)}
_LETTERS = re.compile(r"(?<![^\W_])[A-Za-z]{16,625}(?![^\W_])")
_ROW = re.compile(r"[A-Za-z]{4,25}|[1-9]{4,9}")
_GIVENS_ROW = re.compile(r"[0-9A-Za-z.*_-]{4,25}")


def refuse_variants(words: str) -> None:
    """Raise GridError if words around a board name more rules than those of Sudoku. It lists all of them."""
    found = dict.fromkeys(match[1].rstrip(" :=\"'") for match in _WORDS.finditer(words))
    distinct = {word.lower().rstrip("s"): word for word in reversed(found)}
    if distinct:
        raise GridError(
            "the text mentions rules beyond plain Sudoku ({word}); if the puzzle has none, "
            "paste only its board",
            word=listed([str(quoted(word)) for word in reversed(distinct.values())]),
        )


def refuse_rules(names: Iterable[str]) -> None:
    """Raise GridError if there are names of rules beyond plain Sudoku. It lists all of them."""
    said = dict.fromkeys(_said(name) for name in names)
    if said:
        raise GridError(
            "this puzzle has rules beyond plain Sudoku ({rules}); only plain Sudoku can be read",
            rules=", ".join(said),
        )


def refuse_marked(text: str) -> None:
    """Raise GridError if a whole text carries a sign that only a variant has, naming each rule.

    A sign is the name of a shape on a line, a program's option, a block of regions, or another program's form
    of puzzles. A comment that mentions rules counts too, because no format reads it.
    """
    refuse_rules(_marked(text))
    refuse_variants("\n".join(_comments(text)))


def refuse_marked_list(text: str) -> None:
    """Raise GridError if a text of many puzzles carries a sign of a variant that is about more than its line.

    A line with a board and a program's options is refused alone, when it is read.
    """
    apart = "\n".join(line for line in text.split("\n") if "is" in line and not _BOARD.search(line))
    refuse_rules([*_of_flags(apart), *_of_name(text), *_of_regions(text)])


def _said(name: str) -> str:
    """Return what people call a rule, or the word of a file, cut and without signs that are not ASCII."""
    letters = "".join(character for character in name.lower() if character.isalpha())
    return _NAMES.get(letters, ascii(name[:30])[1:-1])


def _marked(text: str) -> Iterator[str]:
    yield from _of_flags(text)
    yield from _of_name(text)
    yield from _of_other_programs(text)
    yield from _of_regions(text)


def _of_flags(text: str) -> Iterator[str]:
    for flag, value in _FLAG.findall(text):
        is_off = value.lower() in _OFF
        if flag in _FLAGS and is_off == (flag == "Blocks"):
            yield _FLAGS[flag]


def _of_name(text: str) -> Iterator[str]:
    for found in _SHAPE_NAME.finditer(text):
        if found["jigsaw"]:
            yield "jigsaw"
        elif _EXTRAS.match(found["extras"]):
            yield from _EXTRAS.findall(found["extras"])


def _of_other_programs(text: str) -> Iterator[str]:
    if _SUMO.match(text):
        yield "cages with sums" if _SUMO_CAGE.search(text) else "jigsaw regions"
    elif text.lstrip(BLANKS).startswith(".") and _SIGH_GIVEN.search(text):
        for name, value in _SIGH.findall(text.strip(BLANKS)):
            if name != "Shape":
                yield name
            elif value != "9x9":
                yield value
    elif is_address(text):
        yield from _of_address(text)


def _of_address(text: str) -> Iterator[str]:
    """Yield the rules in an address of lisudoku, or in one of SudokuPad's whose puzzle is in `scl…`."""
    if site(text) == "lisudoku.xyz":
        try:
            puzzle = json.loads(_unpacked(parameter(text, "import")))
        except (ValueError, RecursionError):
            return
        if isinstance(puzzle, dict):
            yield from (
                key for key, value in puzzle.items() if value and key not in _LISUDOKU_PLAIN
            )
    elif site(text) in ("sudokupad.app", "app.crackingthecryptic.com"):
        _before, mark, packed = (path(text) or parameter(text, "puzzleid")).partition("scl")
        content = _unpacked(packed) if mark else ""
        yield from (name for name, rule in _SCL_RULES.items() if rule.search(content))


def _unpacked(packed: str) -> str:
    try:
        return decompress(unquote(packed).replace(" ", "+"), limits.unpacked)
    except GridError:
        return ""


def _comments(text: str) -> Iterator[str]:
    return (line for line in text.split("\n") if line.lstrip(BLANKS).startswith("#"))


def _of_regions(text: str) -> list[str]:
    return ["jigsaw regions"] if _has_regions(text) else []


def _has_regions(text: str) -> bool:
    """Return whether a text has a block with the region of each cell, as letters or beside givens as digits."""
    for word in _LETTERS.findall(text):
        size = _SQUARES.get(len(word))
        if size and _is_map([word[at : at + size] for at in range(0, size * size, size)]):
            return True
    rows = ["".join(line.split()) for line in without_bars(text).split("\n")]
    rows = [row for row in rows if row]
    for start, row in enumerate(rows):
        size = len(row)
        if _ROW.fullmatch(row) and _is_map(rows[start : start + size]):
            beside = rows[max(start - size, 0) : start], rows[start + size : start + 2 * size]
            if any(_are_givens(each, size) for each in beside):
                return True
    return False


def _is_map(rows: list[str]) -> bool:
    """Return whether rows give each cell a region: as many signs as rows, as often, one twice in a row."""
    size = len(rows)
    if not all(len(row) == size and _ROW.fullmatch(row) for row in rows):
        return False
    signs = "".join(rows).upper()
    is_repeated = any(len(set(row.upper())) < size for row in rows)
    if signs.isdigit():
        return is_repeated and all(signs.count(sign) == size for sign in set(signs))
    return is_repeated and signs.isalpha() and size < 2 * len(set(signs)) <= 2 * size


def _are_givens(rows: list[str], size: int) -> bool:
    return len(rows) == size and all(
        len(row) == size and _GIVENS_ROW.fullmatch(row) for row in rows
    )
