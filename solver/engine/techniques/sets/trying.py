"""What is possible together at a position, by linear programs that are kept while candidates go.

A candidate is *refuted beside* others if no point of the program has all of them at 1. A point that has shows
it of all candidates that are 1 in it, so points are kept. They hold on later positions too, as long as no
candidate that they use is removed. All this is by floating point numbers: proofs are made afterwards.
"""

from collections.abc import Sequence

from ...core.masks import Masks, bits, mask_of
from ...core.position import Position
from ..deduction import nothing_yet
from .program import Program, Witness


class Trying:
    """The program of a position and the later ones, and its known points."""

    def __init__(self, masks: Masks, left: int) -> None:
        self.masks, self.left = masks, left
        self.program = Program(masks, left)
        self.open = mask_of(self.program.candidates)
        self.false_with = dict.fromkeys(self.program.candidates, 0)  # refuted beside each candidate
        self.points: list[Witness] = []
        self._possible: dict[int, int] = {}  # what some point has beside each candidate
        self._supposed: list[int] = []

    def go_on(self, left: int) -> None:
        """Continue with the fewer candidates of a later position."""
        gone = self.left & ~left
        self.left = left
        self.open &= left
        for candidate in bits(gone & mask_of(self.program.candidates)):
            self.program.forget(candidate)
        points, self.points, self._possible = self.points, [], {}
        for point in points:
            if not point.used & gone:
                self.keep(point)

    def keep(self, point: Witness) -> None:
        self.points.append(point)
        for candidate in bits(point.true):
            self._possible[candidate] = self._possible.get(candidate, 0) | point.true

    def possible_beside(self, assumed: Sequence[int]) -> int:
        """Return the candidates that a known point has beside all that are assumed."""
        if len(assumed) == 1:
            return self._possible.get(assumed[0], 0)
        mask, possible = mask_of(assumed), 0
        if not mask & ~self._possible.get(assumed[-1], 0):
            for point in self.points:
                if not mask & ~point.true:
                    possible |= point.true
        return possible

    def is_possible(self, candidate: int, assumed: Sequence[int] = ()) -> bool:
        """Return whether a point has a candidate beside those assumed. It is kept if there is one."""
        for each in self._supposed:
            if each not in assumed:
                self.program.suppose(each, False)
        for each in assumed:
            if each not in self._supposed:
                self.program.suppose(each, True)
        self._supposed = list(assumed)
        point = self.program.witness_with(candidate)
        if point is not None:
            self.keep(point)
        return point is not None

    def may_stay(self, assumed: tuple[int, ...], candidate: int) -> bool:
        """Return whether a candidate is possible beside those assumed, by a known point or a new one."""
        together = (*assumed, candidate)
        return bool(self.possible_beside(together)) or self.is_possible(candidate, assumed)

    def false(self) -> int:
        """Return the mask of candidates that counting proves false, in one round."""
        return mask_of(each for each in bits(self.open) if not self.may_stay((), each))

    def false_beside(self, candidate: int, among: int) -> int:
        """Return which candidates of a mask are refuted beside one."""
        known = self.false_with[candidate] | self.masks.excluded[candidate]
        for other in bits(among & ~known):
            if not self.possible_beside((candidate,)) >> other & 1 and not self.is_possible(
                other, (candidate,)
            ):
                self.false_with[candidate] |= 1 << other
                self.false_with[other] |= 1 << candidate
        return among & (self.false_with[candidate] | known)

    def is_solved_with(self, assumed: Sequence[int]) -> bool:
        """Return whether a point with these candidates is a solution, so that they cannot fail."""
        mask = mask_of(assumed)
        return any(point.true == point.used and not mask & ~point.true for point in self.points)


def trying_at(position: Position) -> Trying:
    """Return what is known of a position, also from those before it in the same solve."""
    left = position.candidates | position.placed
    kept: list[Trying] = position.kept(nothing_yet, "trying", None)
    if kept and not left & ~kept[0].left:
        kept[0].go_on(left)
    else:
        kept[:] = [Trying(position.masks, left)]
    return kept[0]
