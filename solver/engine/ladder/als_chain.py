"""ALS chain: four or more almost locked sets, each sharing a restricted common with the next.

Where the first set lacks z it is locked, which takes the common from the second, which is then locked, and so
on to the last: one of both ends holds z. Neighbouring commons differ.
"""

from collections.abc import Iterator

from .als import Sets, restricted
from .als import explain as explain
from .found import Found
from .masks import bits
from .position import Position

ALS_CHAIN = "ALS chain"
LONGEST = 8  # sets

State = tuple[int, int]  # a set, and the digit by which it was entered


def als_chains(position: Position, overlap: bool = False) -> Iterator[Found]:
    sets, near = position.fact(Sets), position.fact(restricted, overlap)
    partners = _partners(sets)
    for start, digits in enumerate(near):
        for first in digits:
            wanted = 0
            for z, with_z in partners[start].items():
                if z != first:
                    wanted |= with_z
            wanted = wanted >> start + 1 << start + 1
            if wanted:
                yield from _from(sets, near, start, first, wanted)


def _partners(sets: Sets) -> list[dict[int, int]]:
    """For each set, by digit, the sets with which it has something to remove, as bits."""
    seen_by: dict[State, int] = {}
    for index, of in enumerate(sets.of):
        for digit in of:
            for cell in bits(sets.seeing(index, digit)):
                seen_by[digit, cell] = seen_by.get((digit, cell), 0) | 1 << index
    found = []
    for index, of in enumerate(sets.of):
        by_digit = {}
        for digit in of:
            with_digit = 0
            for cell in bits(sets.seeing(index, digit)):
                with_digit |= seen_by[digit, cell]
            by_digit[digit] = with_digit
        found.append(by_digit)
    return found


def _from(
    sets: Sets, near: list[dict[int, int]], start: int, first: int, wanted: int
) -> Iterator[Found]:
    """Chains that leave a set by a digit: each state once, so by a shortest way."""
    before: dict[State, State | None] = {}
    frontier: list[State] = []
    visited = [0] * (sets.masks.size + 1)
    visited[first] = near[start][first] | 1 << start
    for index in bits(near[start][first]):
        before[index, first] = None
        frontier.append((index, first))
    length = 2
    while frontier and length < LONGEST:
        length += 1
        following: list[State] = []
        for state in frontier:
            index, entered = state
            for digit, others in near[index].items():
                if digit == entered:
                    continue
                new = others & ~visited[digit] & ~(1 << start)
                visited[digit] |= new
                for other in bits(new):
                    before[other, digit] = state
                    following.append((other, digit))
                    if length >= 4 and wanted >> other & 1:
                        without = 1 << (first - 1) | 1 << (digit - 1)
                        removed = sets.common_ends(start, other, without)
                        if removed:
                            yield _found(sets, start, (other, digit), before, removed)
        frontier = following


def _found(
    sets: Sets, start: int, end: State, before: dict[State, State | None], removed: int
) -> Found:
    chain, commons = [], []
    state: State | None = end
    while state is not None:
        chain.append(state[0])
        commons.append(state[1])
        state = before[state]
    return sets.found(ALS_CHAIN, [start, *chain[::-1]], commons[::-1], removed)
