"""Unique and avoidable rectangles: four cells that could be filled in two ways, if nothing kept them from it.

Four cells in two rows, two columns and two boxes, no given among them: if a solution has only a and b
there, swapping both gives a second solution. So in a puzzle with one solution some *guardian* is true:
a candidate of the four cells other than a and b. *Floor* cells contain just a and b, *roof* cells more.

*Test 1*: three floor cells; the fourth cell is neither a nor b. *2* and *5*: the guardians are one
digit, in two roof cells side by side, or in others; it is removed where all of them are seen. *3*: the
guardians and some cells of a unit form a naked subset. *4*: a unit has a only in the roof, so the roof
is not b. *6*: the floor is diagonal and both rows, or columns, have a only here, so the roof is not a.
*Hidden rectangle*: if the row and column of one corner have a only here, the corner opposite to it in
the floor is not b. *Avoidable*: the same with placed cells that are not givens.

On a board of another shape the boxes do not matter. Each other cell that sees a cell of a must see one of b
too, and the other way round, or the swap might break a rule.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ...core.deadline import spend
from ...core.geometry import KEPT, Geometry
from ...core.i18n import gettext, say_cells, say_digits, say_list
from ...core.masks import Masks, bits, mask_of
from ...core.position import Position, bivalue
from ...core.proof import PatternPart, Proof, Role, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction
from ..wings.finder import links_through
from ..wording import say_each, say_removed, say_set_of

TESTS = {number: f"uniqueness test {number}" for number in range(1, 7)}
HIDDEN = "hidden rectangle"
AVOIDABLE = {number: f"avoidable rectangle type {number}" for number in (1, 2)}


@lru_cache(maxsize=KEPT)
def rectangles(masks: Masks) -> tuple[tuple[int, int, int, int], ...]:
    """Return every four cells in two rows, two columns and two boxes, in reading order.

    On a board of another shape two boxes are not enough, and not needed if the digits can be swapped.
    """
    is_plain = bool(masks.geometry.shape.square_box)
    found: list[tuple[int, int, int, int]] = []
    for top, bottom in combinations(masks.rows, 2):
        for left, right in combinations(range(masks.size), 2):
            above, below = top * masks.size, bottom * masks.size
            four = (above + left, above + right, below + left, below + right)
            if is_plain:
                can_swap = len({masks.units_of[cell][2] for cell in four}) == 2
            else:
                can_swap = _see_alike(masks, four)
            if can_swap:
                found.append(four)
    return tuple(found)


@lru_cache(maxsize=KEPT)
def _with_cell(masks: Masks) -> list[int]:
    """Return for each cell the rectangles that have it, by number, as a mask of rectangles."""
    found = [0] * masks.cells
    for number, cells in enumerate(rectangles(masks)):
        for cell in cells:
            found[cell] |= 1 << number
    return found


def _see_alike(masks: Masks, four: tuple[int, int, int, int]) -> bool:
    """Return whether each other cell that sees a corner sees the next corner or that across from it too."""
    first, second, third, fourth = (masks.peers[cell] for cell in four)
    return not ((first | fourth) ^ (second | third)) & ~mask_of(four)


def _open_at_least(position: Position) -> list[int]:
    """Return the rectangles without a given that have so many open cells or more, from 0 to 5.

    They are masks of their numbers.
    """
    with_cell, given = _with_cell(position.masks), 0
    for cell in bits(position.givens):
        given |= with_cell[cell]
    found = [(1 << len(rectangles(position.masks))) - 1 & ~given, 0, 0, 0, 0, 0]
    for cell in bits(position.open):
        for count in (4, 3, 2, 1):
            found[count] |= found[count - 1] & with_cell[cell]
    return found


class Rectangle(NamedTuple):
    """Four open cells, the mask of two digits, the cells that have just these, and those that have more."""

    position: Position
    cells: tuple[int, int, int, int]
    pair: int
    floor: tuple[int, ...]
    roof: tuple[int, ...]

    @property
    def is_diagonal(self) -> bool:
        """Whether the two floor cells lie on a diagonal, so that they see each other only through the roof."""
        return self.floor in ((self.cells[0], self.cells[3]), (self.cells[1], self.cells[2]))

    @property
    def guardians(self) -> tuple[int, ...]:
        position = self.position
        mask = position.in_cells(
            mask_of(self.cells), position.digits_in(mask_of(self.cells)) & ~self.pair
        )
        return tuple(bits(mask))

    def extras(self, cell: int) -> int:
        """Return the mask of a cell's candidates that are not of the rectangle's two digits."""
        return self.position.marks[cell] & ~self.pair

    def opposite(self, cell: int) -> int:
        """Return the corner of the rectangle that lies diagonally opposite a corner."""
        return self.cells[3 - self.cells.index(cell)]

    def set_count(self, truths: tuple[int, ...], links: tuple[int, ...]) -> SetCount:
        """Return the counting argument with these truths and links (numbers of sets) and the guardians."""
        return SetCount(truths, links, self.guardians, self.cells)

    def deduction(self, name: str, removed: int, counts: list[SetCount]) -> Deduction:
        proof = Proof(tuple(counts), (PatternPart(Role.GUARDIANS, self.guardians),))
        return Deduction(name, removed, 0, mask_of(self.cells), self.pair, lambda: proof)


def _open_rectangles(position: Position, missing: bool) -> list[Rectangle]:
    """Return the open rectangles. With `missing`, roof cells may lack one of the two digits."""
    marks, found, every = position.marks, [], rectangles(position.masks)
    spend(1 + len(every) // 16)
    with_cell, some = _with_cell(position.masks), 0
    for cell in bits(position.fact(bivalue)):
        some |= with_cell[cell]
    for number in bits(some & position.fact(_open_at_least)[4] if some else 0):
        cells = every[number]
        one, two, three, four = held = [marks[cell] for cell in cells]
        for pair in {mark for mark in held if mark.bit_count() == 2}:
            if one & pair and two & pair and three & pair and four & pair:
                if not missing and (one & two & three & four & pair) != pair:
                    continue
                floor = tuple([cell for cell in cells if marks[cell] == pair])
                roof = tuple([cell for cell in cells if marks[cell] != pair])
                if roof:
                    found.append(Rectangle(position, cells, pair, floor, roof))
    return found


def open_rectangles(position: Position, missing: bool = True) -> list[Rectangle]:
    return position.fact(_open_rectangles, missing)


def uniqueness_1(position: Position, missing: bool = True) -> Iterator[Deduction]:
    for rectangle in open_rectangles(position, missing):
        if len(rectangle.floor) == 3:
            (roof,) = rectangle.roof
            removed = position.in_cells(1 << roof, rectangle.pair)
            yield rectangle.deduction(TESTS[1], removed, [rectangle.set_count((), (roof,))])


def uniqueness_2_or_5(position: Position, name: str, missing: bool = True) -> Iterator[Deduction]:
    masks = position.masks
    for rectangle in open_rectangles(position, missing):
        extras = {rectangle.extras(cell) for cell in rectangle.roof}
        if not 2 <= len(rectangle.roof) <= 3 or len(extras) > 1:
            continue
        bit = extras.pop()
        is_second = len(rectangle.roof) == 2 and not rectangle.is_diagonal
        if bit.bit_count() != 1 or is_second != (name == TESTS[2]):
            continue
        digit, roof = bit.bit_length(), mask_of(rectangle.roof)
        seen = masks.seen_by_all(roof) & position.places[digit]
        if seen:
            ways = links_through(masks, digit, seen, roof)
            counts = [rectangle.set_count((), way) for way in ways]
            yield rectangle.deduction(name, seen << masks.floors[digit], counts)


def uniqueness_3(position: Position, missing: bool = True) -> Iterator[Deduction]:
    masks, marks = position.masks, position.marks
    for rectangle in open_rectangles(position, missing):
        if len(rectangle.roof) != 2 or rectangle.is_diagonal:
            continue
        roof = mask_of(rectangle.roof)
        extras = rectangle.extras(rectangle.roof[0]) | rectangle.extras(rectangle.roof[1])
        for unit in masks.units_with(roof):
            others = list(bits(position.open & masks.units[unit] & ~roof))
            spend(2 ** len(others) // 2)
            for size in range(1, len(others)):
                for chosen in combinations(others, size):
                    digits = extras
                    for cell in chosen:
                        digits |= marks[cell]
                    if digits.bit_count() == size + 1:
                        yield from _subset(rectangle, unit, chosen, digits)


def _subset(
    rectangle: Rectangle, unit: int, chosen: tuple[int, ...], digits: int
) -> Iterator[Deduction]:
    position, masks = rectangle.position, rectangle.position.masks
    together = mask_of((*chosen, *rectangle.roof))
    removed, counts = 0, []
    for shared in masks.units_with(together):
        gone = position.in_cells(masks.units[shared] & ~together, digits)
        if gone:
            geometry = masks.geometry
            links = tuple(set_number(geometry, index + 1, shared) for index in bits(digits))
            counts.append(rectangle.set_count(chosen, links))
            removed |= gone
    if removed:
        deduction = rectangle.deduction(TESTS[3], removed, counts)
        yield deduction._replace(cells=deduction.cells | together, unit=unit)


def uniqueness_4(position: Position, missing: bool = True) -> Iterator[Deduction]:
    masks = position.masks
    for rectangle in open_rectangles(position, missing):
        if len(rectangle.roof) != 2 or rectangle.is_diagonal:
            continue
        roof = mask_of(rectangle.roof)
        for unit in masks.units_with(roof):
            for index in bits(rectangle.pair):
                places = position.places[index + 1] & masks.units[unit]
                if places and not places & ~roof:
                    removed = position.in_cells(roof, rectangle.pair & ~(1 << index))
                    if removed:
                        truth = set_number(masks.geometry, index + 1, unit)
                        count = rectangle.set_count((truth,), rectangle.roof)
                        yield rectangle.deduction(TESTS[4], removed, [count])._replace(unit=unit)


def uniqueness_6(position: Position, missing: bool = True) -> Iterator[Deduction]:
    masks = position.masks
    geometry = masks.geometry
    for rectangle in open_rectangles(position, missing):
        if len(rectangle.roof) != 2 or not rectangle.is_diagonal:
            continue
        inside = mask_of(rectangle.cells)
        for digit in (index + 1 for index in bits(rectangle.pair)):
            places = position.places[digit]
            if not mask_of(rectangle.roof) & places:
                continue
            for along, across in ((0, 1), (1, 0)):
                if any(
                    places & masks.units[masks.units_of[c][along]] & ~inside
                    for c in rectangle.cells
                ):
                    continue
                counts = []
                for cell, other in (rectangle.roof, rectangle.roof[::-1]):
                    truth = set_number(geometry, digit, masks.units_of[other][along])
                    link = set_number(geometry, digit, masks.units_of[cell][across])
                    counts.append(rectangle.set_count((truth,), (link, cell, other)))
                removed = position.in_cells(mask_of(rectangle.roof), 1 << (digit - 1))
                yield rectangle.deduction(TESTS[6], removed, counts)


def hidden_rectangles(
    position: Position, missing: bool = True, is_loose: bool = False
) -> Iterator[Deduction]:
    """Yield hidden rectangles. `is_loose` also yields those with two floor cells side by side.

    `missing` allows corners that have lost a candidate of the pair.
    """
    masks = position.masks
    geometry = masks.geometry
    for rectangle in open_rectangles(position, missing):
        is_beside = len(rectangle.floor) == 2 and not rectangle.is_diagonal
        if len(rectangle.floor) > 2 or (is_beside and not is_loose):
            continue
        inside = mask_of(rectangle.cells)
        for corner in rectangle.floor:
            far = rectangle.opposite(corner)
            beside = tuple(cell for cell in rectangle.cells if cell not in (corner, far))
            units = masks.units_of[far][:2]
            for index in bits(rectangle.pair):
                digit, other = index + 1, rectangle.pair & ~(1 << index)
                one, two = (position.places[digit] & masks.units[unit] for unit in units)
                # If a unit has no place for it at all, the digit is placed already and proves nothing.
                if not one or not two or (one | two) & ~inside:
                    continue
                removed = position.in_cells(1 << far, other)
                if removed:
                    truths = tuple(set_number(geometry, digit, unit) for unit in units)
                    yield rectangle.deduction(
                        HIDDEN, removed, [rectangle.set_count(truths, (*beside, far, far))]
                    )


# --- With placed cells --------------------------------------------------------------------------------


def _with_placed(
    position: Position, open_count: int
) -> Iterator[tuple[Rectangle, tuple[int, ...]]]:
    """Yield rectangles without a given that have `open_count` open cells, and these cells."""
    every, found = rectangles(position.masks), position.fact(_open_at_least)
    numbers = found[open_count] & ~found[open_count + 1]
    spend(1 + numbers.bit_count() // 8)
    for number in bits(numbers):
        cells = every[number]
        rectangle = Rectangle(position, cells, 0, (), ())
        yield rectangle, tuple(cell for cell in cells if position.open >> cell & 1)


def avoidable_1(position: Position) -> Iterator[Deduction]:
    """Yield avoidable rectangles with three placed cells.

    The fourth loses the digit that would complete the pattern.
    """
    values = position.values
    for rectangle, (last,) in _with_placed(position, 1):
        far = rectangle.opposite(last)
        one, two = (values[cell] for cell in rectangle.cells if cell not in (last, far))
        bit = 1 << (values[far] - 1)
        removed = position.in_cells(1 << last, bit)
        if one == two and removed:
            yield _avoidable(rectangle, 1, bit | 1 << (one - 1), removed, [(last,)])


def avoidable_2(position: Position) -> Iterator[Deduction]:
    """Yield avoidable rectangles with two placed cells side by side, and one extra digit in both others."""
    masks, marks, values = position.masks, position.marks, position.values
    for rectangle, (one, two) in _with_placed(position, 2):
        if not masks.peers[one] >> two & 1 or marks[one].bit_count() != 2 != marks[two].bit_count():
            continue
        across = (values[rectangle.opposite(cell)] for cell in (one, two))
        first, second = (1 << digit >> 1 for digit in across)  # 0 if that corner is open
        if not (marks[one] & first and marks[two] & second):
            continue
        extra = marks[one] & ~first
        if extra != marks[two] & ~second:
            continue
        digit, both = extra.bit_length(), 1 << one | 1 << two
        seen = masks.seen_by_all(both) & position.places[digit]
        if seen:
            links = links_through(masks, digit, seen, both)
            yield _avoidable(rectangle, 2, first | second, seen << masks.floors[digit], links)


def _avoidable(
    rectangle: Rectangle, number: int, pair: int, removed: int, links: Sequence[tuple[int, ...]]
) -> Deduction:
    guarded = rectangle._replace(pair=pair)
    counts = [guarded.set_count((), way) for way in links]
    return guarded.deduction(AVOIDABLE[number], removed, counts)


def explain(geometry: Geometry, step: Step) -> str:
    """Return the explanation of a unique rectangle: what could be swapped, and what its guardians rule out."""
    counts = [each for each in step.arguments if isinstance(each, SetCount)]
    facts = {
        "guardians": say_each(geometry, counts[0].guardians),
        "cells": say_cells(geometry, counts[0].cells),
        "digits": say_digits(step.digits_mask),
    }
    if len(counts[0].guardians) > 1:
        swapped = gettext(
            "If {guardians} were all false, {cells} would contain only {digits}, which could "
            "be swapped: two solutions. The puzzle has one, so one of these is true.",
            **facts,
        )
    else:
        swapped = gettext(
            "If {guardians} were false, {cells} would contain only {digits}, which could be "
            "swapped: two solutions. The puzzle has one, so it is true.",
            **facts,
        )
    return f"{swapped} {_explain_end(geometry, step, counts)}"


def _explain_end(geometry: Geometry, step: Step, counts: list[SetCount]) -> str:
    """Explain the end, by what is counted besides the guardians."""
    removed = say_removed(geometry, step)
    truths = sorted({number for count in counts for number in count.truths})
    if truths and truths[0] < geometry.cell_count:
        return gettext(
            "With {others} that makes as many cells as digits, so these are false in "
            "every cell that sees them all: {removed}.",
            others=say_cells(geometry, truths),
            removed=removed,
        )
    if truths:
        return gettext(
            "{sets} can only go in these cells, which leaves no room for {removed}.",
            sets=say_list([say_set_of(geometry, number) for number in truths]),
            removed=removed,
        )
    if counts[0].links[0] < geometry.cell_count:
        return gettext("So there is no room for {removed}.", removed=removed)
    return gettext("What sees all of these is false: {removed}.", removed=removed)
