"""What follows from a candidate that is taken as true or false: by each node the nodes that it rests on.

The search is breadth first. A false node waits until no true one is left to be followed. It is *dynamic* if a
candidate that has become false is taken from the board, so that later a cell or region with two left leads
on. Then a node rests also on all that was removed before it there.

*Conclusions* are contradictions, and what is so by all of several ways if one of them is right.
"""

from collections.abc import Callable, Iterator, Set
from functools import cache
from typing import NamedTuple

from ...core.deadline import spend
from ...core.masks import bits
from ..chains.sudoku_explainer import (
    CELL_OF,
    DIGIT_BIT,
    FALSE,
    FLOOR_OF,
    PLACES_OF,
    TRUE,
    ExplainerLinks,
)
from ..sudoku_explainer import CELLS, lowest

DOUBLE, CELL, REGION, CONTRADICTION = 1, 5, 6, 7  # the order of chains of the same length

# Takes a conclusion: the paths to it, its kind, the candidate, whether that is true, and what else it rests on.
Offer = Callable[[list[int], int, int, bool, int], None]
# What rules find on the board that is left: candidates that become false, and what each rests on.
Rules = Callable[[ExplainerLinks, list[int], list[int], dict[int, int]], Iterator[tuple[int, int]]]


class Followed(NamedTuple):
    """By candidate that is true, and that is false, its ancestors with itself, as bits.

    `clash` has the two nodes that cannot both be right, if it came to that. The rest is what was met until
    then.
    """

    true: dict[int, int]
    false: dict[int, int]
    clash: tuple[int, int] | None


def follow_static(links: ExplainerLinks, source: int) -> Followed:
    """Return what follows if the candidate `source` is true, by the links of the board as it is.

    It ends at a contradiction.
    """
    true, false = {source: TRUE[source]}, dict[int, int]()
    on, off = [source], list[int]()
    at_on = at_off = 0
    weak, ways = links.weak, links.ways
    while True:
        if at_on < len(on):
            candidate = on[at_on]
            at_on += 1
            path = true[candidate]
            spend()
            for other in weak[candidate]:
                if other in false:
                    continue
                if other in true:
                    return Followed(true, false, (true[other], path | FALSE[other]))
                false[other] = path | FALSE[other]
                if other in ways:
                    off.append(other)
        elif at_off < len(off):
            candidate = off[at_off]
            at_off += 1
            path = false[candidate]
            for other, _ in ways[candidate]:
                if other in false:
                    return Followed(true, false, (path | TRUE[other], false[other]))
                if other not in true:
                    true[other] = path | TRUE[other]
                    on.append(other)
        else:
            return Followed(true, false, None)


def follow_dynamic(
    links: ExplainerLinks,
    source: int,
    is_true: bool,
    by_cells: bool = True,
    rules: Rules | None = None,
) -> Followed:
    """Return what follows if the candidate `source` is true, or false, on a board that changes with it.

    It ends at a contradiction. With `by_cells` also cells with two candidates are followed. `rules` are tried
    if nothing else follows.
    """
    true, false = dict[int, int](), dict[int, int]()
    on, off = list[int](), list[int]()
    if is_true:
        true[source] = TRUE[source]
        on.append(source)
    else:
        false[source] = FALSE[source]
        off.append(source)
    at_on = at_off = 0
    weak = links.weak if by_cells else links.weak_x
    all_marks, all_places = links.marks, links.places
    gone_in_cell, gone_in_region = links.gone_in_cell, links.gone_in_region
    marks, places = list(all_marks), list(all_places)
    while True:
        if at_on < len(on):
            candidate = on[at_on]
            at_on += 1
            path = true[candidate]
            spend(2)
            for other in weak[candidate]:
                if other in false:
                    if rules is None or other not in true:
                        continue
                    if not marks[CELL_OF[other]] & DIGIT_BIT[other]:
                        continue
                if other in true:
                    return Followed(true, false, (true[other], path | FALSE[other]))
                false[other] = path | FALSE[other]
                off.append(other)
        elif at_off < len(off):
            candidate = off[at_off]
            at_off += 1
            path = false[candidate]
            spend()
            cell, floor = CELL_OF[candidate], FLOOR_OF[candidate]
            mark = marks[cell]
            if by_cells and mark.bit_count() == 2:
                left = mark ^ DIGIT_BIT[candidate]
                other = (left.bit_length() - 1) * CELLS + cell
                if other in false or other not in true:
                    rests = path | TRUE[other] | gone_in_cell[cell]
                    for index in bits(all_marks[cell] & ~mark):
                        rests |= false[index * CELLS + cell]
                    if other in false:
                        return Followed(true, false, (rests, false[other]))
                    true[other] = rests
                    on.append(other)
            marks[cell] = mark & ~DIGIT_BIT[candidate]
            here = 1 << cell
            for index in PLACES_OF[candidate]:
                cells = places[index]
                places[index] = cells & ~here
                if cells.bit_count() == 2:
                    left = cells ^ here
                    other = floor + left.bit_length() - 1
                    if other in false or other not in true:
                        rests = path | TRUE[other] | gone_in_region[index]
                        for gone in bits(all_places[index] & ~cells):
                            rests |= false[floor + gone]
                        if other in false:
                            return Followed(true, false, (rests, false[other]))
                        true[other] = rests
                        on.append(other)
        else:
            if rules is None:
                return Followed(true, false, None)
            spend(64)
            found = False
            for other, rests in rules(links, marks, places, false):
                if other not in false:
                    found = True
                    false[other] = rests | FALSE[other]
                    off.append(other)
            if not found:
                return Followed(true, false, None)


# --- Conclusions --------------------------------------------------------------------------------------


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
