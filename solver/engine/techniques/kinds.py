"""A kind: techniques that a learner takes for one, and the words in which a teacher explains them.

The words come in the order in which they help: what to look at, how it goes step by step, what goes wrong most,
and why it is true. Besides row, column, box and cell they explain every word of the game that they use, but for
those in `WORDS`, which pages explain.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..core.i18n import LazyMessage
from .base import entries

WORDS = entries(0)  # what words mean, by a regular expression for the word


@dataclass(frozen=True, eq=False)
class Kind:
    """Techniques with one recipe. The first shows it best, and rare ones come last.

    `aliases` are names of the first elsewhere: HoDoKu's, SudokuWiki's, Sudoku Explainer's, and German ones. The
    atlas shows variants of a kind and rare ones `under` a technique of another.
    """

    techniques: tuple[str, ...]
    title: LazyMessage
    line: LazyMessage  # what it is, in a few words
    look: LazyMessage
    steps: tuple[LazyMessage, ...]
    mistake: LazyMessage
    why: LazyMessage
    aliases: tuple[str, ...]
    under: str

    @property
    def texts(self) -> tuple[LazyMessage, ...]:
        return (self.line, self.look, *self.steps, self.mistake, self.why)

    @property
    def words(self) -> list[LazyMessage]:
        """What the words mean that are used here but not explained."""
        said = " ".join(text.message for text in self.texts)
        own = self.title.message
        return [
            meaning
            for word, meaning in WORDS.items()
            if re.search(rf"\b(?:{word})\b", said) and not re.search(word, own)
        ]


def read(text: str) -> Iterator[Kind]:
    """Yield the kinds of a family's `kinds.txt`. Blank lines separate entries.

    An entry begins with the names of its techniques, a line each. Lines with a colon follow. A dash begins a
    step, and `also` has the aliases. Without a `title`, it is the first name. What else an entry lacks is as in
    the one that it is `like`. In the texts, `count` is put in for `{count}`.
    """
    known: dict[str, dict[str, Any]] = {}
    for entry in text.strip().split("\n\n"):
        names, steps, said = list[str](), list[str](), dict[str, Any]()
        for line in entry.splitlines():
            key, colon, value = line.partition(": ")
            if line.startswith("- "):
                steps.append(line.removeprefix("- "))
            elif colon:
                said[key] = value
            else:
                names.append(line)
        title, also, like = (said.pop(key, "") for key in ("title", "also", "like"))
        if like:
            said = {"under": like, **known[like], **said}
        if steps:
            said["steps"] = steps
        known[names[0]] = said
        yield _kind(tuple(names), title or names[0], also, said)


def _kind(names: tuple[str, ...], title: str, also: str, said: dict[str, Any]) -> Kind:
    facts = {"count": LazyMessage(said["count"])} if "count" in said else {}

    def lazy(text: str) -> LazyMessage:
        return LazyMessage(text, **facts)

    return Kind(
        names,
        lazy(title),
        lazy(said["line"]),
        lazy(said["look"]),
        tuple(map(lazy, said["steps"])),
        lazy(said["mistake"]),
        lazy(said["why"]),
        tuple(also.split(", ")) if also else (),
        said.get("under", ""),
    )
