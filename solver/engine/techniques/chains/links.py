"""Strong and weak links between candidates, groups and almost locked sets, and chains of links.

A *node* is a digit in some cells, true if one of them has it. Two nodes are linked *weakly* if they cannot
both be true, and *strongly* if they cannot both be false. A node of one cell is that candidate and has its
number. A *group* is the two or three places of a digit on a crossing. An almost locked set links each two of
its digits strongly, each digit a node of all its cells in the set. What follows from a node goes along weak
and strong links in turn. Every link is right by itself, so a chain is right even if it meets something twice.
"""

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from itertools import islice, product
from typing import NamedTuple

from ...core.deadline import spend
from ...core.masks import bits
from ...core.position import Position, bivalue, strong_pairs
from ...core.proof import SetCount, digit_and_unit, set_number
from ..als.finder import almost_locked_sets

GROUPED = "grouped "  # before the name of a chain with a group or an almost locked set
MOST_CHOICES = 12  # choices of almost locked sets for the strong links of one loop
LARGEST_SET = 8  # cells of an almost locked set


class Reach(NamedTuple):
    """What follows from a node, by the number of links: levels of nodes that become true, and then false."""

    trues: list[int]
    falses: list[int]
    true: int  # all levels together
    false: int


class LinkClosure(NamedTuple):
    """All nodes that become true, and all that become false."""

    true: int
    false: int


def level_of(levels: list[int], node: int) -> int:
    return next(index for index, nodes in enumerate(levels) if nodes >> node & 1)


class Links:
    """Nodes of a position and their links, as masks of nodes."""

    def __init__(self, position: Position) -> None:
        self.position, self.masks = position, position.masks
        total = self.masks.cells * self.masks.size
        self.candidates = position.candidates
        self.weak = [0] * total
        self.strong = [0] * total
        self.starts = 0  # nodes with a strong link
        # Nodes of several cells by number - total, and their numbers by digit and cells.
        self.digits: list[int] = []
        self.cells: list[int] = []
        self.numbers: dict[tuple[int, int], int] = {}
        self.total = total
        self._reached: dict[tuple[int, bool], Reach] = {}
        self._closed: dict[int, LinkClosure] = {}
        self._without: dict[int, LinkClosure] = {}
        # Cells and digits of the almost locked set behind a strong link, and of each possible one.
        self.almost: dict[tuple[int, int], tuple[int, int]] = {}
        self.alternatives: dict[tuple[int, int], list[tuple[int, int]]] = {}

    # --- Nodes ----------------------------------------------------------------------------------------

    def cells_of(self, node: int) -> int:
        """Return the mask of cells of a node by its number."""
        if node < self.total:
            return self.masks.cell_bits[node]
        return self.cells[node - self.total]

    def what(self, node: int) -> tuple[int, int]:
        """Return the digit and the mask of cells of a node by its number."""
        if node < self.total:
            digit, cell = self.masks.digit_and_cell(node)
            return digit, 1 << cell
        return self.digits[node - self.total], self.cells[node - self.total]

    def node(self, digit: int, cells: int) -> int:
        """Return the number of the node for a digit in a mask of cells. Add it if it is new.

        A new node is linked weakly to all nodes with which it cannot be true.
        """
        if cells & (cells - 1) == 0:
            return self.masks.candidate(digit, cells.bit_length() - 1)
        key = (digit, cells)
        if key in self.numbers:
            return self.numbers[key]
        spend(4 + len(self.digits) // 16)
        number = self.numbers[key] = self.total + len(self.digits)
        seen = self.masks.beside_all(cells)
        weak = (seen & self.position.places[digit]) << self.masks.floors[digit]
        for candidate in bits(weak):
            self.weak[candidate] |= 1 << number
        for index, (other, theirs) in enumerate(zip(self.digits, self.cells, strict=True)):
            if other == digit and not theirs & ~seen and self.masks.links_with(cells | theirs):
                weak |= 1 << self.total + index
                self.weak[self.total + index] |= 1 << number
        self.digits.append(digit)
        self.cells.append(cells)
        self.weak.append(weak)
        self.strong.append(0)
        return number

    def join(self, one: int, two: int) -> None:
        """Link two nodes, given by number, strongly: at least one of them is true."""
        self.strong[one] |= 1 << two
        self.strong[two] |= 1 << one
        self.starts |= 1 << one | 1 << two

    def choosing(self, pairs: Iterable[tuple[int, int]]) -> "Iterator[Links]":
        """Yield copies of the links, one for each choice of almost locked sets behind some strong links.

        `pairs` are the links' node numbers. If none rests on such a set, yield these links alone.
        """
        ordered = [(min(pair), max(pair)) for pair in pairs]
        own = [pair for pair in ordered if pair in self.almost]
        if not own:
            yield self
            return
        for chosen in islice(product(*(self.alternatives[pair] for pair in own)), MOST_CHOICES):
            view = copy(self)
            view.almost = self.almost | dict(zip(own, chosen, strict=True))
            yield view

    # --- What follows ---------------------------------------------------------------------------------

    def reach(self, start: int, is_true: bool) -> Reach:
        """Return all nodes that become true or false if node `start` is true, or false if not `is_true`.

        Cached.
        """
        key = (start, is_true)
        if key not in self._reached:
            self._reached[key] = self._reach(start, is_true)
        return self._reached[key]

    def closure(self, start: int) -> LinkClosure:
        """Return all nodes that become true or false if node `start` is true, without the chains to them.

        Cached.
        """
        if start not in self._closed:
            spend(2)
            true, false = 1 << start, self.weak[start]
            for node in bits(false & self.starts):
                reach = self.without(node)
                true |= reach.true
                false |= reach.false
            self._closed[start] = LinkClosure(true, false)
        return self._closed[start]

    def without(self, start: int) -> LinkClosure:
        """Return all nodes that become true or false if node `start` is false, as `closure` does.

        Cached, and what follows from one node is used for all that lead to it.
        """
        known = self._without
        if start not in known:
            weak, strong, starts = self.weak, self.strong, self.starts
            true, false, steps = 0, 1 << start, 4
            new = false & starts
            while new:
                low = new & -new
                node = low.bit_length() - 1
                if node in known:
                    more, less = known[node]
                    true, false, new = true | more, false | less, new & ~less
                    continue
                more, less = strong[node], 0
                true |= more
                while more:
                    first = more & -more
                    more ^= first
                    less |= weak[first.bit_length() - 1]
                new = (new | less & starts & ~false) ^ low
                false |= less
                steps += 2
            spend(steps)
            known[start] = LinkClosure(true, false)
        return known[start]

    @cached_property
    def doubted(self) -> int:
        """The candidates that make themselves false, as a mask. What a chain or loop removes is among them.

        If such a candidate is true, both ends of the chain are false. But one end makes the other true.
        """
        doubted = 0
        for node in bits(self.starts):
            doubted |= self.weak[node] & self.without(node).false
        return doubted & self.candidates

    def _reach(self, start: int, is_true: bool) -> Reach:
        weak, strong, starts = self.weak, self.strong, self.starts
        trues: list[int] = []
        falses: list[int] = []
        true = false = 0
        if is_true:
            new = weak[start]
            trues.append(1 << start)
            falses.append(new)
            true, false = 1 << start, new
        else:
            falses.append(1 << start)
            false = new = 1 << start
        while True:
            here = 0
            new &= starts
            while new:
                low = new & -new
                here |= strong[low.bit_length() - 1]
                new ^= low
            here &= ~true
            if not here:
                break
            true |= here
            trues.append(here)
            while here:
                low = here & -here
                new |= weak[low.bit_length() - 1]
                here ^= low
            new &= ~false
            false |= new
            falses.append(new)
        spend(4 + 4 * len(trues))
        return Reach(trues, falses, true, false)

    def path_to_true(self, reach: Reach, end: int) -> list[int]:
        """Return a shortest chain of nodes to `end`, which becomes true by what a false node reaches."""
        return self._path(reach, False, level_of(reach.trues, end), end)

    def path_to_false(self, reach: Reach, end: int) -> list[int]:
        """Return a shortest chain of nodes to `end`, which becomes false by what a true node reaches."""
        level = level_of(reach.falses, end)
        before = self.weak[end] & reach.trues[level]
        last = (before & -before).bit_length() - 1
        return [*self._path(reach, True, level, last), end]

    def _path(self, reach: Reach, is_true: bool, level: int, end: int) -> list[int]:
        """Return the chain, searched backwards: the false node before a true one, the true one before that."""
        backwards = [end]
        while level > 0 or not is_true:
            index = level - 1 if is_true else level
            before = self.strong[backwards[-1]] & reach.falses[index]
            backwards.append((before & -before).bit_length() - 1)
            if not is_true and index == 0:
                break
            level -= 1
            before = self.weak[backwards[-1]] & reach.trues[level]
            backwards.append((before & -before).bit_length() - 1)
        return backwards[::-1]

    # --- As sets --------------------------------------------------------------------------------------

    def truths_of(self, one: int, two: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the truths and the links of a proof for a strong link between two nodes, as numbers of sets.

        The links cover what the truths have outside the two nodes.
        """
        geometry = self.masks.geometry
        (digit, cells), (other, theirs) = self.what(one), self.what(two)
        if digit != other and cells == theirs and cells & (cells - 1) == 0:
            cell = cells.bit_length() - 1
            if self.position.marks[cell].bit_count() == 2:
                return (cell,), ()
        if digit == other:
            for unit in self.masks.units_with(cells | theirs):
                if self.position.places[digit] & self.masks.units[unit] == cells | theirs:
                    return (set_number(geometry, digit, unit),), ()
        where, held = self.almost[min(one, two), max(one, two)]
        unit = self.masks.units_with(where)[0]
        rest = held & ~(1 << (digit - 1)) & ~(1 << (other - 1))
        return tuple(bits(where)), tuple(set_number(geometry, d + 1, unit) for d in bits(rest))

    def links_between(self, one: int, two: int) -> tuple[int, ...]:
        """Return the numbers of the sets (cell or digit in a unit) that contain both nodes of a weak link."""
        (digit, cells), (other, theirs) = self.what(one), self.what(two)
        if digit != other:
            return (cells.bit_length() - 1,)
        geometry = self.masks.geometry
        units = self.masks.links_with(cells | theirs)
        return tuple(set_number(geometry, digit, unit) for unit in units)

    def counts_of_chain(self, nodes: list[int], removed: int) -> Iterator[SetCount]:
        """Yield the counting arguments of a chain with strong links at both ends, for the removed candidates.

        They say that one of the chain's two ends is true. `removed` is a mask of candidates.
        """
        truths, links = self.sets_along(nodes)
        ways = {
            tuple(self.links_between(candidate, end)[0] for end in (nodes[0], nodes[-1]))
            for candidate in bits(removed)
        }
        for way in sorted(ways):
            yield SetCount(truths, (*links, *way))

    def chains_to(
        self, starts: Iterable[int], end: int, truths: Iterable[int], links: Iterable[int]
    ) -> tuple[SetCount, list[list[int]]]:
        """Return the counting argument that node `end` is false, and the chain of nodes from each start to it.

        By `truths`, at least one of the starts is true. `truths` and `links` are numbers of sets.
        """
        all_truths, all_links = list(truths), list(links)
        chains = [self.path_to_false(self.reach(start, True), end) for start in starts]
        for nodes in chains:
            inner = nodes[1:-1]
            more, between = self.sets_along(inner)
            all_truths += more
            all_links += between
            for one, two in (nodes[:2], nodes[-2:]) if inner else (nodes,):
                all_links.append(self.links_between(one, two)[0])
        return SetCount(tuple(all_truths), tuple(all_links)), chains

    def sets_along(self, nodes: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the numbers of the truths and links of a chain with a strong link at both ends."""
        truths: list[int] = []
        links: list[int] = []
        for index in range(0, len(nodes) - 1, 2):
            more, rest = self.truths_of(nodes[index], nodes[index + 1])
            truths += more
            links += rest
            if index + 2 < len(nodes):
                links.append(self.links_between(nodes[index + 1], nodes[index + 2])[0])
        return tuple(truths), tuple(links)

    def counts_of_loop(self, nodes: list[int]) -> Iterator[SetCount]:
        """Yield the counting arguments of a loop of nodes: all other candidates in its weak links are false."""
        truths: list[int] = []
        between: list[tuple[int, ...]] = []
        for index in range(0, len(nodes), 2):
            more, rest = self.truths_of(nodes[index], nodes[index + 1])
            truths += more
            between += [self._ways((nodes[index], nodes[index + 1]), number) for number in rest]
            following = nodes[(index + 2) % len(nodes)]
            between.append(self.links_between(nodes[index + 1], following))
        # If two sets hold a weak link, each has its turn.
        for turn in range(max(len(ways) for ways in between)):
            chosen = [ways[min(turn, len(ways) - 1)] for ways in between]
            yield SetCount(tuple(truths), tuple(chosen))

    def _ways(self, pair: tuple[int, int], number: int) -> tuple[int, ...]:
        """Return the units in which the almost locked set of a strong link has the digit of a set."""
        where, _ = self.almost[min(pair), max(pair)]
        geometry = self.masks.geometry
        digit, _unit = digit_and_unit(geometry, number) or (0, 0)
        units = self.masks.links_with(where & self.position.places[digit])
        return tuple(set_number(geometry, digit, unit) for unit in units)


# --- Which links there are ----------------------------------------------------------------------------


def digit_links(position: Position, digit: int) -> Links:
    """Return the strong and weak links of one digit, for X-chains."""
    links = Links(position)
    _within_digit(links, digit, position.places[digit])
    _pairs_in_units(links, digit)
    return links


def bivalue_links(position: Position) -> Links:
    """Return strong links in cells of two candidates and weak ones between such cells, for XY-chains."""
    links, twos = Links(position), position.fact(bivalue)
    _pairs_in_cells(links, twos)
    for digit in links.masks.digits:
        _within_digit(links, digit, position.places[digit] & twos)
    return links


def all_links(position: Position) -> Links:
    """Return the strong and weak links between single candidates."""
    links = Links(position)
    weak, excluded, candidates = links.weak, links.masks.excluded, links.candidates
    for node in bits(candidates):
        weak[node] = excluded[node] & candidates
    for digit in links.masks.digits:
        _pairs_in_units(links, digit)
    _pairs_in_cells(links, position.fact(bivalue))
    return links


def grouped_links(position: Position) -> Links:
    """Return the strong and weak links between single candidates and groups of them in a crossing."""
    links = all_links(position)
    for digit in links.masks.digits:
        places = position.places[digit]
        for box, line, crossing in links.masks.crossings:
            group = places & crossing
            if group.bit_count() > 1:
                for unit in (box, line):
                    rest = places & links.masks.units[unit] & ~group
                    if rest and _is_node(links, rest):
                        links.join(links.node(digit, group), links.node(digit, rest))
    return links


def _is_node(links: Links, cells: int) -> bool:
    """Return whether cells of a unit are a single cell, or lie on one crossing."""
    return cells & (cells - 1) == 0 or len(links.masks.units_with(cells)) > 1


def links_with_almost_locked_sets(position: Position, largest: int = LARGEST_SET) -> Links:
    """Return the links between candidates and groups, and those through almost locked sets.

    A set has two cells or more, up to `largest`.
    """
    links = grouped_links(position)
    for cells, held in position.fact(almost_locked_sets):
        if not 2 <= cells.bit_count() <= largest:
            continue
        spend(4)
        nodes = [links.node(d + 1, position.places[d + 1] & cells) for d in bits(held)]
        for index, one in enumerate(nodes):
            for two in nodes[index + 1 :]:
                pair = min(one, two), max(one, two)
                if not links.strong[one] >> two & 1:
                    links.join(one, two)
                    links.almost[pair] = (cells, held)
                if pair in links.almost:
                    links.alternatives.setdefault(pair, []).append((cells, held))
    return links


def _within_digit(links: Links, digit: int, places: int) -> None:
    floor, peers = links.masks.floors[digit], links.masks.peers
    for cell in bits(places):
        links.weak[floor + cell] = (peers[cell] & places) << floor


def _pairs_in_units(links: Links, digit: int) -> None:
    floor = links.masks.floors[digit]
    for _, one, two in links.position.fact(strong_pairs)[digit]:
        links.join(floor + one, floor + two)


def _pairs_in_cells(links: Links, cells: int) -> None:
    floors, marks = links.masks.floors, links.position.marks
    for cell in bits(cells):
        one, two = bits(marks[cell])
        links.join(floors[one + 1] + cell, floors[two + 1] + cell)
