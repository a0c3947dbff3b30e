"""Links between candidates of a position: what each makes false, and what is true if it is false."""

from functools import cached_property

from ...core.masks import bits
from ...core.position import Position
from ..sudoku_explainer import CELLS, HOUSE, PEERS, UNITS, UNITS_OF, lowest

CANDIDATES = 9 * CELLS
# Nodes of chains are bits of an int: a true candidate, or CANDIDATES higher a false one.
TRUE = tuple(1 << candidate for candidate in range(CANDIDATES))
FALSE = tuple(1 << CANDIDATES + candidate for candidate in range(CANDIDATES))
CELL_OF = tuple(candidate % CELLS for candidate in range(CANDIDATES))
FLOOR_OF = tuple(candidate - candidate % CELLS for candidate in range(CANDIDATES))
DIGIT_BIT = tuple(1 << candidate // CELLS for candidate in range(CANDIDATES))
# The indices in `places` of a candidate's digit in its box, row and column.
PLACES_OF = tuple(
    tuple(unit * 9 + candidate // CELLS for unit in UNITS_OF[candidate % CELLS])
    for candidate in range(CANDIDATES)
)

Lists = list[tuple[int, ...]]  # by candidate, other candidates


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
        # What it makes false: the others of its digit that it sees.
        self.weak_x: Lists = [()] * CANDIDATES
        self.weak: Lists = [()] * CANDIDATES
        for cell, candidates in self.in_cell.items():
            for candidate in candidates:
                floor, places = (
                    FLOOR_OF[candidate],
                    position.places[FLOOR_OF[candidate] // CELLS + 1],
                )
                seen = places & PEERS[cell]
                same = tuple(floor + other for other in HOUSE[cell] if seen >> other & 1)
                self.weak_x[candidate] = same
                self.weak[candidate] = (*(c for c in candidates if c != candidate), *same)

    @property
    def candidates(self) -> list[int]:
        return [candidate for candidates in self.in_cell.values() for candidate in candidates]

    @cached_property
    def strong_x(self) -> Lists:
        """For each candidate, the only other place of its digit in each unit that has just two places."""
        lists: Lists = [()] * CANDIDATES
        for candidate in self.candidates:
            here, floor = 1 << CELL_OF[candidate], FLOOR_OF[candidate]
            others = [self.places[index] ^ here for index in PLACES_OF[candidate]]
            ends = [floor + lowest(other) for other in others if other and not other & (other - 1)]
            lists[candidate] = tuple(dict.fromkeys(ends))
        return lists

    @cached_property
    def strong_y(self) -> Lists:
        """For each candidate, the other candidate of its cell if the cell has two, else none."""
        lists: Lists = [()] * CANDIDATES
        for candidates in self.in_cell.values():
            if len(candidates) == 2:
                one, two = candidates
                lists[one], lists[two] = (two,), (one,)
        return lists

    @cached_property
    def strong(self) -> Lists:
        return [(*y, *x) for x, y in zip(self.strong_x, self.strong_y, strict=True)]


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
