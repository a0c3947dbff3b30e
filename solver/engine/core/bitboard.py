"""A whole board as one int, and what folding it says of all cells and units at once.

The bit of a candidate is cell · n² + digit - 1 on a board of box size n. In base n that number has six digits:
the row's band and its place in the band, the column's stack and its place in the stack, and two of the digit.
Each constraint of the game lets two of them run and holds the other four: a cell those of the digit, a row
those of the column, a column those of the row, and a box both places. To *fold* is to lay the n values of one
of them over each other: what is set in one of them at least, and what in two at least. The answer stands at
the *heads*, where all that was folded is 0; what stands elsewhere means nothing.
"""

from collections.abc import Sequence
from typing import NamedTuple

Folded = tuple[int, int]  # the bits that are set once at least, and twice at least


class Tally(NamedTuple):
    """What each unit holds, as a mask of digits at its head: those in one cell at least, and in two."""

    rows: Folded
    columns: Folded
    boxes: Folded


class Way(NamedTuple):
    """Rows or columns, with the parts where they cross boxes, each n cells: how far apart what stands."""

    which: int  # 0 for rows, 1 for columns
    cell: int  # from one cell of a part to the next
    line: int  # from one part of a line to the next
    box: int  # from one part of a box to the next that lies the same way
    parts: int  # the heads of all parts


class Folds:
    """The folds of a box size: how far bits stand apart that are laid over each other, and the heads."""

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
        self.heads = self.cells, self.rows, self.columns, self.boxes
        # The distances of one step, two steps and so on: of cells to those beside them, and of parts.
        steps = range(1, box)
        self.near = tuple((step, step * self.column, step * self.row) for step in steps)
        self.far = tuple(
            (step * self.digits, step * self.stack, step * self.band, step * self.row)
            for step in steps
        )
        # By distance, for each number of steps: the bits that lie fewer from the first, and the rest.
        self.sides: dict[int, list[tuple[int, int]]] = {}
        whole = (1 << size**3) - 1
        for distance in (self.column, self.stack, self.row, self.band):
            group = _repeat((1 << distance) - 1, distance * box, size**3 // (distance * box))
            near = [
                sum(group << distance * place for place in range(step)) for step in range(1, box)
            ]
            self.sides[distance] = [(bits, whole ^ bits) for bits in near]
        self.ways = (
            Way(0, self.column, self.stack, self.row, _repeat(cell, self.stack, size * box)),
            Way(1, self.row, self.band, self.column, _repeat(self.columns, self.band, box)),
        )

    def held(self, whole: int) -> tuple[int, int, int, int]:
        """What cells, rows, columns and boxes hold at least once: equal to `heads` where nothing is missing."""
        digits = rows = columns = whole
        for digit, column, row in self.near:
            digits |= whole >> digit
            rows |= whole >> column
            columns |= whole >> row
        in_cells, in_rows, in_columns, in_boxes = digits, rows, columns, rows
        for digit, stack, band, row in self.far:
            in_cells |= digits >> digit
            in_rows |= rows >> stack
            in_columns |= columns >> band
            in_boxes |= rows >> row
        at_cells, at_rows, at_columns, at_boxes = self.heads
        return in_cells & at_cells, in_rows & at_rows, in_columns & at_columns, in_boxes & at_boxes

    def tally_cells(self, whole: int) -> Folded:
        """A bit a cell: where it has a candidate, and where it has two."""
        once, twice = self.again(self.fold(whole, self.digit), self.digits)
        return once & self.cells, twice & self.cells

    def tally(self, whole: int) -> Tally:
        """The digits that each unit has in one of its cells, and in two."""
        parts_of_rows, more_of_rows = self.fold(whole, self.column)
        parts_of_columns, more_of_columns = self.fold(whole, self.row)
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
        return Tally(
            (rows & self.rows, more_rows & self.rows),
            (columns & self.columns, more_columns & self.columns),
            (boxes & self.boxes, more_boxes & self.boxes),
        )

    def fold(self, whole: int, distance: int) -> Folded:
        """Bits at this distance laid over each other."""
        once, twice = whole, 0
        for shift in range(distance, distance * self.box, distance):
            other = whole >> shift
            twice |= once & other
            once |= other
        return once, twice

    def over(self, whole: int, distance: int) -> int:
        """Of `fold` the first alone."""
        once = whole
        for shift in range(distance, distance * self.box, distance):
            once |= whole >> shift
        return once

    def again(self, folded: Folded, distance: int) -> Folded:
        """What is folded already, folded once more."""
        first, second = once, twice = folded
        for shift in range(distance, distance * self.box, distance):
            other = first >> shift
            twice |= second >> shift | once & other
            once |= other
        return once, twice

    def others(self, heads: int, distance: int) -> int:
        """For each of the heads that stand so far apart, what the others among them hold together."""
        found = 0
        for step, (near, far) in enumerate(self.sides[distance], 1):
            back = (self.box - step) * distance
            found |= (heads & far) >> step * distance | (heads & near) << back
        return found


def join_masks(candidates: Sequence[int], box: int) -> int:
    """Candidate masks as one number, n² bits a cell, cell 0 lowest."""
    size = box * box
    whole = 0
    for mask in reversed(candidates):
        whole = whole << size | mask
    return whole


def split_masks(whole: int, box: int) -> tuple[int, ...]:
    """The candidate masks that `join_masks` made one number of."""
    size = box * box
    cell = (1 << size) - 1
    return tuple([whole >> shift & cell for shift in range(0, size**3, size)])


def _repeat(bits: int, distance: int, count: int) -> int:
    return sum(bits << distance * number for number in range(count))
