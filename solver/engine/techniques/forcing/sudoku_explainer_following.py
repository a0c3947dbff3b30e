"""What follows from a candidate that is taken as true or false: by each node the nodes that it rests on.

The search is breadth first. A false node waits until no true one is left to be followed. It is *dynamic* if a
candidate that has become false is taken from the board, so that later a cell or region with two left leads
on. Then a node rests also on all that was removed before it there.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ...core.deadline import spend
from ...core.masks import bits
from ..chains.sudoku_explainer_links import (
    CELL_OF,
    DIGIT_BIT,
    FALSE,
    FLOOR_OF,
    PLACES_OF,
    TRUE,
    ExplainerLinks,
)
from ..sudoku_explainer import CELLS

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
