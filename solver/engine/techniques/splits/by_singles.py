"""Candidates that fail by splits on large boards. Singles end the branches there: programs take too long."""

from collections.abc import Iterable

from ...core.masks import bits
from ...core.position import Position
from ..forcing.finder import Singles, no_tries
from .search import SplitPlan, plan_of


def first_by_singles(position: Position, depths: Iterable[int]) -> tuple[int, SplitPlan] | None:
    """Return a candidate that fails by splits of the first depth at which one does, with its plan.

    Those that leave least are tried first, but after all others if they did not fail at an earlier position.
    """
    singles = position.fact(Singles)
    tries = position.kept(no_tries, "tries", None)
    ordered = sorted(
        bits(singles.open & ~singles.solution),
        key=lambda each: (tries.get(each, 0), singles.after((each,)).bit_count(), each),
    )
    for depth in depths:
        for candidate in ordered:
            plan = plan_of(singles, (candidate,), depth)
            if plan:
                return candidate, plan
            tries[candidate] = tries.get(candidate, 0) + 1
    return None
