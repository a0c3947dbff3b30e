"""The lessons on sets. Each file of `lessons/` has the texts, the short statement and the query of one."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from . import loops
from .sql_rules import SqlRule

FOLDER = Path(__file__).parent / "lessons"
HEADER = re.compile(r"^-- (\w+): (.+)\n", re.MULTILINE)


@dataclass(frozen=True)
class LessonText:
    """A lesson with its texts in English.

    `ms` are milliseconds of one pass on the article's board, by CPython 3.11 and PostgreSQL 15.18 on two cores:
    of the loop, of the short statement, and of the one that runs here. They are the fastest of 15 or more.
    The query reads the tables of a solve at iteration `{number}`, or at the one `{before}`.
    """

    short: SqlRule  # the shortest statement over sets
    loop: Callable[..., Any]
    ms: tuple[str, ...]
    query: str
    paragraphs: tuple[str, ...]
    article: tuple[str, ...]  # about the article it comes from
    # The others: its title, what follows the answer, what the query asks …
    texts: Mapping[str, str]

    def all_texts(self) -> Iterator[str]:
        yield from (*self.texts.values(), *self.paragraphs, *self.article)


@cache
def lesson_texts() -> dict[str, LessonText]:
    """Return the lessons by name."""
    return {file.stem: _read(file) for file in sorted(FOLDER.glob("*.sql"))}


def _read(file: Path) -> LessonText:
    said = defaultdict[str, list[str]](list)
    for key, words in HEADER.findall(file.read_text()):
        said[key].append(words)
    short, query = HEADER.sub("", file.read_text()).split(";\n", 1)
    return LessonText(
        short=SqlRule(file.stem, "", "", "", "", f"{short}\n"),
        loop=getattr(loops, said.pop("loop")[0]),
        ms=tuple(said.pop("ms")[0].split(", ")),
        query=query.strip(),
        paragraphs=tuple(said.pop("paragraph")),
        article=tuple(said.pop("article")),
        texts={key: words for key, (words,) in said.items()},
    )
