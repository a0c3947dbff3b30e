"""Proofs by splits: a candidate is assumed, sets split, and every branch ends with an empty set or a count."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from ...core.masks import Masks, bits
from ...core.proof import ReplayBranch, SetCount
from ..forcing.finder import Forced, follow, refute
from ..sets.program import Certificate, Program
from .search import SplitPlan


class Trees:
    """Makes the trees at one position. What was worked out for a branch is used again in other ones."""

    def __init__(self, masks: Masks, left: int) -> None:
        self.masks, self.left = masks, left
        self.known = list(_singles(masks, left))
        self._programs: dict[int, Program] = {}
        self._certificates: dict[int, list[Certificate]] = {}

    def by_split(
        self, candidate: int, number: int, alternatives: Iterable[int]
    ) -> ReplayBranch | None:
        """Return how a candidate fails because a set's alternatives each refute it, or None if unproved."""
        branches = []
        for other in alternatives:
            if not self.masks.excluded[candidate] >> other & 1:
                branch = self._against(candidate, other)
                if branch is None:
                    return None
                branches.append(branch)
        return ReplayBranch((), number, tuple(branches))

    def _against(self, candidate: int, other: int) -> ReplayBranch | None:
        """Return how two candidates fail together, by the count that the second has against the first."""
        short = self.chain((candidate, other))
        if short is not None and len(short.forced) < SHORT:
            return short
        left, order, _ending = follow(self.masks, self.left, (other,), self.known)
        if not left >> candidate & 1:
            return short
        found = self._certificates.setdefault(other, [])
        count = next((each for each in found if each.removed >> candidate & 1), None)
        if count is None:
            program = self._programs.get(other)
            if program is None:
                program = self._programs[other] = Program(self.masks, left)
            count = program.certificate(candidate) if candidate in program.at else None
            if count is None:
                return short
            found.append(count)
        if short is not None and len(short.forced) < count.size:
            return short
        leaf = ReplayBranch(
            tuple(each.candidate for each in order[1:]),
            candidate % self.masks.cells,
            counted=SetCount(*count[:2]),
        )
        after = self.masks.after(self.left, (candidate, other))
        return trimmed(leaf, partial(is_end, self.masks, after))

    def chain(self, assumed: tuple[int, ...]) -> ReplayBranch | None:
        """Return how candidates fail by singles alone, or None if they do not."""
        _left, _order, ending = follow(self.masks, self.left, assumed, self.known)
        return refute(self.masks, self.left, assumed, self.known) if ending >= 0 else None

    def by_plan(self, assumed: tuple[int, ...], plan: SplitPlan) -> ReplayBranch | None:
        """Return the tree of a plan, or None if a leaf is not proved."""
        if not plan.branches:
            return self.end(assumed)
        after = self.masks.after(self.left, assumed)
        alternatives = tuple(bits(after & self.masks.sets[plan.number]))
        planned = dict(plan.branches)
        branches = []
        for each in alternatives:
            branch = self.by_plan((*assumed, each), planned.get(each, SplitPlan()))
            if branch is None:
                return None
            branches.append(branch)
        return ReplayBranch((), plan.number, tuple(branches))

    def end(self, assumed: tuple[int, ...]) -> ReplayBranch | None:
        """Return how candidates fail together without a split: by singles or a count. None if they may not."""
        short = self.chain(assumed)
        if short is not None:
            return short
        left, order, _ending = follow(self.masks, self.left, assumed, self.known)
        count = Program(self.masks, left).refutation()
        if count is None:
            return None
        forced = tuple(each.candidate for each in order[len(assumed) :])
        leaf = ReplayBranch(forced, count.truths[0], counted=SetCount(*count[:2]))
        return trimmed(leaf, partial(is_end, self.masks, self.masks.after(self.left, assumed)))


SHORT = 12  # forced candidates that are told in place of a count without looking for one


def _singles(masks: Masks, left: int) -> Iterator[Forced]:
    """Yield the candidates that are the last of a set and still exclude others."""
    for number, members in enumerate(masks.sets):
        here = members & left
        if here and not here & (here - 1):
            candidate = here.bit_length() - 1
            if left & masks.excluded[candidate]:
                yield Forced(candidate, number)


def trimmed(branch: ReplayBranch, is_enough: Callable[[ReplayBranch], bool]) -> ReplayBranch:
    """Return a branch with only those forced candidates that it needs."""
    for each in branch.forced[::-1]:
        forced = tuple(other for other in branch.forced if other != each)
        fewer = branch._replace(forced=forced)
        if is_enough(fewer):
            branch = fewer
    return branch


def left_after(masks: Masks, left: int, forced: Sequence[int]) -> int | None:
    """Return the candidates that are left, or None if one of `forced` does not follow from those before it."""
    for candidate in forced:
        if not any(
            left & masks.sets[number] == 1 << candidate for number in masks.sets_of[candidate]
        ):
            return None
        left &= ~masks.excluded[candidate]
    return left


def is_end(masks: Masks, left: int, leaf: ReplayBranch) -> bool:
    """Return whether a leaf's forced candidates follow, and its count empties the set that it says."""
    sets, after = masks.sets, left_after(masks, left, leaf.forced)
    if after is None:
        return False
    assert leaf.counted
    again = Certificate(*leaf.counted[:2], 0).again(masks, after)
    return again is not None and not after & sets[leaf.ending] & ~again.removed
