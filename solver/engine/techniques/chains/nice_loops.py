"""Chains and loops as HoDoKu's regression library has them: they meet no cell twice, and none is outdone.

Here every chain counts, because each of its links is right by itself. Only for the library, *lassos*, which
meet a cell twice, are left out, and chains that a shorter one outdoes.
"""

from collections.abc import Iterable, Iterator

from ...core.deadline import spend
from ...core.masks import bits
from ..deduction import Deduction
from .links import Links, Reach

MOST_LOOKS = 3_000  # nodes to look at on the ways to an end. Beyond that nothing is called a lasso
LONGEST = 20  # nodes of a chain that HoDoKu finds


def passes_once(links: Links, start: int, end: int, lengths: range) -> bool:
    """Return whether a chain from node `start` to node `end`, one of which is true, meets no cell twice.

    It may close. `lengths` are the numbers of nodes that it may have. Return True too if there are too many
    chains to look at.
    """
    left = {
        node: 2 * level  # links to the end at least
        for level, nodes in enumerate(links.reach(end, False).falses)
        for node in bits(nodes)
    }
    waiting: list[tuple[int, ...]] = [(start,)]
    for _ in range(MOST_LOOKS):
        if not waiting:
            return False
        path = waiting.pop()
        spend()
        is_false = len(path) % 2 == 1
        met = {links.cells_of(node) for node in path[:-1]}
        for node in bits((links.strong if is_false else links.weak)[path[-1]]):
            if is_false and node == end and len(path) + 1 in lengths:
                return True
            if links.cells_of(node) not in met and (
                not is_false or len(path) + 1 + left.get(node, LONGEST) < lengths.stop
            ):
                waiting.append((*path, node))
    return True


def is_lasso(links: Links, start: int, is_true: bool, end: int) -> bool:
    """Return whether every shortest chain from node `start` to node `end` meets a cell twice.

    `is_true` says whether `start` is true. If `start` and `end` are the same, the chain is a nice loop: it may
    stay within the cell at one end only. Return False too if there are too many chains to look at.
    """
    levels = _levels(links.reach(start, is_true), is_true)
    # Odd levels are what a false start makes true, or a true start false.
    place = next(at for at in range(1, len(levels), 2) if levels[at] >> end & 1)
    for looks, path in enumerate(paths_back(links, levels[: place + 1], is_true, end)):
        if path and (_is_nice(links, path) if start == end else _meets_none_twice(links, path)):
            return False
        if looks > MOST_LOOKS:
            return False
    return True


def meets_none_twice(links: Links, nodes: list[int]) -> bool:
    """Return whether a loop of nodes meets no cell twice, if it is read from the right node on."""
    turns = (nodes[place:] + nodes[:place] for place in range(len(nodes)))
    return any(_meets_none_twice(links, turn) for turn in turns)


def not_outdone(found: list[tuple[int, Deduction]], cells: int) -> Iterator[Deduction]:
    """Yield the deductions, given with lengths, unless a shorter one removes more of the same digits.

    `cells` is the number of cells of the board.
    """
    shortest: dict[int, int] = {}
    for length, each in found:
        shortest[each.removed] = min(length, shortest.get(each.removed, length))
    more = {removed: list(_of_more(removed, shortest, cells)) for removed in shortest}
    for length, each in found:
        if all(shortest[removed] >= length for removed in more[each.removed]):
            yield each


def _of_more(removed: int, others: Iterable[int], cells: int) -> Iterator[int]:
    digits = _digits(removed, cells)
    for other in others:
        spend()
        if other != removed and not removed & ~other and _digits(other, cells) == digits:
            yield other


def _digits(removed: int, cells: int) -> set[int]:
    return {candidate // cells for candidate in bits(removed)}


def _levels(reach: Reach, is_true: bool) -> list[int]:
    """Return what becomes true and false in turn, from the start on."""
    first, second = (reach.trues, reach.falses) if is_true else (reach.falses, reach.trues)
    levels: list[int] = []
    for index, nodes in enumerate(first):
        levels += [nodes, *second[index : index + 1]]
    return levels


def paths_back(
    links: Links, levels: list[int], is_true: bool, end: int
) -> Iterator[list[int] | None]:
    """Yield each shortest chain to node `end`, and None at each node on the way.

    `levels` are what becomes true and false in turn, true ones first if `is_true`.
    """
    waiting: list[tuple[int, ...]] = [(end,)]
    while waiting:
        backwards = waiting.pop()
        spend()
        place = len(levels) - len(backwards)
        if place == 0:
            yield list(backwards[::-1])
            continue
        yield None
        kin = links.weak if (place % 2 == 1) == is_true else links.strong
        before = kin[backwards[-1]] & levels[place - 1]
        waiting += [(*backwards, node) for node in bits(before)]


def _is_nice(links: Links, nodes: list[int]) -> bool:
    cell = links.cells_of(nodes[0])
    inner = nodes[1:-1]
    at_home = [place for place, node in enumerate(inner) if links.cells_of(node) == cell]
    is_left_once = len(at_home) < 2 and not set(at_home) - {0, len(inner) - 1}
    return is_left_once and _meets_none_twice(links, inner, cell)


def _meets_none_twice(links: Links, nodes: list[int], home: int = 0) -> bool:
    """Return whether a chain meets no cell twice in one direction.

    A group is met by all its cells. What two neighbours share is met once.
    """
    passed = [links.cells_of(node) for node in nodes]
    for path in (passed, passed[::-1]):
        seen = last = 0
        for cells in path:
            if not cells & ~(seen & ~last):
                break
            seen |= cells & ~home
            last = cells
        else:
            return True
    return False
