"""The items of a text in which a puzzle has several lines."""

import itertools
import re
from collections.abc import Iterator

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation.base import BLANKS

from .fields import Item

# `Grid 01`, `% a title`, a ruler: what stands before a board of several lines.
HEADING = re.compile(
    r"\s*(%.*|(grid|puzzle|sudoku|game|nr|no)\.?[ #]*\d+[.:]?|={3,}|-{5,})\s*", re.IGNORECASE
)


def is_puzzle(text: str) -> bool:
    """Whether a text alone holds any givens; a head of columns is a puzzle without them."""
    try:
        return engine.read_any(text).grid.clue_count > 0
    except engine.GridError:
        return False


def block_items(text: str) -> Iterator[Item]:
    """Puzzles over several lines each, with empty lines or headings between; one alone may hold some."""
    if is_puzzle(text):
        yield {"place": _("the whole text"), "givens": text}
        return
    block: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip(BLANKS):
            block.append(line)
        elif block:
            yield from _apart(block, number - len(block))
            block = []


def _apart(block: list[str], first: int) -> Iterator[Item]:
    """A block as one item, or as one for each heading in it where it is no puzzle as a whole."""
    starts = [at for at, line in enumerate(block) if at and HEADING.match(line)]
    if starts and is_puzzle("\n".join(block)):
        starts = []
    for start, end in itertools.pairwise([0, *starts, len(block)]):
        if not all(HEADING.fullmatch(line) for line in block[start:end]):
            place = _("lines %(first)s to %(last)s") % {
                "first": first + start,
                "last": first + end - 1,
            }
            yield {"place": place, "givens": "\n".join(block[start:end])}
