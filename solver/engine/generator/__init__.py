"""Puzzles made to order.

`generating` draws them, `requirements` says what they are checked by. Plain ones come from full boards by
`clue_removal`. A puzzle by what it needs on the ladder comes from a `random_walk` between `mutations`, which
begins at the known `seeds` and asks `target_distance` how near it is.
"""

from .generating import Effort, generate
from .requirements import Requirements

__all__ = ["Effort", "Requirements", "generate"]
