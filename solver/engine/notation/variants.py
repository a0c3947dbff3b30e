"""Rules beyond those of plain Sudoku in a text. They are found and refused by name.

Without them the puzzle would be another one. All names that are found are listed. Words around a board may only
mention a rule, so the refusal says how to go on. Signs that a program or a file uses for a variant are certain.
"""

import re
from collections.abc import Iterable, Iterator

from ..core.errors import GridError
from ..core.i18n import listed
from ..core.shape import EXTRAS
from .base import BLANKS, quoted
from .rulers import without_bars

# What words around a board call a rule, in the order in which a message lists them.
WORDS = re.compile(
    r"\b((?:anti|no|not an?|without|broken|mini|half|pan)[- ]?"
    r"(?:diagonals?|windows|windoku|sudoku[- ]?x|girandola)"
    r"|anti-?(?:queen|bishop|rook|camel|elephant)|x[- +&]*windoku|windoku[- +&]*x|argyle|zig-?zag|battenburg"
    r"|odd[-/ ]?even|even[-/ ]?odd|clones?|(?:outside|frame|offset|colou?r) sudoku|futoshiki|nabner"
    r"|(?:entropi[ck]|modular|parity) lines?|schr(?:ö|oe|o)dinger|yin[- ]?yang|twodoku|gattai"
    r"|diagonal(?= ?[+&])|diagonal-(?:down|up)|(?:falling|rising|one) diagonals?"
    r"|killer(?: ?cages?)?|little ?killer|cages?|jigsaw|irregular|nonomino|squiggly|chaos construction"
    r"|thermometers?|thermos?|arrows?|anti-?knight|anti-?king|kropki|sandwich|x-?sums?|xv"
    r"|windoku|hyper ?-?(?:sudoku|doku)|samurai|non-?consecutive|consecutive|sudoku[- ]?x|x-sudoku"
    r"|diagonals|diagonalen|main diagonal|diagonal sudoku|asterisks?|girandolas?|cent(?:er|re)[- ]?dots?"
    r"|disjoint|extra[- ]regions?|latin squares?|toroidal|skyscrapers?|inequality|greater[- ]than|quadruples?"
    r"|renban|whispers?|palindromes?|between lines?|lockout lines?|region sum lines?|zipper lines?"
    r"|numbered rooms?|fog of war|regions?\"?'? *[:=])",
    re.IGNORECASE,
)
# The canonical name of a shape on a line of its own, perhaps as a comment.
SHAPE_NAME = re.compile(
    r"^[ \t#>*\"'(\[]*(?:shape\W+)?(?P<name>(\d{1,2})[ \t]?[x×][ \t]?\2[ \t]+(?P<extras>[a-z][a-z:\d+, -]*)"
    r"|(?P<jigsaw>jigsaw)[ ]?:[ ]?[a-z]{16})",
    re.IGNORECASE | re.MULTILINE,
)
SHAPE_WORDS = re.compile(
    r"boxes:\S+|latin|diagonal\b|disjoint-groups|centre-dot|antiknight|antiking|extra:\S+|toroidal|"
    + "|".join(sorted(EXTRAS, reverse=True)),  # a name before those that it begins with
    re.IGNORECASE,
)
# `--isX=1`: SukakuExplainer's options. Those that are 0 are off, but for its boxes, which are on without it.
_FLAG = re.compile(r"(?<![\w-])-{1,2}is([A-Z][A-Za-z]*)(?:[= ](\w+))?")
_FLAGS = {
    "X": "diagonals",
    **dict.fromkeys(("Windows", "Windoku"), "windows"),
    "DG": "disjoint groups",
    "CD": "center dot",
    "Asterisk": "asterisk",
    "Girandola": "girandola",
    "AntiKnight": "anti-knight",
    **dict.fromkeys(("AntiFerz", "AntiKing"), "anti-king"),
    **dict.fromkeys(("NC", "FNC"), "non-consecutive"),
    "Toroidal": "toroidal",
    "Blocks": "no boxes",
}
_OF_UNITS = {*_FLAGS.values()} - {"non-consecutive", "toroidal"}
_UNITS = {"disjoint groups": "disjoint", "center dot": "center-dot", "no boxes": "latin"}
# A board in a line, and not the letters of a jigsaw before it.
_BOARD = re.compile(r"(?<![^\s,;|\"'])(?=[A-Za-z*_-]*[0-9.])[0-9A-Za-z.*_-]{16,625}(?![^\s,;|\"'])")
_OFF = {"0", "false"}
# What programs call a rule, in letters alone, and what people call it.
_NAMES = {
    "antiknight": "anti-knight",
    "antiking": "anti-king",
    **dict.fromkeys(("disjointgroups", "disjointsets", "disjunctgroups"), "disjoint groups"),
    "nonconsecutive": "non-consecutive",
    **dict.fromkeys(("extraregion", "extraregions"), "extra regions"),
    **dict.fromkeys(("killercage", "killercages"), "killer cages"),
    "littlekillersum": "little killer sums",
    **dict.fromkeys(("thermo", "thermometer", "thermos"), "thermometers"),
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
_SQUARES = {size * size: size for size in range(4, 26)}
_LONG = re.compile(r"(?<![^\s,;:|\"'])[0-9A-Za-z.*_-]{16,625}(?![^\s,;:|\"'])")
# A line before a block.
_HEADING = re.compile(
    r"^[ \t#>*]*(?:givens?|clues|puzzle|grid|board|cells|digits|regions?|areas?|blocks?|boxes|shape|jigsaw)"
    r"[^\w.\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
_GIVEN = re.compile(r"[0-9]{1,2}|[A-Za-z.*_-]")
_WIDEST = 25


def refuse_variants(words: str) -> None:
    """Raise GridError if words around a board name more rules than those of Sudoku. It lists all of them."""
    found = dict.fromkeys(match[1].rstrip(" :=\"'") for match in WORDS.finditer(words))
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
            "this puzzle has rules beyond plain Sudoku ({rules}); only rules that say which cells "
            "differ can be read",
            rules=", ".join(said),
        )


def refuse_comments(text: str) -> None:
    """Raise GridError if a comment mentions rules, because no format reads it."""
    refuse_variants(
        "\n".join(line for line in text.split("\n") if line.lstrip(BLANKS).startswith("#"))
    )


def refuse_marked_list(text: str) -> None:
    """Raise GridError if a text of many puzzles carries a sign of a variant that is about more than its line.

    A line with a board and the name of its shape, or a program's options, is read alone.
    """
    rest = "\n".join(line for line in text.split("\n") if not says_its_shape(line))
    regions = ["jigsaw regions"] if find_regions(rest) else []
    said = dict.fromkeys(map(_said, (*_of_flags(rest), *_of_name(rest), *regions)))
    if said:
        raise GridError(
            "the list has rules beyond plain Sudoku ({rules}) apart from its puzzles; write the "
            "name of the board before each puzzle",
            rules=", ".join(said),
        )


def says_its_shape(line: str) -> bool:
    """Return whether a line has a board and the name of its shape, or a program's options for it."""
    is_said = _FLAG.search(line) or SHAPE_NAME.search(line)
    return is_said is not None and _BOARD.search(line) is not None


def _said(name: str) -> str:
    """Return what people call a rule, or the word of a file, cut and without signs that are not ASCII."""
    letters = "".join(character for character in name.lower() if character.isalpha())
    return _NAMES.get(letters, ascii(name[:30])[1:-1])


def flags_in(text: str) -> list[str]:
    """Return the further units that options of SukakuExplainer switch on, and `latin` for no boxes.

    Raise GridError, with all options, if one of them is no unit.
    """
    names = list(_of_flags(text))
    refuse_rules(names if not _OF_UNITS.issuperset(names) else [])
    return [_UNITS.get(name, name) for name in names]


def _of_flags(text: str) -> Iterator[str]:
    for flag, value in _FLAG.findall(text):
        is_off = value.lower() in _OFF
        if is_off == (flag == "Blocks"):
            yield _FLAGS.get(flag, flag)


def _of_name(text: str) -> Iterator[str]:
    for found in SHAPE_NAME.finditer(text):
        if found["jigsaw"]:
            yield "jigsaw"
        elif SHAPE_WORDS.match(found["extras"]):
            yield from SHAPE_WORDS.findall(found["extras"])


def find_regions(text: str) -> tuple[list[str], str] | None:
    """Return the region of each cell by a block of letters, or digits beside givens, and the text without it.

    Return None if there is no such block.
    """
    words = list(_LONG.finditer(text))
    lengths = [len(each[0]) for each in words]
    for found in words:
        size = _SQUARES.get(len(found[0]), 0)
        may_be = size and (found[0].isalpha() or lengths.count(size * size) == 2)
        if may_be and _is_map(
            [list(found[0][at : at + size]) for at in range(0, size * size, size)]
        ):
            around = text[: found.start()].rstrip(" ,;|:"), text[found.end() :].lstrip(" ,;|:")
            return list(found[0].upper()), _HEADING.sub("", "\n".join(around))
    lines = _HEADING.sub("", text).split("\n")
    rows = [
        (at, _cells_of(line)) for at, line in enumerate(without_bars("\n".join(lines)).split("\n"))
    ]
    rows = [(at, row) for at, row in rows if row]
    for start, (_at, row) in enumerate(rows):
        size = len(row)
        block = [cells for _at, cells in rows[start : start + size]]
        if 4 <= size <= _WIDEST and _is_map(block):
            beside = rows[max(start - size, 0) : start], rows[start + size : start + 2 * size]
            if any(_are_givens([cells for _at, cells in each], size) for each in beside):
                taken = {at for at, _cells in rows[start : start + size]}
                rest = "\n".join("" if at in taken else line for at, line in enumerate(lines))
                return [cell.upper() for cells in block for cell in cells], rest
    return None


def _cells_of(line: str) -> list[str]:
    """Return the cells of a line: its words if one has two characters, else its characters."""
    words = line.replace(",", " ").split()
    is_numbered = len(words) > 1 and all(len(word) < 3 for word in words)
    return words if is_numbered else list("".join(words))


def _is_map(rows: list[list[str]]) -> bool:
    """Return whether rows give each cell a region: as many signs as rows, as often, one twice in a row."""
    size = len(rows)
    if not size or not all(len(row) == size for row in rows):
        return False
    signs = [sign.upper() for row in rows for sign in row]
    kinds = set(signs)
    is_repeated = any(len({sign.upper() for sign in row}) < size for row in rows)
    if any(sign.isascii() and sign.isdigit() for sign in kinds):
        is_known = all(sign.isascii() and sign.isalnum() for sign in kinds)
        return is_repeated and is_known and all(signs.count(sign) == size for sign in kinds)
    letters = all(len(sign) == 1 and sign.isascii() and sign.isalpha() for sign in kinds)
    return is_repeated and letters and size < 2 * len(kinds) <= 2 * size


def _are_givens(rows: list[list[str]], size: int) -> bool:
    return len(rows) == size and all(
        len(row) == size and all(_GIVEN.fullmatch(cell) for cell in row) for row in rows
    )
