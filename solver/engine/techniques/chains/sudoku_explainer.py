"""Cycles, and chains from a candidate to its own contrary: along one digit, along cells of two, along both.

A cycle comes back to the true candidate at which it began. One or the other half of it is true, so what both
halves see is false. Each search finds all of them, breadth first. The lowest rating comes first, then the
fewest nodes.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ...core.deadline import spend
from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import CELLS, PEERS
from .sudoku_explainer_links import (
    CANDIDATES,
    CELL_OF,
    FALSE,
    FLOOR_OF,
    TRUE,
    ExplainerLinks,
    Lists,
    longer,
)

_IN_CELL = tuple(
    sum(1 << floor + cell for floor in range(0, CANDIDATES, CELLS)) for cell in range(CELLS)
)


class _Node(NamedTuple):
    candidate: int
    path: int  # the nodes up to this one, as bits
    before: "_Node | None"


_Rank = tuple[float, int, int]  # rating, nodes, kind of search: the lowest comes first
_CYCLE, _CHAIN = "bidirectional cycle", "forcing chain"


def cycles_and_chains(position: Position) -> Iterator[Deduction]:
    """Yield the one cycle or chain that Sudoku Explainer would take: lowest rating, then fewest nodes."""
    links = ExplainerLinks(position)
    best: tuple[_Rank, Deduction] | None = None
    searches = (
        (links.weak_x, links.strong_x, 6.5, 6.6, 2),
        (links.weak, links.strong_y, 6.5, 0.0, 3),
        (links.weak, links.strong, 7.0, 7.0, 4),
    )
    for weak, strong, of_cycles, of_chains, sort_key in searches:
        if best and best[0][0] < of_cycles:
            break  # nothing here is rated lower
        for chain in _search(links, weak, strong, of_cycles, of_chains, sort_key):
            if best is None or chain[0] < best[0]:
                best = chain
    if best:
        rank, deduction = best
        yield deduction._replace(rating=rank[0])


def _search(
    links: ExplainerLinks,
    weak: Lists,
    strong: Lists,
    of_cycles: float,
    of_chains: float,
    sort_key: int,
) -> Iterator[tuple[_Rank, Deduction]]:
    # A false candidate goes on only by strong links.
    leading: Lists = [tuple(c for c in others if strong[c]) for others in weak]
    there = sum(TRUE[candidate] for candidate in links.candidates)
    for cell, candidates in links.in_cell.items():
        if not of_chains and len(candidates) > 2:
            continue
        for source in candidates:
            if strong[source]:
                for end in _cycles(source, leading, strong):
                    removed = _removed_by_cycle(end, there)
                    if removed:
                        count = end.path.bit_count()
                        rank = of_cycles + longer(count), count, sort_key
                        yield rank, Deduction(_CYCLE, removed)
            if of_chains:
                count = _to_false(source, weak, leading, strong)
                if count:
                    rank = of_chains + longer(count), count, sort_key
                    yield rank, Deduction(_CHAIN, TRUE[source])
                count = _to_true(source, leading, strong)
                if count:
                    others = there & _IN_CELL[cell] & ~TRUE[source]
                    rank = of_chains + longer(count), count, sort_key
                    yield rank, Deduction(_CHAIN, others, TRUE[source])


def _cycles(source: int, leading: Lists, strong: Lists) -> Iterator[_Node]:
    closing = set(strong[source])
    true, false = {source}, set[int]()
    front = [_Node(source, TRUE[source], None)]
    length = 0
    while front:
        spend(1 + len(front))
        between = []
        for node in front:
            for candidate in leading[node.candidate]:
                # A second time it leads nowhere new, only by another way to the source.
                if candidate in false and candidate not in closing:
                    continue
                if not node.path & FALSE[candidate]:
                    false.add(candidate)
                    between.append(_Node(candidate, node.path | FALSE[candidate], node))
        length += 2
        front = []
        for node in between:
            for candidate in strong[node.candidate]:
                if candidate == source and length >= 4:
                    yield _Node(source, node.path, node)
                if candidate not in true:
                    true.add(candidate)
                    front.append(_Node(candidate, node.path | TRUE[candidate], node))


def _removed_by_cycle(end: _Node, there: int) -> int:
    cells, by_true, by_false = 0, 0, 0
    node, is_true = end, True
    while node.before is not None:
        candidate = node.candidate
        cells |= _IN_CELL[CELL_OF[candidate]]
        seen = PEERS[CELL_OF[candidate]] << FLOOR_OF[candidate]
        if is_true:
            by_true |= seen
        else:
            by_false |= seen
        node, is_true = node.before, not is_true
    return by_true & by_false & there & ~cells


def _to_false(source: int, weak: Lists, leading: Lists, strong: Lists) -> int:
    """Return the nodes in the shortest chain from a true candidate to the same as a false one, or 0."""
    near = set(weak[source])
    true, false = {source}, set[int]()
    front = [(source, TRUE[source])]
    while front:
        spend(1 + len(front))
        between = []
        for candidate, path in front:
            if candidate in near:
                return (path | FALSE[source]).bit_count()
            for other in leading[candidate]:
                if other not in false:
                    false.add(other)
                    between.append((other, path | FALSE[other]))
        front = []
        for candidate, path in between:
            for other in strong[candidate]:
                if other not in true:
                    true.add(other)
                    front.append((other, path | TRUE[other]))
    return 0


def _to_true(source: int, leading: Lists, strong: Lists) -> int:
    """Return the same from a false candidate to itself as a true one."""
    true, false = set[int](), {source}
    between = [(source, FALSE[source])]
    while between:
        spend(1 + len(between))
        front = []
        for candidate, path in between:
            for other in strong[candidate]:
                if other == source:
                    return (path | TRUE[source]).bit_count()
                if other not in true:
                    true.add(other)
                    front.append((other, path | TRUE[other]))
        between = []
        for candidate, path in front:
            for other in leading[candidate]:
                if other not in false:
                    false.add(other)
                    between.append((other, path | FALSE[other]))
    return 0
