"""Chains and loops of links: from a node that is false to one that is true, so that one of the two holds.

What both ends of such a chain are linked to weakly is false. *X-chain*: of one digit. *XY-chain*: every
strong link in a cell of two candidates. *AIC*: any. A *discontinuous nice loop* comes back to the candidate,
or the cell, it set out from: the candidate is false, or true. A *continuous* one closes: every weak link of
it becomes a set that must be filled, so all else in it goes. *Grouped* ones have a group or an almost locked
set as a node.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from ..geometry import Geometry, digits_of
from ..steps import Step
from ..words import say
from .found import Found
from .links import (
    Links,
    Reach,
    all_links,
    bivalue_links,
    digit_links,
    grouped_links,
    links_with_almost_locked_sets,
)
from .masks import bits, mask_of
from .position import Position
from .proof import Part, Proof
from .telling import parts_of, say_candidates, say_chain, say_removed

X_CHAIN, XY_CHAIN, TURBOT = "X-chain", "XY-chain", "turbot fish"
AIC, DISCONTINUOUS, CONTINUOUS = "AIC", "discontinuous nice loop", "continuous nice loop"
NODE = 4  # role of a part: the nodes of a chain in order, one part each


def x_chains(position: Position) -> Iterator[Found]:
    return position.in_each_digit(_x_chains)


def _x_chains(position: Position, digit: int) -> Iterator[Found]:
    return _chains(position.fact(digit_links, digit), X_CHAIN, range(4, 999))


def turbot_fish(position: Position) -> Iterator[Found]:
    """X-chains of two strong links."""
    return position.in_each_digit(_turbot_fish)


def _turbot_fish(position: Position, digit: int) -> Iterator[Found]:
    return _chains(position.fact(digit_links, digit), TURBOT, range(4, 5))


def xy_chains(position: Position) -> Iterator[Found]:
    return _chains(position.fact(bivalue_links), XY_CHAIN, range(6, 999))


def _chains(links: Links, name: str, lengths: range) -> Iterator[Found]:
    """Each pair of ends of one digit once, through a shortest chain; lengths are numbers of nodes."""
    candidates, cells = links.candidates, links.masks.cells
    visible = _sees(links)
    for start in range(links.total):
        if not links.strong[start]:
            continue
        reach = links.reach(start, False)
        of_digit = links.masks.all_cells << start // cells * cells
        mine = visible(start) & candidates
        for level, nodes in enumerate(reach.trues):
            if 2 * level + 2 in lengths:
                for end in bits((nodes & of_digit) >> start + 1 << start + 1):
                    removed = mine & visible(end)
                    if removed:
                        yield _chain(links, name, start, reach, end, removed)


def _sees(links: Links) -> Callable[[int], int]:
    """What a candidate excludes, whichever links the chains may use."""
    masks, position = links.masks, links.position

    def visible(node: int) -> int:
        digit, cell = masks.digit_and_cell(node)
        seen = (masks.peers[cell] & position.places[digit]) << masks.floors[digit]
        return seen | position.in_cells(1 << cell, position.marks[cell] & ~(1 << (digit - 1)))

    return visible


def _chain(links: Links, name: str, start: int, reach: Reach, end: int, removed: int) -> Found:
    def prove() -> Proof:
        nodes = links.path_to_true(start, False, reach, end)
        return Proof(tuple(links.counts_of_chain(nodes, removed)), _parts(links, nodes))

    return _found(links, name, (start, end), removed, prove)


def _parts(links: Links, nodes: list[int]) -> tuple[Part, ...]:
    parts = []
    for node in nodes:
        digit, cells = links.what(node)
        parts.append(Part(NODE, tuple(links.masks.candidate(digit, c) for c in bits(cells))))
    return tuple(parts)


def _found(
    links: Links, name: str, ends: tuple[int, ...], removed: int, prove: Callable[[], Proof]
) -> Found:
    digits = cells = 0
    for end in ends:
        digit, where = links.what(end)
        digits |= 1 << (digit - 1)
        cells |= where
    return Found(name, removed, 0, cells, digits, prove)


def of_nodes(
    position: Position, name: str, nodes: list[tuple[int, int]], removed: int, cells: int = 0
) -> Found:
    """A chain that was found by its shape: (digit, mask of cells) of each node, strong links first and last."""

    def prove() -> Proof:
        links = Links(position)
        numbers = [links.node(digit, where) for digit, where in nodes]
        return Proof(tuple(links.counts_of_chain(numbers, removed)), _parts(links, numbers))

    digits = 0
    for digit, where in nodes:
        digits |= 1 << (digit - 1)
        cells |= where
    return Found(name, removed, 0, cells, digits, prove)


def joined(position: Position, name: str, one: Found, two: Found) -> Found:
    """Two deductions told as one."""

    def prove() -> Proof:
        proofs = one.prove(), two.prove()
        return Proof(
            tuple(argument for proof in proofs for argument in proof.arguments),
            tuple(part for proof in proofs for part in proof.parts),
        )

    cells, digits = one.cells | two.cells, one.digits_mask | two.digits_mask
    return Found(name, one.removed | two.removed, 0, cells, digits, prove)


# --- AIC and nice loops -------------------------------------------------------------------------------


def _links(position: Position, almost: bool) -> Links:
    return position.fact(links_with_almost_locked_sets if almost else grouped_links)


def continuous(position: Position, is_thorough: bool = False) -> Iterator[Found]:
    return _loops(position.fact(all_links), is_thorough)


def grouped_continuous(
    position: Position, almost: bool = False, is_thorough: bool = False
) -> Iterator[Found]:
    return _loops(_links(position, almost), is_thorough)


def discontinuous(position: Position) -> Iterator[Found]:
    return _discontinuous(position.fact(all_links), DISCONTINUOUS)


def grouped_discontinuous(position: Position, almost: bool = False) -> Iterator[Found]:
    return _discontinuous(_links(position, almost), f"grouped {DISCONTINUOUS}")


def aics(position: Position) -> Iterator[Found]:
    return _aics(position.fact(all_links), AIC)


def grouped_aics(position: Position, almost: bool = False) -> Iterator[Found]:
    return _aics(_links(position, almost), f"grouped {AIC}")


def _discontinuous(links: Links, name: str) -> Iterator[Found]:
    """Shortest first."""
    position = links.position
    found: list[tuple[int, Found]] = []
    for node in bits(position.candidates):
        if links.closure(node).false >> node & 1:
            level = _level(links.reach(node, True).falses, node)
            found.append((level, _found(links, name, (node,), 1 << node, _refuted(links, node))))
        if links.strong[node]:
            reach = links.reach(node, False)
            if reach.true >> node & 1:
                digit, cell = links.masks.digit_and_cell(node)
                rest = position.in_cells(1 << cell, position.marks[cell] & ~(1 << (digit - 1)))
                if rest:
                    level = _level(reach.trues, node)
                    found.append((level, _chain(links, name, node, reach, node, rest)))
    yield from (each for _, each in sorted(found, key=lambda pair: pair[0]))


def _level(levels: list[int], node: int) -> int:
    return next(index for index, nodes in enumerate(levels) if nodes >> node & 1)


def _refuted(links: Links, node: int) -> Callable[[], Proof]:
    """Of a candidate that makes itself false: the chain between what it first and last meets."""

    def prove() -> Proof:
        reach = links.reach(node, True)
        inner = links.path_to_false(node, reach, node)[1:-1]
        counts = tuple(links.counts_of_chain(inner, 1 << node))
        return Proof(counts, _parts(links, [node, *inner, node]))

    return prove


def _aics(links: Links, name: str) -> Iterator[Found]:
    """Shortest first; what takes one candidate alone is a discontinuous loop through it, and told as such."""
    candidates, weak = links.position.candidates, links.weak
    found: list[tuple[int, Found]] = []
    for start, strong in enumerate(links.strong):
        mine = weak[start] & candidates
        if not strong or not mine:
            continue
        reach = links.reach(start, False)
        for level, nodes in enumerate(reach.trues):
            for end in bits(nodes >> start + 1 << start + 1):
                removed = mine & weak[end]
                if removed & (removed - 1):
                    found.append((level, _chain(links, name, start, reach, end, removed)))
    yield from (each for _, each in sorted(found, key=lambda pair: pair[0]))


def _loops(links: Links, is_thorough: bool) -> Iterator[Found]:
    """The shortest loops first; `is_thorough`: then every other that is a shortest one by some way round."""
    told: set[tuple[int, int]] = set()
    for nodes in _shortest_loops(links):
        yield from _telling(links, nodes, told)
    # What takes nothing beside a link takes nothing at all, but that an almost locked set is locked.
    if is_thorough and (told or links.almost):
        for nodes in _all_loops(links):
            yield from _telling(links, nodes, told)


def _telling(links: Links, nodes: list[int], told: set[tuple[int, int]]) -> Iterator[Found]:
    """What a loop removes; nothing that was told of the same nodes, or of others."""
    key = mask_of(nodes)
    for view in links.choosing(zip(nodes[::2], nodes[1::2], strict=True)):
        # HoDoKu's loops take a digit of a link only from cells that they do not pass.
        for is_sparing in (False, True):
            removed = _loop_removes(view, nodes, is_sparing)
            if removed and (key, removed) not in told:
                told.add((key, removed))
                yield _loop(view, nodes, removed)


def _shortest_loops(links: Links) -> Iterator[list[int]]:
    """Through each weak link beside which something falls: chains whose ends are linked weakly."""
    weak, candidates = links.weak, links.candidates
    found: list[tuple[int, int, int]] = []
    for start, strong in enumerate(links.strong):
        mine = weak[start] & candidates
        if strong and mine:
            for level, nodes in enumerate(links.reach(start, False).trues):
                if level:
                    near = nodes & weak[start]
                    for end in bits(near >> start + 1 << start + 1):
                        if mine & weak[end]:
                            found.append((level, start, end))
    for _, start, end in sorted(found):
        yield links.path_to_true(start, False, links.reach(start, False), end)


LONGEST = 24  # nodes of a loop
MOST_WAYS = 24  # equally long, between the same nodes


def _all_loops(links: Links) -> Iterator[list[int]]:
    """Loops through each strong link and on through each weak link beside it, as short as they can be."""
    seen: set[int] = set()
    for start in range(len(links.strong)):
        for first in bits(links.strong[start] >> start + 1 << start + 1):
            for second in bits(links.weak[first] & ~(1 << start)):
                if not links.strong[second]:
                    continue
                for way in _closed(links, start, first, second):
                    nodes = [start, first, *way]
                    key = mask_of(nodes)
                    if key not in seen:
                        seen.add(key)
                        if links.almost or _has_beside(links, nodes):
                            yield nodes


def _closed(links: Links, start: int, first: int, second: int) -> Iterator[list[int]]:
    """Nodes from `second` on, of loops start = first - second = … = end - start."""
    weak, strong = links.weak, links.strong
    used = 1 << start | 1 << first | 1 << second
    levels = [1 << second]
    true = false = used
    while len(levels) < LONGEST:
        here = 0
        for node in bits(levels[-1]):
            here |= strong[node]
        here &= ~true
        true |= here
        levels.append(here)
        if not here:
            return
        for end in bits(here & weak[start]):
            yield from islice(_ways_back(links, levels, end), MOST_WAYS)
        new = 0
        for node in bits(here):
            new |= weak[node]
        new &= ~false
        false |= new
        levels.append(new)


def _ways_back(links: Links, levels: list[int], end: int) -> Iterator[list[int]]:
    waiting: list[tuple[int, ...]] = [(end,)]
    while waiting:
        backwards = waiting.pop()
        index = len(levels) - 1 - len(backwards)
        if index < 0:
            yield list(backwards[::-1])
            continue
        kin = links.strong if index % 2 == 0 else links.weak
        waiting += [(*backwards, before) for before in bits(kin[backwards[-1]] & levels[index])]


def _has_beside(links: Links, nodes: list[int]) -> bool:
    weak, candidates = links.weak, links.candidates
    return any(
        weak[nodes[index]] & weak[nodes[(index + 1) % len(nodes)]] & candidates
        for index in range(1, len(nodes), 2)
    )


def _loop_removes(links: Links, nodes: list[int], is_sparing: bool) -> int:
    candidates, removed, own, passed = links.candidates, 0, 0, 0
    for node in nodes:
        digit, cells = links.what(node)
        own |= cells << links.masks.floors[digit]
        passed |= cells
    if is_sparing:
        passed = links.position.in_cells(passed, (1 << links.masks.size) - 1)
    for index in range(1, len(nodes), 2):
        one, two = nodes[index], nodes[(index + 1) % len(nodes)]
        lost = links.weak[one] & links.weak[two] & candidates
        if is_sparing and links.what(one)[0] == links.what(two)[0]:
            lost &= ~passed
        removed |= lost
    for pair in zip(nodes[::2], nodes[1::2], strict=True):
        if (min(pair), max(pair)) in links.almost:
            removed |= _locked_by(links, *pair)
    return removed & ~own


def _locked_by(links: Links, one: int, two: int) -> int:
    """What an almost locked set takes from others by its digits that are no node of the loop."""
    cells, held = links.almost[min(one, two), max(one, two)]
    digits = {links.what(one)[0], links.what(two)[0]}
    position, masks, removed = links.position, links.masks, 0
    for index in bits(held):
        if index + 1 not in digits:
            places = position.places[index + 1]
            seen = masks.seen_by_all(places & cells) & places & ~cells
            removed |= seen << masks.floors[index + 1]
    return removed


def _loop(links: Links, nodes: list[int], removed: int) -> Found:
    def prove() -> Proof:
        return Proof(tuple(links.counts_of_loop(nodes, removed)), _parts(links, [*nodes, nodes[0]]))

    is_grouped = any(node >= links.total for node in nodes) or any(
        (min(pair), max(pair)) in links.almost for pair in zip(nodes[::2], nodes[1::2], strict=True)
    )
    name = f"grouped {CONTINUOUS}" if is_grouped else CONTINUOUS
    return _found(links, name, tuple(nodes), removed, prove)


def explain(shape: Geometry, step: Step) -> str:
    nodes = parts_of(step, NODE)
    first, last = say_candidates(shape, nodes[0]), say_candidates(shape, nodes[-1])
    removed = say_removed(shape, step)
    if step.technique.removeprefix("grouped ") == CONTINUOUS:
        return say(
            "The chain {chain} closes: of each two neighbours exactly one is true."
            " So each set that a link lies in is used up by the two, and {removed} cannot be.",
            chain=say_chain(shape, nodes),
            removed=removed,
        )
    gone = [
        (d - 1) * shape.cell_count + cell for cell, mask in step.removed for d in digits_of(mask)
    ]
    if nodes[0] == nodes[-1] and set(nodes[0]) <= set(gone):
        return say(
            "If {first} were true, it would follow that it is false: {chain}. So it is false.",
            first=first,
            chain=say_chain(shape, nodes, begins_strong=False),
        )
    if nodes[0] == nodes[-1]:
        return say(
            "If {first} were false, it would follow that it is true: {chain}. So it is true.",
            first=first,
            chain=say_chain(shape, nodes),
        )
    if step.technique.startswith("dual"):
        return say(
            "Two chains through the same box, told as one: of each, one of the ends is true,"
            " and {removed} cannot be.",
            removed=removed,
        )
    return say(
        "If {first} is false, {last} is true: {chain}. So one of the two is true, and beside either of them"
        " {removed} cannot be.",
        first=first,
        last=last,
        chain=say_chain(shape, nodes),
        removed=removed,
    )
