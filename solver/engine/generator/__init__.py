"""Puzzles made to order.

`generating` yields them and `requirements` says what they must meet. Plain puzzles come from full boards by
`clue_removal`. A puzzle by what it needs on the ladder comes from a `random_walk` through `mutations`, which
starts at the known `seeds` and asks `target_distance` how near a puzzle is.
"""

from .generating import Effort, generate
from .requirements import Requirements

__all__ = ["Effort", "Requirements", "generate"]
