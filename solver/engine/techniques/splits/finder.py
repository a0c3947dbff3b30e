"""Split: each digit of a cell, or each place of a digit, is tried, and what none of them allows is wrong.

A split is tried where no count is left. The candidate is assumed, and a cell or a digit's places in a unit are
followed one by one, the smallest first. Each branch ends with a set that has nothing left, or with a count that
shows it. On boards beyond 12×12 counts take too long, and they do not see that cells differ that share no unit,
a knight's move apart for example. So each branch ends by singles there. A *nested split*
splits its branches again, as few times as it takes. A puzzle with one solution
always has such a step.
"""

from collections.abc import Iterable, Iterator

from ...core.deadline import limited, nodes_left
from ...core.geometry import Geometry
from ...core.i18n import gettext, ngettext
from ...core.masks import Masks, bits, mask_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Replay, ReplayBranch, Role, depth_of, leaves_of
from ...core.proof_check import is_refuted
from ...core.steps import Step
from ..deduction import Deduction
from ..forcing.finder import LeftBySingles, no_tries
from ..rungs import LARGEST
from ..sets.trying import trying_at
from ..wording import say_candidates, say_each, say_removed, say_set_of
from .search import SplitPlan, nested, plan_of, splits
from .trees import Trees

SPLITS = SPLIT, NESTED = "split", "nested split"
DEEPEST = 12  # splits in splits, which no puzzle is known to need
MOST_NODES = 400_000  # of the search on a large board, for callers without a budget


def _is_worth_it(position: Position) -> bool:
    """Return whether a split is searched for. With most candidates open there are too many solutions."""
    is_over = position.fault or position.is_complete
    return (
        not is_over
        and 2 * position.candidates.bit_count()
        <= position.masks.geometry.cell_count * (position.masks.geometry.size)
    )


def ends_by_singles(masks: Masks) -> bool:
    """Return whether branches end by singles: on large boards, and where cells differ that share no unit."""
    return masks.size > LARGEST or len(masks.links) > len(masks.units)


def find(position: Position) -> Iterator[Deduction]:
    """Yield the split of the smallest set that has one, with all that it removes."""
    if not _is_worth_it(position):
        return
    if ends_by_singles(position.masks):
        yield from _by_singles(position, range(1, 2))
        return
    masks = position.masks
    trees = Trees(masks, position.candidates | position.placed)
    for split in splits(trying_at(position)):
        made = (
            (candidate, trees.by_split(candidate, split.number, split.alternatives))
            for candidate in bits(split.false)
        )
        replays = holding(masks, trees.left, made)
        if replays:
            yield _deduction(position, SPLIT, replays, split.alternatives)
            return


def holding(
    masks: Masks, left: int, trees: Iterable[tuple[int, ReplayBranch | None]]
) -> list[Replay]:
    """Return the replays that hold after those before them removed their candidates."""
    replays = []
    for candidate, tree in trees:
        if tree and is_refuted(masks.geometry, left, Replay(candidate, tree)):
            replays.append(Replay(candidate, tree))
            left &= ~(1 << candidate)
    return replays


def find_nested(position: Position) -> Iterator[Deduction]:
    """Yield one candidate that fails by splits in splits, one in the other as few times as possible."""
    if not _is_worth_it(position):
        return
    if ends_by_singles(position.masks):
        yield from _by_singles(position, range(2, DEEPEST))
        return
    trees = Trees(position.masks, position.candidates | position.placed)
    for depth in range(2, DEEPEST):
        for candidate, plan in nested(trying_at(position), depth):
            tree = trees.by_plan((candidate,), plan)
            if tree:
                start = trees.left & ~position.masks.excluded[candidate]
                alternatives = tuple(bits(start & position.masks.sets[tree.ending]))
                yield _deduction(position, NESTED, [Replay(candidate, tree)], alternatives)
                return


def _by_singles(position: Position, depths: Iterable[int]) -> Iterator[Deduction]:
    """Yield one candidate that fails by splits, as long as a quarter of the budget is left.

    It is for what follows if the search for a proof takes too long.
    """
    reserve = position.kept(_quarter_of_budget, "reserve", None)
    found = None
    with limited(max(nodes_left(MOST_NODES) - reserve, 0)):
        found = _first_by_singles(position, depths)
    if found:
        candidate, plan = found
        tree = Trees(position.masks, position.candidates | position.placed).by_plan(
            (candidate,), plan
        )
        assert tree  # every leaf ends by singles
        name = NESTED if depth_of(tree) > 1 else SPLIT
        alternatives = position.candidates & position.masks.sets[tree.ending]
        yield _deduction(position, name, [Replay(candidate, tree)], tuple(bits(alternatives)))


def _first_by_singles(position: Position, depths: Iterable[int]) -> tuple[int, SplitPlan] | None:
    """Return a candidate that fails by splits of the first depth at which one does, with its plan.

    Those that leave least are tried first, but after all others if they did not fail at an earlier position.
    """
    singles = position.fact(LeftBySingles)
    tries = position.kept(no_tries, "tries", None)
    ordered = sorted(
        bits(singles.open & ~singles.solution),
        key=lambda each: (tries.get(each, 0), singles.after((each,)).bit_count(), each),
    )
    for depth in depths:
        for candidate in ordered:
            plan = plan_of(singles, (candidate,), depth)
            if plan:
                return candidate, plan
            tries[candidate] = tries.get(candidate, 0) + 1
    return None


def _quarter_of_budget(_position: Position, _about: object) -> int:
    return nodes_left(MOST_NODES) // 4


def _deduction(
    position: Position, name: str, replays: list[Replay], alternatives: tuple[int, ...]
) -> Deduction:
    masks = position.masks
    parts = [PatternPart(Role.ALTERNATIVES, alternatives)]
    if len(replays) == 1:
        parts.insert(0, PatternPart(Role.ASSUMED, (replays[0].assumed,)))
    proof = Proof(tuple(replays), tuple(parts))
    removed = [each.assumed for each in replays]
    digits = mask_of(each // masks.cells for each in removed)
    cells = mask_of(each % masks.cells for each in alternatives)
    return Deduction(name, mask_of(removed), 0, cells, digits, lambda: proof)


def explain(geometry: Geometry, step: Step) -> str:
    """Return the sentences that a person reads about the step."""
    first = next(each for each in step.arguments if isinstance(each, Replay))
    facts = {
        "alternatives": say_each(geometry, step.parts_of(Role.ALTERNATIVES)[0]),
        "removed": say_removed(geometry, step),
        "set": say_set_of(geometry, first.branch.ending),
    }
    if step.technique == SPLIT:
        return gettext(
            "One of {alternatives} is true, because nothing else is left for {set}. Each of them rules out "
            "{removed}.",
            **facts,
        )
    return gettext(
        "Suppose {assumed}. One of {alternatives} is true then, because nothing else is left for {set}. "
        "Each of them fails, {leaves}. So {removed} cannot be.",
        assumed=say_candidates(geometry, (first.assumed,)),
        leaves=say_leaves(first.branch),
        **facts,
    )


def say_leaves(branch: ReplayBranch) -> str:
    leaves = len(list(leaves_of(branch)))
    return ngettext("in {count} branch", "in {count} branches altogether", leaves)
