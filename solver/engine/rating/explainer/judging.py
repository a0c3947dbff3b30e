"""ER, EP and ED of a puzzle: the hardest step, the hardest up to the first digit placed, and the very
first.

Again and again the techniques are asked in their order, and the first hint of the first that has one is
carried out. What takes more than dynamic chains with rules, the nested ones of 9.5 and above, is not rated:
the hints of Sudoku Explainer depend there on the order of its hash tables, so that nobody gets the same
rating twice.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ...core.deadline import NODE, spend
from ...core.position import Position, carry_out_masks
from .aligned import aligned_pairs, aligned_triplets
from .chains import cycles_and_chains
from .forcing import dynamic, dynamic_with_rules, multiple, nishio
from .grave import graves
from .hint import Hint
from .loops import unique_loops
from .sets import fish, hidden_sets, naked_sets, wings
from .singles import direct_hidden_sets, direct_locking, hidden_singles, locking, naked_singles

PRODUCERS: tuple[Callable[[Position], Iterator[Hint]], ...] = (
    hidden_singles,
    direct_locking,
    partial(direct_hidden_sets, degree=2, rating=2.0),
    naked_singles,
    partial(direct_hidden_sets, degree=3, rating=2.5),
    locking,
    partial(naked_sets, degree=2, rating=3.0),
    partial(fish, degree=2, rating=3.2),
    partial(hidden_sets, degree=2, rating=3.4),
    partial(naked_sets, degree=3, rating=3.6),
    partial(fish, degree=3, rating=3.8),
    partial(hidden_sets, degree=3, rating=4.0),
    partial(wings, count=2, rating=4.2),
    partial(wings, count=3, rating=4.4),
    unique_loops,
    partial(naked_sets, degree=4, rating=5.0),
    partial(fish, degree=4, rating=5.2),
    partial(hidden_sets, degree=4, rating=5.4),
    graves,
    aligned_pairs,
    cycles_and_chains,
    aligned_triplets,
    nishio,
    multiple,
    dynamic,
    dynamic_with_rules,
)
HIGHEST = 9.4  # that is rated


@dataclass(frozen=True)
class Explained:
    """The three ratings; None for one that is above `HIGHEST`."""

    er: float | None
    ep: float | None
    ed: float | None


def explain(position: Position) -> Explained:
    """The ratings of a position of the usual size with one solution, which is brought as far as they go."""
    er = 0.0
    ep: float | None = None
    ed: float | None = None
    while not position.is_complete and not position.fault:
        hint = _first(position)
        if hint is None:
            return Explained(None, ep, ed)
        er = max(er, round(hint.rating, 1))
        ed = ed or er
        if hint.placed >= 0:
            ep = ep or er
        placed = 1 << hint.placed if hint.placed >= 0 else 0
        carry_out_masks(position, placed, hint.removed)
    return Explained(er, ep, ed)


def _first(position: Position) -> Hint | None:
    for producer in PRODUCERS:
        hint = next(producer(position), None)
        if hint is not None:
            return hint if round(hint.rating, 1) <= HIGHEST else None
        spend(NODE)
    return None
