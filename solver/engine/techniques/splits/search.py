"""Which splits fail in all their branches. Nothing is proved here: `trees` makes the proofs afterwards."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from ...core.deadline import spend
from ...core.masks import Masks, bits
from ..forcing.finder import follow, open_sets
from ..sets.program import Witness
from ..sets.trying import Trying

MOST_SETS = 10  # that a split inside a split tries, those with the fewest branches left first
MOST_INSIDE = 4  # members of such a set


class Tries(Protocol):
    """What is asked of candidates that are assumed together: whether one more may stay beside them."""

    masks: Masks
    left: int
    open: int

    def may_stay(self, assumed: tuple[int, ...], candidate: int) -> bool: ...

    def is_solved_with(self, assumed: Sequence[int]) -> bool: ...


class Split(NamedTuple):
    """A set, its alternatives, and the mask of candidates that each of them refutes."""

    number: int
    alternatives: tuple[int, ...]
    false: int


class SplitPlan(NamedTuple):
    """How assumed candidates fail: by themselves, or by a set whose alternatives all fail."""

    number: int = -1
    branches: tuple[tuple[int, "SplitPlan"], ...] = ()


def splits(trying: Trying) -> Iterator[Split]:
    """Yield each set whose alternatives all refute a candidate, the smallest sets first."""
    for number, members in open_sets(trying.masks, trying.left):
        spend(2)
        alternatives = tuple(bits(members))
        false = trying.open & ~members
        for each in alternatives:
            false &= ~trying.possible_beside((each,))
        unknown = {
            each: (
                false & ~trying.false_with.get(each, 0) & ~trying.masks.excluded[each]
            ).bit_count()
            for each in alternatives
        }
        for each in sorted(alternatives, key=lambda each: unknown[each]):
            if false:
                false = trying.false_beside(each, false)
        if false:
            yield Split(number, alternatives, false)


def nested(trying: Trying, depth: int) -> Iterator[tuple[int, SplitPlan]]:
    """Yield candidates that fail by splits of some depth, each with its plan, those that settle most first."""
    settled = {
        candidate: follow(trying.masks, trying.left, (candidate,))[0].bit_count()
        for candidate in bits(trying.open)
    }
    for candidate in sorted(settled, key=lambda each: (settled[each], each)):
        if trying.is_solved_with((candidate,)):
            continue
        solution = _solution_with(trying.masks, trying.left, candidate)
        if solution:
            trying.keep(Witness(solution, solution))  # no split can make it fail
            continue
        plan = plan_of(trying, (candidate,), depth)
        if plan:
            yield candidate, plan


def _solution_with(masks: Masks, left: int, candidate: int) -> int:
    """Return the candidates of a solution that has one, or 0 without any. It says what is not worth trying."""
    left, _order, ending = follow(masks, left, (candidate,))
    if ending >= 0:
        return 0
    sets = open_sets(masks, left)
    if not sets:
        return left
    return next(
        filter(None, (_solution_with(masks, left, each) for each in bits(sets[0][1]))),
        0,
    )


def plan_of(trying: Tries, assumed: tuple[int, ...], depth: int) -> SplitPlan | None:
    """Return how candidates that are assumed together fail, by splits of at most some depth, else None."""
    if not trying.may_stay(assumed[:-1], assumed[-1]):
        return SplitPlan()
    if not depth or trying.is_solved_with(assumed):
        return None
    left = trying.left
    for candidate in assumed:
        left, _order, ending = follow(trying.masks, left, (candidate,))
        if ending >= 0:
            return SplitPlan()
    chosen = list[tuple[int, int, int, tuple[int, ...]]]()
    for number, members in open_sets(trying.masks, left):
        if members.bit_count() > MOST_INSIDE or members & ~trying.open:
            continue
        alternatives = tuple(bits(members))
        if depth > 1:
            waiting = sum(trying.may_stay(assumed, each) for each in alternatives)
            chosen.append((waiting, len(chosen), number, alternatives))
        elif not any(trying.may_stay(assumed, each) for each in alternatives):
            return SplitPlan(number, tuple((each, SplitPlan()) for each in alternatives))
    for _waiting, _place, number, alternatives in sorted(chosen)[:MOST_SETS]:
        plan = _split(trying, assumed, number, alternatives, depth)
        if plan:
            return plan
    return None


def _split(
    trying: Tries, assumed: tuple[int, ...], number: int, alternatives: Sequence[int], depth: int
) -> SplitPlan | None:
    branches = []
    for candidate in alternatives:
        plan = plan_of(trying, (*assumed, candidate), depth - 1)
        if plan is None:
            return None
        branches.append((candidate, plan))
    return SplitPlan(number, tuple(branches))


def plan_along(trying: Tries, assumed: tuple[int, ...], cells: Sequence[int]) -> SplitPlan | None:
    """Return how assumed candidates fail if some cells are split, one after the other, else None."""
    if not trying.may_stay(assumed[:-1], assumed[-1]):
        return SplitPlan()
    if not cells:
        return None
    after = trying.masks.after(trying.left & trying.masks.sets[cells[0]], assumed)
    branches = []
    for candidate in bits(after):
        plan = plan_along(trying, (*assumed, candidate), cells[1:])
        if plan is None:
            return None
        branches.append((candidate, plan))
    return SplitPlan(cells[0], tuple(branches))
