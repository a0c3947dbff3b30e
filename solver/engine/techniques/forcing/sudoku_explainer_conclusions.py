"""What dynamic chains conclude: contradictions, and what is so by all of several ways if one is right."""

from collections.abc import Callable, Iterator, Set
from functools import cache

from ...core.deadline import spend
from ...core.masks import bits
from ..chains.sudoku_explainer_links import CELL_OF, FLOOR_OF, PLACES_OF, ExplainerLinks
from ..sudoku_explainer import lowest
from .sudoku_explainer_following import Followed, Rules, follow_dynamic

DOUBLE, CELL, REGION, CONTRADICTION = 1, 5, 6, 7  # the order of chains of the same length

# Takes a conclusion: the paths to it, its kind, the candidate, whether that is true, and what else it rests on.
Offer = Callable[[list[int], int, int, bool, int], None]


def conclude(links: ExplainerLinks, offer: Offer, asked: Rules | None = None) -> None:
    """Offer all that dynamic chains conclude, in the program's order.

    They ask `asked`, rules, if nothing else follows.
    """
    follow = cache(lambda candidate: follow_dynamic(links, candidate, True, rules=asked))
    for cell, candidates in links.in_cell.items():
        if len(candidates) < 2:
            continue
        for candidate in candidates:
            if_true = follow(candidate)
            if_false = follow_dynamic(links, candidate, False, rules=asked)
            contradiction(offer, candidate, True, if_true)
            contradiction(offer, candidate, False, if_false)
            if len(candidates) > 2:
                alternatives(offer, DOUBLE, [if_true, if_false])
            for places, gone in regions_from(links, candidate):
                alternatives(offer, REGION, [follow(place) for place in places], gone)
        ways = [follow(candidate) for candidate in candidates]
        alternatives(offer, CELL, ways, links.gone_in_cell[cell])


def contradiction(offer: Offer, source: int, is_true: bool, followed: Followed) -> None:
    if followed.clash:
        offer(list(followed.clash), CONTRADICTION, source, not is_true, 0)


def alternatives_of(links: ExplainerLinks) -> Iterator[tuple[int, list[int], int]]:
    """Yield (kind, candidates of which one is true, what this rests on), in the program's order."""
    for cell, known in links.in_cell.items():
        if len(known) > 2:
            for candidate in known:
                for places, gone in regions_from(links, candidate):
                    yield REGION, places, gone
            yield CELL, known, links.gone_in_cell[cell]


def regions_from(links: ExplainerLinks, candidate: int) -> Iterator[tuple[list[int], int]]:
    """Yield the places of each region whose first place of the digit this is, so each region once.

    After them comes what they rest on.
    """
    cell, floor = CELL_OF[candidate], FLOOR_OF[candidate]
    for index in PLACES_OF[candidate]:
        places = links.places[index]
        if lowest(places) == cell and places & (places - 1):
            yield [floor + other for other in bits(places)], links.gone_in_region[index]


def alternatives(offer: Offer, kind: int, ways: list[Followed], rests: int = 0) -> None:
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
                    offer([each[target] for each in nodes], kind, target, is_placed, rests)
