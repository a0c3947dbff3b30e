"""Twins of finders: each says the first condition of a technique that fails at some cells, in its order."""

from collections.abc import Callable, Sequence

from ...ladder.position import Position
from ...ladder.rungs import Rung
from .patterns import fish, rectangle, w_wing, wing
from .units import hidden_single, hidden_subset, locked, naked_single, naked_subset

Condition = Callable[[Position, Sequence[int], Rung], str]

# By the beginning of the technique's name.
CONDITIONS: tuple[tuple[str, Condition], ...] = (
    ("naked single", naked_single),
    ("full house", naked_single),
    ("hidden single", hidden_single),
    ("pointing", locked),
    ("claiming", locked),
    ("naked", naked_subset),
    ("locked", naked_subset),
    ("hidden pair", hidden_subset),
    ("hidden triple", hidden_subset),
    ("hidden quadruple", hidden_subset),
    ("X-wing", fish),
    ("swordfish", fish),
    ("jellyfish", fish),
    ("XY-wing", wing),
    ("XYZ-wing", wing),
    ("W-wing", w_wing),
    ("uniqueness test", rectangle),
)
