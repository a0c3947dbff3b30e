"""The chains of a step, read from its proof: nodes in order, and the sets behind each strong link."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..core.geometry import Geometry
from ..core.proof import SetCount, digit_and_unit
from ..core.steps import Step, candidate_numbers

Node = tuple[int, ...]  # candidates of one digit: true if one of them is


class Chain(NamedTuple):
    """Nodes that are linked strongly and weakly in turn.

    `behind` has the truths of each strong link, in order, or None if the proof has no set for a link. A loop
    has its first node again at the end.
    """

    nodes: tuple[Node, ...]
    begins_strong: bool
    behind: tuple[tuple[int, ...] | None, ...]

    def is_strong(self, place: int) -> bool:
        """Return whether the link from the node at index `place` to the next one is strong."""
        return (place % 2 == 0) == self.begins_strong

    @property
    def strong_links(self) -> Iterator[tuple[Node, Node, tuple[int, ...] | None]]:
        """(node, node, truths) of each strong link.

        The truths are the numbers of the sets behind it, or None.
        """
        first = 0 if self.begins_strong else 1
        for number, behind in enumerate(self.behind):
            at = first + 2 * number
            yield self.nodes[at], self.nodes[at + 1], behind


def chains_in(geometry: Geometry, step: Step, nodes: Sequence[Node]) -> list[Chain]:
    """Return the chains that a step's nodes form, one after the other if the step joins several."""
    if len(nodes) < 2:
        return []
    removed = set(candidate_numbers(geometry, step.removed))
    groups = list(
        dict.fromkeys(
            argument.truths for argument in step.arguments if isinstance(argument, SetCount)
        )
    )
    refutes = nodes[0] == nodes[-1] and set(nodes[0]) <= removed and len(nodes) % 2 == 0
    if refutes:
        behind = _behind(geometry, nodes[1:-1], groups[0]) if groups else None
        return [Chain(tuple(nodes), False, _or_none(behind, len(nodes) // 2 - 1))]
    found: list[Chain] = []
    rest = list(nodes)
    for truths in groups:
        behind = _behind(geometry, rest, truths)
        if not behind:
            break
        length = 2 * len(behind)
        if len(rest) == length + 1 and rest[length] == rest[0]:
            length += 1
        found.append(Chain(tuple(rest[:length]), True, tuple(behind)))
        rest = rest[length:]
        if len(rest) < 2:
            return found
    return [*found, Chain(tuple(rest), True, _or_none(None, len(rest) // 2))]


def _or_none(
    behind: list[tuple[int, ...]] | None, length: int
) -> tuple[tuple[int, ...] | None, ...]:
    return (None,) * length if behind is None else tuple(behind)


def _behind(
    geometry: Geometry, nodes: Sequence[Node], truths: tuple[int, ...]
) -> list[tuple[int, ...]] | None:
    """Return the truths of each strong link in order, or None if they do not fit the links."""
    if not truths:
        return []
    if len(nodes) < 2:
        return None
    for count in range(1, len(truths) + 1):
        if _can_be_behind(geometry, nodes[0], nodes[1], truths[:count]):
            rest = _behind(geometry, nodes[2:], truths[count:])
            if rest is not None:
                return [truths[:count], *rest]
    return None


def _can_be_behind(geometry: Geometry, one: Node, two: Node, truths: tuple[int, ...]) -> bool:
    cells = {candidate % geometry.cell_count for candidate in (*one, *two)}
    first = digit_and_unit(geometry, truths[0])
    if first:
        digit, unit = first
        digits = {candidate // geometry.cell_count + 1 for candidate in (*one, *two)}
        return len(truths) == 1 and digits == {digit} and cells <= set(geometry.links[unit].cells)
    # A cell with two digits, or the cells of an almost locked set.
    return cells <= set(truths)
