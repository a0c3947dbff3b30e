"""Tridagon: twelve cells of four boxes cannot be filled with three digits alone, so one has another digit.

Also known as Thor's hammer. Four boxes form a rectangle. In each of them three cells, no two in one row or
column, may have the same three digits. In three boxes the cells lie alike, shifted round. In the fourth they
lie the other way round. If all twelve had just these digits, two of them would clash. So one of their other
candidates is true, a *guardian*. A candidate that makes all guardians false is false.

The three digits may be renamed at will, so the first two cells are filled in one way only.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from math import prod
from typing import NamedTuple

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_cells, say_digits
from ...core.masks import Masks, bits, mask_of, masks as masks_of, union_of
from ...core.position import Position
from ...core.proof import Pattern, PatternPart, Proof, Renaming, Replay, ReplayBranch, Role
from ...core.steps import Step
from ..deduction import Deduction
from ..forcing.finder import follow
from ..wording import say_each, say_removed
from .trees import Trees, left_after, trimmed

NAME = "tridagon"
MOST_GUARDIANS = 8
Cells = tuple[int, ...]


class _Three(NamedTuple):
    """Cells of a box, whether they lie the other way round, and how many guardians they have."""

    cells: Cells
    is_odd: bool
    size: int


def tridagons(position: Position) -> list[tuple[Cells, int, int]]:
    """Return (twelve cells, mask of three digits, mask of guardians), those with the fewest guardians first."""
    masks = position.masks
    if masks.geometry.shape.square_box != 3:
        return []
    found = []
    for trio in combinations(range(9), 3):
        digits_mask = mask_of(trio)
        options = [_in_box(position, box, digits_mask) for box in range(9)]
        few = [[each for each in box if each.size <= MOST_GUARDIANS] for box in options]
        for boxes in _rectangles():
            spend(4 + prod(len(options[box]) for box in boxes))
            for chosen in product(*(few[box] for box in boxes)):
                size = sum(each.size for each in chosen)
                if 0 < size <= MOST_GUARDIANS and sum(each.is_odd for each in chosen) % 2:
                    cells = tuple(cell for each in chosen for cell in each.cells)
                    guardians = position.in_cells(mask_of(cells), ~digits_mask & 511)
                    found.append((cells, digits_mask, guardians))
    return sorted(found, key=lambda each: (each[2].bit_count(), each))


@lru_cache(maxsize=1)
def _rectangles() -> tuple[Cells, ...]:
    return tuple(
        tuple(3 * row + column for row in rows for column in columns)
        for rows in combinations(range(3), 2)
        for columns in combinations(range(3), 2)
    )


def _in_box(position: Position, box: int, digits_mask: int) -> list[_Three]:
    """Return three cells of a box, no two in a line, that may have these digits."""
    row, column = 3 * (box // 3), 3 * (box % 3)
    found = []
    for order in permutations(range(3)):
        cells = tuple(9 * (row + place) + column + across for place, across in enumerate(order))
        marks = [position.marks[cell] for cell in cells]
        if all((mark & digits_mask).bit_count() > 1 for mark in marks):
            size = sum((mark & ~digits_mask).bit_count() for mark in marks)
            found.append(_Three(cells, order in ((0, 2, 1), (1, 0, 2), (2, 1, 0)), size))
    return found


def find(position: Position) -> Iterator[Deduction]:
    """Yield what makes all guardians of a tridagon false, at once or by singles that follow."""
    if position.fault:
        return
    masks, start, told = position.masks, position.candidates | position.placed, 0
    trees = Trees(masks, start)

    def is_enough(tree: ReplayBranch, candidate: int, guardians: int) -> bool:
        left = left_after(masks, start & ~masks.excluded[candidate], tree.forced)
        return left is not None and not left & guardians

    for cells, digits_mask, guardians in position.fact(tridagons):
        replays = []
        for candidate in bits(position.candidates & ~told & ~guardians):
            spend()
            left, order, ending = follow(masks, start, (candidate,), trees.known)
            if ending < 0 and not left & guardians:
                forced = tuple(each.candidate for each in order[1:])
                tree = _tree(cells, digits_mask)._replace(forced=forced)
                needs = partial(is_enough, candidate=candidate, guardians=guardians)
                replays.append(Replay(candidate, trimmed(tree, needs)))
        replays.sort(key=lambda each: len(each.branch.forced))
        direct = [each for each in replays if not each.branch.forced]
        for some in filter(None, (direct, *([each] for each in replays[len(direct) :]))):
            told |= mask_of(each.assumed for each in some)
            yield _deduction(position, cells, digits_mask, guardians, some)


def _deduction(
    position: Position, cells: Cells, digits_mask: int, guardians: int, replays: Sequence[Replay]
) -> Deduction:
    inside = tuple(bits(position.in_cells(mask_of(cells), digits_mask)))
    parts = (
        PatternPart(Role.TARGETS, inside),
        PatternPart(Role.GUARDIANS, tuple(bits(guardians))),
    )
    proof = Proof(tuple(replays), parts)
    removed = mask_of(each.assumed for each in replays)
    return Deduction(NAME, removed, 0, mask_of(cells), digits_mask, lambda: proof)


@lru_cache(maxsize=64)
def _tree(cells: Cells, digits_mask: int) -> ReplayBranch:
    """Return how twelve cells with three digits alone fail."""
    masks = masks_of(3)
    digits = tuple(bits(digits_mask))
    pattern = Pattern(cells, tuple(index + 1 for index in digits))
    inside = mask_of(index * 81 + cell for index in digits for cell in cells)
    outside = mask_of(index * 81 + cell for index in range(9) for cell in set(range(81)) - {*cells})
    return _split(masks, inside | outside, cells, digits)._replace(pattern=pattern)


def _split(masks: Masks, left: int, cells: Cells, digits: Sequence[int]) -> ReplayBranch:
    """Return how the pattern fails: cell by cell, without what only renames its digits."""
    cell = next(each for each in cells if (left & masks.sets[each]).bit_count() > 1)
    alternatives = tuple(bits(left & masks.sets[cell]))
    followed = list[int]()
    branches = []
    for candidate in alternatives:
        after = left & ~masks.excluded[candidate]
        likes = (
            _renaming(masks, after, other, number, digits)
            for number, other in enumerate(followed)
            if other
        )
        like = next(filter(None, likes), None)
        if like:
            branches.append(ReplayBranch((), cell, like=like))
            followed.append(0)
            continue
        followed.append(after)
        forced, rest, empty = _singles(masks, after, cells)
        if empty >= 0:
            branches.append(ReplayBranch(forced, empty))
        else:
            deeper = _split(masks, rest, cells, digits)
            branches.append(deeper._replace(forced=forced + deeper.forced))
    return ReplayBranch((), cell, tuple(branches))


def _singles(masks: Masks, left: int, cells: Cells) -> tuple[Cells, int, int]:
    """Fill cells with one candidate left. Return these candidates, what is left, and an empty cell or -1."""
    forced, inside = list[int](), union_of(masks.sets[cell] for cell in cells)
    while True:
        left_in = [left & masks.sets[cell] for cell in cells]
        if not all(left_in):
            return tuple(forced), left, cells[left_in.index(0)]
        lone = (here.bit_length() - 1 for here in left_in if not here & (here - 1))
        single = next((each for each in lone if left & masks.excluded[each] & inside), None)
        if single is None:
            return tuple(forced), left, -1
        forced.append(single)
        left &= ~masks.excluded[single]


def _renaming(
    masks: Masks, left: int, other: int, number: int, digits: Sequence[int]
) -> Renaming | None:
    """Return how digits are renamed so that what is left is what is left in another branch."""
    whole = masks.all_cells
    for order in permutations(digits):
        names = list(range(9))
        for index, name in zip(digits, order, strict=True):
            names[index] = name
        renamed = 0
        for index, name in enumerate(names):
            renamed |= (left >> index * 81 & whole) << name * 81
        if not renamed & ~other:
            return Renaming(number, tuple(name + 1 for name in names))
    return None


def explain(geometry: Geometry, step: Step) -> str:
    """Return the sentences that a person reads about the step."""
    facts = {
        "cells": say_cells(geometry, step.cells),
        "digits": say_digits(step.digits_mask),
        "guardians": say_each(geometry, step.parts_of(Role.GUARDIANS)[0]),
        "removed": say_removed(geometry, step),
    }
    return gettext(
        "{cells} cannot all have one of the digits {digits}. So one of the guardians is true: {guardians}. "
        "{removed} would make all of these false, and cannot be.",
        **facts,
    )
