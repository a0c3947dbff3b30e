"""Cycles, and chains from a candidate to its own contrary: along one digit, along cells of two, along both.

A cycle comes back to the true candidate at which it began. One or the other half of it is true, so what both
halves see is false. Each search finds all of them, breadth first. The lowest rating comes first, then the
fewest nodes.
"""

from collections.abc import Iterator
from functools import cached_property

from ...core.deadline import spend
from ...core.masks import bits, mask_of
from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import CELLS, HOUSE, PEERS, UNITS, UNITS_OF

CANDIDATES = 9 * CELLS
# Nodes of chains are bits of an int: a true candidate, or CANDIDATES higher a false one.
TRUE = tuple(1 << candidate for candidate in range(CANDIDATES))
FALSE = tuple(1 << CANDIDATES + candidate for candidate in range(CANDIDATES))
NODES = (1 << 2 * CANDIDATES) - 1
CELL_OF = tuple(candidate % CELLS for candidate in range(CANDIDATES))
FLOOR_OF = tuple(candidate - candidate % CELLS for candidate in range(CANDIDATES))
DIGIT_BIT = tuple(1 << candidate // CELLS for candidate in range(CANDIDATES))
# The indices in `places` of a candidate's digit in its box, row and column.
PLACES_OF = tuple(
    tuple(unit * 9 + candidate // CELLS for unit in UNITS_OF[candidate % CELLS])
    for candidate in range(CANDIDATES)
)
IN_CELL = tuple(
    sum(1 << floor + cell for floor in range(0, CANDIDATES, CELLS)) for cell in range(CELLS)
)

OF_ONE_DIGIT, OF_CELLS, OF_BOTH = 2, 3, 4  # kinds of search, in the order of the program
Rank = tuple[float, int, int]  # rating, nodes, kind of search: the lowest comes first
Ways = dict[int, list[tuple[int, int]]]  # by false candidate, the true ones with the bits they add
# Candidates that became true, or false, with the bits of the paths to them.
Front = list[tuple[int, int]]


class ExplainerLinks:
    """Links by candidate, in the order in which Sudoku Explainer follows them: cell, box, row, column."""

    # What a link rests on besides, by cell and by index in `places`: a nested chain on what is gone there.
    gone_in_cell: tuple[int, ...] = (0,) * CELLS
    gone_in_region: tuple[int, ...] = (0,) * len(UNITS) * 9

    def __init__(self, position: Position) -> None:
        self.marks = position.marks
        # The candidates of each cell. Cells are in reading order, digits ascending.
        self.in_cell: dict[int, list[int]] = {
            cell: [index * CELLS + cell for index in bits(position.marks[cell])]
            for cell in bits(position.open)
        }
        # places[unit * 9 + digit - 1]: a mask of cells.
        self.places = [position.places[digit] & unit for unit in UNITS for digit in range(1, 10)]
        # What it makes false: the others of its cell, then those of its digit that it sees.
        self.weak: list[tuple[int, ...]] = [()] * CANDIDATES
        for cell, candidates in self.in_cell.items():
            for candidate in candidates:
                floor = FLOOR_OF[candidate]
                seen = position.places[floor // CELLS + 1] & PEERS[cell]
                same = (floor + other for other in HOUSE[cell] if seen >> other & 1)
                self.weak[candidate] = (*(c for c in candidates if c != candidate), *same)

    @property
    def candidates(self) -> list[int]:
        return [candidate for candidates in self.in_cell.values() for candidate in candidates]

    @cached_property
    def weak_x(self) -> list[tuple[int, ...]]:
        """For each candidate, those of its digit that it makes false."""
        return [
            tuple(other for other in others if FLOOR_OF[other] == FLOOR_OF[candidate])
            for candidate, others in enumerate(self.weak)
        ]

    @cached_property
    def ways_x(self) -> Ways:
        """The only other place of a candidate's digit in each unit that has just two places."""
        ways: Ways = {}
        for candidate in self.candidates:
            floor, here = FLOOR_OF[candidate], 1 << CELL_OF[candidate]
            ends: dict[int, int] = {}
            for index in PLACES_OF[candidate]:
                cells = self.places[index]
                if cells.bit_count() == 2:
                    other = floor + (cells ^ here).bit_length() - 1
                    ends.setdefault(other, TRUE[other] | self.gone_in_region[index])
            if ends:
                ways[candidate] = list(ends.items())
        return ways

    @cached_property
    def ways_y(self) -> Ways:
        """The other candidate of a cell that has two."""
        ways: Ways = {}
        for cell, known in self.in_cell.items():
            if len(known) == 2:
                one, two = known
                gone = self.gone_in_cell[cell]
                ways[one], ways[two] = [(two, TRUE[two] | gone)], [(one, TRUE[one] | gone)]
        return ways

    @cached_property
    def ways(self) -> Ways:
        x, y = self.ways_x, self.ways_y
        return {each: [*y.get(each, ()), *x.get(each, ())] for each in x.keys() | y.keys()}


def longer(complexity: int) -> float:
    """Return what the length of a chain, in nodes, adds to its Sudoku Explainer rating.

    It adds 0.1 for each of 4, 6, 8, 12, 16, 24 … that `complexity`, the length, exceeds by more than 2.
    """
    added, step, is_odd = 0.0, 4, False
    while complexity - 2 > step:
        added += 0.1
        step = step * 4 // 3 if is_odd else step * 3 // 2
        is_odd = not is_odd
    return added


# --- Searches -----------------------------------------------------------------------------------------


def cycles_and_chains(position: Position) -> Iterator[Deduction]:
    """Yield the one cycle or chain that Sudoku Explainer would take: lowest rating, then fewest nodes."""
    links = ExplainerLinks(position)
    best: tuple[Rank, Deduction] | None = None
    for search in searches(links):
        if best and best[0][0] < search.of_cycles:
            break  # nothing here is rated lower
        for found in _found(links, search):
            if best is None or found[0] < best[0]:
                best = found
    if best:
        rank, deduction = best
        yield deduction._replace(rating=rank[0])


def _found(links: ExplainerLinks, search: "Chains") -> Iterator[tuple[Rank, Deduction]]:
    there = mask_of(links.candidates)
    for cell, candidates in links.in_cell.items():
        if not search.of_chains and len(candidates) > 2:
            continue
        for source in candidates:
            for path, trail in search.cycles(source):
                removed = removed_by_cycle(trail) & there
                if removed:
                    rank = search.rank(search.of_cycles, path)
                    yield rank, Deduction("bidirectional cycle", removed)
            if path := search.to_false(source):
                rank = search.rank(search.of_chains, path)
                yield rank, Deduction("forcing chain", TRUE[source])
            if path := search.to_true(source):
                others = there & IN_CELL[cell] & ~TRUE[source]
                rank = search.rank(search.of_chains, path)
                yield rank, Deduction("forcing chain", others, TRUE[source])


class Chains:
    """One of the three searches. It has the rating of the shortest cycle and chain, 0 if chains are none."""

    def __init__(
        self, links: ExplainerLinks, ways: Ways, kind: int, of_cycles: float, of_chains: float
    ) -> None:
        self.links, self.ways, self.kind = links, ways, kind
        self.of_cycles, self.of_chains = of_cycles, of_chains
        self._near: dict[int, tuple[int, ...]] = {}
        self._leading: dict[int, list[int]] = {}

    def rank(self, rating: float, path: int) -> Rank:
        count = (path & NODES).bit_count()
        return rating + longer(count), count, self.kind

    def near(self, candidate: int) -> tuple[int, ...]:
        """Return what a true candidate makes false. Chains of one digit look at that digit alone."""
        known = self._near.get(candidate)
        if known is None:
            known = self.links.weak[candidate]
            if self.kind == OF_ONE_DIGIT:
                floor = FLOOR_OF[candidate]
                known = tuple([each for each in known if FLOOR_OF[each] == floor])
            self._near[candidate] = known
        return known

    def leading(self, candidate: int) -> list[int]:
        """Return what becomes false and goes on by strong links."""
        known = self._leading.get(candidate)
        if known is None:
            known = [each for each in self.near(candidate) if each in self.ways]
            self._leading[candidate] = known
        return known

    def to_false(self, source: int) -> int:
        """Return the nodes of the shortest chain from a true candidate to the same as a false one, or 0."""
        near, true, false = set(self.near(source)), {source}, set[int]()
        front: Front = [(source, TRUE[source])] if self.of_chains else []
        while front:
            spend(1 + len(front))
            for candidate, path in front:
                if candidate in near:
                    return path | FALSE[source]
            front = self._true(self._false(front, false), true)
        return 0

    def to_true(self, source: int) -> int:
        """Return the same from a false candidate to itself as a true one."""
        true, false = set[int](), {source}
        between: Front = [(source, FALSE[source])] if self.of_chains else []
        while between:
            spend(1 + len(between))
            for candidate, path in between:
                for other, added in self.ways.get(candidate, ()):
                    if other == source:
                        return path | added
            between = self._false(self._true(between, true), false)
        return 0

    def _false(self, front: Front, false: set[int]) -> Front:
        """Return what becomes false by true candidates for the first time, and goes on."""
        between = []
        for candidate, path in front:
            for other in self.leading(candidate):
                if other not in false:
                    false.add(other)
                    between.append((other, path | FALSE[other]))
        return between

    def _true(self, between: Front, true: set[int]) -> Front:
        """Return what becomes true by false candidates for the first time."""
        front = []
        for candidate, path in between:
            for other, added in self.ways.get(candidate, ()):
                if other not in true:
                    true.add(other)
                    front.append((other, path | added))
        return front

    def cycles(self, source: int, most: int = CANDIDATES) -> Iterator[tuple[int, list[int]]]:
        """Yield (path, candidates from the source back to it) of cycles of at most so many nodes."""
        if source not in self.ways:
            return
        closing = {other for other, _ in self.ways[source]}
        true, false = {source}, set[int]()
        front: list[tuple[int, int, tuple[int, ...]]] = [(source, TRUE[source], (source,))]
        for length in range(2, most + 1, 2):
            spend(1 + len(front))
            between = []
            for node, path, trail in front:
                for candidate in self.leading(node):
                    # A second time it leads nowhere new, only by another way to the source.
                    if candidate in false and candidate not in closing:
                        continue
                    if not path & FALSE[candidate]:
                        false.add(candidate)
                        between.append((candidate, path | FALSE[candidate], (*trail, candidate)))
            front = []
            for node, path, trail in between:
                for candidate, added in self.ways[node]:
                    if candidate == source and length >= 4:
                        yield path | added, [*trail, source]
                    if candidate not in true:
                        true.add(candidate)
                        front.append((candidate, path | added, (*trail, candidate)))
            if not front:
                return


def searches(links: ExplainerLinks) -> tuple[Chains, ...]:
    return (
        Chains(links, links.ways_x, OF_ONE_DIGIT, 6.5, 6.6),
        Chains(links, links.ways_y, OF_CELLS, 6.5, 0.0),
        Chains(links, links.ways, OF_BOTH, 7.0, 7.0),
    )


def removed_by_cycle(trail: list[int]) -> int:
    """Return what both halves of a cycle see, outside its cells, as a mask of candidates."""
    cells, seen = 0, [0, 0]
    for place, each in enumerate(trail[1:]):
        cells |= IN_CELL[CELL_OF[each]]
        seen[place & 1] |= PEERS[CELL_OF[each]] << FLOOR_OF[each]
    return seen[0] & seen[1] & ~cells
