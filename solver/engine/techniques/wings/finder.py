"""Wings: a pivot with two or three digits, and pincers that leave it none unless one of them is z.

*XY-wing*: the pivot {x, y} sees the pincers {x, z} and {y, z}; z is removed from what sees both
pincers. *XYZ-wing*: the pivot is {x, y, z}; z is removed from what sees all three. *W-wing*: two cells
{x, z}, and a unit whose two places for x see one cell each: they cannot both be x, so one is z.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_cells, say_digits
from ...core.masks import Masks, bits
from ...core.position import Position, bivalue, strong_pairs
from ...core.proof import Proof, Role, SetCount, set_number
from ...core.steps import Step
from ..chains.finder import chain_of_nodes
from ..deduction import Deduction
from ..wording import say_digit_of, say_removed

XY_WING, XYZ_WING, W_WING = "XY-wing", "XYZ-wing", "W-wing"
# The order of some cells, a mask, as pincers of a pivot. By default the lowest comes first.
Order = Callable[[int, int], Iterable[int]]


def xy_wings(position: Position, in_order: Order | None = None) -> Iterator[Deduction]:
    """Yield XY-wings. `in_order(cells, pivot)` says which peers of a pivot are looked at first."""
    for pivot, one, two, z in _pivots(position, 2, in_order):
        masks = position.masks
        seen = masks.peers[one] & masks.peers[two] & position.places[z.bit_length()]
        if seen:
            x, y = (position.marks[cell] & ~z for cell in (one, two))
            nodes = [(z, one), (x, one), (x, pivot), (y, pivot), (y, two), (z, two)]
            removed = seen << masks.floors[z.bit_length()]
            yield chain_of_nodes(
                position, XY_WING, [(bit.bit_length(), 1 << cell) for bit, cell in nodes], removed
            )._replace(digits_mask=z)


def xyz_wings(position: Position, in_order: Order | None = None) -> Iterator[Deduction]:
    for pivot, one, two, z in _pivots(position, 3, in_order):
        masks, digit = position.masks, z.bit_length()
        wing = 1 << pivot | 1 << one | 1 << two
        seen = masks.seen_by_all(wing) & position.places[digit]
        if seen:
            yield _xyz(position, pivot, (one, two), digit, seen)


def _pivots(
    position: Position, size: int, in_order: Order | None
) -> Iterator[tuple[int, int, int, int]]:
    """Yield (pivot, pincer, pincer, bit of z) of three cells that hold three digits."""
    marks, twos = position.marks, position.fact(bivalue)
    for pivot in bits(position.open):
        mark = marks[pivot]
        if mark.bit_count() != size:
            continue
        peers = twos & position.masks.peers[pivot]
        ordered = in_order(peers, pivot) if in_order else bits(peers)
        near = [cell for cell in ordered if marks[cell] != mark]
        spend(1 + len(near) ** 2 // 8)
        for one, two in combinations(near, 2):
            z = marks[one] & marks[two]
            union = marks[one] | marks[two]
            if z.bit_count() == 1 and mark == (union if size == 3 else union & ~z):
                yield pivot, one, two, z


def _xyz(
    position: Position, pivot: int, pincers: tuple[int, int], digit: int, seen: int
) -> Deduction:
    masks, z = position.masks, 1 << (digit - 1)
    wing = 1 << pivot | 1 << pincers[0] | 1 << pincers[1]

    def prove() -> Proof:
        geometry = masks.geometry
        links = []
        for pincer in pincers:
            unit = masks.links_with(1 << pivot | 1 << pincer)[0]
            links.append(set_number(geometry, (position.marks[pincer] & ~z).bit_length(), unit))
        ways = links_through(masks, digit, seen, wing)
        return Proof(tuple(SetCount((pivot, *pincers), (*links, *way)) for way in ways))

    return Deduction(XYZ_WING, seen << masks.floors[digit], 0, wing, z, prove)


def links_through(masks: Masks, digit: int, targets: int, cells: int) -> list[tuple[int, ...]]:
    """Return the numbers of few sets, in a proof, by which a digit in `cells` rules it out of `targets`.

    Both are masks of cells. Targets that see the cells through the same units come once.
    """
    ways = {units_through(masks, target, cells) for target in bits(targets)}
    geometry = masks.geometry
    return [tuple(set_number(geometry, digit, unit) for unit in way) for way in sorted(ways)]


def units_through(masks: Masks, target: int, cells: int) -> tuple[int, ...]:
    """Return few units, groups or pairs of the cell `target` that together contain all cells of a mask."""
    chosen = []
    while cells:
        unit = max(masks.links_of[target], key=lambda u: (masks.links[u] & cells).bit_count())
        chosen.append(unit)
        cells &= ~masks.links[unit]
    return tuple(sorted(chosen))


def w_wings(position: Position) -> Iterator[Deduction]:
    """Yield W-wings: each pair of cells once a digit, by the first unit that joins them."""
    masks, marks = position.masks, position.marks
    pairs = position.fact(strong_pairs)
    twos = list(bits(position.fact(bivalue)))
    spend(1 + len(twos) ** 2 // 32)
    for one, two in combinations(twos, 2):
        if marks[one] != marks[two]:
            continue
        spend(2)
        for x in bits(marks[one]):
            z = marks[one] & ~(1 << x)
            seen = masks.peers[one] & masks.peers[two] & position.places[z.bit_length()]
            bridge = _bridge(position, pairs[x + 1], one, two) if seen else None
            if bridge:
                near, far = bridge
                digits = (z.bit_length(), x + 1)
                nodes = [
                    *((digits[0], one), (digits[1], one), (digits[1], near)),
                    *((digits[1], far), (digits[1], two), (digits[0], two)),
                ]
                removed = seen << masks.floors[digits[0]]
                yield chain_of_nodes(position, W_WING, [(d, 1 << c) for d, c in nodes], removed)


def _bridge(
    position: Position, pairs: list[tuple[int, int, int]], one: int, two: int
) -> tuple[int, int] | None:
    """Return the two places of a unit if each cell sees one of them, or None."""
    peers = position.masks.peers
    for _unit, a, b in pairs:
        if len({a, b, one, two}) == 4:
            for near, far in ((a, b), (b, a)):
                if peers[one] >> near & 1 and peers[two] >> far & 1:
                    return near, far
    return None


def explain(geometry: Geometry, step: Step) -> str:
    removed = say_removed(geometry, step)
    if step.technique == XYZ_WING:
        return _explain_xyz(geometry, step, removed)
    first, second, third, fourth, fifth, _last = (part[0] for part in step.parts_of(Role.NODE))
    cells = {
        "one": geometry.cell_names[first % geometry.cell_count],
        "two": geometry.cell_names[fifth % geometry.cell_count],
        "z": say_digit_of(geometry, first),
        "removed": removed,
    }
    if step.technique == XY_WING:
        return gettext(
            "{pivot} is {x} or {y}. If it is {x}, {one} is {z}; if it is {y}, {two} is {z}. "
            "So **one of the two is {z}**, and what sees both is false: {removed}.",
            pivot=geometry.cell_names[third % geometry.cell_count],
            x=say_digit_of(geometry, second),
            y=say_digit_of(geometry, fourth),
            **cells,
        )
    return gettext(
        "{one} and {two} contain only {x} and {z}. One of {near} and {far} is {x}, so the "
        "cell that it sees of these two is {z}. So **one of the two is {z}**, and what sees both is false: "
        "{removed}.",
        x=say_digit_of(geometry, second),
        near=geometry.cell_names[third % geometry.cell_count],
        far=geometry.cell_names[fourth % geometry.cell_count],
        **cells,
    )


def _explain_xyz(geometry: Geometry, step: Step, removed: str) -> str:
    count = next(each for each in step.arguments if isinstance(each, SetCount))
    pivot, *pincers = count.truths
    return gettext(
        "{pivot} is {digit}, or one of the two digits that it shares with {pincers}. Either "
        "way **one of the three is {digit}**, and what sees all three is false: {removed}.",
        pivot=geometry.cell_names[pivot],
        pincers=say_cells(geometry, pincers),
        digit=say_digits(step.digits_mask),
        removed=removed,
    )
