"""Check a proof by the rules of the game alone.

It knows no technique, and shares nothing with the finders of steps but the numbers of sets and candidates.
"""

from collections.abc import Sequence
from functools import lru_cache

from .board import bits_of
from .geometry import KEPT, Geometry
from .position import Position
from .proof import Pattern, Renaming, Replay, ReplayBranch, SetCount
from .steps import Step


class _Rules:
    """The rules of the game: the candidates of each set, and the candidates that each candidate makes false."""

    def __init__(self, geometry: Geometry) -> None:
        self.is_plain = bool(geometry.shape.square_box)
        cells, size = geometry.cell_count, geometry.size
        self.cells = cells
        members = [[digit * cells + cell for digit in range(size)] for cell in range(cells)]
        members += [
            [digit * cells + cell for cell in unit.cells]
            for digit in range(size)
            for unit in geometry.units
        ]
        self.sets = [sum(1 << candidate for candidate in each) for each in members]
        self.sets_of: list[list[int]] = [[] for _ in range(cells * size)]
        for number, each in enumerate(members):
            for candidate in each:
                self.sets_of[candidate].append(number)
        self.excluded = [0] * (cells * size)
        for candidate, numbers in enumerate(self.sets_of):
            for number in numbers:
                self.excluded[candidate] |= self.sets[number]
        # Groups and pairs have a digit at most once. They may be links of a proof, but no truths.
        self.links = list(self.sets)
        loose = [*(group.cells for group in geometry.groups), *geometry.pairs]
        for digit in range(size):
            for set_of_cells in loose:
                together = sum(1 << digit * cells + cell for cell in set_of_cells)
                self.links.append(together)
                for cell in set_of_cells:
                    self.excluded[digit * cells + cell] |= together
        for candidate in range(cells * size):
            self.excluded[candidate] &= ~(1 << candidate)


_rules = lru_cache(maxsize=KEPT)(_Rules)


def verify(position: Position, step: Step) -> bool:
    """Return whether a step's proof holds at a position, by its candidates, placed digits and givens alone.

    It spends nothing of a budget. Else a solve would end elsewhere if its steps are verified.
    """
    rules = _rules(position.masks.geometry)
    left = position.candidates | position.placed
    for argument in step.arguments:
        proved = (
            _counted(rules, left, position.givens, argument)
            if isinstance(argument, SetCount)
            else _replayed(rules, left, argument)
        )
        if proved is None:
            return False
        left &= ~proved
    for cell, digit in step.placed:
        candidate = (digit - 1) * rules.cells + cell
        if not any(left & rules.sets[n] == 1 << candidate for n in rules.sets_of[candidate]):
            return False
        left &= ~rules.excluded[candidate]
    return not any(
        left >> digit * rules.cells + cell & 1
        for cell, mask in step.removed
        for digit in bits_of(mask)
    )


def is_refuted(geometry: Geometry, left: int, replay: Replay) -> bool:
    """Return whether a replay shows that its candidate is false, with these candidates left."""
    return _replayed(_rules(geometry), left, replay) is not None


def _counted(rules: _Rules, left: int, givens: int, count: SetCount) -> int | None:
    """Return the candidates that the inequality makes false, or None if it does not hold."""
    rank = len(count.links) - len(count.truths)
    if any(number >= len(rules.sets) for number in count.truths):
        return None
    weights: dict[int, int] = {}
    for sign, numbers in ((1, count.links), (-1, count.truths)):
        for number in numbers:
            members = left & rules.links[number]
            while members:
                low = members & -members
                weights[low] = weights.get(low, 0) + sign
                members ^= low
    if count.guardians:
        if not _are_guardians(rules, left, givens, count):
            return None
        rank -= 1
        for candidate in count.guardians:
            weights[1 << candidate] = weights.get(1 << candidate, 0) - 1
    if min(weights.values(), default=0) < 0:
        return None
    return sum(low for low, weight in weights.items() if weight > rank)


def _are_guardians(rules: _Rules, left: int, givens: int, count: SetCount) -> bool:
    """Return whether the puzzle would have two solutions or none if all the guardians were false."""
    for candidate in count.guardians:
        left &= ~(1 << candidate)
    if not count.cells:
        # Two candidates in every open cell, and two places for each open digit in every unit.
        solved = [each for each in rules.sets[: rules.cells] if (left & each).bit_count() == 1]
        placed = sum(left & each for each in solved)
        is_even = all(
            (left & each).bit_count() == (1 if placed & each else 2) for each in rules.sets
        )
        return is_even and (rules.is_plain or _flip_alike(rules, left & ~placed))
    size = round(rules.cells**0.5)
    box = round(size**0.5)
    first, second, third, fourth = cells = sorted(count.cells)
    lines = (first // size, third // size), (first % size, second % size)
    is_rectangle = [row * size + column for row in lines[0] for column in lines[1]] == list(cells)
    inside = sum(left & rules.sets[cell] for cell in cells)
    held = {candidate // rules.cells for candidate in bits_of(inside)}
    if rules.is_plain:
        can_swap = len({cell // size // box * box + cell % size // box for cell in cells}) == 2
    else:
        can_swap = _see_alike(rules, (first, fourth), (second, third))
    return (
        is_rectangle
        and can_swap
        and len(held) == 2
        and not any(givens >> cell & 1 for cell in (first, second, third, fourth))
    )


def _flip_alike(rules: _Rules, left: int) -> bool:
    """Return whether candidates exclude each other only inside units, which have each open digit twice."""
    for candidate in bits_of(left):
        inside = 0
        for number in rules.sets_of[candidate]:
            inside |= rules.sets[number]
        if left & rules.excluded[candidate] & ~inside:
            return False
    return True


def _see_alike(rules: _Rules, ones: tuple[int, int], others: tuple[int, int]) -> bool:
    """Return whether each further cell that sees one of two cells sees one of the two others, and back."""
    further = ((1 << rules.cells) - 1) & ~sum(1 << cell for cell in (*ones, *others))
    seen = [(rules.excluded[one] | rules.excluded[two]) & further for one, two in (ones, others)]
    return seen[0] == seen[1]


def _replayed(rules: _Rules, left: int, replay: Replay) -> int | None:
    """Return the candidate that was assumed if the replay ends in a contradiction as it says, else None."""
    assumed = 1 << replay.assumed
    after = left & ~rules.excluded[replay.assumed]
    return assumed if left & assumed and _ends(rules, after, replay.branch) else None


def _ends(rules: _Rules, left: int, branch: ReplayBranch) -> bool:
    """Return whether each forced candidate is the last of a set, and the branch ends or splits as it says."""
    for candidate in branch.forced:
        bit = 1 << candidate
        if not any(left & rules.sets[number] == bit for number in rules.sets_of[candidate]):
            return False
        left &= ~rules.excluded[candidate]
    if branch.pattern:
        left |= _allowed(rules, branch.pattern)
    if branch.counted:
        proved = None if branch.counted.guardians else _counted(rules, left, 0, branch.counted)
        if proved is None:
            return False
        left &= ~proved
    alternatives = bits_of(left & rules.sets[branch.ending])
    after = [left & ~rules.excluded[candidate] for candidate in alternatives]
    return len(alternatives) == len(branch.branches) and all(
        _is_alike(rules, after, branch.branches, each.like, here)
        if each.like
        else _ends(rules, here, each)
        for here, each in zip(after, branch.branches, strict=True)
    )


def _allowed(rules: _Rules, pattern: Pattern) -> int:
    """Return all candidates outside a pattern, and its digits in its cells."""
    inside = sum(rules.sets[cell] for cell in set(pattern.cells))
    digits = {digit - 1 for digit in pattern.digits}
    everywhere = sum(rules.sets[: rules.cells])
    return everywhere & ~inside | sum(
        1 << digit * rules.cells + cell for digit in digits for cell in set(pattern.cells)
    )


def _is_alike(
    rules: _Rules,
    after: Sequence[int],
    branches: Sequence[ReplayBranch],
    like: Renaming,
    left: int,
) -> bool:
    """Return whether what is left, with its digits renamed, is no more than in a branch that is followed."""
    size = len(like.digits)
    if like.branch >= len(branches) or branches[like.branch].like:
        return False
    if sorted(like.digits) != list(range(1, size + 1)) or size * rules.cells != len(rules.sets_of):
        return False
    whole = (1 << rules.cells) - 1
    renamed = 0
    for index, digit in enumerate(like.digits):
        renamed |= (left >> index * rules.cells & whole) << (digit - 1) * rules.cells
    return not renamed & ~after[like.branch]
