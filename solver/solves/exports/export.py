"""An export: its ending, its title, its type, what it shows, and the function that writes it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise

from solver.solves.portions import Portion

Text = str | Promise
# A board is that after the iteration with the portion's number, the last one where it has none.
Writer = Callable[[Portion], Iterator[str] | bytes]


@dataclass(frozen=True)
class Export:
    """A form in which a solve can be taken away.

    `write` gives pieces that are made one after the other, so that no story is too long for it. What cannot
    be written raises NoSuchIteration before the first. A story is written in portions, which put one behind
    the other are the file.
    """

    ending: str  # of the file, and of its address
    rank: int  # its place among those that a page offers
    title: Text
    content_type: str
    shows: Literal["board", "story", "sets"]  # the last are for a database
    begins: str  # a regular expression: how every file of this form begins
    write: Writer
    grows: bool = False  # with the story, so that a long one is a file that a worker makes
    is_english: bool = False  # whatever the reader's language: for programs that compare
