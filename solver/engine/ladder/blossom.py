"""Death Blossom: each digit of a stem cell locks an almost locked set, and all these sets hold z.

For every candidate of the stem a *petal* has all its places for it in sight of the stem, so whichever is
true, one petal loses it and holds its other digits. A digit z of all petals goes from what sees every z of
them.
"""

from collections.abc import Iterator

from ..geometry import Geometry
from ..steps import Step
from ..techniques.base import say_digits
from ..words import say, say_list
from .als import SET, Sets, say_almost
from .found import Found
from .masks import bits
from .position import Position
from .proof import Count, Part, Proof
from .telling import LETTERS, parts_of, say_removed

DEATH_BLOSSOM = "Death Blossom"


def death_blossoms(position: Position, overlap: bool = False) -> Iterator[Found]:
    sets = position.fact(Sets)
    masks, marks = position.masks, position.marks
    for stem in bits(position.open):
        petals: list[tuple[int, list[int]]] = []
        for index in bits(marks[stem]):
            digit = index + 1
            fitting = [
                number
                for number, of in enumerate(sets.of)
                if digit in of
                and not of[digit] & ~masks.peers[stem]
                and not sets.all[number][0] >> stem & 1
            ]
            petals.append((digit, fitting))
        if len(petals) > 1 and all(fitting for _, fitting in petals):
            petals.sort(key=lambda petal: len(petal[1]))
            for z in masks.digits:
                yield from _with(sets, stem, z, petals, overlap)


def _with(
    sets: Sets, stem: int, z: int, petals: list[tuple[int, list[int]]], overlap: bool
) -> Iterator[Found]:
    """All flowers whose petals hold z: a petal for each candidate, while something still sees every z."""
    choices = []
    for digit, fitting in petals:
        own = [
            (number, sets.seeing(number, z))
            for number in fitting
            if z != digit and z in sets.of[number]
        ]
        own = [(number, seen) for number, seen in own if seen]
        if not own:
            return
        choices.append(own)

    def grow(chosen: tuple[int, ...], cells: int, seen: int) -> Iterator[Found]:
        if len(chosen) == len(choices):
            seen &= ~(1 << stem) if overlap else ~(1 << stem) & ~cells
            if seen and len(set(chosen)) > 1:
                yield _found(sets, stem, z, [d for d, _ in petals], chosen, seen)
            return
        for number, sees in choices[len(chosen)]:
            theirs = sets.all[number][0]
            if seen & sees and (overlap or not cells & theirs):
                yield from grow((*chosen, number), cells | theirs, seen & sees)

    yield from grow((), 0, sets.position.places[z])


def _found(
    sets: Sets, stem: int, z: int, digits: list[int], chosen: tuple[int, ...], seen: int
) -> Found:
    position, masks = sets.position, sets.masks
    cells = 1 << stem
    for number in chosen:
        cells |= sets.all[number][0]

    def prove() -> Proof:
        truths = [stem]
        links = []
        for digit, number in zip(digits, chosen, strict=True):
            truths += bits(sets.all[number][0])
            links.append(sets.link_through(digit, sets.of[number][digit] | 1 << stem))
            links += sets.unit_links(number, 1 << (digit - 1) | 1 << (z - 1))
        counts = []
        for cell in bits(seen):
            ends = [sets.link_through(z, sets.of[number][z] | 1 << cell) for number in chosen]
            counts.append(Count(tuple(truths), (*links, *ends)))
        unique = tuple(dict.fromkeys(counts))
        stem_part = Part(SET, tuple(bits(position.in_cells(1 << stem, position.marks[stem]))))
        return Proof(unique, (stem_part, *sets.parts(list(chosen))))

    return Found(DEATH_BLOSSOM, seen << masks.floors[z], 0, cells, 1 << (z - 1), prove)


def explain(shape: Geometry, step: Step) -> str:
    stem, *petals = parts_of(step, SET)
    return say(
        "Whatever A {stem} is, one of {petals} loses a digit to it and holds all its others, so also {digit}."
        " {removed}, in sight of every {digit} of these, cannot be.",
        stem=shape.cell_names[stem[0] % shape.cell_count],
        petals=say_list(
            [
                f"{letter} {say_almost(shape, petal)}"
                for letter, petal in zip(LETTERS[1:], dict.fromkeys(petals), strict=False)
            ]
        ),
        digit=say_digits(step.digits_mask),
        removed=say_removed(shape, step),
    )
