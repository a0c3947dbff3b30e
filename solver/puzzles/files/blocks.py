"""Items of texts in which a puzzle has several lines."""

import itertools
import re
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation.base import BLANKS

from .fields import Item, line, title_and_author

SHORTEST = 16  # characters of a puzzle
WORD = re.compile(r"[^\W\d_]{2}")
# A line before a board of several lines: `Grid 01`, `% a title`, or a ruler.
HEADING = re.compile(
    r"\s*(%.*|(grid|puzzle|sudoku|game|nr|no)\.?[ #]*\d+[.:]?|={3,}|-{5,})\s*", re.IGNORECASE
)


def is_puzzle(text: str) -> bool:
    """Return whether a text is a puzzle with givens. (Column names can be read as one without givens.)"""
    try:
        return engine.read_any(text).grid.clue_count > 0
    except engine.GridError:
        return False


def block_items(text: str) -> Iterator[Item]:
    """Yield the puzzles of a text, which empty lines or headings separate, each with its place.

    A text that is a single puzzle may contain empty lines too.
    """
    if is_puzzle(text):
        yield {"place": _("the whole text"), "givens": text}
        return
    block: list[str] = []
    for number, row in enumerate([*text.split("\n"), ""], 1):
        if row.strip(BLANKS):
            block.append(row)
        elif block:
            yield from _apart(block, number - len(block))
            block = []


def _apart(block: list[str], first: int) -> Iterator[Item]:
    """Yield a block as one item, or one item for each heading if the whole block is not a puzzle."""
    starts = [index for index, row in enumerate(block) if index and HEADING.match(row)]
    if starts and (is_puzzle("\n".join(block)) or is_puzzle("\n".join(block[1:]))):
        starts = []
    for start, end in itertools.pairwise([0, *starts, len(block)]):
        if not all(HEADING.fullmatch(row) for row in block[start:end]):
            numbers = {"first": first + start, "last": first + end - 1}
            place = line(first + start)
            if end - start > 1:
                place = _("lines %(first)s to %(last)s") % numbers
            yield {"place": place, **_titled(block[start:end])}


def _titled(block: list[str]) -> dict[str, str]:
    """Return the givens of a block, and its title and author if its first line has them."""
    text = "\n".join(block)
    words = block[0].strip(f"{BLANKS}%#:")
    if len(block) < 2 or not WORD.search(words) or not is_puzzle("\n".join(block[1:])):
        return {"givens": text}
    title, author = title_and_author(words)
    return {
        "givens": "\n".join(block[1:]),
        "title": title,
        **({"author": author} if author else {}),
    }


def titled_lines(lines: Iterable[str]) -> Iterator[Item]:
    """Yield the puzzles of a list whose lines each have a title in the line above."""
    words = ""
    for number, text in enumerate([*lines, ""], 1):
        is_words = bool(WORD.search(text)) and not is_puzzle(text)
        if words and (is_words or not text.strip(BLANKS)):
            yield {"place": line(number - 1), "left": words, "givens": f"# {words}"}
        elif text.strip(BLANKS) and not is_words:
            title, author = title_and_author(words)
            fields = {"title": title, "author": author} if words else {}
            yield {"place": line(number), "givens": text, **fields}
        words = text.strip(BLANKS) if is_words else ""


def have_titles(lines: list[str]) -> bool:
    """Return whether most of the puzzles among these lines have a line of words right above."""
    puzzles = [at for at, text in enumerate(lines) if len(text) >= SHORTEST and is_puzzle(text)]
    titled = [at for at in puzzles if at and WORD.search(lines[at - 1]) and at - 1 not in puzzles]
    return len(titled) > 1 and 2 * len(titled) > len(puzzles)
