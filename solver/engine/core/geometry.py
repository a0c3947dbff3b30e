"""The geometry of a board of any shape: cells, rows, columns, boxes, further units, peers and their names.

A board of size n has n digits and n² cells. `cell` is 0-based and row-major, `digit` is 1-based, and people
see `r3c7`. A unit is known by its index in `units`: rows first, then columns, then boxes or regions, each in
reading order, then the units of the shape's extras. Sets with fewer cells than digits are `groups` and `pairs`.
Their cells see each other too, but need not have every digit.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import permutations, product
from operator import itemgetter, or_
from typing import Literal, NamedTuple

from .bitboard import BitboardMasks
from .i18n import LazyMessage, quote, unit_phrase
from .shape import (
    EXTRAS,
    Cells,
    Shape,
    boxed,
    cell_name,
    pairs_of_extra,
    units_of_extra,
)

__all__ = ["Crossing", "Geometry", "Kind", "Unit", "cell_name", "geometry_of"]

Kind = Literal["row", "column", "box"]  # those of a plain board
_NUMBERS = {"diagonal-down": 1, "diagonal-up": 2}  # of a diagonal, also if it is the only one
KEPT = 64  # geometries of shapes, as a stranger may send a new jigsaw with each request


class Unit(NamedTuple):
    """A set of cells: a row, column, box or another one that has each digit once, or a smaller group."""

    kind: str
    number: int  # 1-based, as people say it, or 0 if there is no other of its kind
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The unit's name for programs, the same in every language. For example, `row 4`."""
        return f"{self.kind} {self.number}" if self.number else self.kind

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

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.size = size = shape.size
        self.cell_count = size * size
        self.all_digits_mask = (1 << size) - 1
        numbers = range(size)
        rows = [tuple(row * size + column for column in numbers) for row in numbers]
        columns = [tuple(row * size + column for row in numbers) for column in numbers]
        self.rows = _units("row", rows)
        self.columns = _units("column", columns)
        self.boxes = _units("box" if shape.boxes else "region", _regions(shape))
        further = [unit for name in shape.extras for unit in _extra_units(name, shape)]
        extra_regions = _units("extra region", shape.groups)
        whole = (*further, *(unit for unit in extra_regions if len(unit.cells) == size))
        units = (*self.rows, *self.columns, *self.boxes, *whole)
        self.units = units if shape.square_box else _distinct(units)
        self.groups = tuple(unit for unit in extra_regions if len(unit.cells) < size)
        self.pairs = tuple(pair for name in shape.extras for pair in pairs_of_extra(name, size))
        # Every set of cells that has no digit twice, units first. Each may be a link of a proof.
        self.links = (*self.units, *self.groups, *(_pair(pair, size) for pair in self.pairs))
        # picks[u] returns the entries of a set in `links` from a list with an entry a cell, in one call.
        self.picks: tuple[Pick, ...] = tuple(_pick(each.cells) for each in self.links)
        # units_of[cell]: indexes of the cell's units, its row, column and box first.
        self.units_of = tuple(map(tuple, _memberships(self.cell_count, self.units)))
        # peers[cell]: the other cells of its units, groups and pairs, in reading order.
        self.peers = tuple(tuple(sorted(peers - {cell})) for cell, peers in enumerate(self._seen()))
        # The first bit of each cell.
        self.anchors = sum(1 << cell * size for cell in range(self.cell_count))
        if shape.square_box:
            self.bitboard = BitboardMasks(shape.square_box)
        # In the layout of `bitboard`, spans[u] has all bits of a set in `links`. sights[cell] has the bit of
        # digit 1 in every peer. Shifted by d - 1 it is the bit of digit d.
        self.spans = tuple(
            sum(self.all_digits_mask << cell * size for cell in each.cells) for each in self.links
        )
        self.sights = self._sights()
        self.cell_names = tuple(cell_name(cell, size) for cell in range(self.cell_count))
        # crossings[u, v] has the cells of v, a line v that crosses a box u or a box v that crosses a line u. On
        # other shapes u and v are any two units that share two cells or more.
        self.crossings = dict(self._crossings())
        self._check()

    @cached_property
    def box(self) -> int:
        """Rows of a box on a plain board of square boxes. Raise ValueError for any other shape."""
        if not self.shape.square_box:
            raise ValueError(f"{self.shape} is not a plain board of square boxes")
        return self.shape.square_box

    @cached_property
    def removals(self) -> list[tuple[tuple[int, int], ...]]:
        """By digit, each cell with the mask of the digit, as steps that remove it have them.

        Steps share them, because a story has hundreds.
        """
        cells = range(self.cell_count)
        masks = [0, *(1 << index for index in range(self.size))]
        return [tuple([(cell, mask) for cell in cells]) for mask in masks]

    def _seen(self) -> list[set[int]]:
        """Return for each cell the cells of its units, groups and pairs, itself among them."""
        seen: list[set[int]] = [set() for _ in range(self.cell_count)]
        for cells in (*(unit.cells for unit in (*self.units, *self.groups)), *self.pairs):
            for cell in cells:
                seen[cell].update(cells)
        return seen

    def _sights(self) -> tuple[int, ...]:
        sights = [
            reduce(or_, [self.spans[unit] for unit in units]) & self.anchors
            for units in self.units_of
        ]
        for cells in (*(group.cells for group in self.groups), *self.pairs):
            for cell in cells:
                sights[cell] |= sum(1 << other * self.size for other in cells)
        return tuple(sight & ~(1 << cell * self.size) for cell, sight in enumerate(sights))

    def _crossings(self) -> Iterator[tuple[tuple[int, int], Crossing]]:
        lines, boxes = range(2 * self.size), range(2 * self.size, 3 * self.size)
        pairs: Iterable[tuple[int, int]] = (*product(lines, boxes), *product(boxes, lines))
        if not self.shape.square_box:
            pairs = permutations(range(len(self.units)), 2)
        least = 1 if self.shape.square_box else 2
        for one, other in pairs:
            inside, cells = set(self.units[one].cells), self.units[other].cells
            shared = tuple(cell for cell in cells if cell in inside)
            if len(shared) >= least:
                yield (one, other), Crossing(shared, tuple(c for c in cells if c not in inside))

    def _check(self) -> None:
        assert len(self.units) >= 2 * self.size
        assert all(len(set(unit.cells)) == self.size for unit in self.units)
        assert all(1 < len(set(group.cells)) < self.size for group in self.groups)
        assert all(cell in self.units[u].cells for cell, us in enumerate(self.units_of) for u in us)

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


def _units(kind: str, sets: Sequence[Cells]) -> tuple[Unit, ...]:
    return tuple(Unit(kind, number, cells) for number, cells in enumerate(sets, 1))


def _regions(shape: Shape) -> list[Cells]:
    """Return the cells of each box or region, in the order of their numbers."""
    cells: list[list[int]] = [[] for _ in range(shape.size if shape.regions else 0)]
    for cell, number in enumerate(shape.regions or ()):
        cells[number].append(cell)
    return [tuple(each) for each in cells]


def _extra_units(name: str, shape: Shape) -> tuple[Unit, ...]:
    """Return the units of an extra. A single one has no number, but the diagonals are 1 (down) and 2 (up)."""
    kind, units = EXTRAS[name].kind, units_of_extra(name, shape)
    if len(units) == 1:
        return (Unit(kind, _NUMBERS.get(name, 0), units[0]),)
    return _units(kind, units)


def _pair(cells: tuple[int, int], size: int) -> Unit:
    """Return two cells that differ as a set. It is known by its cells, as there are hundreds of them."""
    one, other = (cell_name(cell, size) for cell in cells)
    return Unit(f"pair {one} {other}", 0, cells)


def _distinct(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Return units without those that have the cells of an earlier one."""
    found: dict[frozenset[int], Unit] = {}
    for unit in units:
        found.setdefault(frozenset(unit.cells), unit)
    return tuple(found.values())


def _memberships(cell_count: int, units: Sequence[Unit]) -> list[list[int]]:
    """Return for each cell the indexes of the units that have it, ascending."""
    indexes: list[list[int]] = [[] for _ in range(cell_count)]
    for index, unit in enumerate(units):
        for cell in unit.cells:
            indexes[cell].append(index)
    return indexes


def _pick(cells: Sequence[int]) -> Pick:
    """Return a function that returns the entries of some cells in a list in one call, always as a tuple."""
    return itemgetter(*cells) if len(cells) > 1 else lambda entries: (entries[cells[0]],)


@lru_cache(maxsize=KEPT)
def geometry_of(shape: Shape | int) -> Geometry:
    """Return the shared Geometry of a shape, or of a plain board by its box size. 3 is the usual 9×9 board."""
    return geometry_of(boxed(shape)) if isinstance(shape, int) else Geometry(shape)


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


def mask_of_digits(digits: tuple[int, ...] | list[int]) -> int:
    """Return the mask of some digits. Digit d is bit d - 1."""
    mask = 0
    for digit in digits:
        mask |= 1 << (digit - 1)
    return mask
