"""ALS chain: four or more almost locked sets, each sharing a restricted common with the next.

If the first set lacks z, it is locked. That removes the common digit from the second set, which is then
locked, and so on to the last: one of the two ends contains z. Neighbouring common digits differ.
"""

from collections.abc import Iterator
from itertools import combinations

from ...core.deadline import spend
from ...core.masks import bits, mask_of
from ...core.position import Position
from ..deduction import Deduction
from .finder import Sets, explain as explain, restricted

ALS_CHAIN = "ALS chain"
LONGEST = 10  # sets


class Ways:
    """From which almost locked set to which a chain may go: by another digit than that by which it came.

    A *level* is a mask of nodes. Set s that is entered by digit d is its bit d · `width` + s.
    """

    def __init__(self, sets: Sets, near: list[dict[int, int]]) -> None:
        self.near, self.width = near, len(near)
        self.lane = (1 << self.width) - 1
        self.shifts = [self.width * digit for digit in range(sets.masks.size + 1)]
        self.floors = sum(1 << shift for shift in self.shifts)  # set 0, entered by any digit
        self.onward = [
            sum(others << self.shifts[digit] for digit, others in each.items()) for each in near
        ]

    def entered(self, level: int) -> Iterator[tuple[int, int]]:
        """Yield, by digit, the sets that are entered by it, as a mask of sets."""
        for digit, shift in enumerate(self.shifts):
            if entered := level >> shift & self.lane:
                yield digit, entered

    def after(self, level: int) -> int:
        """Return the next level."""
        found, onward = 0, self.onward
        for digit, entered in self.entered(level):
            spend(entered.bit_count())
            reached = 0
            while entered:
                low = entered & -entered
                entered ^= low
                reached |= onward[low.bit_length() - 1]
            found |= reached & ~(self.lane << self.shifts[digit])
        return found

    def after_third(self, level: int, second: int) -> int:
        """Return the level after the third: from each node not to the set by which alone it was reached.

        `second` are the sets that were entered first, as a mask of sets.
        """
        found = 0
        for digit, entered in self.entered(level):
            for index in bits(entered):
                spend()
                back = self.near[index][digit] & second
                taken = back if back & (back - 1) == 0 else 0
                others = self.onward[index] & ~(self.lane << self.shifts[digit])
                found |= others & ~(self.floors * taken)
        return found


def als_chains(
    position: Position, overlap: bool = False, is_loose: bool = False
) -> Iterator[Deduction]:
    """Yield ALS chains. With `overlap` the sets may share cells.

    `is_loose` also yields chains that do less, without further shared digits.
    """
    sets, near = position.fact(Sets), position.fact(restricted, overlap)
    ways = Ways(sets, near)
    for start, digits in enumerate(near):
        for first in digits:
            spend(2)
            targets = sets.partners_without(start, first) >> start + 1 << start + 1
            if targets:
                yield from _from(sets, ways, start, first, targets, is_loose)


def _from(
    sets: Sets, ways: Ways, start: int, first: int, targets: int, is_loose: bool
) -> Iterator[Deduction]:
    """Yield the chains that leave a set by a digit: each end once, by a shortest chain of four sets or more."""
    seconds, seen = ways.near[start][first], ways.floors << start
    second = seconds << ways.shifts[first]
    third = ways.after(second) & ~seen
    levels, new = [second, third], ways.after_third(third, seconds) & ~seen
    ends = ways.floors * targets
    while new and len(levels) < LONGEST - 1:
        levels.append(new)
        for digit, entered in ways.entered(new & ends):
            for end in bits(entered):
                spend(2)
                least = 1 << (first - 1) | 1 << (digit - 1)
                for without in _left_out(sets, start, end, least) if is_loose else (least,):
                    removed = sets.common_ends(start, end, without)
                    if removed:
                        yield _deduction(sets, ways, start, (end, digit), levels, removed)
        seen |= new
        new = ways.after(new) & ~seen


def _left_out(sets: Sets, start: int, end: int, least: int) -> Iterator[int]:
    """Yield digits that remove nothing: those by which a chain leaves its ends, then one or two more."""
    both = list(bits(sets.all[start][1] & sets.all[end][1] & ~least))
    for count in range(3):
        for more in combinations(both, count):
            yield least | mask_of(more)


def _deduction(
    sets: Sets, ways: Ways, start: int, end: tuple[int, int], levels: list[int], removed: int
) -> Deduction:
    """Return the chain, which is found from its end, as sets share a restricted common with each other."""
    (index, digit), chain, commons = end, [end[0]], [end[1]]
    for level in reversed(levels[:-1]):
        leading = ways.near[index][digit]
        digit, before = next(
            (d, before & ~mask_of(chain) or before)
            for d, entered in ways.entered(level)
            if d != digit and (before := entered & leading)
        )
        index = before.bit_length() - 1
        chain.append(index)
        commons.append(digit)
    return sets.deduction(ALS_CHAIN, [start, *chain[::-1]], commons[::-1], removed)
