"""Death Blossom: each digit of a stem cell locks an almost locked set, and all these sets contain z.

For every candidate of the stem there is a *petal*, a set with all its places for that digit in sight of
the stem. Each digit that the stem may be leaves one petal without it, so that petal contains all its
other digits. A digit z of all petals is removed from what sees every z in them. Removals by several
such digits are one step.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits, say_list
from ...core.masks import bits, mask_of, union_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Role, SetCount
from ...core.steps import Step
from ..deduction import Deduction
from ..wording import LETTERS, say_removed
from .finder import Sets, say_almost

DEATH_BLOSSOM = "Death Blossom"


class Petal(NamedTuple):
    """An almost locked set by its number, with its cells, and the candidates that see all of a digit in it."""

    number: int
    cells: int
    sees: int  # a mask of candidates, without the digit that the set would lose


def death_blossoms(
    position: Position, overlap: bool = False, is_loose: bool = False
) -> Iterator[Deduction]:
    """Yield Death Blossoms. With `overlap` the sets may share cells.

    `is_loose` also yields those in which one set is the petal of all digits.
    """
    sets = position.fact(Sets)
    losing = _losing(sets)
    for stem in bits(position.open):
        petals: list[tuple[int, list[Petal]]] = []
        falling = position.candidates
        for index in bits(position.marks[stem]):
            digit = index + 1
            fitting = sets.sharing(digit, 1 << stem)
            spend(1 + fitting.bit_count() // 8)
            own = [losing[digit][number] for number in bits(fitting) if number in losing[digit]]
            petals.append((digit, own))
            falling &= union_of(petal.sees for petal in own)
            if not falling:
                break
        if falling and len(petals) > 1:
            petals.sort(key=lambda petal: len(petal[1]))
            yield from _flowers(sets, stem, petals, overlap, is_loose)


def _losing(sets: Sets) -> list[dict[int, Petal]]:
    """Return, by digit and number, the sets that may lose the digit, if something can be removed then."""
    floors = sets.masks.floors
    losing: list[dict[int, Petal]] = [{} for _ in floors]
    for number, of in enumerate(sets.of):
        spend(4)
        sees = {z: sets.sights[number][z] << floors[z] for z in of}
        all_seen = sum(sees.values())
        for digit, own in sees.items():
            if all_seen ^ own:
                losing[digit][number] = Petal(number, sets.all[number][0], all_seen ^ own)
    return losing


def _flowers(
    sets: Sets, stem: int, petals: list[tuple[int, list[Petal]]], overlap: bool, is_loose: bool
) -> Iterator[Deduction]:
    """Yield flowers of one petal for each candidate, if something sees every place of a common digit."""
    digits, last = [digit for digit, _ in petals], len(petals) - 1
    on_floors = sum(1 << floor for floor in sets.masks.floors[1:])

    def grow(chosen: tuple[int, ...], cells: int, seen: int) -> Iterator[Deduction]:
        for petal in petals[len(chosen)][1]:
            spend()
            left = seen & petal.sees
            is_apart = not cells & petal.cells or petal.number in chosen
            if not left or not (is_apart or overlap):
                continue
            flower, taken = (*chosen, petal.number), cells | petal.cells
            if len(chosen) < last:
                yield from grow(flower, taken, left)
                continue
            fallen = left & ~((1 << stem if overlap else taken) * on_floors)
            if fallen and (is_loose or len(set(flower)) > 1):
                yield _deduction(sets, stem, digits, flower, fallen)

    yield from grow((), 1 << stem, sets.position.candidates)


def _deduction(
    sets: Sets, stem: int, digits: list[int], chosen: tuple[int, ...], fallen: int
) -> Deduction:
    position, masks = sets.position, sets.masks
    cells = 1 << stem | union_of(sets.all[number][0] for number in chosen)
    fell = mask_of(candidate // masks.cells for candidate in bits(fallen))

    def prove() -> Proof:
        counts = [
            _count(sets, stem, digits, chosen, *masks.digit_and_cell(candidate))
            for candidate in bits(fallen)
        ]
        stem_part = PatternPart(
            Role.SET, tuple(bits(position.in_cells(1 << stem, position.marks[stem])))
        )
        return Proof(tuple(dict.fromkeys(counts)), (stem_part, *sets.parts(list(chosen))))

    return Deduction(DEATH_BLOSSOM, fallen, 0, cells, fell, prove)


def _count(
    sets: Sets, stem: int, digits: list[int], chosen: tuple[int, ...], z: int, cell: int
) -> SetCount:
    truths, links = [stem], []
    for digit, number in zip(digits, chosen, strict=True):
        truths += bits(sets.all[number][0])
        links.append(sets.link_through(digit, sets.of[number][digit] | 1 << stem))
        links += sets.unit_links(number, 1 << (digit - 1) | 1 << (z - 1))
        links.append(sets.link_through(z, sets.of[number][z] | 1 << cell))
    return SetCount(tuple(truths), tuple(links))


def explain(geometry: Geometry, step: Step) -> str:
    stem, *petals = step.parts_of(Role.SET)
    return gettext(
        "Each digit that A {stem} may be leaves one of {petals} without it, so that set "
        "contains all its other digits, and {digit} too. What sees every {digit} of these "
        "sets is false: {removed}.",
        stem=geometry.cell_names[stem[0] % geometry.cell_count],
        petals=say_list(
            [
                f"{letter} {say_almost(geometry, petal)}"
                for letter, petal in zip(LETTERS[1:], dict.fromkeys(petals), strict=False)
            ]
        ),
        digit=say_digits(step.digits_mask),
        removed=say_removed(geometry, step),
    )
