"""A bitboard: all candidates of a board in one int, and folds that answer for all cells and units at once.

The bit of a candidate is cell · n² + digit - 1 on a board of box size n. In base n that number has six digits:
the row's band and its place in the band, the column's stack and its place in the stack, and two for the digit.
Each constraint of the game lets two of the six vary and holds the other four. A cell varies those of the digit,
a row those of the column, a column those of the row, and a box both places. To *fold* is to lay the n values of
one of the six over each other: the bits set in at least one of them, and those set in at least two. The answer
stands at the *anchors*, where each digit that was folded is 0. All other bits of an answer mean nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

Folded = tuple[int, int]  # the bits set at least once, and those set at least twice


class UnitTally(NamedTuple):
    """The digits of each unit, as a mask at its anchor: those in at least one cell, and in at least two."""

    rows: Folded
    columns: Folded
    boxes: Folded


class LineLayout(NamedTuple):
    """The layout of rows or columns, in parts of n cells where they cross boxes. Distances are in bits."""

    which: int  # 0 for rows, 1 for columns
    cell: int  # from one cell of a part to the next
    line: int  # from one part of a line to the next
    box: int  # from one part of a box to the next that lies in the same direction
    parts: int  # the anchors of all parts


class BitboardMasks:
    """The masks of a box size: the anchors, and the distances between bits that are folded."""

    def __init__(self, box: int) -> None:
        size = box * box
        self.box = box
        self.digit, self.digits = 1, box  # the lower and the higher of the two of a digit
        self.column, self.stack = size, size * box
        self.row, self.band = size * size, size * size * box
        cell = (1 << size) - 1
        self.cells = _repeat(1, size, size * size)  # one bit a cell
        self.rows = _repeat(cell, self.row, size)
        self.columns = _repeat(cell, self.column, size)
        self.boxes = _repeat(_repeat(cell, self.stack, box), self.band, box)
        self.anchor_bits = self.cells, self.rows, self.columns, self.boxes
        # The distances of one step, two steps and so on, between neighbouring cells and between parts.
        steps = range(1, box)
        self.near = tuple((step, step * self.column, step * self.row) for step in steps)
        self.far = tuple(
            (step * self.digits, step * self.stack, step * self.band, step * self.row)
            for step in steps
        )
        # By distance, for each number of steps: the bits fewer steps from the first of a group, and the rest.
        self.sides: dict[int, list[tuple[int, int]]] = {}
        all_bits = (1 << size**3) - 1
        for distance in (self.column, self.stack, self.row, self.band):
            group = _repeat((1 << distance) - 1, distance * box, size**3 // (distance * box))
            near = [
                sum(group << distance * place for place in range(step)) for step in range(1, box)
            ]
            self.sides[distance] = [(bits, all_bits ^ bits) for bits in near]
        self.layouts = (
            LineLayout(0, self.column, self.stack, self.row, _repeat(cell, self.stack, size * box)),
            LineLayout(1, self.row, self.band, self.column, _repeat(self.columns, self.band, box)),
        )

    def present(self, board_bits: int) -> tuple[int, int, int, int]:
        """Return which cells have a candidate, and which digits have a place in each row, column and box.

        `board_bits` has n² bits a cell, one a digit. A digit or cell that has a place or candidate is the bit
        at its anchor, the first bit of its group. The four ints equal `anchor_bits` if nothing lacks one.
        """
        digits = rows = columns = board_bits
        for digit, column, row in self.near:
            digits |= board_bits >> digit
            rows |= board_bits >> column
            columns |= board_bits >> row
        in_cells, in_rows, in_columns, in_boxes = digits, rows, columns, rows
        for digit, stack, band, row in self.far:
            in_cells |= digits >> digit
            in_rows |= rows >> stack
            in_columns |= columns >> band
            in_boxes |= rows >> row
        at_cells, at_rows, at_columns, at_boxes = self.anchor_bits
        return in_cells & at_cells, in_rows & at_rows, in_columns & at_columns, in_boxes & at_boxes

    def tally_cells(self, board_bits: int) -> Folded:
        """Return two ints with a bit at each cell's first place: with a candidate, and with two or more.

        `board_bits` has n² bits a cell, one a digit.
        """
        once, twice = self.fold_again(self.fold(board_bits, self.digit), self.digits)
        return once & self.cells, twice & self.cells

    def tally_units(self, board_bits: int) -> UnitTally:
        """Return two ints: the digits that each unit has in at least one of its cells, and in at least two.

        `board_bits` has n² bits a cell, one a digit. The bits stand at the first cell of a unit. Rows, columns
        and boxes each have such a pair.
        """
        parts_of_rows, more_of_rows = self.fold(board_bits, self.column)
        parts_of_columns, more_of_columns = self.fold(board_bits, self.row)
        rows, more_rows = boxes, more_boxes = parts_of_rows, more_of_rows
        columns, more_columns = parts_of_columns, more_of_columns
        for _, stack, band, row in self.far:
            other = parts_of_rows >> stack
            more_rows |= more_of_rows >> stack | rows & other
            rows |= other
            other = parts_of_columns >> band
            more_columns |= more_of_columns >> band | columns & other
            columns |= other
            other = parts_of_rows >> row
            more_boxes |= more_of_rows >> row | boxes & other
            boxes |= other
        return UnitTally(
            (rows & self.rows, more_rows & self.rows),
            (columns & self.columns, more_columns & self.columns),
            (boxes & self.boxes, more_boxes & self.boxes),
        )

    def fold(self, board_bits: int, distance: int) -> Folded:
        """Count the bits in each group of `box` bits that lie `distance` apart, as far as two.

        Return two ints: at the first bit of each group, whether one is set, and whether two or more are.
        """
        once, twice = board_bits, 0
        for shift in range(distance, distance * self.box, distance):
            other = board_bits >> shift
            twice |= once & other
            once |= other
        return once, twice

    def fold_once(self, board_bits: int, distance: int) -> int:
        """Return, at the first bit of each group of `box` bits `distance` apart, whether any is set."""
        once = board_bits
        for shift in range(distance, distance * self.box, distance):
            once |= board_bits >> shift
        return once

    def fold_again(self, folded: Folded, distance: int) -> Folded:
        """Join groups that `fold` has counted, `box` groups `distance` apart. Return a pair as `fold` does."""
        first, second = once, twice = folded
        for shift in range(distance, distance * self.box, distance):
            other = first >> shift
            twice |= second >> shift | once & other
            once |= other
        return once, twice

    def others(self, bits: int, distance: int) -> int:
        """Return, at the first bit (anchor) of each part, the OR of the bits at the other parts' anchors.

        `box` parts that lie `distance` apart form a group.
        """
        found = 0
        for step, (near, far) in enumerate(self.sides[distance], 1):
            back = (self.box - step) * distance
            found |= (bits & far) >> step * distance | (bits & near) << back
        return found


def join_masks(candidates: Sequence[int], size: int) -> int:
    """Return candidate masks as one int: `size` bits a cell, cell 0 lowest."""
    board_bits = 0
    for mask in reversed(candidates):
        board_bits = board_bits << size | mask
    return board_bits


def split_masks(board_bits: int, size: int) -> tuple[int, ...]:
    """Return the candidate masks of all cells from one int, the inverse of `join_masks`."""
    cell = (1 << size) - 1
    return tuple([board_bits >> shift & cell for shift in range(0, size**3, size)])


def _repeat(bits: int, distance: int, count: int) -> int:
    return sum(bits << distance * number for number in range(count))
