"""Nice loops and AICs as HoDoKu finds them: only by the first shortest way from one node to another.

What follows from a node is met in a fixed order: first along the cell, then along row, column and box, then
through groups. The first way to a node counts. If it meets a cell twice, the end is not reached. A way that
comes back to the cell of its start is a loop.
"""

from collections.abc import Iterator
from functools import partial

from ...core.deadline import spend
from ...core.masks import bits, mask_of
from ...core.position import Position
from ...core.proof import Proof
from ..deduction import Deduction
from .finder import AIC, DISCONTINUOUS, deduction_by_nodes, parts_of_nodes
from .links import Links, all_links, grouped_links
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
        self._ordered: dict[tuple[int, bool], list[int]] = {}

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
        _, cell = self.masks.digit_and_cell(start)
        own = self.position.in_cells(1 << cell, self.position.marks[cell])
        reach = links.reach(start, is_true)
        if is_true:
            trues, falses = reach.true & own & ~own_bit, own_bit & reach.false & links.doubted
            trues = trues if links.doubted & own_bit else 0
        else:
            trues, falses = reach.true & own, reach.false & own & links.doubted & ~own_bit
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
        for end in bits(links.reach(start, False).true & links.candidates):
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
            f"grouped {name}" if is_grouped else name,
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
        links, before = self.links, dict[tuple[int, bool], int]()
        known = [0, 0]  # false and true nodes
        known[is_true] = 1 << start
        wanted = [falses, trues]
        met = [(start, is_true)]
        for node, is_on in met:
            into = not is_on
            new = (links.weak if is_on else links.strong)[node] & ~known[into]
            if not new:
                continue
            spend()
            known[into] |= new
            for other in self._in_order(node, is_on):
                if new >> other & 1:
                    before[other, into] = node
                    met.append((other, into))
                    if wanted[into] >> other & 1:
                        way, at, value = [other], other, into
                        while (at, value) in before:
                            at, value = before[at, value], not value
                            way.append(at)
                        if len(way) >= LEAST:
                            yield way[::-1]
                        wanted[into] &= ~(1 << other)
            if not any(wanted):
                return

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

    def _in_order(self, node: int, is_true: bool) -> list[int]:
        """Return what a node links to, in order: its weak links if it is true, else its strong ones."""
        key = (node, is_true)
        if key not in self._ordered:
            links, masks = self.links, self.masks
            linked = (links.weak if is_true else links.strong)[node]
            ordered: dict[int, None] = {}
            if node < links.total:
                digit, cell = masks.digit_and_cell(node)
                ordered |= dict.fromkeys(
                    bits(linked & self.position.in_cells(1 << cell, self.position.marks[cell]))
                )
                of_digit = linked >> masks.floors[digit] & masks.all_cells
                for unit in masks.units_of[cell]:
                    places = bits(of_digit & masks.units[unit])
                    ordered |= dict.fromkeys(masks.candidate(digit, place) for place in places)
            elif not is_true:
                digit, cells = links.what(node)
                of_digit = linked >> masks.floors[digit] & masks.all_cells
                for unit in reversed(masks.units_with(cells)):
                    places = bits(of_digit & masks.units[unit])
                    ordered |= dict.fromkeys(masks.candidate(digit, place) for place in places)
            ordered |= dict.fromkeys(bits(linked & (1 << links.total) - 1))
            groups = bits(linked >> links.total << links.total)
            self._ordered[key] = [*ordered, *sorted(groups, key=self._place_of_group)]
        return self._ordered[key]

    def _place_of_group(self, node: int) -> tuple[int, int, int]:
        digit, cells = self.links.what(node)
        line, *_, box = sorted(self.masks.units_with(cells))
        return line, digit, box
