"""Chains within a dynamic chain: what they find on the board that it has left, if no rule finds anything.

A nested chain rests on the candidates that the dynamic chain had removed where the nested one uses a cell or
region with few left. Its length counts as well, once for each different nested chain. So a node of the dynamic
chain has, besides the bits of its ancestors, a bit for each nested chain among them.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from ...core.deadline import spend
from ...core.masks import bits, union_of
from ..chains.sudoku_explainer import (
    CANDIDATES,
    CELL_OF,
    DIGIT_BIT,
    FALSE,
    FLOOR_OF,
    IN_CELL,
    NODES,
    PLACES_OF,
    TRUE,
    Chains,
    ExplainerLinks,
    Rank,
    longer,
    removed_by_cycle,
    searches,
)
from ..sudoku_explainer import CELLS, PEERS, in_hash_order
from .sudoku_explainer_following import Rules, alternatives_of, conclude
from .sudoku_explainer_rules import rules

ABOVE = 2 * CANDIDATES  # from here on the bits of removed candidates that a nested chain rests on
CHAINS = ABOVE + CANDIDATES  # from here on those of nested chains
ALL = (1 << CANDIDATES) - 1

# What a candidate sees: the others of its cell, and its digit in the box, row and column.
_SEEN = [
    IN_CELL[CELL_OF[candidate]] & ~TRUE[candidate]
    | PEERS[CELL_OF[candidate]] << FLOOR_OF[candidate]
    for candidate in range(CANDIDATES)
]


def _nodes_of(paths: Iterable[int]) -> int:
    return sum((path & NODES).bit_count() for path in paths)


class Found(NamedTuple):
    """A nested chain."""

    rank: Rank
    removed: tuple[int, ...]  # in order
    gone: int  # the mask of removed candidates that it rests on
    chain: tuple[int, ...]  # what makes it different from others


class _Hints:
    """Nested chains. Of those that remove the same only the first is kept."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[Rank, int, Found]] = {}
        self._count = 0

    def add(
        self,
        rank: Rank,
        removed: tuple[int, ...],
        paths: list[int],
        rests: int = 0,
        source: int | None = None,
    ) -> None:
        """Add a chain. `rests` are bits above those of nodes that belong to no path.

        Among equal ranks the lowest source comes first, or else what was added first.
        """
        self._count += 1
        place = self._count if source is None else source
        key = tuple(sorted(removed))
        known = self._known.get(key)
        if known is None or (rank, place) < known[:2]:
            rests |= union_of(paths)
            nodes = (path & NODES for path in paths)
            found = Found(rank, removed, rests >> ABOVE & ALL, (source or 0, *nodes))
            self._known[key] = rank, place, found

    def in_order(self) -> list[Found]:
        return [each[2] for each in sorted(self._known.values(), key=lambda each: each[:2])]


class LeftBoard(ExplainerLinks):
    """The board that a dynamic chain has left. Its links know on which removed candidates they rest."""

    def __init__(self, links: ExplainerLinks, marks: list[int], places: list[int]) -> None:
        self.marks, self.places = marks, places
        self._followed: dict[int, tuple[dict[int, int], dict[int, int]]] = {}
        self.in_cell = {
            cell: [each for each in known if marks[cell] & DIGIT_BIT[each]]
            for cell, known in links.in_cell.items()
        }
        there = set(self.candidates)
        self.weak = [()] * CANDIDATES
        for candidate in there:
            self.weak[candidate] = tuple(c for c in links.weak[candidate] if c in there)
        # By candidate, the mask of those that are true if it is false.
        self.partners: dict[int, int] = {}
        for index, cells in enumerate(places):
            if cells.bit_count() == 2:
                floor = index % 9 * CELLS
                self._pair(
                    floor + (cells & -cells).bit_length() - 1, floor + cells.bit_length() - 1
                )
        for known in self.in_cell.values():
            if len(known) == 2:
                self._pair(*known)
        # What has been removed, as bits above those of nodes, by cell and by index in `places`.
        self.gone_in_cell = tuple(
            sum(TRUE[digit * CELLS + cell] for digit in bits(before & ~mark)) << ABOVE
            for cell, (before, mark) in enumerate(zip(links.marks, marks, strict=True))
        )
        self.gone_in_region = tuple(
            (before & ~cells) << index % 9 * CELLS + ABOVE
            for index, (before, cells) in enumerate(zip(links.places, places, strict=True))
        )

    def _pair(self, one: int, two: int) -> None:
        self.partners[one] = self.partners.get(one, 0) | TRUE[two]
        self.partners[two] = self.partners.get(two, 0) | TRUE[one]

    @cached_property
    def sources(self) -> list[tuple[int, int]]:
        """(a number that orders them, candidate) of all that are not alone in their cell."""
        return [
            (3 * (9 * cell + each // CELLS), each)
            for cell, known in self.in_cell.items()
            if len(known) > 1
            for each in known
        ]

    def besides(self, candidate: int) -> tuple[int, ...]:
        """Return the others of its cell."""
        return tuple(each for each in self.in_cell[CELL_OF[candidate]] if each != candidate)

    @cached_property
    def reached(self) -> dict[int, int]:
        """By candidate, the mask of those that are true if it is, along any chain."""
        partners, reached = self.partners, {}
        for candidate in self.candidates:
            false = self.weak[candidate]
            reached[candidate] = union_of(partners[each] for each in false if each in partners)
        spend(4 * len(partners))
        for middle in partners:
            further, bit = reached[middle], TRUE[middle]
            for end in partners:
                if reached[end] & bit:
                    reached[end] |= further
        for candidate, mask in reached.items():
            if candidate not in partners:
                reached[candidate] |= union_of(reached[other] for other in bits(mask))
        return reached

    @cached_property
    def made_false(self) -> dict[int, int]:
        """By candidate, the mask of those that are false if it is true, along any chain."""
        weak = {each: sum(TRUE[other] for other in self.weak[each]) for each in self.candidates}
        return {
            candidate: union_of(weak[other] for other in (candidate, *bits(mask)))
            for candidate, mask in self.reached.items()
        }

    @cached_property
    def refuted(self) -> list[int]:
        """The candidates that make themselves false. Only these can be removed by cycles and chains."""
        return [each for each, mask in self.reached.items() if mask & _SEEN[each]]

    def followed(self, source: int) -> tuple[dict[int, int], dict[int, int]]:
        """Return by candidate the path to it as a true one, and as a false one, if `source` is true."""
        known = self._followed.get(source)
        if known is None:
            ways, weak = self.ways, self.weak
            true, false = {source: TRUE[source]}, dict[int, int]()
            front = [source]
            while front:
                between = []
                for candidate in front:
                    path = true[candidate]
                    for other in weak[candidate]:
                        if other not in false:
                            false[other] = path | FALSE[other]
                            if other in ways:
                                between.append(other)
                spend(1 + len(between))
                front = []
                for candidate in between:
                    path = false[candidate]
                    for other, added in ways[candidate]:
                        if other not in true:
                            true[other] = path | added
                            front.append(other)
            known = self._followed[source] = true, false
        return known

    def gone_at(self, candidate: int, other: int) -> int:
        """Return what has been removed from the cell or the first region that two candidates share."""
        if CELL_OF[candidate] == CELL_OF[other]:
            return self.gone_in_cell[CELL_OF[candidate]]
        shared = set(PLACES_OF[candidate])
        return self.gone_in_region[next(each for each in PLACES_OF[other] if each in shared)]


Search = Callable[[LeftBoard], list[Found]]


def chains(board: LeftBoard) -> list[Found]:
    """Return cycles and chains."""
    if not board.refuted:
        return []
    refuted = set(board.refuted)
    found = _Hints()
    best: dict[int, Rank] = {}  # by candidate, of what removes it

    def add(rank: Rank, path: int, source: int, removed: tuple[int, ...]) -> None:
        found.add(rank, removed, [path], source=source)
        for each in removed:
            best[each] = min(best.get(each, rank), rank)

    each_search = searches(board)
    for search in each_search:
        for source, candidate in board.sources if search.of_chains else ():
            if candidate in refuted and (path := search.to_false(candidate)):
                add(search.rank(search.of_chains, path), path, source + 1, (candidate,))
            if candidate in search.ways:
                others = board.besides(candidate)
                path = search.to_true(candidate) if refuted.issuperset(others) else 0
                if path:
                    add(search.rank(search.of_chains, path), path, source + 2, others)
    for search in each_search if best else ():
        # A longer cycle removes nothing that a chain does not remove before it.
        most = _longest(search, max(best.values()))
        for source, candidate in board.sources:
            for path, trail in search.cycles(candidate, most):
                removed = _in_order(trail, refuted)
                if removed:
                    path |= _weak_causes(board, trail)
                    add(search.rank(search.of_cycles, path), path, source, removed)
    return found.in_order()


def _longest(search: Chains, worst: Rank) -> int:
    """Return how many nodes a cycle may have that is rated at most as high as `worst`."""
    most = 4
    while (search.of_cycles + longer(most + 2), most + 2, search.kind) <= worst:
        most += 2
    return most


def _in_order(trail: list[int], refuted: set[int]) -> tuple[int, ...]:
    """Return what both halves of a cycle see, in the order of the program's hash table of cells."""
    seen = removed_by_cycle(trail)
    removed = {each for each in refuted if seen >> each & 1}
    if len(removed) < 2:
        return tuple(removed)
    met = dict[int, None]()  # cells, as they are met from the end of the cycle
    for each in reversed(trail[2::2]):
        for cell in bits(PEERS[CELL_OF[each]]):
            if FLOOR_OF[each] + cell in removed:
                met[cell] = None
    there = in_hash_order(list(met))
    return tuple(sorted(removed, key=lambda each: (there.index(CELL_OF[each]), each)))


def _weak_causes(board: LeftBoard, trail: list[int]) -> int:
    """Return what the cycle read backwards rests on: its false candidates are true then."""
    return union_of(
        board.gone_at(one, two) for one, two in zip(trail[::2], trail[1::2], strict=False)
    )


def multiples(board: LeftBoard) -> list[Found]:
    """Return what follows from all candidates of a cell, or all places of a region, if chains find nothing."""
    found = _Hints()
    for kind, sources, gone in alternatives_of(board):
        on = off = ALL
        for source in sources:
            on &= board.reached[source] | TRUE[source]
            off &= board.made_false[source]
            if not on | off:
                break
        else:
            ways = [board.followed(source) for source in sources]
            for common, is_true in ((on, True), (off, False)):
                nodes = [way[not is_true] for way in ways]
                for target in nodes[0] if common else ():
                    if common >> target & 1:
                        removed = board.besides(target) if is_true else (target,)
                        paths = [each[target] for each in nodes]
                        if removed:
                            rank = 0.0, _nodes_of(paths), kind
                            found.add(rank, removed, paths, gone)
    return found.in_order()


def dynamics(board: LeftBoard) -> list[Found]:
    """Return what dynamic chains conclude."""
    return _dynamics(board, None, _nodes_of)


def dynamics_with(*searches: Search) -> Search:
    """Return a search for dynamic chains that ask rules, and then nested chains of their own."""

    def search(board: LeftBoard) -> list[Found]:
        asked = NestedRules(searches)
        return _dynamics(board, asked, asked.weigh)

    return search


def _dynamics(
    board: LeftBoard, asked: Rules | None, weigh: Callable[[list[int]], int]
) -> list[Found]:
    found = _Hints()

    def offer(paths: list[int], kind: int, target: int, is_placed: bool, rests: int) -> None:
        removed = board.besides(target) if is_placed else (target,)
        if removed:
            found.add((0.0, weigh(paths), kind), removed, paths, rests)

    conclude(board, offer, asked)
    return found.in_order()


class NestedRules:
    """Rules for a dynamic chain that also look for nested chains. It counts their nodes."""

    def __init__(self, searches: tuple[Search, ...]) -> None:
        self.searches = searches
        self._costs: list[int] = []
        self._bits: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[int, tuple[int, ...]], list[Found]] = {}

    def __call__(
        self, links: ExplainerLinks, marks: list[int], places: list[int], false: dict[int, int]
    ) -> Iterator[tuple[int, int]]:
        found = list(rules(links, marks, places, false))
        if found:
            yield from found
            return
        spend(64)
        board = LeftBoard(links, marks, places)
        for number, search in enumerate(self.searches):
            key = number, tuple(marks)
            if key not in self._known:
                self._known[key] = [each for each in search(board) if each.gone]
            nested = self._known[key]
            for each in nested:
                if all(candidate in false for candidate in each.removed):
                    continue
                rests = self._bit(each) | union_of(false[gone] for gone in bits(each.gone))
                for candidate in each.removed:
                    yield candidate, rests
            if nested:
                return

    def _bit(self, found: Found) -> int:
        bit = self._bits.get(found.chain)
        if bit is None:
            bit = self._bits[found.chain] = TRUE[0] << CHAINS + len(self._costs)
            self._costs.append(found.rank[1])
        return bit

    def weigh(self, paths: list[int]) -> int:
        """Return the number of nodes of some chains together, and of all nested ones in them."""
        nested = bits(union_of(paths) >> CHAINS)
        return _nodes_of(paths) + sum(self._costs[number] for number in nested)
