"""The description of an export format."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise

from solver.solves.portions import Portion

Text = str | Promise
# Writers of a board draw it after the iteration with the portion's number, or the latest if None.
Writer = Callable[[Portion], Iterator[str] | bytes]


@dataclass(frozen=True)
class Export:
    """An export format of solves.

    `write` yields pieces one after the other, so that it can write histories of any length. It raises
    NoSuchIteration before the first piece. The portions of a history, one after the other, are the file.
    """

    ending: str  # of the file, and of its address
    rank: int  # its place in the lists of pages
    title: Text
    content_type: str
    shows: Literal["board", "story", "sets"]  # sets are for a database
    begins: str  # a regular expression that the beginning of each file matches
    write: Writer
    grows: bool = False  # with the history: a worker writes long files
    is_english: bool = False  # in every language, because programs compare it
