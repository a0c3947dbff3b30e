"""What a lesson says: on the set, on the loop beside it, and on the article it comes from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LessonText:
    """The words of a lesson.

    Its `query` is for the tables of its solve, at iteration `{number}` of its moment or the one `{before}` it.
    """

    title: str
    lede: str
    paragraphs: tuple[str, ...]
    because: str  # after the answer
    loop: Callable[..., Any]
    of_loop: str
    of_set: str
    article: tuple[str, ...]
    asks: str  # what its query asks
    query: str
