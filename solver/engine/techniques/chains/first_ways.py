"""Nice loops and AICs as HoDoKu finds them: only by the first shortest way from one node to another.

What follows from a node is met in a fixed order: first along the cell, then along row, column and box, then
through groups. The first way to a node counts. If it meets a cell twice, the end is not reached. A way that
comes back to the cell of its start is a loop.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from ...core.deadline import spend
from ...core.masks import bits, mask_of
from ...core.position import Position
from ...core.proof import Proof, set_number
from ..deduction import Deduction
from .finder import AIC, DISCONTINUOUS, deduction_by_nodes, parts_of_nodes
from .links import GROUPED, Links, all_links, grouped_links
from .loops import loop_of

LEAST = 4  # nodes of a way


def chains_by_first_ways(position: Position, is_grouped: bool) -> tuple[Deduction, ...]:
    """Return all nice loops and AICs, those from a true start first, then loops from a false one, then AICs."""
    links = position.fact(grouped_links if is_grouped else all_links)
    if not links.doubted:
        return ()
    ways = FirstWays(links)
    found: dict[tuple[str, int], Deduction] = {}
    for each in ways.chains():
        found.setdefault((each.technique, each.removed), each)
    return tuple(found.values())


class FirstWays:
    """The links of a position, in the order in which HoDoKu follows them."""

    def __init__(self, links: Links) -> None:
        self.links, self.masks, self.position = links, links.masks, links.position

    def chains(self) -> Iterator[Deduction]:
        masks = self.masks
        starts = [
            masks.candidate(index + 1, cell)
            for cell in bits(self.position.open)
            for index in bits(self.position.marks[cell])
        ]
        for is_true in (True, False):
            for start in starts:
                yield from self._loops(start, is_true)
        for start in starts:
            yield from self._aics(start)

    # --- Loops ----------------------------------------------------------------------------------------

    def _loops(self, start: int, is_true: bool) -> Iterator[Deduction]:
        links, own_bit = self.links, 1 << start
        if not (own_bit & links.doubted if is_true else links.strong[start]):
            return
        true, false = links.closure(start) if is_true else links.without(start)
        _, cell = self.masks.digit_and_cell(start)
        own = self.masks.sets[cell] & links.candidates
        if is_true:
            trues, falses = true & own & ~own_bit, own_bit & false
        else:
            trues, falses = true & own, false & own & links.doubted & ~own_bit
        for way in self._ways(start, is_true, trues, falses) if trues | falses else ():
            beside = links.cells_of(way[1]) | links.cells_of(way[-2])
            if not beside >> cell & 1 and self._passes_once(way, is_loop=True):
                yield from self._loop(way, is_true, own)

    def _loop(self, way: list[int], is_true: bool, own: int) -> Iterator[Deduction]:
        start, end = way[0], way[-1]
        is_end_true = (len(way) % 2 == 1) == is_true
        if is_true:
            inner = way[1:] if is_end_true else way[1:-1]
            shown = [start, *inner, start]
            yield self._chain(DISCONTINUOUS, inner, shown, 1 << start, (start,))
        elif not is_end_true:
            yield self._chain(DISCONTINUOUS, way[:-1], [end, *way], 1 << end, (end,))
        elif start == end:
            yield self._chain(DISCONTINUOUS, way, way, own & ~(1 << start), (start,))
        else:
            removed = self._removed_by_loop(way, own)
            if removed:
                yield loop_of(self.links, way, removed)

    def _removed_by_loop(self, way: list[int], own: int) -> int:
        """Return what a loop removes: beside its weak links, and from cells that it passes by two digits."""
        links, position = self.links, self.position
        passed = mask_of(cell for node in way for cell in bits(links.cells_of(node)))
        removed = own & ~(1 << way[0] | 1 << way[-1])
        for one, two in zip(way[1::2], way[2::2], strict=False):
            if links.cells_of(one) == links.cells_of(two):
                continue
            digit, _ = links.what(two)
            seen = links.weak[one] & links.weak[two] & links.candidates
            of_digit = self.masks.all_cells << self.masks.floors[digit]
            removed |= seen & of_digit & ~(passed << self.masks.floors[digit])
        for at in range(1, len(way) - 2, 2):
            cells = [links.cells_of(node) for node in way[at - 1 : at + 3]]
            if cells[0] != cells[1] == cells[2] != cells[3]:
                here = position.in_cells(cells[1], (1 << self.masks.size) - 1)
                removed |= here & ~(1 << way[at] | 1 << way[at + 1])
        return removed

    # --- AICs -----------------------------------------------------------------------------------------

    def _aics(self, start: int) -> Iterator[Deduction]:
        links = self.links
        digit, cell = self.masks.digit_and_cell(start)
        mine = links.weak[start] & links.doubted
        if not mine & (mine - 1):
            return
        ends, removed_by = 0, dict[int, int]()
        for end in bits(links.without(start).true & links.candidates):
            other, there = self.masks.digit_and_cell(end)
            removed = mine & links.weak[end]
            if there != cell and removed & (removed - 1):
                sees = self.masks.peers[cell] >> there & 1
                if other == digit or (sees and removed.bit_count() == 2):
                    ends |= 1 << end
                    removed_by[end] = removed
        for way in self._ways(start, False, ends, 0) if ends else ():
            if self._passes_once(way, is_loop=False):
                yield self._chain(AIC, way, way, removed_by[way[-1]], (start, way[-1]))

    def _chain(
        self, name: str, nodes: list[int], shown: list[int], removed: int, ends: tuple[int, ...]
    ) -> Deduction:
        """Return the deduction of a chain with strong links at both ends. `shown` has its nodes as told."""
        is_grouped = any(node >= self.links.total for node in nodes)
        return deduction_by_nodes(
            self.links,
            f"{GROUPED}{name}" if is_grouped else name,
            ends,
            removed,
            partial(self._prove, nodes, shown, removed),
        )

    def _prove(self, nodes: list[int], shown: list[int], removed: int) -> Proof:
        counts = tuple(self.links.counts_of_chain(nodes, removed))
        return Proof(counts, parts_of_nodes(self.links, shown))

    # --- Ways -----------------------------------------------------------------------------------------

    def _ways(self, start: int, is_true: bool, trues: int, falses: int) -> Iterator[list[int]]:
        """Yield the first way to each node of `trues` that becomes true, and of `falses`, as they are met."""
        links, wanted = self.links, [falses, trues]
        before: tuple[dict[int, int], dict[int, int]] = {}, {}  # of false nodes and of true ones
        left = self._leading_to(falses, trues)
        left[is_true] &= ~(1 << start)
        level, is_on = [start], is_true  # nodes that are all true, or all false
        while level:
            spend(len(level))
            into = not is_on
            kin, free, came_from = links.weak if is_on else links.strong, left[into], before[into]
            following: list[int] = []
            for node in level:
                new = kin[node] & free
                if not new:
                    continue
                free ^= new
                others = self._in_order(node, is_on, new)
                came_from.update(dict.fromkeys(others, node))
                following += others
                if not new & wanted[into]:
                    continue
                for other in others:
                    if wanted[into] >> other & 1:
                        way = _way_back(before, other, into)
                        if len(way) >= LEAST:
                            yield way
                wanted[into] &= ~new
                if not (wanted[0] or wanted[1]):
                    return
            left[into], level, is_on = free, following, into

    def _leading_to(self, falses: int, trues: int) -> list[int]:
        """Return the nodes that, if they are false or true, make one of `falses` false or of `trues` true.

        They are what follows from the opposite.
        """
        false = true = 0
        for node in bits(trues):
            more, less = self.links.without(node)
            false, true = false | more, true | less
        for node in bits(falses):
            more, less = self.links.closure(node)
            false, true = false | more, true | less
        return [false, true]

    def _passes_once(self, way: list[int], is_loop: bool) -> bool:
        """Return whether a way meets no cell twice. A loop may come to the cell of its start again."""
        links = self.links
        home, seen, last = links.cells_of(way[0]), 0, 0
        for node in way:
            cells = links.cells_of(node)
            if seen & cells & -cells:
                return False
            if last & -last != home or not is_loop:
                seen |= last
            last = cells
        return True

    def _in_order(self, node: int, is_true: bool, linked: int) -> list[int]:
        """Return some nodes in the order in which HoDoKu follows the links of a node to them."""
        if not linked & (linked - 1):
            return [linked.bit_length() - 1]
        links, masks = self.links, self.masks
        numbers: Sequence[int] = ()  # of sets
        if node < links.total:
            numbers = masks.sets_of[node]
        elif not is_true:
            digit, cells = links.what(node)
            units = reversed(masks.units_with(cells))
            numbers = [set_number(masks.geometry, digit, unit) for unit in units]
        ordered: list[int] = []
        for number in numbers:
            here = linked & masks.sets[number]
            if here:
                linked ^= here
                ordered += bits(here)
        if linked:
            ordered += bits(linked & (1 << links.total) - 1)
            groups = bits(linked >> links.total << links.total)
            ordered += sorted(groups, key=self._place_of_group)
        return ordered

    def _place_of_group(self, node: int) -> tuple[int, int, int]:
        digit, cells = self.links.what(node)
        line, *_, box = sorted(self.masks.units_with(cells))
        return line, digit, box


def _way_back(before: Sequence[Mapping[int, int]], end: int, is_true: bool) -> list[int]:
    """Return the nodes from the start to `end`. `before` has the node before each, by false and true ones."""
    way = [end]
    while way[-1] in before[is_true]:
        way.append(before[is_true][way[-1]])
        is_true = not is_true
    return way[::-1]
