"""Forcing chains: what is true whichever candidate of a cell or place of a digit is true, or either way.

Nishio follows one digit at a time to a contradiction. Multiple chains follow the links as they are. Dynamic
ones follow a board that changes, also to contradictions. With rules, they use these if nothing else follows.
"""

from collections.abc import Callable, Iterator, Set
from functools import cache

from ...core.deadline import spend
from ...core.position import Position
from ..chains.sudoku_explainer_links import CELL_OF, PLACES_OF, TRUE, ExplainerLinks, longer
from ..deduction import Deduction
from ..sudoku_explainer import CELLS, lowest
from .sudoku_explainer_following import Followed, follow_dynamic, follow_static
from .sudoku_explainer_rules import rules

DOUBLE, CELL, REGION, CONTRADICTION = 1, 5, 6, 7  # the order of chains of the same length


class _Best:
    """The deduction with the fewest nodes, then of the first kind, then the one found first."""

    def __init__(self) -> None:
        self.key = (10**9, 0)
        self.target, self.is_placed = -1, False

    def offer(self, complexity: int, kind: int, target: int, is_placed: bool) -> None:
        """Keep a conclusion about the candidate `target` if it is shorter than the best one so far.

        `complexity` is its number of nodes, and `kind` decides between equal ones. `is_placed` says that the
        candidate is true.
        """
        if (complexity, kind) < self.key:
            self.key, self.target, self.is_placed = (complexity, kind), target, is_placed

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
            _contradiction(
                best, candidate, is_true, follow_dynamic(links, candidate, is_true, False)
            )
    yield from best.deductions("nishio forcing chain", 7.5)


def multiple(position: Position) -> Iterator[Deduction]:
    links, best = ExplainerLinks(position), _Best()
    follow = cache(lambda candidate: follow_static(links, candidate))
    for candidates in links.in_cell.values():
        if len(candidates) > 2:
            for candidate in candidates:
                _region(best, links, candidate, follow)
            _alternatives(best, CELL, [follow(candidate) for candidate in candidates])
    yield from best.deductions("multiple forcing chain", 8.0)


def dynamic(position: Position) -> Iterator[Deduction]:
    yield from _dynamic(ExplainerLinks(position), 8.5, with_rules=False)


def dynamic_with_rules(position: Position) -> Iterator[Deduction]:
    yield from _dynamic(ExplainerLinks(position), 9.0, with_rules=True)


def _dynamic(links: ExplainerLinks, base: float, with_rules: bool) -> Iterator[Deduction]:
    best = _Best()
    asked = rules if with_rules else None
    follow = cache(lambda candidate: follow_dynamic(links, candidate, True, rules=asked))
    for candidates in links.in_cell.values():
        for candidate in candidates:
            if_true = follow(candidate)
            if_false = follow_dynamic(links, candidate, False, rules=asked)
            _contradiction(best, candidate, True, if_true)
            _contradiction(best, candidate, False, if_false)
            if len(candidates) > 2:
                _alternatives(best, DOUBLE, [if_true, if_false])
            _region(best, links, candidate, follow)
        _alternatives(best, CELL, [follow(candidate) for candidate in candidates])
    yield from best.deductions("dynamic forcing chain", base)


def _contradiction(best: _Best, source: int, is_true: bool, followed: Followed) -> None:
    if followed.clash:
        one, two = followed.clash
        best.offer(one.bit_count() + two.bit_count(), CONTRADICTION, source, not is_true)


def _region(
    best: _Best, links: ExplainerLinks, candidate: int, follow: Callable[[int], Followed]
) -> None:
    """Compare the places of each region whose first place of the digit this is, so each region once."""
    cell, floor = CELL_OF[candidate], candidate - CELL_OF[candidate]
    for index in PLACES_OF[candidate]:
        places = links.places[index]
        if lowest(places) == cell and places & (places - 1):
            others = [floor + other for other in range(CELLS) if places >> other & 1]
            _alternatives(best, REGION, [follow(other) for other in others])


def _alternatives(best: _Best, kind: int, ways: list[Followed]) -> None:
    """Offer what is true, and what is false, by all of several ways if one of them must be right."""
    spend(8)
    for is_placed in (True, False):
        nodes = [way.true if is_placed else way.false for way in ways]
        first, *rest = nodes
        common: Set[int] = first.keys()
        for each in rest:
            common = common & each.keys()
            if not common:
                break
        else:
            for target in first:
                if target in common:
                    complexity = sum(each[target].bit_count() for each in nodes)
                    best.offer(complexity, kind, target, is_placed)
