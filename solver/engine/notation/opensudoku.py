"""OpenSudoku's XML: a folder of puzzles, each with 81 digits in `data`, 0 for an empty cell.

Version 1 has `<game data="…"/>` in `<opensudoku>`, and version 2 puts the games into `<folder>`. OpenSudoku 2
names the root `opensudoku2`. Document types and entities are refused before anything is parsed. We
write version 1, which all versions read.
"""

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

from ..core.errors import GridError, TextPlace
from ..core.i18n import gettext
from .base import EXAMPLE, Format, Note, Reading
from .line import read as read_line

_DEEPEST = 10
_LONGEST_MARK = len("<!doctype")
_ROOTS = ("opensudoku", "opensudoku2")


def looks_like(text: str) -> bool:
    return text.lstrip().startswith("<") and "<opensudoku" in text[:512].lower()


def read(text: str, size: int | None = None) -> Reading:
    boards = list(_streamed([text]))
    if len(boards) != 1:
        raise GridError("this file must contain one puzzle, not {count}", count=len(boards))
    return _reading(boards[0])


def read_many(text: str) -> list[Reading | GridError]:
    return list(stream([text]))


def stream(pieces: Iterable[str]) -> Iterator[Reading | GridError]:
    """Yield the puzzles of an OpenSudoku file of any size, as its pieces come.

    A faulty puzzle gives its GridError in its turn. Raise GridError if the file is of another kind.
    """
    for number, board in enumerate(_streamed(pieces), start=1):
        try:
            yield _reading(board)
        except GridError as error:
            yield GridError("game {number}: {error}", number=number, error=error)


def _reading(board: str) -> Reading:
    grid = read_line(board, 9)
    return Reading(grid, "opensudoku", None, Note(board, grid, gettext("an OpenSudoku file")))


def _streamed(pieces: Iterable[str]) -> Iterator[str]:
    games = _Games()
    parser = ElementTree.XMLParser(target=games)  # noqa: S314 - no entities, as is checked
    before = ""
    try:
        for piece in pieces:
            _refuse_entities(before + piece)
            before = (before + piece)[-_LONGEST_MARK:]
            parser.feed(piece)
            yield from games.taken()
        parser.close()
    except ElementTree.ParseError as error:
        line, column = error.position
        raise GridError("{place}: this is not XML", place=TextPlace(line, column + 1)) from None
    except UnicodeEncodeError:  # half a character
        raise GridError("this is not XML: it contains half a character") from None
    yield from games.taken()


def _refuse_entities(text: str) -> None:
    lowered = text.lower()
    if "<!doctype" in lowered or "<!entity" in lowered:
        raise GridError("an OpenSudoku file must not contain document types or entities")


class _Games:
    """A parser target that gets each tag in turn, so that a deeply nested text stops at the limit."""

    def __init__(self) -> None:
        self.boards: list[str] = []
        self.depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise GridError("the XML is nested more than {most} deep", most=_DEEPEST)
        if self.depth == 1 and tag not in _ROOTS:
            raise GridError("the XML is not an OpenSudoku file: its root is not <opensudoku>")
        if tag == "game":
            self.boards.append(attributes.get("data", ""))

    def end(self, tag: str) -> None:
        self.depth -= 1

    def taken(self) -> list[str]:
        """Return the boards that have come since the last call."""
        boards, self.boards = self.boards, []
        return boards

    def close(self) -> None:
        """Return nothing. The parser calls it for a result, which `taken` has returned already."""


def write(reading: Reading) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n  <name>Sudoku by sets</name>\n'
        f'  <game data="{reading.grid.text}"/>\n</opensudoku>\n'
    )


format = Format(
    name="opensudoku",
    title="OpenSudoku file",
    rank=20,
    looks_like=looks_like,
    read=read,
    write=write,
    read_many=read_many,
    examples=(
        f'<opensudoku><name>One</name><level>easy</level><game data="{EXAMPLE}" /></opensudoku>',
        f'<?xml version="1.0"?>\n<opensudoku version="2"><folder name="Mine" created="0">\n'
        f'<game created="0" state="1" time="0" data="{EXAMPLE}"/></folder></opensudoku>',
    ),
    sizes=(9,),
)
