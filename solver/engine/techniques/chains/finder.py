"""Chains and loops of links: from a node that is false to one that is true, so one of the two is true.

What is weakly linked to both ends of such a chain is false. *X-chain*: all of one digit. *XY-chain*:
every strong link is a cell with two candidates. *AIC*: any links. A *discontinuous nice loop* comes
back to the candidate, or the cell, that it started from: the candidate is false, or true. *Grouped*
chains have a group or an almost locked set as a node.
"""

from collections.abc import Callable, Iterator

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
    Links,
    Reach,
    all_links,
    bivalue_links,
    digit_links,
    grouped_links,
    links_with_almost_locked_sets,
)
from .nice_loops import LONGEST, is_lasso, not_outdone, passes_once

X_CHAIN, XY_CHAIN, TURBOT = "X-chain", "XY-chain", "turbot fish"
AIC, DISCONTINUOUS = "AIC", "discontinuous nice loop"


def x_chains(position: Position, is_thorough: bool = False) -> Iterator[Deduction]:
    return in_each_digit(position, _nice_x_chains if is_thorough else _x_chains)


def _x_chains(position: Position, digit: int) -> Iterator[Deduction]:
    return _chains_of_digit(position, digit, X_CHAIN, range(4, 999))


def _nice_x_chains(position: Position, digit: int) -> Iterator[Deduction]:
    return _chains_of_digit(position, digit, X_CHAIN, range(4, LONGEST + 1), is_nice=True)


def turbot_fish(position: Position) -> Iterator[Deduction]:
    """Yield X-chains of two strong links."""
    return in_each_digit(position, _turbot_fish)


def _turbot_fish(position: Position, digit: int) -> Iterator[Deduction]:
    return _chains_of_digit(position, digit, TURBOT, range(4, 5))


def _chains_of_digit(
    position: Position, digit: int, name: str, lengths: range, is_nice: bool = False
) -> Iterator[Deduction]:
    if len(position.fact(strong_pairs)[digit]) < 2:
        return iter(())
    links = position.fact(digit_links, digit)
    if not links.doubted:
        return iter(())
    return _nice_chains(links, name, lengths) if is_nice else _chains(links, name, lengths)


def xy_chains(
    position: Position, is_thorough: bool = False, is_loose: bool = False
) -> Iterator[Deduction]:
    """Yield XY-chains of three cells or more. `is_loose` also yields chains of two, which are naked pairs."""
    links = position.fact(bivalue_links)
    if is_thorough:
        return _nice_chains(links, XY_CHAIN, range(6, LONGEST + 1))
    return _chains(links, XY_CHAIN, range(4 if is_loose else 6, 999))


def _nice_chains(links: Links, name: str, lengths: range) -> Iterator[Deduction]:
    """Yield chains that meet no cell twice, though X-chains may close, and each effect once."""
    done = set[int]()
    spend(links.total // 4)
    for start in bits(links.starts):
        of_digit = links.masks.all_cells << start // links.masks.cells * links.masks.cells
        removed_by = _removed_with(links, start, of_digit, start)
        if not removed_by:
            continue
        reach = links.reach(start, False)
        for level, nodes in enumerate(reach.trues):
            if 2 * level + 2 in lengths:
                for end in bits(nodes & mask_of(removed_by)):
                    removed = removed_by[end] & of_digit
                    if removed and removed not in done and passes_once(links, start, end, lengths):
                        done.add(removed)
                        yield _chain(links, name, start, reach, end, removed)


def _chains(links: Links, name: str, lengths: range) -> Iterator[Deduction]:
    """Yield each pair of ends of one digit once, by a shortest chain. `lengths` are numbers of nodes."""
    spend(links.total // 4)
    for start in bits(links.starts):
        of_digit = links.masks.all_cells << start // links.masks.cells * links.masks.cells
        removed_by = _removed_with(links, start, of_digit, start + 1)
        if not removed_by:
            continue
        reach = links.reach(start, False)
        for level, nodes in enumerate(reach.trues):
            if 2 * level + 2 in lengths:
                for end in bits(nodes & mask_of(removed_by)):
                    yield _chain(links, name, start, reach, end, removed_by[end])


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
        nodes = links.path_to_true(start, False, reach, end)
        return Proof(tuple(links.counts_of_chain(nodes, removed)), parts_of_nodes(links, nodes))

    return deduction_by_nodes(links, name, (start, end), removed, prove)


def parts_of_nodes(links: Links, nodes: list[int]) -> tuple[PatternPart, ...]:
    parts = []
    for node in nodes:
        digit, cells = links.what(node)
        parts.append(
            PatternPart(Role.NODE, tuple(links.masks.candidate(digit, c) for c in bits(cells)))
        )
    return tuple(parts)


def deduction_by_nodes(
    links: Links, name: str, ends: tuple[int, ...], removed: int, prove: Callable[[], Proof]
) -> Deduction:
    """Return a deduction by chains of nodes. Its evidence is the cells and digits of the `ends`, node numbers.

    `removed` is a mask of candidates, and `prove` makes the proof if it is wanted.
    """
    digits = cells = 0
    for end in ends:
        digit, where = links.what(end)
        digits |= 1 << (digit - 1)
        cells |= where
    return Deduction(name, removed, 0, cells, digits, prove)


def chain_of_nodes(
    position: Position, name: str, nodes: list[tuple[int, int]], removed: int, cells: int = 0
) -> Deduction:
    """Return the deduction of a chain of nodes, (digit, mask of cells) each, with strong links at both ends.

    `removed` is a mask of candidates. `cells` is a mask of more cells for the evidence.
    """

    def prove() -> Proof:
        links = Links(position)
        numbers = [links.node(digit, where) for digit, where in nodes]
        return Proof(tuple(links.counts_of_chain(numbers, removed)), parts_of_nodes(links, numbers))

    digits = 0
    for digit, where in nodes:
        digits |= 1 << (digit - 1)
        cells |= where
    return Deduction(name, removed, 0, cells, digits, prove)


def join_deductions(position: Position, name: str, one: Deduction, two: Deduction) -> Deduction:
    """Return two deductions as one with the technique `name`: it removes what both remove."""

    def prove() -> Proof:
        proofs = one.prove(), two.prove()
        return Proof(
            tuple(argument for proof in proofs for argument in proof.arguments),
            tuple(part for proof in proofs for part in proof.parts),
        )

    cells, digits = one.cells | two.cells, one.digits_mask | two.digits_mask
    return Deduction(name, one.removed | two.removed, 0, cells, digits, prove)


# --- AIC and nice loops -------------------------------------------------------------------------------


def links_of_groups(position: Position, almost: bool) -> Links:
    """Return the links between candidates and groups, and through almost locked sets if `almost`. Cached."""
    return position.fact(links_with_almost_locked_sets if almost else grouped_links)


def discontinuous(position: Position, is_thorough: bool = False) -> Iterator[Deduction]:
    return _discontinuous(position.fact(all_links), DISCONTINUOUS, is_thorough)


def grouped_discontinuous(
    position: Position, almost: bool = False, is_thorough: bool = False
) -> Iterator[Deduction]:
    links = links_of_groups(position, almost)
    return _discontinuous(links, f"grouped {DISCONTINUOUS}", is_thorough)


def aics(position: Position, is_thorough: bool = False) -> Iterator[Deduction]:
    return _aics(position.fact(all_links), AIC, is_thorough)


def grouped_aics(
    position: Position, almost: bool = False, is_thorough: bool = False
) -> Iterator[Deduction]:
    links = links_of_groups(position, almost)
    return _aics(links, f"grouped {AIC}", is_thorough)


def _discontinuous(links: Links, name: str, is_nice: bool) -> Iterator[Deduction]:
    """Yield loops, shortest first. `is_nice` yields only those that meet no cell twice."""
    position = links.position
    found: list[tuple[int, Deduction]] = []
    spend(links.total)
    for node in bits(position.candidates):
        if links.doubted >> node & 1 and (not is_nice or not is_lasso(links, node, True, node)):
            level = _level(links.reach(node, True).falses, node)
            refuted = deduction_by_nodes(links, name, (node,), 1 << node, _refuted(links, node))
            found.append((level, refuted))
        if links.strong[node]:
            reach = links.reach(node, False)
            if reach.true >> node & 1 and (not is_nice or not is_lasso(links, node, False, node)):
                digit, cell = links.masks.digit_and_cell(node)
                rest = position.in_cells(1 << cell, position.marks[cell] & ~(1 << (digit - 1)))
                if rest:
                    level = _level(reach.trues, node)
                    found.append((level, _chain(links, name, node, reach, node, rest)))
    yield from (each for _, each in sorted(found, key=lambda pair: pair[0]))


def _level(levels: list[int], node: int) -> int:
    return next(index for index, nodes in enumerate(levels) if nodes >> node & 1)


def _refuted(links: Links, node: int) -> Callable[[], Proof]:
    """Return the proof that a candidate makes itself false: the chain between its first and last links."""

    def prove() -> Proof:
        reach = links.reach(node, True)
        inner = links.path_to_false(node, reach, node)[1:-1]
        counts = tuple(links.counts_of_chain(inner, 1 << node))
        return Proof(counts, parts_of_nodes(links, [node, *inner, node]))

    return prove


def _aics(links: Links, name: str, is_nice: bool) -> Iterator[Deduction]:
    """Yield AICs, shortest first. What removes one candidate alone is a discontinuous loop through it.

    `is_nice` yields only those that meet no cell twice and do not end in a group.
    """
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
