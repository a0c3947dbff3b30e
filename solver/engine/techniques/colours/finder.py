"""Colours: the strong pairs of a digit hang together, and along them its places are true and false in turn.

*Trap*: a place that sees both colours is false. *Wrap*: a colour that sees itself is false. *Multi
colours 1*: if a colour of one cluster sees a colour of another, one of their two opposites is true, so
what sees both opposites is false. *Multi colours 2*: a colour that sees both colours of another cluster
is false. *Remote pair*: four or more cells contain the same two digits, each seeing the next; a cell
that sees two of them with different digits loses both digits.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, permutations, product

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_cells, say_digits
from ...core.masks import bits, mask_of, union_of
from ...core.position import Position, bivalue, strong_pairs
from ...core.proof import Argument, PatternPart, Proof, Role, SetCount
from ...core.steps import Step
from ..chains.finder import chain_of_nodes
from ..chains.links import Links
from ..deduction import Deduction
from ..templates.finder import in_each_digit
from ..wording import say_removed

TRAP, WRAP = "simple colours trap", "simple colours wrap"
MULTI_1, MULTI_2 = "multi colours 1", "multi colours 2"
REMOTE_PAIR = "remote pair"

MOST_WAYS = 2_000  # paths through cells of the same two digits

Graph = dict[int, list[int]]


class Cluster:
    """Places of a digit that strong pairs join, in two colours, which are masks of cells."""

    def __init__(self, graph: Graph, start: int) -> None:
        self.graph = graph
        self.colours = [0, 0]
        self.cells = 0
        frontier, colour = 1 << start, 0
        while frontier:
            spend()
            self.colours[colour] |= frontier
            self.cells |= frontier
            colour = 1 - colour
            reached = mask_of(other for cell in bits(frontier) for other in graph[cell])
            frontier = reached & ~self.cells

    def path(self, start: int, end: int) -> list[int]:
        """Return the cells of a shortest path of strong links from one cell to another, both included."""
        before = {start: start}
        queue = [start]
        for cell in queue:
            if cell == end:
                break
            for other in self.graph[cell]:
                if other not in before:
                    before[other] = cell
                    queue.append(other)
        path = [end]
        while path[-1] != start:
            path.append(before[path[-1]])
        return path[::-1]


def clusters(position: Position, digit: int) -> list[Cluster]:
    """Return the clusters of places of a digit that strong links join, ordered by their lowest cells."""
    graph: Graph = {}
    for _unit, a, b in position.fact(strong_pairs)[digit]:
        graph.setdefault(a, []).append(b)
        graph.setdefault(b, []).append(a)
    found: list[Cluster] = []
    for cell in sorted(graph):
        if not any(cluster.cells >> cell & 1 for cluster in found):
            found.append(Cluster(graph, cell))
    return found


def simple_traps(position: Position, is_loose: bool = False) -> Iterator[Deduction]:
    """Yield simple colour traps. `is_loose` also yields those of coloured places, which a wrap does better."""
    yield from _simple_traps(position)
    if is_loose:
        yield from _traps_of_coloured(position)


def _traps(position: Position, digit: int, takes_coloured: bool) -> Iterator[Deduction]:
    masks = position.masks
    for cluster in position.fact(clusters, digit):
        one, two = cluster.colours
        seen = masks.seen_by_any(one) & masks.seen_by_any(two) & position.places[digit]
        if not takes_coloured:
            seen &= ~cluster.cells
        if seen and (seen & cluster.cells or not takes_coloured):
            paths = {
                target: cluster.path(
                    _first(masks.peers[target] & one), _first(masks.peers[target] & two)
                )
                for target in bits(seen)
            }
            yield _deduction(position, TRAP, digit, (cluster,), paths)


_simple_traps = in_each_digit(partial(_traps, takes_coloured=False))
_traps_of_coloured = in_each_digit(partial(_traps, takes_coloured=True))


@in_each_digit
def simple_wraps(position: Position, digit: int) -> Iterator[Deduction]:
    masks = position.masks
    for cluster in position.fact(clusters, digit):
        for colour in cluster.colours:
            clash = masks.seen_by_any(colour) & colour
            if clash:
                a = _first(clash)
                b = _first(masks.peers[a] & colour)
                paths = {t: cluster.path(t, a)[1:] + cluster.path(b, t)[:-1] for t in bits(colour)}
                yield _deduction(position, WRAP, digit, (cluster,), paths)


@in_each_digit
def multi_colours_1(position: Position, digit: int) -> Iterator[Deduction]:
    masks = position.masks
    found = position.fact(clusters, digit)
    for index, first in enumerate(found):
        for second in found[index + 1 :]:
            spend(2)
            paths = {}
            for mine, theirs in product((0, 1), (0, 1)):
                clash = masks.seen_by_any(second.colours[theirs]) & first.colours[mine]
                if not clash:
                    continue
                a = _first(clash)
                b = _first(masks.peers[a] & second.colours[theirs])
                ends = first.colours[1 - mine], second.colours[1 - theirs]
                seen = (
                    masks.seen_by_any(ends[0]) & masks.seen_by_any(ends[1]) & position.places[digit]
                )
                for target in bits(seen):
                    near, far = (_first(masks.peers[target] & end) for end in ends)
                    paths[target] = first.path(near, a) + second.path(b, far)
            if paths:
                yield _deduction(position, MULTI_1, digit, (first, second), paths)


@in_each_digit
def multi_colours_2(position: Position, digit: int) -> Iterator[Deduction]:
    masks = position.masks
    for first, second in permutations(position.fact(clusters, digit), 2):
        spend(2)
        for colour in first.colours:
            one, two = (masks.seen_by_any(theirs) & colour for theirs in second.colours)
            if one and two:
                a, b = _first(one), _first(two)
                near = _first(masks.peers[a] & second.colours[0])
                far = _first(masks.peers[b] & second.colours[1])
                paths = {
                    t: first.path(t, a)[1:] + second.path(near, far) + first.path(b, t)[:-1]
                    for t in bits(colour)
                }
                yield _deduction(position, MULTI_2, digit, (first, second), paths)


def _first(cells: int) -> int:
    return (cells & -cells).bit_length() - 1


def _deduction(
    position: Position,
    name: str,
    digit: int,
    coloured: tuple[Cluster, ...],
    paths: dict[int, list[int]],
) -> Deduction:
    """Return the deduction. `paths` has, for each cell that loses the digit, a chain whose ends it sees."""
    floor = position.masks.floors[digit]

    def prove() -> Proof:
        links = Links(position)
        counts: list[SetCount] = []
        for target, path in sorted(paths.items()):
            counts += links.counts_of_chain([floor + cell for cell in path], 1 << floor + target)
        parts = [
            PatternPart(Role.COLOUR, tuple(bits(colour << floor)))
            for cluster in coloured
            for colour in cluster.colours
        ]
        return Proof(tuple(counts), tuple(parts))

    cells = union_of(cluster.cells for cluster in coloured)
    return Deduction(name, mask_of(paths) << floor, 0, cells, 1 << (digit - 1), prove)


def remote_pairs(position: Position) -> Iterator[Deduction]:
    masks, marks = position.masks, position.marks
    twos = position.fact(bivalue)
    alike: dict[int, int] = {}
    for cell in bits(twos):
        alike[marks[cell]] = alike.get(marks[cell], 0) | 1 << cell
    for held, cells in alike.items():
        if cells.bit_count() < 4:
            continue
        graph = {cell: list(bits(masks.peers[cell] & cells)) for cell in bits(cells)}
        done: set[int] = set()
        for path in sorted(islice(_paths(graph), MOST_WAYS), key=len):
            spend(len(path))
            seen = union_of(masks.peers[path[a]] & masks.peers[path[b]] for a, b in _apart(path))
            removed = position.in_cells(seen & ~cells, held)
            if removed and removed not in done:
                done.add(removed)
                yield _remote_pair(position, path, held, removed)


def _paths(graph: Graph) -> Iterator[list[int]]:
    """Yield every path of four cells, six and so on that meets no cell twice, in one direction."""
    waiting = [[cell] for cell in sorted(graph, reverse=True)]
    while waiting:
        path = waiting.pop()
        spend()
        if len(path) > 3 and len(path) % 2 == 0 and path[0] < path[-1]:
            yield path
        waiting += [[*path, cell] for cell in reversed(graph[path[-1]]) if cell not in path]


def _apart(path: list[int]) -> Iterator[tuple[int, int]]:
    """Yield two places on a path whose cells differ and are no neighbours there, the ends first."""
    for between in range(len(path) - 1, 2, -2):
        for place in range(len(path) - between):
            yield place, place + between


def _remote_pair(position: Position, path: list[int], held: int, removed: int) -> Deduction:
    masks = position.masks
    one, two = (index + 1 for index in bits(held))

    def nodes(part: list[int], first: int, second: int) -> list[tuple[int, int]]:
        turns = ((first, second), (second, first))
        return [(digit, 1 << cell) for i, cell in enumerate(part) for digit in turns[i % 2]]

    def prove() -> Proof:
        left, arguments = removed, list[Argument]()
        for start, end in _apart(path):
            seen = masks.peers[path[start]] & masks.peers[path[end]]
            for first, second in ((one, two), (two, one)):
                gone = left & seen << masks.floors[first]
                if gone:
                    left &= ~gone
                    chain = nodes(path[start : end + 1], first, second)
                    arguments += (
                        chain_of_nodes(position, REMOTE_PAIR, chain, gone).prove().arguments
                    )
        full = chain_of_nodes(position, REMOTE_PAIR, nodes(path, one, two), 0).prove()
        return Proof(tuple(arguments), full.parts)

    return Deduction(REMOTE_PAIR, removed, 0, mask_of(path), held, prove)


def explain(geometry: Geometry, step: Step) -> str:
    if step.technique == REMOTE_PAIR:
        path = list(dict.fromkeys(_cells(geometry, [node[0] for node in step.parts_of(Role.NODE)])))
        return gettext(
            "{cells} contain only {digits}, and each sees the next, so the digits alternate. "
            "What sees two cells with different digits is false: {removed}.",
            removed=say_removed(geometry, step),
            cells=say_cells(geometry, path),
            digits=say_digits(step.digits_mask),
        )
    colours = [say_cells(geometry, _cells(geometry, part)) for part in step.parts_of(Role.COLOUR)]
    facts = {
        "digit": say_digits(step.digits_mask),
        "one": colours[0],
        "two": colours[1],
        "removed": say_removed(geometry, step),
    }
    if step.technique == TRAP:
        return gettext(
            "{digit} is either in all of {one} or in all of {two}. What sees some of both is "
            "false: {removed}.",
            **facts,
        )
    if step.technique == WRAP:
        return gettext(
            "{digit} is either in all of {one} or in all of {two}. Two of {removed} see each "
            "other, so all of these are false.",
            **facts,
        )
    facts |= {"three": colours[2], "four": colours[3]}
    if step.technique == MULTI_1:
        return gettext(
            "{digit} is in all of {one} or all of {two}, and in all of {three} or all of "
            "{four}. If one of these sees one of those, not both are true, so one of their "
            "opposites is. What sees both opposites is false: {removed}.",
            **facts,
        )
    return gettext(
        "{digit} is in all of {three} or all of {four}. {removed} are true or false "
        "together, and see some of either, so all of them are false.",
        **facts,
    )


def _cells(geometry: Geometry, candidates: Sequence[int]) -> list[int]:
    return [candidate % geometry.cell_count for candidate in candidates]
