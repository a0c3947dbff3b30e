"""Links between candidates of a position: what each makes false, and what is true if it is false."""

from functools import cached_property

from ...core.masks import bits
from ...core.position import Position
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

Ways = dict[int, list[tuple[int, int]]]  # by false candidate, the true ones with the bits they add


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
