"""Chains and loops of links: from a node that is false to one that is true, so one of the two is true.

What is weakly linked to both ends of such a chain is false. *X-chain*: all of one digit. *XY-chain*:
every strong link is a cell with two candidates. *AIC*: any links. A *discontinuous nice loop* comes
back to the candidate, or the cell, that it started from: the candidate is false, or true. *Grouped*
chains have a group or an almost locked set as a node.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext
from ...core.masks import bits, mask_of
from ...core.position import Position, strong_pairs
from ...core.proof import PatternPart, Proof, Role
from ...core.steps import Step, candidate_numbers
from ..deduction import Deduction
from ..templates.finder import in_each_digit
from ..wording import say_candidates, say_chain, say_removed
from .links import (
    GROUPED,
    Links,
    Reach,
    all_links,
    bivalue_links,
    digit_links,
    grouped_links,
    level_of,
    links_with_almost_locked_sets,
)
from .nice_loops import LONGEST, is_lasso, not_outdone, passes_once

X_CHAIN, XY_CHAIN, TURBOT = "X-chain", "XY-chain", "turbot fish"
AIC, DISCONTINUOUS = "AIC", "discontinuous nice loop"
GROUPED_AIC, GROUPED_LOOP = GROUPED + AIC, GROUPED + DISCONTINUOUS


def _of_digit(
    position: Position, digit: int, name: str, lengths: range, is_nice: bool = False
) -> Iterator[Deduction]:
    if len(position.fact(strong_pairs)[digit]) < 2:
        return iter(())
    links = position.fact(digit_links, digit)
    return _chains(links, name, lengths, is_nice) if links.doubted else iter(())


_x_chains = in_each_digit(partial(_of_digit, name=X_CHAIN, lengths=range(4, 999)))
_nice_x_chains = in_each_digit(
    partial(_of_digit, name=X_CHAIN, lengths=range(4, LONGEST + 1), is_nice=True)
)
# X-chains of two strong links.
turbot_fish = in_each_digit(partial(_of_digit, name=TURBOT, lengths=range(4, 5)))


def x_chains(position: Position, is_thorough: bool = False) -> Iterator[Deduction]:
    return _nice_x_chains(position) if is_thorough else _x_chains(position)


def xy_chains(
    position: Position, is_thorough: bool = False, is_loose: bool = False
) -> Iterator[Deduction]:
    """Yield XY-chains of three cells or more. `is_loose` also yields chains of two, which are naked pairs."""
    links = position.fact(bivalue_links)
    if is_thorough:
        return _chains(links, XY_CHAIN, range(6, LONGEST + 1), is_nice=True)
    return _chains(links, XY_CHAIN, range(4 if is_loose else 6, 999))


def _chains(links: Links, name: str, lengths: range, is_nice: bool = False) -> Iterator[Deduction]:
    """Yield each pair of ends of one digit once, by a shortest chain. `lengths` are numbers of nodes.

    If `is_nice`, yield chains that meet no cell twice, though X-chains may close, and each effect once.
    """
    done = {0}
    spend(links.total // 4)
    for start in bits(links.starts):
        of_digit = links.masks.all_cells << start // links.masks.cells * links.masks.cells
        removed_by = _removed_with(links, start, of_digit, start if is_nice else start + 1)
        if not removed_by:
            continue
        reach = links.reach(start, False)
        for level, nodes in enumerate(reach.trues):
            if 2 * level + 2 in lengths:
                for end in bits(nodes & mask_of(removed_by)):
                    removed = removed_by[end]
                    if is_nice:
                        removed &= of_digit
                        if removed in done or not passes_once(links, start, end, lengths):
                            continue
                        done.add(removed)
                    yield _chain(links, name, start, reach, end, removed)


def _removed_with(links: Links, start: int, of_digit: int, first: int) -> dict[int, int]:
    """Return what a chain from node `start` removes, by its end, a node of the same digit from `first` on.

    It is what both exclude, even if the chains may not use these links.
    """
    excluded = links.masks.excluded
    mine = excluded[start] & links.candidates
    ends = (links.without(start).true & of_digit) >> first << first if mine else 0
    return {end: removed for end in bits(ends) if (removed := mine & excluded[end])}


def _chain(links: Links, name: str, start: int, reach: Reach, end: int, removed: int) -> Deduction:
    def prove() -> Proof:
        nodes = links.path_to_true(reach, end)
        return Proof(tuple(links.counts_of_chain(nodes, removed)), parts_of_nodes(links, nodes))

    return deduction_by_nodes(links, name, (start, end), removed, prove)


def parts_of_nodes(links: Links, nodes: list[int]) -> tuple[PatternPart, ...]:
    floors = links.masks.floors
    return tuple(
        PatternPart(Role.NODE, tuple(bits(cells << floors[digit])))
        for digit, cells in map(links.what, nodes)
    )


def deduction_by_nodes(
    links: Links, name: str, ends: tuple[int, ...], removed: int, prove: Callable[[], Proof]
) -> Deduction:
    """Return a deduction by chains of nodes. Its evidence is the cells and digits of the `ends`, node numbers.

    `removed` is a mask of candidates, and `prove` makes the proof if it is wanted.
    """
    cells, digits = _evidence(map(links.what, ends))
    return Deduction(name, removed, 0, cells, digits, prove)


def _evidence(nodes: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return the masks of the cells and of the digits of nodes, (digit, mask of cells) each."""
    cells = digits = 0
    for digit, where in nodes:
        digits |= 1 << (digit - 1)
        cells |= where
    return cells, digits


def chain_of_nodes(
    position: Position, name: str, nodes: list[tuple[int, int]], removed: int
) -> Deduction:
    """Return the deduction of a chain of nodes, (digit, mask of cells) each, with strong links at both ends.

    `removed` is a mask of candidates.
    """

    def prove() -> Proof:
        links = Links(position)
        numbers = [links.node(digit, where) for digit, where in nodes]
        return Proof(tuple(links.counts_of_chain(numbers, removed)), parts_of_nodes(links, numbers))

    cells, digits = _evidence(nodes)
    return Deduction(name, removed, 0, cells, digits, prove)


def join_deductions(name: str, one: Deduction, two: Deduction) -> Deduction:
    """Return two deductions as one with the technique `name`: it removes what both remove."""

    def prove() -> Proof:
        first, second = one.prove(), two.prove()
        return Proof(first.arguments + second.arguments, first.parts + second.parts)

    cells, digits = one.cells | two.cells, one.digits_mask | two.digits_mask
    return Deduction(name, one.removed | two.removed, 0, cells, digits, prove)


# --- AIC and nice loops -------------------------------------------------------------------------------


def links_of(position: Position, is_grouped: bool, almost: bool) -> Links:
    """Return the links between candidates, and groups if `is_grouped`. Cached.

    `almost` adds those through almost locked sets.
    """
    if not is_grouped:
        return position.fact(all_links)
    return position.fact(links_with_almost_locked_sets if almost else grouped_links)


def discontinuous(
    position: Position, is_grouped: bool, almost: bool = False, is_nice: bool = False
) -> Iterator[Deduction]:
    """Yield loops, shortest first. `is_nice` yields only those that meet no cell twice."""
    links = links_of(position, is_grouped, almost)
    name = GROUPED_LOOP if is_grouped else DISCONTINUOUS
    found: list[tuple[int, Deduction]] = []
    spend(links.total)
    for node in bits(position.candidates):
        if links.doubted >> node & 1 and (not is_nice or not is_lasso(links, node, True, node)):
            level = level_of(links.reach(node, True).falses, node)
            refuted = deduction_by_nodes(links, name, (node,), 1 << node, _refuted(links, node))
            found.append((level, refuted))
        if links.strong[node]:
            reach = links.reach(node, False)
            if reach.true >> node & 1 and (not is_nice or not is_lasso(links, node, False, node)):
                digit, cell = links.masks.digit_and_cell(node)
                rest = position.in_cells(1 << cell, position.marks[cell] & ~(1 << (digit - 1)))
                if rest:
                    level = level_of(reach.trues, node)
                    found.append((level, _chain(links, name, node, reach, node, rest)))
    yield from (each for _, each in sorted(found, key=lambda pair: pair[0]))


def _refuted(links: Links, node: int) -> Callable[[], Proof]:
    """Return the proof that a candidate makes itself false: the chain between its first and last links."""

    def prove() -> Proof:
        reach = links.reach(node, True)
        inner = links.path_to_false(reach, node)[1:-1]
        counts = tuple(links.counts_of_chain(inner, 1 << node))
        return Proof(counts, parts_of_nodes(links, [node, *inner, node]))

    return prove


def aics(
    position: Position, is_grouped: bool, almost: bool = False, is_nice: bool = False
) -> Iterator[Deduction]:
    """Yield AICs, shortest first. What removes one candidate alone is a discontinuous loop through it.

    `is_nice` yields only those that meet no cell twice and do not end in a group.
    """
    links, name = links_of(position, is_grouped, almost), GROUPED_AIC if is_grouped else AIC
    weak, found = links.weak, list[tuple[int, Deduction]]()
    spend(links.total)
    ends = (1 << (links.total if is_nice else len(links.strong))) - 1
    for start in bits(ends & links.starts):
        mine = weak[start] & links.doubted
        if not mine & (mine - 1):
            continue
        reach = links.reach(start, False)
        for level, nodes in enumerate(reach.trues):
            for end in bits((nodes & ends) >> start + 1 << start + 1):
                removed = mine & weak[end]
                if removed & (removed - 1) and (
                    not is_nice or not is_lasso(links, start, False, end)
                ):
                    found.append((level, _chain(links, name, start, reach, end, removed)))
    found.sort(key=lambda pair: pair[0])
    yield from not_outdone(found, links.masks.cells) if is_nice else (each for _, each in found)


def explain(geometry: Geometry, step: Step) -> str:
    nodes = step.parts_of(Role.NODE)
    first, last = say_candidates(geometry, nodes[0]), say_candidates(geometry, nodes[-1])
    removed = say_removed(geometry, step)
    gone = candidate_numbers(geometry, step.removed)
    if nodes[0] == nodes[-1] and set(nodes[0]) <= set(gone):
        return gettext(
            "If {first} were true, it would follow that it is false: {chain}. So **it is false**.",
            first=first,
            chain=say_chain(geometry, nodes, begins_strong=False),
        )
    if nodes[0] == nodes[-1]:
        return gettext(
            "If {first} were false, it would follow that it is true: {chain}. So **it is true**.",
            first=first,
            chain=say_chain(geometry, nodes),
        )
    if step.technique.startswith("dual"):
        return gettext(
            "Two chains through the same box, shown as one: one end of each is true. This "
            "rules out {removed}.",
            removed=removed,
        )
    return gettext(
        "If {first} is false, {last} is true: {chain}. So **one of the two is true**, and what "
        "both rule out is false: {removed}.",
        first=first,
        last=last,
        chain=say_chain(geometry, nodes),
        removed=removed,
    )
