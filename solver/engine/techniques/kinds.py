"""A kind: techniques that a learner takes for one, and the words in which a teacher explains them.

The words come in the order in which they help: what to look at, how it goes step by step, what goes wrong most,
and why it is true. They use no word that they have not explained, but for row, column, box, cell and candidate.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ..core.i18n import LazyMessage


@dataclass(frozen=True, eq=False)
class Kind:
    """Techniques with one recipe. The first shows it best, and rare ones come last.

    `aliases` are names elsewhere, by technique: HoDoKu's, SudokuWiki's, Sudoku Explainer's, and
    German ones.
    """

    title: LazyMessage
    line: LazyMessage  # what it is, in a few words
    techniques: tuple[str, ...]
    look: LazyMessage
    steps: tuple[LazyMessage, ...]
    mistake: LazyMessage
    why: LazyMessage
    aliases: Mapping[str, tuple[str, ...]]
