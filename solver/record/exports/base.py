"""An export: its ending, its title, its type, what it shows, and the function that writes it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from django.utils.functional import Promise

from solver import engine
from solver.models import Solve
from solver.record.reading import walk

Text = str | Promise
# Of one iteration, or of the whole story, or the last board of it, where no number is given.
Writer = Callable[[Solve, int | None], Iterator[str] | bytes]


@dataclass(frozen=True)
class Export:
    """A form in which a solve can be taken away.

    `write` gives pieces that are made one after the other, so that no story is too long for it. What cannot
    be written raises NoSuchIteration before the first.
    """

    ending: str  # of the file, and of its address
    rank: int  # its place among those that a page offers
    title: Text
    content_type: str
    shows: Literal["board", "story", "sets"]  # the last are for a database
    begins: str  # a regular expression: how every file of this form begins
    write: Writer
    is_english: bool = False  # whatever the reader's language: for programs that compare


def iterations_of(solve: Solve, number: int | None = None) -> Iterator[engine.Iteration]:
    """The iterations of a solve in order, or the one of that number alone; 0 is the start and has none."""
    if number is None:
        return walk(solve)
    return walk(solve, number - 1, (number,)) if number else iter(())
