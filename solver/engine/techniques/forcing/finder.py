"""Forcing chains and nets: a digit in a cell leads to a contradiction, or all alternatives lead to the
same result.

*Contradiction*: a candidate is false if it leaves a cell without candidates or a unit without a place
for a digit. *Verity*: what every candidate of a cell, or every place of a digit in a unit, makes false
is false. In a *chain* each conclusion follows from the one before it, along a link. In a *net* it
follows from all those before it, as cells and units come down to one candidate.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_list
from ...core.masks import Masks, bits, mask_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Replay, ReplayBranch, Role
from ...core.steps import Step
from ..chains.links import all_links
from ..deduction import Deduction
from ..rungs import LARGEST
from ..wording import say_candidates, say_chains, say_each, say_removed, say_set_of

CHAIN_CONTRADICTION, CHAIN_VERITY = "forcing chain contradiction", "forcing chain verity"
NET_CONTRADICTION, NET_VERITY = "forcing net contradiction", "forcing net verity"


class Implications(NamedTuple):
    """What a candidate makes false, and whether it cannot be true at all."""

    false: int
    is_impossible: bool


def chain_contradictions(position: Position) -> Iterator[Deduction]:
    for candidate, closure in position.fact(_static_closures).items():
        if closure.is_impossible:
            yield _contradiction(position, CHAIN_CONTRADICTION, candidate)


def chain_verities(position: Position) -> Iterator[Deduction]:
    """Yield each candidate that all alternatives of a cell or unit make false, by the fewest alternatives.

    Each comes once. With two alternatives it would be an AIC. Such a candidate contradicts itself as well, so
    an easier technique of the ladder has it.
    """
    closures, sets, done = position.fact(_static_closures), position.masks.sets, 0
    candidates, links = position.candidates, position.fact(all_links)
    open_sets = [
        (number, members & candidates)
        for number, members in enumerate(sets)
        if not members & position.placed and (members & candidates).bit_count() > 2
    ]
    for number, alternatives in sorted(open_sets, key=lambda each: each[1].bit_count()):
        spend(2)
        removed, seen = candidates & ~alternatives & ~done, candidates
        for candidate in bits(alternatives):
            removed &= closures[candidate].false
            seen &= links.weak[candidate]
        for target in bits(removed & ~seen):
            done |= 1 << target
            yield _chain_verity(position, number, alternatives, target)


def _chain_verity(position: Position, number: int, alternatives: int, target: int) -> Deduction:
    links = position.fact(all_links)
    cells, digits = _cells_and_digits(position.masks, alternatives)

    def prove() -> Proof:
        starts = tuple(bits(alternatives))
        count, chains = links.chains_to(starts, target, (number,), ())
        shown = (PatternPart(Role.CHAIN, tuple(nodes)) for nodes in chains)
        return Proof((count,), (PatternPart(Role.ALTERNATIVES, starts), *shown))

    return Deduction(CHAIN_VERITY, 1 << target, 0, cells, digits, prove)


def forcing_nets(position: Position) -> Iterator[Deduction]:
    if position.masks.size > LARGEST:
        return _by_small_sets(position)
    return _conclusions(position, position.fact(_closures))


def _by_small_sets(position: Position) -> Iterator[Deduction]:
    """Yield contradictions one by one, because to follow all candidates of a large board takes too long.

    If one of two candidates goes, the other one is true. So those of the smallest sets come first, but after
    all others if they did not fail at an earlier position.
    """
    singles, done = position.fact(LeftBySingles), position.solution
    tries = position.kept(no_tries, "tries of nets", None)
    by_size = open_sets(position.masks, singles.left)
    for number, members in sorted(by_size, key=lambda each: tries.get(each[0], 0)):
        for candidate in bits(members & ~done):
            if not singles.after((candidate,)):
                yield _contradiction(position, NET_CONTRADICTION, candidate)
        done |= members
        tries[number] = tries.get(number, 0) + 1


def no_tries(_position: Position, _about: object) -> dict[int, int]:
    """Return how often each set or candidate was tried in vain, for a search that counts this on."""
    return {}


def _static_closures(position: Position) -> dict[int, Implications]:
    links, sets = position.fact(all_links), position.masks.sets
    candidates, closures = position.candidates, {}
    open_sets = [each for each in sets if not each & position.placed]
    for candidate in bits(candidates):
        spend(8)
        true, false = links.closure(candidate)
        in_set = (candidates & ~false).__and__
        is_impossible = bool(true & false) or not all(map(in_set, open_sets))
        closures[candidate] = Implications(false, is_impossible)
    return closures


def _closures(position: Position) -> dict[int, Implications]:
    masks, start = position.masks, position.candidates | position.placed
    closures = {}
    for candidate in bits(position.candidates):
        left, _, ending = follow(masks, start, (candidate,))
        closures[candidate] = Implications(start & ~left, ending >= 0)
    return closures


class Forced(NamedTuple):
    """A candidate that a set came down to, or -1 as `by` if it was assumed."""

    candidate: int
    by: int


def follow(
    masks: Masks, left: int, assumed: tuple[int, ...], known: Iterable[Forced] = ()
) -> tuple[int, list[Forced], int]:
    """Place candidates that are forced if `assumed` are true, until nothing follows or a set is empty.

    Return the candidates left (a mask), the forced ones in order, and the number of the empty set or -1. A set
    of one candidate forces it as soon as it appears. Those that exist before have to be `known`. `left` is the
    mask of candidates at the beginning.
    """
    sets, sets_of, excluded = masks.sets, masks.sets_of, masks.excluded
    queue = [*(Forced(candidate, -1) for candidate in assumed), *known]
    queued = mask_of(forced.candidate for forced in queue)
    for forced in queue:
        spend(6)
        gone = left & excluded[forced.candidate]
        left ^= gone
        while gone:
            low = gone & -gone
            gone ^= low
            for number in sets_of[low.bit_length() - 1]:
                rest = left & sets[number]
                if not rest & (rest - 1) and not rest & queued:
                    if not rest:
                        return left, queue, number
                    queued |= rest
                    queue.append(Forced(rest.bit_length() - 1, number))
    return left, queue, -1


class LeftBySingles:
    """What singles leave at a position if candidates are assumed, worked out once."""

    def __init__(self, position: Position) -> None:
        self.masks, self.open = position.masks, position.candidates
        self.left = self.open | position.placed
        self.solution = position.solution
        self._after: dict[tuple[int, ...], int] = {(): self.left}

    def after(self, assumed: tuple[int, ...]) -> int:
        """Return the candidates that are left beside some that are assumed, or 0 if these fail."""
        left = self._after.get(assumed)
        if left is None:
            left, candidate = self.after(assumed[:-1]), assumed[-1]
            if left >> candidate & 1:
                left, _order, ending = follow(self.masks, left, (candidate,))
                left = left if ending < 0 else 0
            else:
                left = 0
            self._after[assumed] = left
        return left

    def may_stay(self, assumed: tuple[int, ...], candidate: int) -> bool:
        return bool(self.after((*assumed, candidate)))

    def is_solved_with(self, assumed: Sequence[int]) -> bool:
        return bool(self.solution) and all(self.solution >> each & 1 for each in assumed)


def open_sets(masks: Masks, left: int) -> list[tuple[int, int]]:
    """Return the sets with several candidates left, with these, the smallest first, each effect once."""
    found: dict[int, int] = {}
    for number, members in enumerate(masks.sets):
        here = members & left
        if here & (here - 1):
            found.setdefault(here, number)
    return sorted(
        ((number, here) for here, number in found.items()),
        key=lambda each: (each[1].bit_count(), each[0]),
    )


def _conclusions(position: Position, closures: dict[int, Implications]) -> Iterator[Deduction]:
    impossible = 0
    for candidate, closure in closures.items():
        if closure.is_impossible:
            impossible |= 1 << candidate
            yield _contradiction(position, NET_CONTRADICTION, candidate)
    candidates = position.candidates
    for number, members in enumerate(position.masks.sets):
        spend()
        alternatives = members & candidates
        if (
            members & position.placed
            or alternatives & impossible
            or not alternatives & (alternatives - 1)
        ):
            continue
        removed = candidates & ~impossible & ~alternatives
        for candidate in bits(alternatives):
            removed &= closures[candidate].false
            if not removed:
                break
        # What all of them see needs no chain: it is pointing, or another easy rule.
        if removed:
            yield _verity(position, number, alternatives, removed)


def _contradiction(position: Position, name: str, candidate: int) -> Deduction:
    digit, cell = position.masks.digit_and_cell(candidate)

    def prove() -> Proof:
        start = position.candidates | position.placed
        replay = Replay(candidate, refute(position.masks, start, (candidate,)))
        return Proof((replay,), (PatternPart(Role.ASSUMED, (candidate,)),))

    return Deduction(name, 1 << candidate, 0, 1 << cell, 1 << (digit - 1), prove)


def refute(
    masks: Masks, start: int, assumed: tuple[int, ...], known: Iterable[Forced] = ()
) -> ReplayBranch:
    """Return the forced candidates, in order, by which `assumed` leave a set empty, and the set's number.

    Forced candidates that do not lead there are left out. `start` is the mask of candidates at the beginning.
    Sets that have one candidate there have to be `known`.
    """
    _, order, ending = follow(masks, start, assumed, known)
    needed = {ending}
    forced = []
    for index in range(len(order) - 1, len(assumed) - 1, -1):
        spend(1 + len(needed) // 8)
        candidate, by = order[index]
        bit = masks.excluded[candidate]
        if any(
            _falls_to(masks, start, order, index, number)
            for number in needed
            if bit & masks.sets[number]
        ):
            forced.append(candidate)
            needed.add(by)
    return ReplayBranch(tuple(forced[::-1]), ending)


def _falls_to(masks: Masks, start: int, order: list[Forced], index: int, number: int) -> bool:
    """Return whether a set lost something to this candidate that none before it had taken."""
    spend(1 + index // 16)
    left = start & masks.sets[number]
    for forced in order[:index]:
        left &= ~masks.excluded[forced.candidate]
    return bool(left & masks.excluded[order[index].candidate])


def _cells_and_digits(masks: Masks, candidates: int) -> tuple[int, int]:
    cells = mask_of(candidate % masks.cells for candidate in bits(candidates))
    return cells, mask_of(candidate // masks.cells for candidate in bits(candidates))


def _verity(position: Position, number: int, alternatives: int, removed: int) -> Deduction:
    masks = position.masks
    cells, digits = _cells_and_digits(masks, alternatives)

    def prove() -> Proof:
        left, arguments = position.candidates | position.placed, []
        known: list[Forced] = []
        empty = -1
        for candidate in bits(removed):
            if empty >= 0:  # there is no solution, so anything follows
                arguments.append(Replay(candidate, ReplayBranch((), empty)))
                continue
            after = left & ~masks.excluded[candidate]
            branches = tuple(
                refute(masks, left, (candidate, other), known)
                for other in bits(after & masks.sets[number])
            )
            arguments.append(Replay(candidate, ReplayBranch((), number, branches)))
            # What is refuted is false for those after it.
            left &= ~(1 << candidate)
            for fewer in masks.sets_of[candidate]:
                rest = left & masks.sets[fewer]
                if not rest:
                    empty = fewer
                elif not rest & (rest - 1):
                    known.append(Forced(rest.bit_length() - 1, fewer))
        return Proof(tuple(arguments), (PatternPart(Role.ALTERNATIVES, tuple(bits(alternatives))),))

    return Deduction(NET_VERITY, removed, 0, cells, digits, prove)


def explain(geometry: Geometry, step: Step) -> str:
    replays = [each for each in step.arguments if isinstance(each, Replay)]
    if step.technique in (CHAIN_CONTRADICTION, NET_CONTRADICTION):
        branch = replays[0].branch
        facts = {
            "assumed": say_candidates(geometry, (replays[0].assumed,)),
            "ending": say_set_of(geometry, branch.ending),
        }
        if branch.branches:
            forced = [
                say_candidates(geometry, (each,)) for each in (replays[0].assumed, *branch.forced)
            ]
            return gettext(
                "With {forced}, everything that is left for {ending} fails: {left}. So "
                "{assumed} is false.",
                forced=say_list(forced),
                left=say_each(geometry, step.parts_of(Role.ALTERNATIVES)[0]),
                **facts,
            )
        if not branch.forced:
            return gettext("With {assumed} nothing is left for {ending}, so it is false.", **facts)
        return gettext(
            "With {assumed} the following are forced one after the other: {forced}."
            " Nothing is left for {ending} then, so {assumed} is false.",
            forced=", ".join(say_candidates(geometry, (candidate,)) for candidate in branch.forced),
            **facts,
        )
    facts = {
        "alternatives": say_each(geometry, step.parts_of(Role.ALTERNATIVES)[0]),
        "removed": say_removed(geometry, step),
    }
    if step.technique == CHAIN_VERITY:
        return gettext(
            "One of {alternatives} is true, and each of them makes {removed} false: {chains}.",
            chains=say_list(say_chains(geometry, step, Role.CHAIN)),
            **facts,
        )
    return gettext("One of {alternatives} is true, and each of them rules out {removed}.", **facts)
