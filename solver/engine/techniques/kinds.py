"""A kind: techniques that a learner takes for one, and the words in which a teacher explains them.

The words come in the order in which they help: what to look at, how it goes step by step, what goes wrong most,
and why it is true. Besides row, column, box and cell they explain every word of the game that they use, but for
those in `WORDS`, which pages explain.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..core.i18n import LazyMessage

WORDS = {
    r"candidates?": LazyMessage("A *candidate* is a digit that an open cell can still be."),
    r"see[ns]?": LazyMessage("A cell *sees* the other cells of its row, its column and its box."),
    r"lines?": LazyMessage("A *line* is a row or a column."),
    r"X-wing": LazyMessage(
        "An *X-wing* is two rows in which a digit has places only in the same two columns. The "
        "columns lose it elsewhere."
    ),
    r"chains?": LazyMessage(
        "A *chain* is a walk from candidate to candidate. If the first is false, the next is true. "
        "If that is true, the next is false, and so forth."
    ),
    r"givens?": LazyMessage("A *given* is a digit that the puzzle came with."),
}


@dataclass(frozen=True, eq=False)
class Kind:
    """Techniques with one recipe. The first shows it best, and rare ones come last.

    `aliases` are names elsewhere, by technique: HoDoKu's, SudokuWiki's, Sudoku Explainer's, and
    German ones. The atlas shows variants of a kind and rare ones `under` a technique of another.
    """

    techniques: tuple[str, ...]
    title: LazyMessage
    line: LazyMessage  # what it is, in a few words
    look: LazyMessage
    steps: tuple[LazyMessage, ...]
    mistake: LazyMessage
    why: LazyMessage
    aliases: Mapping[str, tuple[str, ...]]
    under: str = ""

    def variant(self, *techniques: str, **changes: Any) -> "Kind":
        """Return a kind of techniques that go like this but for the changed words."""
        changes = {"aliases": {}, "under": self.under or self.techniques[0], **changes}
        return replace(self, techniques=techniques, **_lazy(techniques, changes))

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


def kind(*techniques: str, **fields: Any) -> Kind:
    """Return a kind. Its title is the name of the first technique, if none is given.

    Texts are written as they are, and translated when they are read, with `facts` put in. `aliases` that are a
    tuple are those of the first technique.
    """
    return Kind(techniques, **_lazy(techniques, fields))


def _lazy(techniques: tuple[str, ...], fields: dict[str, Any]) -> dict[str, Any]:
    facts = fields.pop("facts", {})

    def lazy(text: str | LazyMessage) -> LazyMessage:
        return LazyMessage(text, **facts) if isinstance(text, str) else text

    texts = {"title": techniques[0]} | fields
    for name in texts.keys() & {"title", "line", "look", "mistake", "why"}:
        texts[name] = lazy(texts[name])
    if "steps" in texts:
        texts["steps"] = tuple(map(lazy, texts["steps"]))
    if isinstance(texts["aliases"], tuple):
        texts["aliases"] = {techniques[0]: texts["aliases"]}
    return texts
