"""The hint if nothing on the ladder helps: a candidate is assumed, then each member of a set, and all fail.

It is a forcing net that splits: what follows is worked out from two candidates instead of one. If the puzzle
has one solution, there is always such a step. If no single split shows it, splits split again.
"""

from collections.abc import Iterator, Sequence

from ..core.deadline import spend
from ..core.masks import Masks, bits
from ..core.position import Position
from ..core.proof import PatternPart, Proof, Replay, ReplayBranch, Role
from ..techniques.deduction import Deduction
from ..techniques.forcing.finder import NET_CONTRADICTION, follow, refute

MOST = 5_000  # nets to follow with a single split
SIZES = (2, 3)  # of the sets that a single split tries


def by_trial_and_error(position: Position, solution: Sequence[int] | None) -> Deduction | None:
    """Return a deduction by trial and error, or None if none is found.

    It assumes a candidate and then each member of a set, and all of these fail. `solution` has the digit of
    each cell if the puzzle has one solution, else None. With it, splits may be split again.
    """
    found = _by_one_split(position)
    if found is None and solution:
        return _by_many(position, solution)
    return found


def _by_one_split(position: Position) -> Deduction | None:
    masks, start, followed = position.masks, position.candidates | position.placed, 0
    for candidate in _in_order(position):
        left, order, _ending = follow(masks, start, (candidate,))
        for number, alternatives in _splits(masks, left):
            followed += 2
            spend()
            if followed > MOST:
                return None
            each = tuple(bits(alternatives))
            if _all_fail(masks, left, each):
                forced = tuple(each.candidate for each in order[1:])
                split = _shortened(masks, start & ~masks.excluded[candidate], forced, number, each)
                return _deduction(position, candidate, split)
    return None


def _all_fail(masks: Masks, left: int, alternatives: Sequence[int]) -> bool:
    return all(follow(masks, left, (each,))[2] >= 0 for each in alternatives)


def _shortened(
    masks: Masks, start: int, forced: tuple[int, ...], number: int, alternatives: Sequence[int]
) -> ReplayBranch:
    """Return the split with only those of the forced candidates before it that it needs."""
    for candidate in forced[::-1]:
        fewer = tuple(each for each in forced if each != candidate)
        left = _left_after(masks, start, fewer)
        is_split = left is not None and tuple(bits(left & masks.sets[number])) == alternatives
        if left is not None and is_split and _all_fail(masks, left, alternatives):
            forced = fewer
    left = _left_after(masks, start, forced)
    assert left is not None
    return ReplayBranch(
        forced, number, tuple(refute(masks, left, (each,)) for each in alternatives)
    )


def _left_after(masks: Masks, left: int, forced: Sequence[int]) -> int | None:
    """Return the candidates that are left, or None if one of `forced` does not follow from those before it."""
    for candidate in forced:
        if not any(
            left & masks.sets[number] == 1 << candidate for number in masks.sets_of[candidate]
        ):
            return None
        left &= ~masks.excluded[candidate]
    return left


def _in_order(position: Position) -> Iterator[int]:
    """Yield the candidates of the cells with the fewest marks first, as a person would try them."""
    cells = sorted(bits(position.open), key=lambda cell: position.marks[cell].bit_count())
    for cell in cells:
        for index in bits(position.marks[cell]):
            yield position.masks.candidate(index + 1, cell)


def _splits(masks: Masks, left: int) -> Iterator[tuple[int, int]]:
    """Yield the sets with two candidates left, then those with three, each with these candidates."""
    for size in SIZES:
        for number, members in enumerate(masks.sets):
            if (members & left).bit_count() == size:
                yield number, members & left


def _by_many(position: Position, solution: Sequence[int]) -> Deduction:
    """Return the deduction about the false candidate of a cell with the fewest marks whose tree is smallest."""
    masks, start = position.masks, position.candidates | position.placed
    cell = min(bits(position.open), key=lambda cell: position.marks[cell].bit_count())
    false = [
        masks.candidate(index + 1, cell)
        for index in bits(position.marks[cell])
        if index + 1 != solution[cell]
    ]
    trees = [(_tree(masks, start, candidate), candidate) for candidate in false]
    branch, candidate = min(trees, key=lambda each: _size(each[0]))
    return _deduction(position, candidate, branch)


def _tree(masks: Masks, left: int, assumed: int) -> ReplayBranch:
    """Return what follows from a candidate of no solution: up to an empty set, or to one that splits."""
    before = left
    left, order, ending = follow(masks, before, (assumed,))
    if ending >= 0:
        return refute(masks, before, (assumed,))
    forced = tuple(each.candidate for each in order[1:])
    sizes = ((members & left).bit_count() for members in masks.sets)
    number = min(
        (number for number, size in enumerate(sizes) if size > 1),
        key=lambda number: (masks.sets[number] & left).bit_count(),
    )
    alternatives = bits(masks.sets[number] & left)
    return ReplayBranch(forced, number, tuple(_tree(masks, left, each) for each in alternatives))


def _size(branch: ReplayBranch) -> int:
    return 1 + sum(map(_size, branch.branches))


def _deduction(position: Position, candidate: int, branch: ReplayBranch) -> Deduction:
    masks = position.masks
    digit, cell = masks.digit_and_cell(candidate)
    left = _left_after(
        masks, (position.candidates | position.placed) & ~masks.excluded[candidate], branch.forced
    )
    alternatives = tuple(bits((left or 0) & masks.sets[branch.ending]))
    parts = (PatternPart(Role.ASSUMED, (candidate,)), PatternPart(Role.ALTERNATIVES, alternatives))
    proof = Proof((Replay(candidate, branch),), parts)
    return Deduction(
        NET_CONTRADICTION, 1 << candidate, 0, 1 << cell, 1 << (digit - 1), lambda: proof
    )
