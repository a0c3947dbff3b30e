"""Items of texts in which a puzzle has several lines."""

import itertools
import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation.base import BLANKS

from .fields import Item, line

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
    if starts and is_puzzle("\n".join(block)):
        starts = []
    for start, end in itertools.pairwise([0, *starts, len(block)]):
        if not all(HEADING.fullmatch(row) for row in block[start:end]):
            numbers = {"first": first + start, "last": first + end - 1}
            place = line(first + start)
            if end - start > 1:
                place = _("lines %(first)s to %(last)s") % numbers
            yield {"place": place, "givens": "\n".join(block[start:end])}
