"""Two or three almost locked sets: a digit that only one of them can have locks another.

A digit x is a *restricted common* of two sets if each x of one sees each x of the other: only one set
has x, the other is locked and contains all its other digits. *ALS-XZ*: a further common digit z is
removed from what sees every z of both. With two restricted commons both sets are locked, and every
digit of either is removed from what sees all its places there. *ALS-XY-wing*: a third set shares x with
one and y with the other.
"""

from collections.abc import Callable, Iterator
from functools import cache, cached_property, partial

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import ALPHABET, gettext, ngettext, say_digits, say_list, say_set
from ...core.masks import bits, mask_of, union_of
from ...core.position import Position, unit_marks
from ...core.proof import PatternPart, Proof, Role, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction
from ..proof_text import commons_of
from ..wording import LETTERS, say_removed

XZ, XY_WING = "ALS-XZ", "ALS-XY-wing"


def almost_locked_sets(position: Position) -> list[tuple[int, int]]:
    """Return (mask of cells, mask of digits) of each almost locked set, smallest first.

    A cell of two candidates is one too.
    """
    found: dict[int, int] = {}
    for unit, marks in enumerate(position.fact(unit_marks)):
        found |= position.kept(_in_unit, unit, marks)
    return sorted(found.items(), key=lambda item: (item[0].bit_count(), item[0]))


def _in_unit(position: Position, unit: int) -> dict[int, int]:
    found = choices_in(position, unit)
    return {cells: digits for cells, digits, beyond in found if beyond == 1}


def choices_in(position: Position, unit: int) -> list[tuple[int, int, int]]:
    """Return (cells, digits, digits beyond cells) of each choice of open cells of a unit.

    They have one digit more than cells at least, and fewer more than a crossing has cells.
    """
    return position.kept(_choices_in, unit, position.fact(unit_marks)[unit])


def _choices_in(position: Position, unit: int) -> list[tuple[int, int, int]]:
    masks, marks = position.masks, position.marks
    wide, most = masks.size, max(masks.widest, 2)
    full, found = (1 << wide) - 1, [0]  # cells, then digits
    for cell in bits(position.open & masks.units[unit]):
        more = 1 << cell + wide | marks[cell]
        found += [each | more for each in found]
    spend(1 + len(found) // 16)
    return [
        (each >> wide, each & full, beyond)
        for each in found
        if 0 < (beyond := 2 * (each & full).bit_count() - each.bit_count()) < most
    ]


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
        self.with_cell = [0] * self.masks.cells  # the sets that have a cell, as a mask of sets
        for index, (cells, _) in enumerate(self.all):
            for cell in bits(cells):
                self.with_cell[cell] |= 1 << index
        self.sharing = cache(self._sharing)

    @cached_property
    def sights(self) -> list[dict[int, int]]:
        """For each set and digit, the places that see all of its places in the set, as a mask of cells."""
        places, beside_all = self.position.places, self.masks.beside_all
        return [
            {digit: beside_all(cells) & places[digit] for digit, cells in of.items()}
            for of in self.of
        ]

    @cached_property
    def overlapping(self) -> list[int]:
        """For each set, those that share a cell with it, itself too, as a mask of sets."""
        spend(len(self.all))
        with_cell = self.with_cell
        return [union_of(with_cell[cell] for cell in bits(cells)) for cells, _ in self.all]

    def _sharing(self, digit: int, cells: int) -> int:
        """Return the sets whose places for a digit share one set with all of some cells, as a mask of sets."""
        masks = self.masks
        if not masks.geometry.shape.square_box:
            return union_of(
                self.within(digit, masks.links[link] & ~cells) for link in masks.links_with(cells)
            )
        first = cells & -cells
        if first == cells:
            return self.within(digit, masks.seen_by_all(cells))
        return self.sharing(digit, first) & self.sharing(digit, cells ^ first)

    def within(self, digit: int, cells: int) -> int:
        """Return the sets that have a digit only in some cells, and do have it, as a mask of sets."""
        places, with_cell = self.position.places[digit], self.with_cell
        spend(4)
        outside = 0
        for cell in bits(places & ~cells):
            outside |= with_cell[cell]
        return self.with_digit[digit] & ~outside

    @cached_property
    def with_digit(self) -> list[int]:
        """By digit, the sets that have it, as a mask of sets."""
        places, with_cell = self.position.places, self.with_cell
        return [union_of(with_cell[cell] for cell in bits(cells)) for cells in places]

    @cached_property
    def partners(self) -> list[dict[int, int]]:
        """For each set and digit, the sets with which the digit can be removed somewhere, as a mask of sets."""

        @cache
        def seeing_one(digit: int, cells: int) -> int:
            first = cells & -cells
            if first == cells:
                return self.sharing(digit, first) if first else 0
            return seeing_one(digit, first) | seeing_one(digit, cells ^ first)

        spend(4 * len(self.all))
        return [
            {digit: seeing_one(digit, seen) & ~(1 << index) for digit, seen in sights.items()}
            for index, sights in enumerate(self.sights)
        ]

    def partners_without(self, index: int, without: int) -> int:
        """Return the sets with which something can be removed by a digit other than `without`, as bits."""
        found = 0
        for digit, others in self.partners[index].items():
            if digit != without:
                found |= others
        return found

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
        truths = [cell for index in chain for cell in bits(self.all[index][0])]
        ends = (chain[0], chain[-1])
        shared = [
            self.link_through(digit, self.of[one][digit] | self.of[two][digit])
            for one, two, digit in zip(chain[:-1], chain[1:], commons, strict=True)
        ]
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
                taken = commons[max(place - 1, 0) : place + 1]
                if place in (0, len(chain) - 1):
                    taken = [*taken, digit]
                links += self.unit_links(index, mask_of(each - 1 for each in taken))
            yield SetCount(tuple(truths), tuple(links))

    def locked_counts(self, one: int, two: int, commons: int, removed: int) -> Iterator[SetCount]:
        """Yield the counting arguments of two almost locked sets that are both locked, as two digits link them.

        `one` and `two` are indexes of sets, `commons` is the mask of the two digits, `removed` a mask of
        candidates.
        """
        truths = (*bits(self.all[one][0]), *bits(self.all[two][0]))
        geometry = self.masks.geometry
        places = [
            *(
                (d + 1, self.of[own][d + 1])
                for own in (one, two)
                for d in bits(self.all[own][1] & ~commons)
            ),
            *((d + 1, self.of[one][d + 1] | self.of[two][d + 1]) for d in bits(commons)),
        ]
        units_of = [(digit, self.masks.links_with(cells)) for digit, cells in places]
        for turn in range(max(len(units) for _, units in units_of)):
            links = (
                set_number(geometry, digit, units[min(turn, len(units) - 1)])
                for digit, units in units_of
            )
            yield SetCount(truths, tuple(links))
        for index in bits(commons):
            # What sees a common in each set by a link of its own. Boxes, rows and columns have none.
            apart = ~self.masks.beside_all(self.of[one][index + 1] | self.of[two][index + 1])
            seen_apart = removed & (apart & self.masks.all_cells) << self.masks.floors[index + 1]
            other = next(bits(commons & ~(1 << index))) + 1
            yield from self.chain_counts([one, two], [other], seen_apart)

    def parts(self, chain: list[int]) -> tuple[PatternPart, ...]:
        return tuple(
            PatternPart(Role.SET, tuple(bits(self.position.in_cells(*self.all[index]))))
            for index in chain
        )

    def deduction(self, name: str, chain: list[int], commons: list[int], removed: int) -> Deduction:
        """Return the deduction of a chain of almost locked sets, given by their indexes.

        `commons` are the restricted common digits between neighbours, `removed` is a mask of candidates.
        """
        return self.counted(
            name, chain, removed, partial(self.chain_counts, chain, commons, removed)
        )

    def counted(
        self, name: str, chain: list[int], removed: int, counts: Callable[[], Iterator[SetCount]]
    ) -> Deduction:
        def prove() -> Proof:
            return Proof(tuple(counts()), self.parts(chain))

        cells = union_of(self.all[index][0] for index in chain)
        digits = mask_of(candidate // self.masks.cells for candidate in bits(removed))
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
    """Return, by set and digit, the sets with which this digit is a restricted common, as a mask of sets.

    With `overlap` sets that share cells count too.
    """
    sets, found = position.fact(Sets), []
    for index, of in enumerate(sets.of):
        apart = ~(1 << index) if overlap else ~sets.overlapping[index]
        shared = {}
        for digit, cells in of.items():
            others = sets.sharing(digit, cells) & apart
            if others:
                shared[digit] = others
        found.append(shared)
    return found


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
            if once_only:
                once_only &= sets.partners_without(one, x)
                spend(2 * once_only.bit_count())
            for two in bits(once_only):
                removed = sets.common_ends(one, two, 1 << (x - 1))
                yield sets.deduction(XZ, [one, two], [x], removed)
        for two in bits(twice & later):
            commons = mask_of(x - 1 for x, others in by_digit.items() if others >> two & 1)
            yield from _doubly_linked(sets, one, two, commons)


def _doubly_linked(sets: Sets, one: int, two: int, commons: int) -> Iterator[Deduction]:
    spend(4)
    floors = sets.masks.floors
    removed = union_of(sets.common_ends(one, two, 1 << index) for index in bits(commons))
    for own, other in ((one, two), (two, one)):
        outside = ~sets.all[other][0]
        for index in bits(sets.all[own][1] & ~commons):
            removed |= (sets.sights[own][index + 1] & outside) << floors[index + 1]
    if removed:
        prove = partial(sets.locked_counts, one, two, commons, removed)
        yield sets.counted(XZ, [one, two], removed, prove)


def xy_wings(position: Position, overlap: bool = False) -> Iterator[Deduction]:
    """Yield ALS-XY-wings. With `overlap` the sets may share cells."""
    sets, near = position.fact(Sets), position.fact(restricted, overlap)
    for pivot, by_digit in enumerate(near):
        for x, ones in by_digit.items():
            rest = union_of(others for y, others in by_digit.items() if y > x)
            if rest:
                for one in bits(ones):
                    twos = rest & sets.partners_without(one, x)
                    if not overlap:
                        twos &= ~sets.overlapping[one]
                    spend(2 + twos.bit_count())
                    for two in bits(twos):
                        yield from _wing(sets, by_digit, (one, pivot, two), x)


def _wing(
    sets: Sets, by_digit: dict[int, int], wing: tuple[int, int, int], x: int
) -> Iterator[Deduction]:
    """Yield, for each y after x, what these two digits leave, then what all commons of the three sets leave."""
    one, _, two = wing
    cells, theirs = sets.all[one][0], sets.all[two][0]
    if cells | theirs in (cells, theirs):
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
    digits = digits_of(geometry, candidates)
    return f"{', '.join(geometry.cell_names[cell] for cell in cells)} {say_set(digits)}"


def digits_of(geometry: Geometry, candidates: tuple[int, ...]) -> int:
    return mask_of({candidate // geometry.cell_count for candidate in candidates})
