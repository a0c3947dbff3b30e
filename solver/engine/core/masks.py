"""Sets of cells and of candidates as ints: a bit a cell, or a bit a candidate, for a board of any shape.

A *mask of cells* has cell c at bit c. A *mask of candidates* has digit d in cell c at bit (d - 1) · cells + c.
So the places of a digit are a mask of cells, shifted to the *floor* of the digit.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache, reduce
from operator import itemgetter, or_

from .geometry import KEPT, Geometry, geometry_of
from .shape import Shape, boxed


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def union_of(masks: Iterable[int]) -> int:
    """Return the mask of all bits of some masks."""
    return reduce(or_, masks, 0)


class Masks:
    """The facts of a board's geometry as masks. Units are numbered as in the geometry."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.size = geometry.size
        self.cells = geometry.cell_count
        self.all_cells = (1 << geometry.cell_count) - 1
        self.digits = range(1, geometry.size + 1)
        self.units = tuple(mask_of(unit.cells) for unit in geometry.units)
        self.units_of = geometry.units_of
        self.unit_bits = tuple(map(mask_of, geometry.units_of))
        # Of each cell, its units as masks, in order. Then all with their indexes, row and column last.
        self.units_around = tuple(tuple(self.units[u] for u in of) for of in self.units_of)
        self.boxes_around = tuple(
            tuple((unit, self.units[unit]) for unit in (*of[2:], *of[:2])) for of in self.units_of
        )
        # Of each candidate, the cell as a mask.
        self.cell_bits = tuple(1 << cell for _ in self.digits for cell in range(self.cells))
        self.removals = geometry.removals
        self.peers = tuple(mask_of(peers) for peers in geometry.peers)
        self.marks_of = tuple(itemgetter(*unit.cells) for unit in geometry.units)
        self.rows = range(geometry.size)
        self.columns = range(geometry.size, 2 * geometry.size)
        self.lines = range(2 * geometry.size)
        kinds = [unit.kind for unit in geometry.units]
        boxes = sum(kind in ("box", "region") for kind in kinds)
        self.boxes = range(2 * geometry.size, 2 * geometry.size + boxes)
        self.further = range(2 * geometry.size + boxes, len(kinds))  # diagonals, windows and so on
        # Groups and pairs are links too. On a plain board they are the units, and what follows is the same.
        self.links = self.units + tuple(
            mask_of(each.cells) for each in geometry.links[len(self.units) :]
        )
        self.links_of = self.units_of
        if len(self.links) > len(self.units):
            self.links_of = tuple(
                tuple(number for number, each in enumerate(self.links) if each >> cell & 1)
                for cell in range(self.cells)
            )
        is_plain = bool(geometry.shape.square_box)
        kept = 1 << (16 if is_plain else 12)  # shapes are many, and a stranger may send any of them
        self.seen_by_all = lru_cache(maxsize=kept)(self._seen_by_all)
        self.beside_all = self.seen_by_all if is_plain else lru_cache(kept)(self._beside_all)
        # floors[d] is the shift of digit d's cells in a mask of candidates.
        self.floors = (0, *(index * geometry.cell_count for index in range(geometry.size)))
        # (box, line, mask) of every crossing of a box with a line. On other shapes a region, diagonal or
        # window takes the place of the box, and a later such unit that of the line.
        least = 1 if geometry.shape.square_box else 2
        self.crossings = tuple(
            (box, line, self.units[box] & self.units[line])
            for box in (*self.boxes, *self.further)
            for line in (*self.lines, *(each for each in self.further if each > box))
            if (self.units[box] & self.units[line]).bit_count() >= least
        )
        self.widest = max((each.bit_count() for *_, each in self.crossings), default=1)

    @cached_property
    def sets(self) -> list[int]:
        """The candidates of each set of a proof, as masks: the cells first, then each digit in each unit."""
        cells = [
            mask_of(self.candidate(digit, cell) for digit in self.digits)
            for cell in range(self.cells)
        ]
        return cells + [unit << self.floors[digit] for digit in self.digits for unit in self.units]

    @cached_property
    def sets_of(self) -> list[tuple[int, ...]]:
        """The numbers of the sets of a proof with each candidate: its cell, row, column and box first."""
        return [
            (
                cell,
                *(
                    self.cells + (digit - 1) * len(self.units) + unit
                    for unit in self.units_of[cell]
                ),
            )
            for digit in self.digits
            for cell in range(self.cells)
        ]

    @cached_property
    def excluded(self) -> list[int]:
        """For each candidate the mask of candidates that are false if it is true."""
        excluded = []
        for candidate, numbers in enumerate(self.sets_of):
            rivals = 0
            for number in numbers:
                rivals |= self.sets[number]
            index, cell = divmod(candidate, self.cells)
            rivals |= self.peers[cell] << self.floors[index + 1]
            excluded.append(rivals & ~(1 << candidate))
        return excluded

    def _seen_by_all(self, cells: int) -> int:
        """Return the cells that see each of some cells. No cells are seen by all cells."""
        seen = self.all_cells
        for cell in bits(cells):
            seen &= self.peers[cell]
        return seen

    def _beside_all(self, cells: int) -> int:
        """Return the cells that share one set with all of some cells, so that one link has them together.

        On a plain board these are the cells that see them all, if the cells share a unit.
        """
        beside = 0
        for link in self.links_with(cells) if cells else ():
            beside |= self.links[link]
        return beside & ~cells if cells else self.all_cells

    def links_with(self, cells: int) -> list[int]:
        """Return the indexes of the units, groups and pairs that contain all cells of a mask."""
        first = (cells & -cells).bit_length() - 1
        return [link for link in self.links_of[first] if not cells & ~self.links[link]]

    def seen_by_any(self, cells: int) -> int:
        seen = 0
        for cell in bits(cells):
            seen |= self.peers[cell]
        return seen

    def units_with(self, cells: int) -> list[int]:
        """Return the indexes of the units that contain all cells of a mask."""
        first = (cells & -cells).bit_length() - 1
        return [unit for unit in self.units_of[first] if not cells & ~self.units[unit]]

    def candidate(self, digit: int, cell: int) -> int:
        """Return the number of a candidate, (digit - 1) × cells + cell."""
        return self.floors[digit] + cell

    def of_digits(self, digits: Iterable[int]) -> int:
        """Return the mask of the candidates that a full board has, by the digit of each cell."""
        return mask_of(self.candidate(digit, cell) for cell, digit in enumerate(digits))

    def after(self, left: int, true: Iterable[int]) -> int:
        """Return those of the candidates `left` that are not false if some candidates are true."""
        for candidate in true:
            left &= ~self.excluded[candidate]
        return left

    def digit_and_cell(self, candidate: int) -> tuple[int, int]:
        index, cell = divmod(candidate, self.cells)
        return index + 1, cell


@lru_cache(maxsize=KEPT)
def masks(shape: Shape | int) -> Masks:
    """Return the shared Masks of a shape, or of a plain board by its box size.

    They are its units and peers as masks of cells and candidates.
    """
    return masks(boxed(shape)) if isinstance(shape, int) else Masks(geometry_of(shape))
