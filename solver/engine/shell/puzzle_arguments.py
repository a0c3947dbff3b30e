"""The puzzles of a command's argument: a text, a file, or standard input, with one puzzle or many."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import chain, islice
from pathlib import Path
from typing import TextIO

from ..core.errors import GridError
from ..core.i18n import quote
from ..core.shape import Shape, parse
from ..notation import LONGEST_FILE, LONGEST_XML, Reading, read_any, read_many
from ..notation.base import BLANKS
from ..notation.encodings import TELLING, encoding_of
from ..notation.of_shape import read_board
from ..notation.variants import refuse_marked_list, refuse_variants
from .cli import BAD_INPUT, complain

LONGEST_NAME = 255  # characters of a file's name
# Rows of a board that is not read line by line: 16 characters may be a row of a 16×16 board.
STREAMED = 4


def add_shape_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--shape",
        metavar="NAME",
        help="6x6, 9x9 diagonals, 12x12 anti-knight, jigsaw:AAB… for boards that are not plain. "
        "A text may then have the cells alone",
    )
    parser.add_argument(
        "--regions", metavar="FILE", help="a jigsaw: a letter for the region of each cell"
    )


def shape_from(options: Namespace) -> Shape | None:
    """Return the shape that a command's arguments name, or None.

    Raise ValueError for what is none, for a file that cannot be read, and if `--size` is that of another board.
    """
    name = options.shape
    if options.regions is not None:
        if name is not None:
            raise ValueError("--regions says the whole shape; leave out --shape")
        try:
            name = "jigsaw:" + "".join(Path(options.regions).read_text(errors="replace").split())
        except OSError as error:
            raise ValueError(f"--regions: {error.strerror or error}") from None
    shape = None if name is None else parse(name)
    if shape and (size := getattr(options, "size", None)) not in (None, shape.size):
        raise ValueError(f"--size is {size}, but a board {quote(str(shape))} has {shape.size} rows")
    return shape


@dataclass(frozen=True)
class ParsedInput:
    """A puzzle of the input: what was read, or why it cannot be read."""

    reading: Reading | GridError
    place: str = ""  # if there are many. For example, `input line 3`


@dataclass(frozen=True)
class How:
    """How to read a text. None is detected from the text, but for a shape: without one the board is plain."""

    size: int | None = None
    format: str | None = None
    shape: Shape | None = None

    def read(self, text: str) -> Reading | GridError:
        try:
            if self.shape and not self.shape.square_box:
                return read_board(text, self.shape)
            return read_any(text, self.shape.size if self.shape else self.size, self.format)
        except GridError as error:
            return error


def puzzles_of(
    text: str, how: How | None = None, *, at_once: bool = False
) -> Iterator[ParsedInput]:
    """Yield the puzzles of a command's argument: `-` is standard input, else a file's name, else a puzzle.

    `how` may name size and format. A line a puzzle is answered as it comes, unless all are read `at_once`. A
    text of several lines may be one puzzle. Raise ValueError for a file that does not exist, and OSError for
    one that cannot be read.
    """
    how = how or How()
    if text == "-":
        encoding = encoding_of(sys.stdin.buffer.peek(TELLING))  # type: ignore[union-attr]
        sys.stdin.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]
        yield from _of_stream(sys.stdin, how, at_once)
    elif path := _file(text):
        with path.open("rb") as file:
            encoding = encoding_of(file.peek(TELLING))
            stream = TextIOWrapper(file, encoding, errors="replace")
            yield from _of_stream(stream, how, at_once=True)
    else:
        yield ParsedInput(how.read(text))


def answer_each(
    inputs: Iterable[ParsedInput], answer: Callable[[Reading, bool], str], unanswered: str
) -> int:
    """Print the answer to each puzzle, and return the exit status.

    `answer` gets a puzzle and whether it is the only one. Among many, puzzles that cannot be read, or that
    `answer` refuses by ValueError, are named as they come, and counted at the end in a sentence that ends with
    `unanswered`. For a single puzzle the error is raised.
    """
    wrong = 0
    for parsed in inputs:
        try:
            if isinstance(parsed.reading, GridError):
                raise parsed.reading
            print(answer(parsed.reading, not parsed.place), flush=True)
        except BrokenPipeError:
            raise
        except ValueError as error:
            if not parsed.place:
                raise
            wrong += 1
            complain(f"{parsed.place}: {error}")
    if wrong:
        complain(f"{wrong} {'line was' if wrong == 1 else 'lines were'} {unanswered}")
    return BAD_INPUT if wrong else 0


def _file(text: str) -> Path | None:
    """Return the file with this name, or None. Raise ValueError if a name of a file is surely meant."""
    if len(text) > LONGEST_NAME or "\n" in text or "\0" in text:
        return None
    path = Path(text)
    if text and path.is_dir():
        raise ValueError(f"{quote(text)} is a folder")
    if text and path.exists():  # also a pipe from another command: <(generate …)
        return path
    looks_so = path.suffix[1:].isalpha() and "://" not in text
    if looks_so and isinstance(How().read(text), GridError):
        raise ValueError(f"there is no file {quote(text)}")
    return None


def _of_stream(stream: TextIO, how: How, at_once: bool) -> Iterator[ParsedInput]:
    lines = enumerate(stream, 1)
    head: list[tuple[int, str]] = []
    length = 0
    may_stream = not at_once  # a list, if its first line is a puzzle
    for number, line in lines:
        head.append((number, line))
        length += len(line)
        longest = LONGEST_FILE if head[0][1].lstrip(BLANKS).startswith("<") else LONGEST_XML
        if (may_stream and _is_whole(line, how)) or length > longest:
            if not stream.isatty():  # a second line may have the regions of the first
                head.extend(islice(lines, 1))
            if _refusal_of("".join(line for _number, line in head)) and length <= longest:
                may_stream = False  # the whole text may be one board of another shape
                continue
            yield from _of_lines(chain(head, lines), how)
            return
        may_stream = may_stream and not _says_anything(line)
    yield from _of_text("".join(line for _number, line in head), how, at_once)


def _says_anything(line: str) -> bool:
    return bool(line.strip(BLANKS)) and not line.startswith("#")


def _is_whole(line: str, how: How) -> bool:
    if not _says_anything(line):
        return False
    reading = how.read(line.rstrip("\r\n"))
    return isinstance(reading, Reading) and reading.grid.size > STREAMED


def _of_text(text: str, how: How, at_once: bool) -> Iterator[ParsedInput]:
    """Yield one puzzle over many lines, else those of its lines, if any of them is one."""
    lines = list(enumerate(text.split("\n"), 1))
    count = sum(_says_anything(line) for _number, line in lines)
    if not count and not at_once:
        return
    alone = how.read(text.rstrip("\r\n"))
    if isinstance(alone, Reading) and (count > 1 or at_once):
        yield ParsedInput(alone)
    elif text.lstrip(BLANKS).startswith("<"):
        for number, each in enumerate(read_many(text), 1):
            yield ParsedInput(each, f"puzzle {number}")
    else:
        inputs = list(_of_lines(lines, how))
        readings = [each.reading for each in inputs if isinstance(each.reading, Reading)]
        # A line of sixteen characters in a text that is refused is no puzzle of its own.
        is_readable = any(each.grid.size > STREAMED for each in readings) or (
            bool(readings) and len(readings) == len(inputs)
        )
        if len(readings) < len(inputs):  # a list of cells may have its names on another line
            is_readable = is_readable and all(each.format != "relation" for each in readings)
        filled = [line for _number, line in lines if _says_anything(line)]
        refusal = _variants_in(text, filled, inputs) if is_readable else None
        is_list = (is_readable or count == 1) and not refusal and not (count == 1 and at_once)
        yield from inputs if is_list else [ParsedInput(refusal or alone)]


def _variants_in(text: str, lines: list[str], inputs: list[ParsedInput]) -> GridError | None:
    """Return why lines around a puzzle give it more rules than Sudoku has, or None if they do not."""
    pairs = zip(lines, inputs, strict=True)
    around = "\n".join(line for line, each in pairs if isinstance(each.reading, GridError))
    return _refusal_of(text, around)


def _refusal_of(text: str, around: str = "") -> GridError | None:
    """Return why a text, or the words around its boards, is about a variant, or None if it is not."""
    try:
        refuse_marked_list(text)
        refuse_variants(around)
    except GridError as error:
        return error
    return None


def _of_lines(lines: Iterable[tuple[int, str]], how: How) -> Iterator[ParsedInput]:
    for number, line in lines:
        if _says_anything(line):
            yield ParsedInput(how.read(line.rstrip("\r\n")), f"input line {number}")
