"""Continuous nice loops: chains of links that close, so that of each two neighbours exactly one is true.

Every weak link of such a loop becomes a set that must be filled: its digit is removed from all cells
that see both ends of the link, and if the loop passes a cell by two of its digits, the cell's other
digits are removed. An almost locked set that is part of the loop is locked by it. *Grouped* loops have
a group or an almost locked set as a node.
"""

from collections.abc import Iterator
from itertools import islice

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext
from ...core.masks import bits, mask_of
from ...core.position import Position
from ...core.proof import Proof, Role
from ...core.steps import Step
from ..deduction import Deduction
from ..wording import say_chain, say_removed
from .finder import deduction_by_nodes, links_of, parts_of_nodes
from .links import GROUPED, LARGEST_SET, Links, links_with_almost_locked_sets
from .nice_loops import meets_none_twice, not_outdone, paths_back

CONTINUOUS = "continuous nice loop"

LONGEST = 24  # nodes of a loop
MOST_WAYS = 24  # equally long paths between the same nodes


def continuous(
    position: Position,
    is_grouped: bool,
    almost: bool = False,
    is_thorough: bool = False,
    is_loose: bool = False,
) -> Iterator[Deduction]:
    yield from _loops(links_of(position, is_grouped, almost), is_thorough, is_loose)
    if is_grouped and almost and is_loose:
        # Short loops through large sets hide long ones through small sets.
        for largest in range(2, LARGEST_SET):
            links = position.fact(links_with_almost_locked_sets, largest)
            yield from _loops(links, is_thorough, is_loose)


def _loops(links: Links, is_thorough: bool, is_loose: bool) -> Iterator[Deduction]:
    """Yield loops, shortest first. `is_thorough` yields what the library calls so, `is_loose` all."""
    if is_thorough:
        yield from _nice_loops(links)
        return
    done: set[tuple[int, int]] = set()
    for nodes in _shortest_loops(links):
        yield from _by_each_choice(links, nodes, done)
    if is_loose:
        for nodes in _all_loops(links):
            for is_sparing in (True, False):
                yield from _by_each_choice(links, nodes, done, is_sparing)


def _nice_loops(links: Links) -> Iterator[Deduction]:
    """Yield each loop that is a shortest one in some direction."""
    done: set[tuple[int, int]] = set()
    found = _all_that_pass_once(links, _shortest_loops(links), done)
    # A loop that removes nothing along its links removes nothing, unless it locks an almost locked set.
    if found or links.almost:
        found += _all_that_pass_once(links, _all_loops(links), done)
    yield from not_outdone(found, links.masks.cells)


def _all_that_pass_once(
    links: Links, loops: Iterator[list[int]], done: set[tuple[int, int]]
) -> list[tuple[int, Deduction]]:
    """Return loops with their lengths.

    HoDoKu's remove a digit of a link only from cells that they do not pass.
    """
    return [
        (len(nodes), each)
        for nodes in loops
        if meets_none_twice(links, nodes)
        for each in _by_each_choice(links, nodes, done, is_sparing=True)
    ]


def _by_each_choice(
    links: Links, nodes: list[int], done: set[tuple[int, int]], is_sparing: bool = False
) -> Iterator[Deduction]:
    """Yield what a loop removes, by each choice of almost locked sets, and nothing twice."""
    spend(len(nodes))
    key = mask_of(nodes)
    for view in links.choosing(zip(nodes[::2], nodes[1::2], strict=True)):
        removed = _removed_by(view, nodes, is_sparing)
        if removed and (key, removed) not in done:
            done.add((key, removed))
            yield loop_of(view, nodes, removed)


def _shortest_loops(links: Links) -> Iterator[list[int]]:
    """Yield the chains whose ends are linked weakly, if that weak link removes something."""
    weak, found = links.weak, list[tuple[int, int, int]]()
    spend(links.total)
    for start in bits(links.starts):
        mine = weak[start] & links.doubted
        if mine:
            for level, nodes in enumerate(links.reach(start, False).trues):
                if level:
                    near = nodes & weak[start]
                    for end in bits(near >> start + 1 << start + 1):
                        if mine & weak[end]:
                            found.append((level, start, end))
    for _, start, end in sorted(found):
        yield links.path_to_true(links.reach(start, False), end)


def _all_loops(links: Links) -> Iterator[list[int]]:
    """Yield loops through each strong link and then each weak link next to it, as short as possible."""
    seen: set[int] = set()
    for start in range(len(links.strong)):
        for first in bits(links.strong[start] >> start + 1 << start + 1):
            for second in bits(links.weak[first] & ~(1 << start)):
                if not links.strong[second]:
                    continue
                for path in _closed(links, start, first, second):
                    nodes = [start, first, *path]
                    key = mask_of(nodes)
                    if key not in seen:
                        seen.add(key)
                        if links.almost or _has_beside(links, nodes):
                            yield nodes


def _closed(links: Links, start: int, first: int, second: int) -> Iterator[list[int]]:
    """Yield the nodes from `second` on of the loops start = first - second = … = end - start."""
    weak, strong = links.weak, links.strong
    used = 1 << start | 1 << first | 1 << second
    levels = [1 << second]
    true = false = used
    while len(levels) < LONGEST:
        spend(4)
        here = 0
        for node in bits(levels[-1]):
            here |= strong[node]
        here &= ~true
        true |= here
        levels.append(here)
        if not here:
            return
        for end in bits(here & weak[start]):
            paths = filter(None, paths_back(links, levels, False, end))
            yield from islice(paths, MOST_WAYS)
        new = 0
        for node in bits(here):
            new |= weak[node]
        new &= ~false
        false |= new
        levels.append(new)


def _has_beside(links: Links, nodes: list[int]) -> bool:
    weak, candidates = links.weak, links.candidates
    return any(
        weak[nodes[index]] & weak[nodes[(index + 1) % len(nodes)]] & candidates
        for index in range(1, len(nodes), 2)
    )


def _removed_by(links: Links, nodes: list[int], is_sparing: bool) -> int:
    candidates, removed, locked, own, passed = links.candidates, 0, 0, 0, 0
    is_plain = bool(links.masks.geometry.shape.square_box)
    for node in nodes:
        digit, cells = links.what(node)
        own |= cells << links.masks.floors[digit]
        passed |= cells
    for pair in zip(nodes[::2], nodes[1::2], strict=True):
        if (min(pair), max(pair)) in links.almost:
            locked |= _locked_by(links, *pair)
            passed |= links.almost[min(pair), max(pair)][0]
    if is_sparing:
        passed = links.position.in_cells(passed, (1 << links.masks.size) - 1)
    for index in range(1, len(nodes), 2):
        one, two = nodes[index], nodes[(index + 1) % len(nodes)]
        lost = links.weak[one] & links.weak[two] & candidates
        if lost and not is_plain and links.what(one)[0] == links.what(two)[0]:
            # What sees the two in different sets has no link that holds all three.
            digit, cells = links.what(one)
            lost &= links.masks.beside_all(cells | links.what(two)[1]) << links.masks.floors[digit]
        if is_sparing and links.what(one)[0] == links.what(two)[0]:
            lost &= ~passed
        removed |= lost
    return removed & ~own | locked


def _locked_by(links: Links, one: int, two: int) -> int:
    """Return what an almost locked set removes by its digits that are no node of the loop."""
    cells, held = links.almost[min(one, two), max(one, two)]
    digits = {links.what(one)[0], links.what(two)[0]}
    position, masks, removed = links.position, links.masks, 0
    for index in bits(held):
        if index + 1 not in digits:
            places = position.places[index + 1]
            seen = masks.beside_all(places & cells) & places & ~cells
            removed |= seen << masks.floors[index + 1]
    return removed


def loop_of(links: Links, nodes: list[int], removed: int) -> Deduction:
    def prove() -> Proof:
        counts = tuple(links.counts_of_loop(nodes))
        return Proof(counts, parts_of_nodes(links, [*nodes, nodes[0]]))

    is_grouped = any(node >= links.total for node in nodes) or any(
        (min(pair), max(pair)) in links.almost for pair in zip(nodes[::2], nodes[1::2], strict=True)
    )
    name = f"{GROUPED}{CONTINUOUS}" if is_grouped else CONTINUOUS
    return deduction_by_nodes(links, name, tuple(nodes), removed, prove)


def explain(geometry: Geometry, step: Step) -> str:
    return gettext(
        "The chain {chain} closes: of each two neighbours exactly one is true. So what both of "
        "two neighbours rule out is false: {removed}.",
        chain=say_chain(geometry, step.parts_of(Role.NODE)),
        removed=say_removed(geometry, step),
    )
