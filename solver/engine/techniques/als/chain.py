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

Level = list[int]  # by digit, the sets that are entered by it, as bits


def als_chains(
    position: Position, overlap: bool = False, is_loose: bool = False
) -> Iterator[Deduction]:
    """Yield ALS chains. With `overlap` the sets may share cells.

    `is_loose` also yields chains that do less, without further shared digits.
    """
    sets, near = position.fact(Sets), position.fact(restricted, overlap)
    for start, digits in enumerate(near):
        for first in digits:
            spend(2)
            targets = sets.partners_without(start, first) >> start + 1 << start + 1
            if targets:
                yield from _from(sets, near, start, first, targets, is_loose)


def _from(
    sets: Sets,
    near: list[dict[int, int]],
    start: int,
    first: int,
    targets: int,
    is_loose: bool,
) -> Iterator[Deduction]:
    """Yield the chains that leave a set by a digit: each end once, by a shortest chain of four sets or more."""
    second = [0] * (sets.masks.size + 1)
    second[first] = near[start][first]
    third = [entered & ~(1 << start) for entered in _next(near, second)]
    new = [entered & ~(1 << start) for entered in _next(near, third, second[first])]
    levels, visited = [second, third], [1 << start] * len(second)
    while any(new) and len(levels) < LONGEST - 1:
        levels.append(new)
        for digit, entered in enumerate(new):
            for end in bits(entered & targets):
                spend(2)
                least = 1 << (first - 1) | 1 << (digit - 1)
                for without in _left_out(sets, start, end, least) if is_loose else (least,):
                    removed = sets.common_ends(start, end, without)
                    if removed:
                        yield _deduction(sets, near, start, (end, digit), levels, removed)
        visited = [seen | entered for seen, entered in zip(visited, new, strict=True)]
        new = [n & ~seen for n, seen in zip(_next(near, new), visited, strict=True)]


def _left_out(sets: Sets, start: int, end: int, least: int) -> Iterator[int]:
    """Yield digits that remove nothing: those by which a chain leaves its ends, then one or two more."""
    both = list(bits(sets.all[start][1] & sets.all[end][1] & ~least))
    for count in range(3):
        for more in combinations(both, count):
            yield least | mask_of(more)


def _next(near: list[dict[int, int]], level: Level, before: int = 0) -> Level:
    """Return the next level. Do not go back to a set of `before` if that set alone leads there."""
    found = [0] * len(level)
    for digit, entered in enumerate(level):
        while entered:
            spend()
            low = entered & -entered
            entered ^= low
            others = near[low.bit_length() - 1]
            back = others[digit] & before
            taken = back if back & (back - 1) == 0 else 0
            for other, sets in others.items():
                if other != digit:
                    found[other] |= sets & ~taken
    return found


def _deduction(
    sets: Sets,
    near: list[dict[int, int]],
    start: int,
    end: tuple[int, int],
    levels: list[Level],
    removed: int,
) -> Deduction:
    """Return the chain, which is found from its end, as sets share a restricted common with each other."""
    (index, digit), chain, commons = end, [end[0]], [end[1]]
    for level in reversed(levels[:-1]):
        ways = ((d, entered & near[index][digit]) for d, entered in enumerate(level) if d != digit)
        digit, before = next(
            (d, before & ~mask_of(chain) or before) for d, before in ways if before
        )
        index = before.bit_length() - 1
        chain.append(index)
        commons.append(digit)
    return sets.deduction(ALS_CHAIN, [start, *chain[::-1]], commons[::-1], removed)
