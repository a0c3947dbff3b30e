"""What dynamic chains conclude: contradictions, and what is so by all of several ways if one is right."""

from collections.abc import Callable, Set
from functools import cache

from ...core.deadline import spend
from ..chains.sudoku_explainer_links import CELL_OF, PLACES_OF, ExplainerLinks
from ..sudoku_explainer import CELLS, lowest
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
            region(offer, links, candidate, follow)
        ways = [follow(candidate) for candidate in candidates]
        alternatives(offer, CELL, ways, links.gone_in_cell[cell])


def contradiction(offer: Offer, source: int, is_true: bool, followed: Followed) -> None:
    if followed.clash:
        offer(list(followed.clash), CONTRADICTION, source, not is_true, 0)


def region(
    offer: Offer, links: ExplainerLinks, candidate: int, follow: Callable[[int], Followed]
) -> None:
    """Compare the places of each region whose first place of the digit this is, so each region once."""
    cell, floor = CELL_OF[candidate], candidate - CELL_OF[candidate]
    for index in PLACES_OF[candidate]:
        places = links.places[index]
        if lowest(places) == cell and places & (places - 1):
            others = [floor + other for other in range(CELLS) if places >> other & 1]
            alternatives(
                offer, REGION, [follow(other) for other in others], links.gone_in_region[index]
            )


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
