"""The text of a lesson: about the set, the loop it replaces, and the article it comes from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LessonText:
    """The text of a lesson.

    `ms` are milliseconds of one pass on the article's board, by CPython 3.11 and PostgreSQL 15.18 on two cores.
    They are the fastest of 15 or more. Its `query` reads the tables of its solve at iteration `{number}`, or at
    the one `{before}`.
    """

    title: str
    lede: str
    paragraphs: tuple[str, ...]
    because: str  # shown after the answer
    loop: Callable[..., Any]
    of_loop: str
    of_short: str  # about the shortest statement over sets
    ms: tuple[float, float, float]  # of the loop, that statement, and the one that runs here
    of_ms: str  # why one of them is faster
    of_set: str  # about the one that runs here
    article: tuple[str, ...]
    asks: str  # the question that the query answers
    query: str
