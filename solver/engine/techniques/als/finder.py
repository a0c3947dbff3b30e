"""Two or three almost locked sets: a digit that only one of them can have locks another.

A digit x is a *restricted common* of two sets if each x of one sees each x of the other: only one set
has x, the other is locked and contains all its other digits. *ALS-XZ*: a further common digit z is
removed from what sees every z of both. With two restricted commons both sets are locked, and every
digit of either is removed from what sees all its places there. *ALS-XY-wing*: a third set shares x with
one and y with the other.
"""

from collections.abc import Callable, Iterator
from functools import cache, cached_property

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import ALPHABET, gettext, ngettext, say_digits, say_list, say_set
from ...core.masks import bits, mask_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Role, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction
from ..proof_text import commons_of
from ..wording import LETTERS, say_removed
from .sets import almost_locked_sets

XZ, XY_WING = "ALS-XZ", "ALS-XY-wing"


class Sets:
    """The almost locked sets of a position, and which of them share a restricted common."""

    def __init__(self, position: Position) -> None:
        self.position, self.masks = position, position.masks
        self.all = position.fact(almost_locked_sets)
        spend(len(self.all))
        places = position.places
        # of[i][d]: the cells of set i that hold digit d.
        self.of = [
            {index + 1: cells & places[index + 1] for index in bits(held)}
            for cells, held in self.all
        ]
        self.overlapping = self._overlapping()

    def _overlapping(self) -> list[int]:
        spend(len(self.all))
        with_cell = [0] * self.masks.cells
        for index, (cells, _) in enumerate(self.all):
            for cell in bits(cells):
                with_cell[cell] |= 1 << index
        found = []
        for cells, _ in self.all:
            here = 0
            for cell in bits(cells):
                here |= with_cell[cell]
            found.append(here)
        return found

    def seeing(self, index: int, digit: int) -> int:
        """Return the places of a digit that see all of its places in the set `index`, as a mask of cells."""
        return self.sights[index][digit]

    @cached_property
    def sights(self) -> list[dict[int, int]]:
        places, beside_all = self.position.places, self.masks.beside_all
        return [
            {digit: beside_all(cells) & places[digit] for digit, cells in of.items()}
            for of in self.of
        ]

    def restricted(self, overlap: bool) -> list[dict[int, int]]:
        """Return, by set and digit, the sets with which this digit is a restricted common, as a mask of sets.

        With `overlap` sets that share cells count too.
        """
        near = cache(self.sharing)
        found = []
        for index, of in enumerate(self.of):
            apart = ~(1 << index) if overlap else ~self.overlapping[index]
            shared = ((digit, near(digit, cells) & apart) for digit, cells in of.items())
            found.append({digit: sets for digit, sets in shared if sets})
        return found

    def sharing(self, digit: int, cells: int) -> int:
        """Return the sets whose places for a digit share one set with all of some cells, as a mask of sets."""
        if self.masks.geometry.shape.square_box:
            return self.within(digit, self.masks.seen_by_all(cells))
        found = 0
        for link in self.masks.links_with(cells):
            found |= self.within(digit, self.masks.links[link] & ~cells)
        return found

    @cached_property
    def with_place(self) -> list[dict[int, int]]:
        """By digit and cell, the sets that have the digit in the cell, as a mask of sets."""
        found: list[dict[int, int]] = [{} for _ in range(self.masks.size + 1)]
        for index, of in enumerate(self.of):
            for digit, cells in of.items():
                here = found[digit]
                for cell in bits(cells):
                    here[cell] = here.get(cell, 0) | 1 << index
        return found

    def within(self, digit: int, cells: int) -> int:
        """Return the sets that have a digit only in some cells, and do have it, as a mask of sets."""
        cells &= self.position.places[digit]
        if not cells:
            return 0
        spend(4)
        inside = outside = 0
        for cell, sets in self.with_place[digit].items():
            if cells >> cell & 1:
                inside |= sets
            else:
                outside |= sets
        return inside & ~outside

    @cached_property
    def partners(self) -> list[dict[int, int]]:
        """For each set and digit, the sets with which the digit can be removed somewhere, as a mask of sets."""
        by_cell: list[dict[int, int]] = [{} for _ in range(self.masks.size + 1)]
        for index, sights in enumerate(self.sights):
            spend(2)
            for digit, seen in sights.items():
                here = by_cell[digit]
                for cell in bits(seen):
                    here[cell] = here.get(cell, 0) | 1 << index

        @cache
        def seeing_one(digit: int, cells: int) -> int:
            here, sets = by_cell[digit], 0
            for cell in bits(cells):
                sets |= here[cell]
            return sets

        spend(2 * len(self.all))
        return [
            {digit: seeing_one(digit, seen) & ~(1 << index) for digit, seen in sights.items()}
            for index, sights in enumerate(self.sights)
        ]

    # --- Proofs ---------------------------------------------------------------------------------------

    def unit_links(self, index: int, without: int) -> list[int]:
        """Return the numbers, in a proof, of an almost locked set's digits as places in its unit.

        `index` is the set, and the digits of the mask `without` are left out.
        """
        cells, held = self.all[index]
        unit = self.masks.units_with(cells)[0]
        geometry = self.masks.geometry
        return [set_number(geometry, d + 1, unit) for d in bits(held & ~without)]

    def link_through(self, digit: int, cells: int) -> int:
        """Return the number, in a proof, of a digit's places in the first unit that contains all of `cells`."""
        return set_number(self.masks.geometry, digit, self.masks.links_with(cells)[0])

    def chain_counts(
        self, chain: list[int], commons: list[int], removed: int
    ) -> Iterator[SetCount]:
        """Yield the counting arguments of a chain of almost locked sets.

        There is one for each way in which both ends see `removed`, a mask of candidates. `chain` has the
        indexes of the sets, `commons` the digits between neighbours.
        """
        truths: list[int] = []
        links: list[int] = []
        ends = (chain[0], chain[-1])
        shared = [
            self.link_through(digit, self.of[one][digit] | self.of[two][digit])
            for one, two, digit in zip(chain[:-1], chain[1:], commons, strict=True)
        ]
        for index in chain:
            truths += bits(self.all[index][0])
        ways = set()
        for candidate in bits(removed):
            digit, cell = self.masks.digit_and_cell(candidate)
            ways.add(
                (
                    digit,
                    *(self.link_through(digit, self.of[end][digit] | 1 << cell) for end in ends),
                )
            )
        for digit, near, far in sorted(ways):
            links = [*shared, near, far]
            for place, index in enumerate(chain):
                taken = 1 << (digit - 1) if place in (0, len(chain) - 1) else 0
                for common in commons[max(place - 1, 0) : place + 1]:
                    taken |= 1 << (common - 1)
                links += self.unit_links(index, taken)
            yield SetCount(tuple(truths), tuple(links))

    def locked_counts(self, one: int, two: int, commons: int, removed: int) -> Iterator[SetCount]:
        """Yield the counting arguments of two almost locked sets that are both locked, as two digits link them.

        `one` and `two` are indexes of sets, `commons` is the mask of the two digits, `removed` one of
        candidates.
        """
        truths = (*bits(self.all[one][0]), *bits(self.all[two][0]))
        geometry = self.masks.geometry
        base = {
            **{
                (one, d + 1): self._units(self.of[one][d + 1])
                for d in bits(self.all[one][1] & ~commons)
            },
            **{
                (two, d + 1): self._units(self.of[two][d + 1])
                for d in bits(self.all[two][1] & ~commons)
            },
            **{
                (-1, d + 1): self._units(self.of[one][d + 1] | self.of[two][d + 1])
                for d in bits(commons)
            },
        }
        for turn in range(max(len(units) for units in base.values())):
            yield SetCount(
                truths,
                tuple(
                    set_number(geometry, digit, units[min(turn, len(units) - 1)])
                    for (_, digit), units in base.items()
                ),
            )

    def _units(self, cells: int) -> list[int]:
        return self.masks.links_with(cells)

    def parts(self, chain: list[int]) -> tuple[PatternPart, ...]:
        return tuple(
            PatternPart(Role.SET, tuple(bits(self.position.in_cells(*self.all[index]))))
            for index in chain
        )

    def deduction(self, name: str, chain: list[int], commons: list[int], removed: int) -> Deduction:
        """Return the deduction of a chain of almost locked sets, given by their indexes.

        `commons` are the restricted common digits between neighbours, `removed` is a mask of candidates.
        """

        def prove() -> Proof:
            return Proof(tuple(self.chain_counts(chain, commons, removed)), self.parts(chain))

        return self.deduction_with(name, chain, removed, prove)

    def deduction_with(
        self, name: str, chain: list[int], removed: int, prove: Callable[[], Proof]
    ) -> Deduction:
        cells = digits = 0
        for index in chain:
            cells |= self.all[index][0]
        for candidate in bits(removed):
            digits |= 1 << candidate // self.masks.cells
        return Deduction(name, removed, 0, cells, digits, prove)

    def common_ends(self, one: int, two: int, without: int) -> int:
        """Return the candidates that see all places of their digit in the sets `one` and `two`, as a mask.

        Digits of the mask `without` are left out.
        """
        removed, sights, others = 0, self.sights[one], self.sights[two]
        for index in bits(self.all[one][1] & self.all[two][1] & ~without):
            seen = sights[index + 1] & others[index + 1]
            if seen:
                removed |= seen << self.masks.floors[index + 1]
        return removed


def restricted(position: Position, overlap: bool) -> list[dict[int, int]]:
    return position.fact(Sets).restricted(overlap)


def xz(position: Position, overlap: bool = False) -> Iterator[Deduction]:
    """Yield ALS-XZ deductions. With `overlap` the two sets may share cells."""
    sets, near = position.fact(Sets), position.fact(restricted, overlap)
    for one, by_digit in enumerate(near):
        spend(2)
        later = -2 << one
        once = twice = 0
        for others in by_digit.values():
            twice |= once & others
            once |= others
        for x, others in by_digit.items():
            once_only = others & later & ~twice
            for two in bits(once_only & _with(sets, one, x)) if once_only else ():
                spend(2)
                removed = sets.common_ends(one, two, 1 << (x - 1))
                yield sets.deduction(XZ, [one, two], [x], removed)
        for two in bits(twice & later):
            commons = mask_of(x - 1 for x, others in by_digit.items() if others >> two & 1)
            yield from _doubly_linked(sets, one, two, commons)


def _with(sets: Sets, one: int, without: int) -> int:
    """Return the sets with which something can be removed by a digit other than `without`, as bits."""
    found = 0
    for digit, others in sets.partners[one].items():
        if digit != without:
            found |= others
    return found


def _doubly_linked(sets: Sets, one: int, two: int, commons: int) -> Iterator[Deduction]:
    spend(4)
    floors, removed = sets.masks.floors, 0
    for index in bits(commons):
        removed |= sets.common_ends(one, two, 1 << index)
    for own, other in ((one, two), (two, one)):
        outside = ~sets.all[other][0]
        for index in bits(sets.all[own][1] & ~commons):
            removed |= (sets.seeing(own, index + 1) & outside) << floors[index + 1]
    if removed:

        def prove() -> Proof:
            return Proof(
                tuple(sets.locked_counts(one, two, commons, removed)), sets.parts([one, two])
            )

        yield sets.deduction_with(XZ, [one, two], removed, prove)


def xy_wings(position: Position, overlap: bool = False) -> Iterator[Deduction]:
    """Yield ALS-XY-wings. With `overlap` the sets may share cells."""
    sets, near = position.fact(Sets), position.fact(restricted, overlap)
    for pivot, by_digit in enumerate(near):
        for x, ones in by_digit.items():
            rest = 0
            for y, others in by_digit.items():
                if y > x:
                    rest |= others
            if rest:
                for one in bits(ones):
                    spend(2)
                    for two in bits(rest & _with(sets, one, x)):
                        spend()
                        yield from _wing(sets, by_digit, (one, pivot, two), x, overlap)


def _wing(
    sets: Sets, by_digit: dict[int, int], wing: tuple[int, int, int], x: int, overlap: bool
) -> Iterator[Deduction]:
    """Yield, for each y after x, what these two digits leave, then what all commons of the three sets leave."""
    one, _, two = wing
    cells, theirs = sets.all[one][0], sets.all[two][0]
    if (not overlap and cells & theirs) or cells | theirs in (cells, theirs):
        return
    every = mask_of(d - 1 for d, ones in by_digit.items() if ones >> one & 1 or ones >> two & 1)
    before = 0
    for y, others in by_digit.items():
        if y > x and others >> two & 1:
            for without in (1 << (x - 1) | 1 << (y - 1), every):
                removed = sets.common_ends(one, two, without)
                if removed not in (0, before):
                    before = removed
                    yield sets.deduction(XY_WING, list(wing), [x, y], removed)


def explain(geometry: Geometry, step: Step) -> str:
    """Return the explanation of a step of almost locked sets, with the letters that the drawing gives them."""
    parts = dict.fromkeys(step.parts_of(Role.SET))
    count = next(each for each in step.arguments if isinstance(each, SetCount))
    facts = {
        "sets": say_list(
            [
                f"{letter} {say_almost(geometry, part)}"
                for letter, part in zip(LETTERS, parts, strict=False)
            ]
        ),
        "shared": _say_shared(geometry, step),
        "removed": say_removed(geometry, step),
    }
    if len(count.links) == len(count.truths):
        return gettext(
            "{sets} have one digit more than cells each. {shared} So each of them lacks one "
            "of the two and has all its other digits. This rules out {removed}.",
            **facts,
        )
    return ngettext(
        "{sets} have one digit more than cells each. {shared} If one of them lacks a digit, it has "
        "all its others. So **{digit} is in {first} or {last}**, and what sees every place for it "
        "there is false: {removed}.",
        "{sets} have one digit more than cells each. {shared} If one of them lacks a digit, it has "
        "all its others. So **each of {digit} is in {first} or {last}**, and what sees every "
        "place for it there is false: {removed}.",
        step.digits_mask.bit_count(),
        digit=say_digits(step.digits_mask),
        first=LETTERS[0],
        last=LETTERS[len(parts) - 1],
        **facts,
    )


def _say_shared(geometry: Geometry, step: Step) -> str:
    """Return, for example, `Only one of A and B can have the 4.`"""
    sentences = [
        gettext(
            "Only one of {one} and {two} can have the {digit}.",
            one=LETTERS[common.one],
            two=LETTERS[common.two],
            digit=ALPHABET[common.digit],
        )
        for common in commons_of(geometry, step)
    ]
    return " ".join(dict.fromkeys(sentences))


def say_almost(geometry: Geometry, candidates: tuple[int, ...]) -> str:
    """Return the cells and digits of a set of candidates. For example, `r1c2, r1c3 {2, 4, 7}`."""
    cells = sorted({candidate % geometry.cell_count for candidate in candidates})
    digits = 0
    for candidate in candidates:
        digits |= 1 << candidate // geometry.cell_count
    return f"{', '.join(geometry.cell_names[cell] for cell in cells)} {say_set(digits)}"
