"""Aligned exclusion: digits that two or three cells cannot have, as any way to do so leaves a cell with none.

The cells that are left with none see all of these cells, and have no more candidates than these are cells.
"""

from collections.abc import Iterator

from ..core.deadline import spend
from ..core.masks import bits
from ..core.position import Position
from .deduction import Deduction
from .sudoku_explainer import ALL_DIGITS, HOUSE, PEERS, single, tuples


class _Aligned:
    """The cells that some cell with few candidates sees, in reading order, and masks of those few cells."""

    def __init__(self, position: Position, degree: int) -> None:
        marks = self.marks = position.marks
        small = sum(1 << cell for cell in bits(position.open) if marks[cell].bit_count() <= degree)
        self.excluders = {
            cell: seen for cell in bits(position.open) if (seen := small & PEERS[cell])
        }
        self.base = list(self.excluders)
        self.may_be = sum(1 << cell for cell in self.base)
        self._emptied: dict[tuple[int, int], int] = {}

    def emptied(self, common: int, values: int) -> int:
        """Return the digits that, together with those in `values`, leave one of the cells without a candidate.

        `common` is a mask of cells, `values` one of digits. Return all digits if `values` do so alone.
        """
        key = (common, values)
        if key not in self._emptied:
            last = 0
            for cell in bits(common):
                left = self.marks[cell] & ~values
                if not left:
                    last = ALL_DIGITS
                elif single(left):
                    last |= left
            self._emptied[key] = last
        return self._emptied[key]


def aligned_pairs(position: Position) -> Iterator[Deduction]:
    aligned = _Aligned(position, 2)
    for low, high in tuples(len(aligned.base), 2):
        spend()
        one, two = aligned.base[low], aligned.base[high]
        common = aligned.excluders[one] & aligned.excluders[two]
        if common & (common - 1):
            removed = 0
            for cell, other in ((one, two), (two, one)):
                lost = _lost_of_two(aligned, cell, other, common)
                removed |= position.in_cells(1 << cell, lost)
            if removed:
                yield Deduction("aligned pair exclusion", removed, rating=6.2)


def aligned_triplets(position: Position) -> Iterator[Deduction]:
    aligned = _Aligned(position, 3)
    base, excluders = aligned.base, aligned.excluders
    done = set()
    for low, high in tuples(len(base), 2):
        spend()
        one, two = base[low], base[high]
        both = excluders[one] & excluders[two]
        if not both & (both - 1):
            continue
        around = (excluders[one] | excluders[two]) & aligned.may_be & ~(1 << one | 1 << two)
        for third in _in_order(one, two, around):
            common = both & excluders[third]
            cells = 1 << one | 1 << two | 1 << third
            if common & (common - 1) and cells not in done:
                done.add(cells)
                spend(8)
                removed = 0
                for cell, *others in ((one, two, third), (two, one, third), (third, one, two)):
                    lost = _lost_of_three(aligned, cell, others[0], others[1], common)
                    if lost:
                        removed |= position.in_cells(1 << cell, lost)
                if removed:
                    yield Deduction("aligned triplet exclusion", removed, rating=7.5)


def _in_order(one: int, two: int, cells: int) -> list[int]:
    return [cell for cell in dict.fromkeys((*HOUSE[one], *HOUSE[two])) if cells >> cell & 1]


def _lost_of_two(aligned: _Aligned, cell: int, other: int, common: int) -> int:
    """Return the digits of a cell that leave the other cell none."""
    is_peer = PEERS[cell] >> other & 1
    lost = 0
    for index in bits(aligned.marks[cell]):
        bit = 1 << index
        taken = aligned.emptied(common, bit) | (bit if is_peer else 0)
        if not aligned.marks[other] & ~taken:
            lost |= bit
    return lost


def _lost_of_three(aligned: _Aligned, cell: int, second: int, third: int, common: int) -> int:
    """Return the digits of a cell that leave the two other cells none."""
    marks = aligned.marks
    sees_second, sees_third = PEERS[cell] >> second & 1, PEERS[cell] >> third & 1
    seconds_see = PEERS[second] >> third & 1
    lost = 0
    for index in bits(marks[cell]):
        bit = 1 << index
        left = marks[third] & ~bit if sees_third else marks[third]
        for other in bits(marks[second] & ~bit if sees_second else marks[second]):
            more = 1 << other
            taken = aligned.emptied(common, bit | more) | (more if seconds_see else 0)
            if left & ~taken:
                break
        else:
            lost |= bit
    return lost
