"""The enclosed combos of a unit, from the masks of its cells: enclosed combos and partial matches share them.

Up to nine digits, all combos are tried at once, as article 000 tries them as rows of a table. Here they are
lanes of one int. A larger unit has too many: there one matching of cells to digits finds them, and it also
names a combo that too many cells fit.
"""

from collections.abc import Iterable
from functools import cache, lru_cache, reduce
from operator import and_

from ...core.geometry import iterate_digits

Masks = tuple[int, ...]

MOST_AT_ONCE = 9  # digits. Sixteen have 65,536 combos
WIDTH = 5  # bits of a lane: room for 16 more than a count of cells


class Crowded(Exception):
    """More cells of a unit fit a combo than it has digits."""

    def __init__(self, combo: int) -> None:
        super().__init__(combo)
        self.combo = combo


def smallest_combos(masks: Masks) -> list[int]:
    """Return, for each digit, lowest first, the smallest enclosed combo that has it, as masks of digits.

    `masks` are the candidates of a unit's cells. Raise Crowded if the unit cannot have each digit once.
    """
    if len(masks) > MOST_AT_ONCE:
        return _smallest_by_matching(masks)
    combos = every_combo(len(masks))
    enclosed, _ = combos.enclosed(masks)
    return [combos.combo_at(lane) for lane in combos.smallest(enclosed)]


def useful_combos(masks: Masks) -> tuple[int, ...]:
    """Return the smallest enclosed combos that make some cell lose digits, as masks of digits.

    `masks` are the candidates of a unit's cells. Raise Crowded if the unit cannot have each digit once.
    """
    if len(masks) > MOST_AT_ONCE:
        return useful(set(_smallest_by_matching(masks)), masks)
    combos = every_combo(len(masks))
    enclosed, takes = combos.enclosed(masks)
    if not takes:
        return ()
    lanes = {lane for lane in combos.smallest(enclosed) if lane & takes}
    return tuple([combos.combo_at(lane) for lane in lanes])


def has_useful(masks: Masks) -> bool:
    """Return whether an enclosed combo of a unit removes a digit. True too if that would take too long.

    `masks` are the candidates of its cells. Raise Crowded if the unit cannot have each digit once.
    """
    return len(masks) > MOST_AT_ONCE or every_combo(len(masks)).enclosed(masks)[1] != 0


def useful(combos: Iterable[int], masks: Masks) -> tuple[int, ...]:
    """Return the combos (masks of digits) that remove a digit from a cell which has other digits too."""
    return tuple(c for c in combos if any(mask & c and mask & ~c for mask in masks))


@lru_cache(maxsize=1 << 12)
def combos_of_group(masks: Masks) -> tuple[int, ...]:
    """Return the enclosed combos of cells that have no digit twice, but need not have each, smaller first.

    Only those that make a cell lose digits. Raise Crowded if more cells fit a combo than it has digits.
    """
    found, held = set(), [(0, 0)]  # cells and digits of each choice so far
    for mask in masks:
        held += [(count + 1, digits | mask) for count, digits in held]
    for count, digits in held:
        if digits.bit_count() < count:
            raise Crowded(digits)
        if digits.bit_count() == count:
            found.add(digits)
    return useful(sorted(found, key=lambda combo: (combo.bit_count(), combo)), masks)


# --- All combos at once -------------------------------------------------------------------------------


class EveryCombo:
    """All combos of some digits as lanes of an int, smaller ones first, and the lanes that count each mask.

    A lane counts the cells that fit its combo. In the upper half it counts the cells that lose nothing to it:
    they fit it or have none of its digits.
    """

    def __init__(self, size: int) -> None:
        self.combos = sorted(range(1 << size), key=lambda combo: (combo.bit_count(), combo))
        half = WIDTH << size
        ones = self._lanes([1] * len(self.combos))
        has = [self._lanes([combo >> digit & 1 for combo in self.combos]) for digit in range(size)]
        lacks = [ones ^ lanes for lanes in has]
        self.counts = []
        for mask in range(1 << size):
            digits = [digit for digit in range(size) if mask >> digit & 1]
            fits = reduce(and_, [has[digit] for digit in digits], ones)
            misses = reduce(and_, [lacks[digit] for digit in digits], ones)
            self.counts.append(fits | (fits | misses) << half)
        both = ones | ones << half
        self.half = half
        self.guards = both << 4
        self.fifteens = both * 15
        # A count is subtracted from these. 16 is left if as many cells fit as the combo has digits.
        sizes = self._lanes([combo.bit_count() for combo in self.combos])
        self.full = self.guards + sizes + (ones * size << half)
        self.lower = (ones << 4) - 16  # without the empty combo
        self.with_digit = [lanes << 4 for lanes in has]

    def _lanes(self, numbers: list[int]) -> int:
        return sum(number << WIDTH * lane for lane, number in enumerate(numbers))

    def enclosed(self, masks: Masks) -> tuple[int, int]:
        """Return bits for the lanes of the enclosed combos, and for those that remove a digit from a cell.

        A lane stands for a combo, `masks` are the candidates of a unit's cells.
        """
        left = self.full - sum(map(self.counts.__getitem__, masks))
        if left & self.guards != self.guards:  # too many cells in some lane
            _matched(masks)  # says in which
        other = (left ^ self.guards) + self.fifteens & self.guards  # lanes with more than 16 left
        enclosed = self.lower & other ^ self.lower
        return enclosed, enclosed & other >> self.half

    def smallest(self, enclosed: int) -> list[int]:
        """Return, for each digit, lowest first, the bit of the first enclosed lane whose combo has it."""
        with_it = [enclosed & lanes for lanes in self.with_digit]
        return [lanes & -lanes for lanes in with_it]

    def combo_at(self, lane: int) -> int:
        return self.combos[lane.bit_length() // WIDTH - 1]


every_combo = cache(EveryCombo)


# --- By matching --------------------------------------------------------------------------------------


def _smallest_by_matching(masks: Masks) -> list[int]:
    """Return the same as `smallest_combos`: what a digit reaches through the cells of matched digits."""
    reach = [masks[position] for position in _matched(masks)]
    # If a cell has one candidate left, its digit reaches nothing more.
    loose = [digit for digit, mask in enumerate(reach) if mask & (mask - 1)]
    for middle in loose:
        bit, through = 1 << middle, reach[middle]
        for start in loose:
            if reach[start] & bit:
                reach[start] |= through
    return reach


def _matched(masks: Masks) -> list[int]:
    """Return the position of a cell for each digit, lowest first. Raise Crowded if a digit has none."""
    size = len(masks)
    owner = [-1] * size
    for position in sorted(range(size), key=[mask.bit_count() for mask in masks].__getitem__):
        seen = _match(position, masks, owner, 0)
        if seen is not None:
            raise Crowded(seen)
    return owner


def _match(position: int, masks: Masks, owner: list[int], seen: int) -> int | None:
    """Give a cell a digit, moving others if needed. Return None, or the digits that it reached in vain.

    Every cell that had one of those digits fits them, and so does this one: one cell too many.
    """
    free = masks[position]
    for digit in iterate_digits(free & ~seen):
        if owner[digit - 1] < 0:
            owner[digit - 1] = position
            return None
    for digit in iterate_digits(free):
        bit = 1 << (digit - 1)
        if seen & bit:
            continue
        reached = _match(owner[digit - 1], masks, owner, seen | bit)
        if reached is None:
            owner[digit - 1] = position
            return None
        seen = reached
    return seen
