"""Forcing chains: what is true whichever candidate of a cell or place of a digit is true, or either way.

Nishio follows one digit at a time to a contradiction. Multiple chains follow the links as they are. Dynamic
ones follow a board that changes, also to contradictions. With rules, they use these if nothing else follows.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial

from ...core.position import Position
from ..chains.sudoku_explainer import TRUE, ExplainerLinks, longer
from ..deduction import Deduction
from .sudoku_explainer_following import (
    Rules,
    alternatives,
    alternatives_of,
    conclude,
    contradiction,
    follow_dynamic,
    follow_static,
)
from .sudoku_explainer_nested import NestedRules, Search, chains, dynamics, dynamics_with, multiples
from .sudoku_explainer_rules import rules


def _nodes(paths: list[int]) -> int:
    return sum(map(int.bit_count, paths))


class _Best:
    """The deduction with the fewest nodes, then of the first kind, then the one found first."""

    def __init__(self, weigh: Callable[[list[int]], int] = _nodes) -> None:
        self.weigh = weigh
        self.key = (10**9, 0)
        self.target, self.is_placed = -1, False

    def offer(self, paths: list[int], kind: int, target: int, is_placed: bool, rests: int) -> None:
        """Keep a conclusion about the candidate `target` if it has fewer nodes than the best one so far.

        `kind` decides between equal ones.
        """
        key = self.weigh(paths), kind
        if key < self.key:
            self.key, self.target, self.is_placed = key, target, is_placed

    def deductions(self, technique: str, base: float) -> Iterator[Deduction]:
        """Yield the best conclusion kept so far as a deduction, if there is one.

        `base` is the rating without length.
        """
        if self.target >= 0:
            target, rating = TRUE[self.target], base + longer(self.key[0])
            removed, placed = (0, target) if self.is_placed else (target, 0)
            yield Deduction(technique, removed, placed, rating=rating)


def nishio(position: Position) -> Iterator[Deduction]:
    links, best = ExplainerLinks(position), _Best()
    for candidate in links.candidates:
        for is_true in (True, False):
            followed = follow_dynamic(links, candidate, is_true, False)
            contradiction(best.offer, candidate, is_true, followed)
    yield from best.deductions("nishio forcing chain", 7.5)


def multiple(position: Position) -> Iterator[Deduction]:
    links, best = ExplainerLinks(position), _Best()
    follow = cache(partial(follow_static, links))
    for kind, candidates, _ in alternatives_of(links):
        alternatives(best.offer, kind, [follow(candidate) for candidate in candidates])
    yield from best.deductions("multiple forcing chain", 8.0)


def _dynamic(
    position: Position,
    base: float,
    asked: Rules | None = None,
    weigh: Callable[[list[int]], int] = _nodes,
) -> Iterator[Deduction]:
    best = _Best(weigh)
    conclude(ExplainerLinks(position), best.offer, asked)
    return best.deductions("dynamic forcing chain", base)


def _nested(position: Position, base: float, searches: tuple[Search, ...]) -> Iterator[Deduction]:
    asked = NestedRules(searches)
    return _dynamic(position, base, asked, asked.weigh)


def nested_dynamic(position: Position) -> Iterator[Deduction]:
    """Yield a chain with dynamic ones in it, and only if there is none, with rules and chains in these."""
    for search in (
        dynamics,
        dynamics_with(),
        dynamics_with(chains),
        dynamics_with(chains, multiples),
    ):
        found = list(_nested(position, 10.5, (search,)))
        if found:
            yield from found
            return


dynamic = partial(_dynamic, base=8.5)
dynamic_with_rules = partial(_dynamic, base=9.0, asked=rules)
nested_chains = partial(_nested, base=9.5, searches=(chains,))
nested_multiple = partial(_nested, base=10.0, searches=(chains, multiples))
