"""Patterns of one digit and two strong links: skyscraper, two-string kite, empty rectangle, and two of
one kind joined.

*Skyscraper*: two rows, or two columns, have two places each, and one place of each is in the same line;
so one of the other two is true. *Two-string kite*: a row and a column have two places each, and one
place of each is in the same box. *Empty rectangle*: a box has its places in one row and one column
only. A strong pair begins on one of these lines and ends outside the box; where its end meets the other
line, the digit is false. *Dual*: two kites on the same two cells of a box, or two empty rectangles in
the same box.
"""

from collections.abc import Iterator
from functools import partial
from itertools import combinations, product

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import ALPHABET, gettext, say_unit
from ...core.masks import Masks
from ...core.position import Position, strong_pairs
from ...core.proof import Role, digit_and_unit
from ...core.steps import Step
from ..chains import finder as chains
from ..chains.finder import chain_of_nodes, join_deductions
from ..deduction import Deduction
from ..proof_chains import Node, chains_in
from ..templates.finder import in_each_digit

SKYSCRAPER, KITE, EMPTY_RECTANGLE = "skyscraper", "two-string kite", "empty rectangle"
DUAL_KITE, DUAL_RECTANGLE = "dual two-string kite", "dual empty rectangle"


@in_each_digit
def skyscrapers(position: Position, digit: int) -> Iterator[Deduction]:
    masks, pairs = position.masks, position.fact(strong_pairs)[digit]
    for lines, across in ((masks.rows, 1), (masks.columns, 0)):
        own = [(pair, _units_across(masks, pair, across)) for pair in pairs if pair[0] in lines]
        for ((_, *one), its), ((_, *two), others) in combinations(own, 2):
            spend()
            shared = its & others
            if not shared or its == others:
                continue
            for (a, b), (c, d) in ((x, y) for x in _both(one) for y in _both(two)):
                if masks.units_of[a][across] == masks.units_of[c][across]:
                    seen = masks.peers[b] & masks.peers[d] & position.places[digit]
                    if seen:
                        nodes = (1 << b, 1 << a, 1 << c, 1 << d)
                        yield _chain(position, SKYSCRAPER, digit, nodes, seen)


def _units_across(masks: Masks, pair: tuple[int, int, int], kind: int) -> int:
    """Return the rows (0), columns (1) or boxes (2) of the two cells of a strong pair, as a mask of units."""
    _, one, two = pair
    return 1 << masks.units_of[one][kind] | 1 << masks.units_of[two][kind]


def _both(pair: list[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    one, two = pair
    return (one, two), (two, one)


def _chain(
    position: Position, name: str, digit: int, nodes: tuple[int, ...], removed: int
) -> Deduction:
    floor = position.masks.floors[digit]
    return chain_of_nodes(position, name, [(digit, cells) for cells in nodes], removed << floor)


@in_each_digit
def _kites(position: Position, digit: int) -> Iterator[tuple[tuple[int, int], Deduction]]:
    """Yield kites with the two cells in the box."""
    masks, pairs = position.masks, position.fact(strong_pairs)[digit]
    rows, columns = (
        [(pair, _units_across(masks, pair, 2)) for pair in pairs if pair[0] in lines]
        for lines in (masks.rows, masks.columns)
    )
    spend(1 + len(rows) * len(columns))
    for ((_, *row), its), ((_, *column), others) in product(rows, columns):
        if not its & others or len({*row, *column}) < 4:
            continue
        for (a, b), (c, d) in ((x, y) for x in _both(row) for y in _both(column)):
            if masks.units_of[a][2] == masks.units_of[c][2]:
                seen = masks.peers[b] & masks.peers[d] & position.places[digit]
                seen &= ~(1 << a | 1 << c)
                if seen:
                    nodes = (1 << b, 1 << a, 1 << c, 1 << d)
                    yield (min(a, c), max(a, c)), _chain(position, KITE, digit, nodes, seen)


def kites(position: Position) -> Iterator[Deduction]:
    return (found for _, found in _kites(position))


def dual_kites(position: Position) -> Iterator[Deduction]:
    """Yield pairs of two-string kites on the same two cells of a box, also of two digits."""
    return _joined(DUAL_KITE, _kites(position))


def _joined(name: str, found: Iterator[tuple[tuple[int, int], Deduction]]) -> Iterator[Deduction]:
    """Yield pairs of deductions in the same place that remove different candidates, each pair as one."""
    by_place: dict[tuple[int, int], list[Deduction]] = {}
    for place, each in found:
        by_place.setdefault(place, []).append(each)
    for family in by_place.values():
        for one, two in combinations(family, 2):
            if one.removed != two.removed:
                yield join_deductions(name, one, two)


def _empty_rectangles(
    position: Position, digit: int, fewest: int
) -> Iterator[tuple[tuple[int, int], Deduction]]:
    """Yield rectangles with digit and box, which has at least `fewest` places."""
    masks, pairs = position.masks, position.fact(strong_pairs)[digit]
    for box in masks.boxes if pairs else ():
        inside = position.places[digit] & masks.units[box]
        if inside.bit_count() < fewest:
            continue
        spend(8)
        for one, two in _arms(masks, inside):
            far = inside & ~masks.units[one]
            for a, b in _starting_on(position, pairs, one, box):
                # The target lies where the end's line crosses the other arm.
                seen = masks.seen_by_all(far) & masks.peers[b] & position.places[digit]
                seen &= masks.units[two] & ~masks.units[box]
                if seen:
                    nodes = (1 << b, 1 << a, inside & masks.units[one], far)
                    yield (digit, box), _chain(position, EMPTY_RECTANGLE, digit, nodes, seen)


def _arms(masks: Masks, inside: int) -> list[tuple[int, int]]:
    """Return each row and column that have all of some cells only together, both ways round, in order."""
    found, left = [], inside
    while left:
        row = masks.units_of[left.bit_length() - 1][0]
        near, far = inside & masks.units[row], inside & ~masks.units[row]
        left ^= left & near
        if far:
            column = masks.units_of[far.bit_length() - 1][1]
            if not far & ~masks.units[column] and near & ~masks.units[column]:
                found += [(row, column), (column, row)]
    return sorted(found)


_empty_of_two = in_each_digit(partial(_empty_rectangles, fewest=2))
_empty_of_three = in_each_digit(partial(_empty_rectangles, fewest=3))


def empty_rectangles(position: Position, with_two: bool = False) -> Iterator[Deduction]:
    """Yield empty rectangles.

    `with_two` allows boxes of two places, which are kites and skyscrapers too.
    """
    search = _empty_of_two if with_two else _empty_of_three
    return (found for _, found in search(position))


def dual_empty_rectangles(position: Position) -> Iterator[Deduction]:
    return _joined(DUAL_RECTANGLE, _empty_of_two(position))


def _starting_on(
    position: Position, pairs: list[tuple[int, int, int]], line: int, box: int
) -> Iterator[tuple[int, int]]:
    """Yield strong pairs that cross a line, from their cell on it. Both cells are outside of the box."""
    masks = position.masks
    for unit, *pair in pairs:
        if unit in masks.boxes or (unit in masks.rows) == (line in masks.rows):
            continue
        for a, b in _both(pair):
            if masks.units[line] >> a & 1 and not masks.units[box] & (1 << a | 1 << b):
                yield a, b


def explain(geometry: Geometry, step: Step) -> str:
    """Return the two units with two places each, and what follows. Groups and two chains are told as chains."""
    nodes, units = _two_pairs(geometry, step)
    if len(units) != 2:
        return chains.explain(geometry, step)
    one, two, three, four = (geometry.cell_names[node[0] % geometry.cell_count] for node in nodes)
    digit = nodes[0][0] // geometry.cell_count + 1
    return gettext(
        "In {first}, {digit} can only go in **{one}** or **{two}**, and in {second} only in **{three}** or "
        "**{four}**. {two} and {three} see each other, so not both are {digit}. So **{one} or {four} is "
        "{digit}**, and no cell that sees both can be.",
        first=say_unit(geometry, units[0]),
        second=say_unit(geometry, units[1]),
        digit=ALPHABET[digit],
        one=one,
        two=two,
        three=three,
        four=four,
    )


def _two_pairs(geometry: Geometry, step: Step) -> tuple[tuple[Node, ...], list[int]]:
    """Return the four candidates of a step, and the units in which the first and the last two are alone.

    There are no units if it is no chain of four single candidates.
    """
    found = chains_in(geometry, step, step.parts_of(Role.NODE))
    if len(found) != 1 or [len(node) for node in found[0].nodes] != [1] * 4:
        return (), []
    sets = [digit_and_unit(geometry, behind[0]) for behind in found[0].behind if behind]
    return found[0].nodes, [meant[1] for meant in sets if meant]
