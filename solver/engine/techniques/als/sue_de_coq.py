"""Sue de Coq: cells where a box and a line cross, with other cells of both, have exactly as many digits as
cells.

Two or three cells of the crossing are chosen; the others count with the rest. The cells chosen from the
rest of the line and those from the rest of the box share no digit of the crossing, and any other digit
that they share counts twice. So every digit among them has its one place there: the line's digits, and
those of the crossing alone, are removed from the rest of the line, the box's digits from the rest of
the box.
"""

from collections.abc import Iterator
from itertools import combinations

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits, say_unit
from ...core.masks import bits, union_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Role, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction
from ..wording import say_removed
from .finder import choices_in, digits_of, say_almost

SUE_DE_COQ = "Sue de Coq"


def sue_de_coqs(position: Position) -> Iterator[Deduction]:
    """Yield Sue de Coqs. Where there is none, crossings of box and line wait until one of the two changes."""
    news, is_barren = position.news(SUE_DE_COQ, 0), True
    for box, line, crossing in position.masks.crossings:
        if news & (1 << box | 1 << line):
            for found in _in_crossing(position, box, line, crossing & position.open):
                is_barren = False
                yield found
    if is_barren:
        position.nothing_in(SUE_DE_COQ, 0, news)


def _in_crossing(position: Position, box: int, line: int, crossing: int) -> Iterator[Deduction]:
    inside, marks = list(bits(crossing)), position.marks
    for size in range(2, len(inside) + 1):
        for chosen in combinations(inside, size):
            spend(2)
            cells = digits = 0
            for cell in chosen:
                cells |= 1 << cell
                digits |= marks[cell]
            if digits.bit_count() >= size + 2:
                of_line, of_box = (
                    _choices(position, unit, cells, digits, size) for unit in (line, box)
                )
                if of_line and of_box:
                    yield from _around(position, box, line, cells, digits, of_line, of_box)


def _choices(
    position: Position, unit: int, cells: int, shared: int, size: int
) -> list[tuple[int, int, int]]:
    """Return (cells, digits, digits beyond cells) of every choice of other cells that a crossing may go with.

    It has a digit of `shared`, those of the `size` cells on the crossing. Both rests together have no more
    digits beyond their cells than these are, or they would share one.
    """
    found = choices_in(position, unit)
    spend(1 + len(found) // 8)
    return [
        (others, digits, beyond)
        for others, digits, beyond in found
        if digits & shared and beyond < size and not others & cells
    ]


def _around(
    position: Position,
    box: int,
    line: int,
    cells: int,
    digits: int,
    of_line: list[tuple[int, int, int]],
    of_box: list[tuple[int, int, int]],
) -> Iterator[Deduction]:
    masks, size = position.masks, cells.bit_count()
    spend(1 + len(of_line) * len(of_box) // 32)
    # By how many digits of the crossing each leaves over, beyond those that it has too many itself.
    by_left: dict[int, list[tuple[int, int]]] = {}
    for in_box, box_digits, beyond in of_box:
        left = (box_digits & digits).bit_count() - beyond
        by_left.setdefault(left, []).append((in_box, box_digits))
    for on_line, line_digits, more in of_line:
        shared = line_digits & digits
        missing = digits.bit_count() - size - shared.bit_count() + more
        for in_box, box_digits in by_left.get(missing, ()):
            if shared & box_digits or on_line & in_box:
                continue
            alone = digits & ~line_digits & ~box_digits
            # A cell of one part may lie in the unit of the other: it loses what they share.
            removed = position.in_cells(masks.units[line] & ~cells & ~on_line, line_digits | alone)
            removed |= position.in_cells(masks.units[box] & ~cells & ~in_box, box_digits | alone)
            if removed:
                parts = (
                    (Role.CROSSING, cells, digits),
                    (Role.LINE, on_line, line_digits),
                    (Role.BOX, in_box, box_digits),
                )
                yield _deduction(position, (box, line), parts, alone, removed)


def _deduction(
    position: Position,
    units: tuple[int, int],
    parts: tuple[tuple[Role, int, int], ...],
    alone: int,
    removed: int,
) -> Deduction:
    box, line = units
    cells = union_of(where for _, where, _ in parts)
    digits = union_of(held for *_, held in parts)

    def prove() -> Proof:
        counts = []
        for shared in (line, box):
            geometry = position.masks.geometry
            links = tuple(
                set_number(geometry, index + 1, unit)
                for index in bits(digits)
                for unit in _units(index, shared)
            )
            counts.append(SetCount(tuple(bits(cells)), links))
        shown = tuple(
            PatternPart(role, tuple(bits(position.in_cells(where, held))))
            for role, where, held in parts
        )
        return Proof(tuple(dict.fromkeys(counts)), shown)

    def _units(index: int, shared: int) -> list[int]:
        if alone >> index & 1:
            return [shared]
        return [unit for unit, part in ((line, parts[1]), (box, parts[2])) if part[2] >> index & 1]

    return Deduction(SUE_DE_COQ, removed, 0, cells, digits, prove)


def explain(geometry: Geometry, step: Step) -> str:
    crossing, on_line, in_box = (
        step.parts_of(role)[0] for role in (Role.CROSSING, Role.LINE, Role.BOX)
    )
    facts = {
        "crossing": say_almost(geometry, crossing),
        "line": say_almost(geometry, on_line),
        "box": say_almost(geometry, in_box),
        "removed": say_removed(geometry, step),
    }
    both = digits_of(geometry, on_line) & digits_of(geometry, in_box)
    if not geometry.shape.has_boxes_alone:
        return _explain_between_units(geometry, crossing, (on_line, in_box), facts, both)
    if both:
        return gettext(
            "A {crossing}, with B {line} of the line and C {box} of the box, are as many "
            "cells as digits, counting {both}, which is in B and in C, twice. So each of "
            "these digits has its place there, {both} in B and in C. This rules out "
            "{removed}.",
            both=say_digits(both),
            **facts,
        )
    return gettext(
        "A {crossing}, with B {line} of the line and C {box} of the box, are as many cells "
        "as digits, and B and C share no digit. So each of these digits has its place there. "
        "This rules out {removed}.",
        **facts,
    )


def _explain_between_units(
    geometry: Geometry,
    crossing: tuple[int, ...],
    parts: tuple[tuple[int, ...], tuple[int, ...]],
    facts: dict[str, str],
    both: int,
) -> str:
    """Return the same for a board whose units are not all rows, columns and boxes: it names the two units."""
    names = (say_unit(geometry, _unit_with(geometry, (*crossing, *part))) for part in parts)
    facts |= dict(zip(("one", "other"), names, strict=True))
    if both:
        return gettext(
            "A {crossing}, with B {line} of {one} and C {box} of {other}, are as many cells as digits, "
            "counting {both}, which is in B and in C, twice. So each of these digits has its place there, "
            "{both} in B and in C. This rules out {removed}.",
            both=say_digits(both),
            **facts,
        )
    return gettext(
        "A {crossing}, with B {line} of {one} and C {box} of {other}, are as many cells as digits, and B and "
        "C share no digit. So each of these digits has its place there. This rules out {removed}.",
        **facts,
    )


def _unit_with(geometry: Geometry, candidates: tuple[int, ...]) -> int:
    cells = {candidate % geometry.cell_count for candidate in candidates}
    return next(n for n, unit in enumerate(geometry.units) if cells <= {*unit.cells})
