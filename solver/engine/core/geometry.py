"""The geometry of a board of any box size: cells, rows, columns, boxes, units, peers and their names.

A board of box size n has n² digits and n⁴ cells. `cell` is 0-based and row-major, `digit` is
1-based, and people see `r3c7`. A unit is known by its index in `units`: rows first, then columns, then
boxes, each in reading order.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from operator import itemgetter
from typing import Literal, NamedTuple

from .bitboard import BitboardMasks
from .i18n import LazyMessage, quote, unit_phrase

Kind = Literal["row", "column", "box"]


class Unit(NamedTuple):
    """A row, column or box: `size` cells that have each digit once."""

    kind: Kind
    number: int  # 1-based, as people say it
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The unit's name for programs, the same in every language. For example, `row 4`."""
        return f"{self.kind} {self.number}"

    @property
    def phrase(self) -> LazyMessage:
        """The unit's name in the language of the reader. For example, `row 4`."""
        return unit_phrase(self.kind, self.number)


Pick = Callable[[Sequence[int]], tuple[int, ...]]


class Crossing(NamedTuple):
    """The cells of a unit that another unit crosses, in two parts, each in order."""

    shared: tuple[int, ...]
    rest: tuple[int, ...]


class Geometry:
    """Every fact of a board that does not depend on its digits."""

    def __init__(self, box: int) -> None:
        if box < 1:
            raise ValueError(f"box size is {box}, must be at least 1")
        self.box = box
        self.size = box * box
        self.cell_count = self.size * self.size
        self.all_digits_mask = (1 << self.size) - 1
        numbers = range(self.size)
        rows = [tuple(row * self.size + column for column in numbers) for row in numbers]
        columns = [tuple(row * self.size + column for row in numbers) for column in numbers]
        boxes = [
            tuple(cell for cell in range(self.cell_count) if self._box_of(cell) == number)
            for number in numbers
        ]
        self.rows = tuple(Unit("row", n + 1, cells) for n, cells in enumerate(rows))
        self.columns = tuple(Unit("column", n + 1, cells) for n, cells in enumerate(columns))
        self.boxes = tuple(Unit("box", n + 1, cells) for n, cells in enumerate(boxes))
        self.units = self.rows + self.columns + self.boxes
        # picks[u] returns the entries of unit u from a list with an entry a cell, in one call.
        self.picks: tuple[Pick, ...] = tuple(_pick(unit.cells) for unit in self.units)
        # units_of[cell]: indexes of the cell's row, column and box, in that order.
        self.units_of = tuple(
            (
                cell // self.size,
                self.size + cell % self.size,
                2 * self.size + self._box_of(cell),
            )
            for cell in range(self.cell_count)
        )
        # peers[cell]: the other cells of its three units, in reading order.
        self.peers = tuple(
            tuple(sorted({c for u in self.units_of[cell] for c in self.units[u].cells} - {cell}))
            for cell in range(self.cell_count)
        )
        self.bitboard = BitboardMasks(box)
        # In the layout of `bitboard`, spans[u] has all bits of a unit. sights[cell] has the bit of digit 1 in
        # every peer. Shifted by d - 1 it is the bit of digit d.
        self.spans = tuple(
            sum(self.all_digits_mask << cell * self.size for cell in unit.cells)
            for unit in self.units
        )
        self.sights = tuple(
            (self.spans[row] | self.spans[column] | self.spans[box]) & self.bitboard.cells
            ^ 1 << cell * self.size
            for cell, (row, column, box) in enumerate(self.units_of)
        )
        self.cell_names = tuple(cell_name(cell, self.size) for cell in range(self.cell_count))
        # crossings[u, v] has the cells of v, a line v that crosses a box u or a box v that crosses a line u.
        self.crossings = dict(self._crossings())
        self._check()

    def _crossings(self) -> Iterator[tuple[tuple[int, int], Crossing]]:
        lines, boxes = range(2 * self.size), range(2 * self.size, 3 * self.size)
        for one, other in (*product(lines, boxes), *product(boxes, lines)):
            inside, cells = set(self.units[one].cells), self.units[other].cells
            shared = tuple(cell for cell in cells if cell in inside)
            if shared:
                yield (one, other), Crossing(shared, tuple(c for c in cells if c not in inside))

    def _box_of(self, cell: int) -> int:
        row, column = divmod(cell, self.size)
        return row // self.box * self.box + column // self.box

    def _check(self) -> None:
        peers_of_a_cell = 3 * (self.size - 1) - 2 * (self.box - 1)
        assert len(self.units) == 3 * self.size
        assert all(len(set(unit.cells)) == self.size for unit in self.units)
        assert all(cell in self.units[u].cells for cell, us in enumerate(self.units_of) for u in us)
        assert all(len(peers) == peers_of_a_cell for peers in self.peers)

    def cell_at(self, name: str) -> int:
        """Return the cell that people call `r3c7`. Raise ValueError if there is none."""
        match = re.fullmatch(r"r([0-9]{1,2})c([0-9]{1,2})", name)
        row, column = (int(part) for part in match.groups()) if match else (0, 0)
        if not (1 <= row <= self.size and 1 <= column <= self.size):
            raise ValueError(f"{quote(name)} names no cell of a {self.size}×{self.size} board")
        return (row - 1) * self.size + column - 1

    def unit_at(self, name: str) -> int:
        """Return the index of the unit named `row 4`. Raise ValueError if there is none."""
        for index, unit in enumerate(self.units):
            if unit.name == name:
                return index
        raise ValueError(f"{quote(name)} names no unit of a {self.size}×{self.size} board")


def cell_name(cell: int, size: int) -> str:
    """Return the name of a cell on a board of `size` rows. For example, `r3c7`."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def _pick(cells: Sequence[int]) -> Pick:
    """Return a function that returns the entries of some cells in a list in one call, always as a tuple."""
    return itemgetter(*cells) if len(cells) > 1 else lambda entries: (entries[cells[0]],)


@cache
def geometry_of(box: int) -> Geometry:
    """Return the one shared Geometry of a box size. 3 is the usual 9×9 board."""
    return Geometry(box)


def box_for_size(size: int) -> int:
    """Return the box size of a board with `size` digits. Raise ValueError if `size` is not a square number."""
    box = math.isqrt(max(size, 0))
    if size < 1 or box * box != size:
        raise ValueError(f"{size} is not a board size: it must be a square number, such as 9 or 16")
    return box


def digits_of(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, ascending. Digit d is bit d - 1."""
    return tuple(iterate_digits(mask))


def iterate_digits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length()
        mask ^= lowest


def mask_of(digits: tuple[int, ...] | list[int]) -> int:
    """Return the mask of some digits. Digit d is bit d - 1."""
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask
