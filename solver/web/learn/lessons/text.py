"""The text of a lesson: about the set, the loop it replaces, and the article it comes from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LessonText:
    """The text of a lesson.

    Its `query` reads the tables of its solve at iteration `{number}`, or at the one `{before}`.
    """

    title: str
    lede: str
    paragraphs: tuple[str, ...]
    because: str  # shown after the answer
    loop: Callable[..., Any]
    of_loop: str
    of_set: str
    article: tuple[str, ...]
    asks: str  # the question that the query answers
    query: str
