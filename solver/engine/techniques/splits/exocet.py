"""Exocet: two cells of a box have three or four digits, and two target cells must have the same two digits.

The *base* is two cells of a box in one line. Three lines cross it at right angles: one through the third cell
there, and one through each of the two next boxes. Each digit of the base is in each of them, in no cell that
sees the base. If two rows or columns cover a digit's places there outside two *targets*, it must be in a
target. This is so for both digits of the base, so the targets have these, and no other digit.

*Junior exocet*: the targets are in the two next boxes, one in each. *Senior exocet*: a target is farther away.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_cells, say_digits
from ...core.masks import bits, mask_of, union_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Replay, Role
from ...core.steps import Step
from ..deduction import Deduction
from ..sets.trying import trying_at
from ..wording import say_removed
from .finder import holding
from .search import plan_along
from .trees import Trees

JUNIOR, SENIOR = "junior exocet", "senior exocet"
DIGITS = (3, 4)  # how many the base may have


class Exocet(NamedTuple):
    """Two base cells, two target cells, the digits of the base, and whether the targets are beside it."""

    base: tuple[int, int]
    targets: tuple[int, int]
    digits_mask: int
    is_junior: bool


def exocets(position: Position) -> list[Exocet]:
    """Return the exocets of a plain board by their definition, whether or not they remove something."""
    masks = position.masks
    side = masks.geometry.shape.square_box
    found: dict[tuple[tuple[int, int], tuple[int, int]], Exocet] = {}
    for lines, across in ((masks.rows, masks.columns), (masks.columns, masks.rows)):
        for line, box in product(lines, masks.boxes):
            here = list(bits(masks.units[line] & masks.units[box])) if side == 3 else []
            for base in combinations(here, 2):
                one, two = (position.marks[cell] for cell in base)
                if one and two and (one | two).bit_count() in DIGITS:
                    third = next(cell for cell in here if cell not in base)
                    for each in _with_base(position, base, third, line, across):
                        found.setdefault((each.base, each.targets), each)
    return sorted(found.values(), key=lambda each: not each.is_junior)


def _with_base(
    position: Position, base: tuple[int, int], third: int, line: int, across: range
) -> Iterator[Exocet]:
    masks = position.masks
    digits_mask = position.marks[base[0]] | position.marks[base[1]]
    own = next(unit for unit in across if masks.units[unit] >> third & 1)
    box = masks.units_of[base[0]][2]
    chutes = [lines for at in (0, 3, 6) if own not in (lines := across[at : at + 3])]
    unseen = ~(masks.units[line] | masks.units[box])
    beside = union_of(
        masks.units[other]
        for other in masks.boxes
        if other != box and masks.units[other] & masks.units[line]
    )
    for second, last in product(*chutes):
        three = (own, second, last)
        cells = (masks.units[own] | masks.units[second] | masks.units[last]) & unseen
        spend(4)
        for pair in _targets(position, three, cells, digits_mask):
            one, two = tuple(bits(pair))
            is_beside = not pair & ~beside and masks.units_of[one][2] != masks.units_of[two][2]
            # The cells next to the targets, which must have no digit of the base.
            companions = union_of(
                masks.units[masks.units_of[target][2]] & masks.units[unit]
                for target in (one, two)
                for unit in three
                if masks.units[unit] >> target & 1
            )
            held = position.digits_in(companions & unseen & ~pair)
            yield Exocet(base, (one, two), digits_mask, is_beside and not held & digits_mask)


def _targets(position: Position, three: Sequence[int], cells: int, digits_mask: int) -> list[int]:
    """Return the pairs of cells without which two lines cover the places of each digit, as masks."""
    masks = position.masks
    pairs = {0}
    for index in bits(digits_mask):
        places = _places_of(position, index + 1) & cells
        rest = set()
        crossing = [
            masks.units[unit]
            for unit in masks.lines
            if (unit in masks.rows) != (three[0] in masks.rows) and masks.units[unit] & places
        ]
        covers = [*crossing, *(masks.units[unit] for unit in three)]
        for one, two in combinations(covers, 2):
            left = places & ~(one | two)
            if left.bit_count() < 3:
                rest.add(left)
        if not rest or 0 in rest:
            return []  # nothing is known, or no base cell has the digit, which a count shows
        pairs = {pair | left for pair in pairs for left in rest if (pair | left).bit_count() < 3}
        spend(1 + len(pairs) // 4)
    return sorted(pair for pair in pairs if pair.bit_count() == 2 and not pair & ~position.open)


def _places_of(position: Position, digit: int) -> int:
    """Return the cells that may have a digit, also those that have it."""
    masks = position.masks
    return position.places[digit] | position.placed >> masks.floors[digit] & masks.all_cells


def find(position: Position, is_junior: bool) -> Iterator[Deduction]:
    """Yield a step for each exocet of one kind that removes digits from its targets."""
    trying = trees = None
    told = 0
    for each in position.fact(exocets):
        if each.is_junior != is_junior:
            continue
        removed = position.in_cells(mask_of(each.targets), ~each.digits_mask & 511) & ~told
        if not removed:
            continue
        trying = trying or trying_at(position)
        trees = trees or Trees(position.masks, position.candidates | position.placed)
        made = (
            (candidate, trees.by_plan((candidate,), plan))
            for candidate in bits(removed)
            if (plan := plan_along(trying, (candidate,), each.base))
        )
        replays = holding(position.masks, trees.left, made)
        if replays:
            told |= mask_of(replay.assumed for replay in replays)
            yield _deduction(position, each, replays)


def _deduction(position: Position, exocet: Exocet, replays: Sequence[Replay]) -> Deduction:
    base, targets = (
        tuple(bits(position.in_cells(mask_of(cells), exocet.digits_mask)))
        for cells in (exocet.base, exocet.targets)
    )
    parts = (PatternPart(Role.BASE_CELLS, base), PatternPart(Role.TARGETS, targets))
    proof = Proof(tuple(replays), parts)
    return Deduction(
        JUNIOR if exocet.is_junior else SENIOR,
        mask_of(each.assumed for each in replays),
        0,
        mask_of((*exocet.base, *exocet.targets)),
        exocet.digits_mask,
        lambda: proof,
    )


def explain(geometry: Geometry, step: Step) -> str:
    """Return the sentences that a person reads about the step."""
    base, targets = (
        sorted({candidate % geometry.cell_count for candidate in step.parts_of(role)[0]})
        for role in (Role.BASE_CELLS, Role.TARGETS)
    )
    return gettext(
        "{base} have two of the digits {digits}. For any two of them, three lines across have no room for "
        "them but in {targets}, so these cells have the same two digits. {removed} cannot be.",
        base=say_cells(geometry, base),
        digits=say_digits(step.digits_mask),
        targets=say_cells(geometry, targets),
        removed=say_removed(geometry, step),
    )
