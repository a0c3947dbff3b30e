"""A board in a text that was copied from elsewhere: a forum, a message, a page, a table of Markdown.

    [code] | . 2 9 | . . . | . . 8 | … [/code]    Puzzle 17: 029000008…    [try it](https://…)

Tags, quotes, fences, names and sentences are left out, and other signs for digits and empty cells are read:
`·`, full-width digits, digits in boxes, and `?` if it is the only sign for an empty cell. The rest must be one
puzzle: a row of 81 cells, nine rows of nine, or an address. Several puzzles, eight rows, 80 cells, and words
for more rules than Sudoku has are refused.
"""

import re
from functools import lru_cache

from ..core.errors import GridError
from ..core.i18n import LazyMessage
from . import formats  # which finds this module when it is asked
from .addresses import BARE
from .base import (
    BLANKS,
    CELL_COUNTS,
    EXAMPLE,
    LAST,
    MOST_LINES,
    Format,
    Note,
    Reading,
    in_rows,
    misfit_count,
    no_sudoku,
    only_puzzle,
    quoted,
    words as words_of,
)
from .rulers import without_rulers
from .signs import plain_signs
from .variants import refuse_variants
from .wrappings import is_ruler, unwrapped

# Names of formats, in the order in which they are tried.
_ADDRESSES = "sudokuwiki f-puzzles sudokupad sudoku-exchange puzz-link tatham sudoku-coach"
_LINES = "hodoku gsf sudoku-exchange good-sudoku"
_LARGE = "letters hexadecimal decimals"
_DRAWN = f"{_LARGE} simple-sudoku sudokustudio table placed line pencilmarks boxed"

_ADDRESS = re.compile(rf"(?:https?://|(?<![\w@./-]){BARE})[^\s<>\"'`|\[\]]+", re.IGNORECASE)
_MOST_ADDRESSES = 5  # of a text, because some unpack to a lot
_WORD = re.compile(r"[^\W\d_]{3}")
_PIECE = re.compile(r"[^\s\"'`,;|()\[\]{}<>:=]{60,}")
_CELLS = re.compile(r"[0-9.*_xX+-]+")
_DIGITS = re.compile(r"[0-9.]{40}")
_HALF = re.compile(r"[0-9.*_xX+-]{20,}")
_ROW = re.compile(r"[0-9.*_xX+#<>-]+")
_VALUE = re.compile(r" *(?:[0-9.]?|null) *", re.IGNORECASE)
_SENTENCE = ".,;:!?)"  # ends of a part of a sentence
_ALMOST_ROW = re.compile(r"[0-9.?·]{7,11}")
# `029….3…./…`: nine rows with one sign between them.
_PARTED = re.compile(
    r"(?<![\w.*/,|;:-])[0-9.*_xX]{9}([/,|;:-])(?:[0-9.*_xX]{9}\1){7}[0-9.*_xX]{9}(?![\w*/,|;:-])"
)
_DATE = re.compile(r"\d+\.\d+\.\d+")
_NUMERIC = "0123456789."
_LONG = 40  # signs: part of a board and no number
_DASHED = re.compile(r"[1-9-]{9}")  # `-` for each empty cell, perhaps all of them
_ROWS = 9
_LARGEST = 256  # cells of a board in one line among words


def looks_like(text: str) -> bool:
    """Return whether a text has a board, or almost one among words.

    If almost a board stands alone, other formats have better errors.
    """
    boards, words = _found(text)
    is_wrapped = bool(words.strip()) or unwrapped(text) != text
    return any(isinstance(each, Reading) for each in boards) or (bool(boards) and is_wrapped)


def read(text: str, size: int | None = None) -> Reading:
    boards, words = _found(text)
    if not boards:
        raise no_sudoku()
    refuse_variants(words)
    for each in boards:
        if isinstance(each, GridError):
            raise each
    reading = only_puzzle([each for each in boards if isinstance(each, Reading)])
    understood = reading.understood
    if isinstance(understood, Note):
        phrase = LazyMessage("{what}, found in a longer text", what=understood.phrase)
        understood = understood._replace(phrase=phrase)
    return Reading(reading.grid, "copied", reading.candidates, understood)


@lru_cache(maxsize=4)  # `looks_like` and `read` search the same text
def _found(text: str) -> tuple[tuple[Reading | GridError, ...], str]:
    """Return the boards of a text, errors for those that are almost one, and the words around them."""
    if text.count("\n") > MOST_LINES:
        return (), ""
    text = plain_signs(text)
    boards, text = _in_addresses(text)
    text = _PARTED.sub(lambda match: match[0].replace(match[1], ""), unwrapped(text))
    if not boards:
        drawn = _first_of(_DRAWN, text)
        if isinstance(drawn, Reading):
            return (drawn,), ""
    dashed = [row.strip() for row in text.split("\n") if _DASHED.fullmatch(row.strip())]
    has_dashes = len(dashed) % _ROWS == 0 and any(row.strip("-") for row in dashed)
    block: list[str] = []
    words: list[str] = []
    late: list[Reading | GridError] = []  # an error of one row says more than one of their number
    for row in text.split("\n"):
        is_cells = has_dashes and _DASHED.fullmatch(row.strip()) is not None
        if not row.strip(BLANKS) or (is_ruler(row) and not is_cells):
            continue
        if is_cells or _is_row(row):
            block.append(row)
            continue
        (late if len(block) % _ROWS else boards).extend(_of_rows(block))
        block = []
        alone, rest = _in_line(row)
        boards += alone
        words.append(rest)
    return (*boards, *late, *_of_rows(block)), "\n".join(words)


def _in_addresses(text: str) -> tuple[list[Reading | GridError], str]:
    """Return the boards in the addresses of a text, and the text without these."""
    addresses = dict.fromkeys(map(_without_sentence, _ADDRESS.findall(text)))
    found = (_first_of(_ADDRESSES, each) for each in list(addresses)[:_MOST_ADDRESSES])
    return [board for board in found if board], _ADDRESS.sub(" ", text)


def _without_sentence(address: str) -> str:
    """Return an address without the end of a sentence. A point may be the last cell of a board."""
    end = address[len(address.rstrip(_NUMERIC)) :]
    is_board = "." in end[:-_LONG] or "." in end[_LONG:-1]
    return address if is_board else address.rstrip(")]*_.,;!")


def _first_of(names: str, text: str) -> Reading | GridError | None:
    """Return the board of a text by the first of some formats that knows it, or None if none does."""
    known = (name for name in names.split() if formats()[name].looks_like(text))
    return next((_attempt(name, text) for name in known), None)


def _attempt(name: str, text: str) -> Reading | GridError:
    try:
        return formats()[name].read(text, None)
    except GridError as error:
        return error.without_line()


def _is_row(line: str) -> bool:
    """Return whether a line is nine cells: as they are, with bars, or between commas."""
    for separator in ",;\t":
        if line.count(separator) == _ROWS - 1:
            return all(map(_VALUE.fullmatch, line.strip("\r\n").split(separator)))
    parts = [word.text for word in words_of(without_rulers(line))]
    if not all(map(_ROW.fullmatch, parts)):
        return False
    return len(parts) == _ROWS or (
        len(parts) in (1, 3) and len("".join(parts).replace("+", "")) == _ROWS
    )


def _of_rows(block: list[str]) -> list[Reading | GridError]:
    """Return the boards of rows below each other."""
    if not block:
        return []
    if len(block) % _ROWS:
        return [
            GridError(
                "a 9×9 board has 9 rows of nine cells below each other, not {count}",
                count=len(block),
            )
        ]
    if board := _first_of("simple-sudoku", "\n".join(block)):
        return [board]
    unknown = GridError("nine rows of nine cells were found, but they are not a board")
    return [_first_of(_DRAWN, "\n".join(rows)) or unknown for rows in in_rows(block, _ROWS)]


def _in_line(text: str) -> tuple[list[Reading | GridError], str]:
    """Return the boards in a line of a text, and the words around them."""
    if board := _first_of(_LINES, text):
        return [board], ""
    words = (word.rstrip(_SENTENCE) for word in text.split())
    by_game = {word: board for word in words if (board := _first_of("tatham", word))}
    pieces = map(_of_piece, _PIECE.findall(text))
    boards = [*by_game.values(), *(board for board in pieces if board is not None)]
    if boards:
        return boards, " ".join(
            word for word in _PIECE.sub(" ", text).split() if word not in by_game
        )
    if _HALF.fullmatch(text.strip(BLANKS)):  # perhaps of another puzzle, which must not get lost
        return [_almost(text)], ""
    return ([_almost(text)], "") if _is_almost_row(text) else ([], text)


def _of_piece(piece: str) -> Reading | GridError | None:
    """Return the board of characters without a blank, why they are none, or None for any other word."""
    cells = piece.replace("+", "")
    if len(piece) == _LARGEST and (board := _first_of(f"{_LARGE} line", piece)):
        return board
    if not _CELLS.fullmatch(piece):
        return _almost(piece) if _DIGITS.search(piece) else None
    if not any(character in "123456789" for character in cells):
        return None
    if len(cells) == 82 and cells.endswith(".") and "." not in cells[:-1]:
        piece, cells = piece[:-1], cells[:-1]  # the end of a sentence
    elif len(cells) == 81 and cells.endswith(".") and "." not in cells[:-1] and "0" in cells:
        return misfit_count(80, 9)
    if len(cells) not in CELL_COUNTS:
        return misfit_count(len(cells), 9 if len(cells) < 169 else 16)
    return _attempt("placed" if "+" in piece else "line", piece)


def _is_almost_row(text: str) -> bool:
    """Return whether a line without words may be a mistyped row of a board."""
    if _WORD.search(text) or len(text) > 200:
        return False
    alone = [word.text for word in words_of(without_rulers(text))]
    single = sum(len(part) == 1 for part in alone)
    return single >= 6 or any(
        _ALMOST_ROW.fullmatch(part) and not _DATE.fullmatch(part) for part in alone
    )


def _almost(text: str) -> GridError:
    text = text.strip()
    if _ALMOST_ROW.fullmatch(text) and len(text) != _ROWS:
        return GridError(
            "a row has {size} cells, but {found} has {count}",
            found=quoted(text),
            count=len(text),
            size=_ROWS,
        )
    return GridError("{found} is almost a row of cells; correct it", found=quoted(text))


_ROWS_OF_NINE = "\n".join(in_rows(EXAMPLE, _ROWS)).replace("0", ".")

format = Format(
    name="copied",
    title="Copied text",
    rank=LAST + 10,
    looks_like=looks_like,
    read=read,
    examples=(
        f"Puzzle 17 (easy) by Somebody: {EXAMPLE}",
        f"Here is mine:\n[code]\n{_ROWS_OF_NINE}\n[/code]\nWho can solve it?",
        f"> Try [this one](https://sudoku.coach/en/play/{EXAMPLE})!",
        EXAMPLE.replace("0", "·"),
        f"% made for you\n========\n{_ROWS_OF_NINE}",
    ),
)
