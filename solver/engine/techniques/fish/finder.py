"""Fish: in some rows a digit can only go into as many columns, so it is removed from the rest of these columns.

In general, n units are the *bases* and n others the *covers*. A unit is a row, column or box. A cell of a
base that is in no cover is a *fin*, and a cell of two bases is an *endo fin*. If no fin has the digit, the
bases fill all the covers. So the digit is removed from cells that are in more covers than bases and see
every fin.

A *basic* fish has rows as bases and columns as covers, or the other way round. A *franken* fish has boxes
as well among its bases or its covers. A *mutant* fish mixes rows, columns and boxes in any way. A fish with
fins is *finned*. A finned basic fish is *sashimi* if one of its bases would have one place or none without
the fins. A *siamese* fish is two fish with the same bases, shown as one.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, ngettext, say_alternatives, say_cells, say_digits, say_list
from ...core.masks import Masks, bits, union_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Role, SetCount, set_number
from ...core.steps import Step
from ..deduction import Deduction
from ..templates.finder import unused
from ..wording import say_number_of, say_removed, say_units

NAMES = {2: "X-wing", 3: "swordfish", 4: "jellyfish", 5: "squirmbag", 6: "whale", 7: "leviathan"}
BASIC, FRANKEN, MUTANT = range(3)
MOST_FINS, MOST_ENDO_FINS = 5, 2
# Up to this size every fish is found. Beyond it the search ends after so many looks at a digit's bases.
LARGEST_WHOLE, MOST_LOOKS = 4, 2_000_000


class Fish(NamedTuple):
    """A fish: units as bases and covers, fins and removed as masks of cells."""

    digit: int
    bases: tuple[int, ...]
    covers: tuple[int, ...]
    fins: int
    removed: int
    name: str


def fish(position: Position, size: int, kind: int) -> Iterator[Deduction]:
    """Yield the fish of a size, up to `kind`: basic (0), franken (1) or mutant (2)."""
    for each in position.fact(fish_in, size, kind):
        yield _deduction(position, each.name, each.digit, each.removed, (each,))


def siamese(
    position: Position, size: int, kind: int, is_loose: bool = False
) -> Iterator[Deduction]:
    """Yield pairs of fish on the same bases as one deduction each, up to `kind`: basic, franken or mutant.

    Each fish removes what the other does not. With `is_loose`, it is enough if one of them does.
    """
    by_bases: dict[tuple[int, tuple[int, ...]], list[Fish]] = {}
    for each in position.fact(fish_in, size, kind):
        by_bases.setdefault((each.digit, each.bases), []).append(each)
    for school in by_bases.values():
        for one, two in combinations(school, 2):
            spend()
            more = one.removed & ~two.removed, two.removed & ~one.removed
            if all(more) or (is_loose and any(more)):
                for name in {one.name, two.name}:
                    removed = one.removed | two.removed
                    yield _deduction(position, f"siamese {name}", one.digit, removed, (one, two))


def fish_in(position: Position, size: int, kind: int) -> list[Fish]:
    """Return every fish of a size, up to `kind`: basic (0), franken (1) or mutant (2)."""
    return [
        found
        for digit, dead in enumerate(position.fact(unused))
        if dead
        for found in position.kept(_fish_of, (digit, size, kind), position.places[digit])
    ]


def _fish_of(position: Position, about: tuple[int, int, int]) -> list[Fish]:
    """Return every fish of a digit. `about` is (digit, size, kind)."""
    return list(_Search(position, *about).every(position.fact(unused)[about[0]]))


class _Search:
    """The search for fish of one digit and one size.

    Every candidate that a fish removes is one that no template uses, so the search begins there. The base cells
    that do not see such a candidate must be covered by as many units as the bases, one of which contains it.
    """

    def __init__(self, position: Position, digit: int, size: int, kind: int) -> None:
        self.position = position
        self.masks: Masks = position.masks
        self.digit, self.size, self.kind = digit, size, kind
        self.places = position.places[digit]
        self.cells = [self.places & unit for unit in self.masks.units]
        self.done: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        self.looks = 0

    def every(self, dead: int) -> Iterator[Fish]:
        rows, columns = (list(r) for r in (self.masks.rows, self.masks.columns))
        boxes = [*self.masks.boxes, *self.masks.further]
        sides = {
            BASIC: [(rows, columns), (columns, rows)],
            FRANKEN: [(rows + boxes, columns + boxes), (columns + boxes, rows + boxes)],
            MUTANT: [(rows + columns + boxes,) * 2],
        }[self.kind]
        targets = [
            (1 << cell, self.masks.peers[cell], self.masks.units_of[cell]) for cell in bits(dead)
        ]
        for base_pool, cover_pool in sides:
            pool = [unit for unit in base_pool if self.cells[unit]]
            covers = frozenset(unit for unit in cover_pool if self.cells[unit])
            if self.kind == BASIC and pool:
                yield from self._between_lines(pool, covers, targets)
                continue
            for bases, base, endo in self._bases(pool, 0, (), 0, 0):
                self.looks += 1
                spend(1 + len(targets) // 16)
                if self.looks > MOST_LOOKS and self.size > LARGEST_WHOLE:
                    return
                for target, seen, units in targets:
                    if endo & ~seen or not base & ~target:
                        continue
                    self.looks += 8  # about as much work
                    yield from self._covered(
                        bases, base, endo, target, base & ~seen & ~target, covers, units
                    )

    def _between_lines(
        self,
        pool: list[int],
        covers: frozenset[int],
        targets: list[tuple[int, int, tuple[int, ...]]],
    ) -> Iterator[Fish]:
        """Yield the basic fish, by base and then by target.

        The bases do not contain a target, as one cover alone does. What they have in places that do not see it
        lies in one cover less than they are, and each such place is in one cover.
        """
        hits, side = [], int(pool[0] in self.masks.rows)
        for number, needed in enumerate(
            self.position.kept(_lines_needed, (self.digit, side), self.places)
        ):
            spend(1 + len(needed))
            hits += [(bases, number) for bases in _few_lines(needed, self.size, self.size - 1)]
        for bases, number in sorted(hits):
            target, seen, units = targets[number]
            base = 0
            for unit in bases:
                base |= self.cells[unit]
            yield from self._covered(bases, base, 0, target, base & ~seen, covers, units)

    def _bases(
        self, pool: list[int], first: int, bases: tuple[int, ...], base: int, endo: int
    ) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Yield (bases, their cells, their endo fins) of every choice of bases with few enough endo fins."""
        missing = self.size - len(bases)
        if not missing:
            yield bases, base, endo
            return
        spend(1 + len(pool) // 8)
        for index in range(first, len(pool) - missing + 1):
            cells = self.cells[pool[index]]
            twice = endo | base & cells
            if twice.bit_count() <= MOST_ENDO_FINS:
                yield from self._bases(pool, index + 1, (*bases, pool[index]), base | cells, twice)

    def _covered(
        self,
        bases: tuple[int, ...],
        base: int,
        endo: int,
        target: int,
        needed: int,
        allowed: frozenset[int],
        units: tuple[int, ...],
    ) -> Iterator[Fish]:
        """Yield the fish of the bases whose covers hold the target once more than the bases do."""
        cells = self.cells
        own = [unit for unit in units if unit in allowed and unit not in bases]
        for start in combinations(own, 2 if base & target else 1):
            left = needed
            for unit in start:
                left &= ~cells[unit]
            waiting, looked = [(start, left)], 0
            while waiting:
                covers, left = waiting.pop()
                looked += 1
                if looked % 32 == 0:
                    spend(32)
                if len(covers) == self.size:
                    if not left:
                        yield from self._finished(bases, tuple(sorted(covers)), base, endo)
                    continue
                if left:
                    low = (left & -left).bit_length() - 1
                    options = [u for u in self.masks.units_of[low] if u in allowed]
                else:  # any other unit will do, in ascending order, so that none comes twice
                    last = max(covers[len(start) :], default=-1)
                    options = [u for u in allowed if u > last and cells[u] & base]
                waiting += [
                    ((*covers, u), left & ~cells[u])
                    for u in options
                    if u not in covers and u not in bases
                ]
            spend(looked % 32)

    def _finished(
        self, bases: tuple[int, ...], covers: tuple[int, ...], base: int, endo: int
    ) -> Iterator[Fish]:
        if (bases, covers) in self.done:
            return
        self.done.add((bases, covers))
        once = twice = 0
        for unit in covers:
            twice |= once & self.cells[unit]
            once |= self.cells[unit]
        fins = base & ~once | endo
        removed = once & ~base | twice & base & ~endo
        if fins:
            if (fins & ~endo).bit_count() > MOST_FINS:
                return
            removed &= self.masks.seen_by_all(fins)
        if removed:
            yield Fish(self.digit, bases, covers, fins, removed, self._name(bases, covers, fins))

    def _name(self, bases: tuple[int, ...], covers: tuple[int, ...], fins: int) -> str:
        size = self.masks.size  # boxes and all further units are of kind 2
        kinds = [{min(unit // size, 2) for unit in side} for side in (bases, covers)]
        finned = "finned " if fins else ""
        if sorted(map(sorted, kinds)) == [[0], [1]]:
            few = any((self.cells[unit] & ~fins).bit_count() <= 1 for unit in bases)
            return f"{'sashimi ' if fins and few else finned}{NAMES[self.size]}"
        is_franken = any(not (kinds[a] - {0, 2} or kinds[1 - a] - {1, 2}) for a in (0, 1))
        return f"{finned}{'franken' if is_franken else 'mutant'} {NAMES[self.size]}"


def _lines_needed(position: Position, about: tuple[int, int]) -> list[list[tuple[int, int]]]:
    """Return for each place of a digit that no template uses what the lines without it need, if it is true.

    `about` is the digit and the side, rows (1) or columns (0) as bases. Each line comes with its covers, as a
    mask of units.
    """
    digit, side = about
    masks, places = position.masks, position.places[digit]
    lines = [(unit, places & masks.units[unit]) for unit in (masks.rows if side else masks.columns)]
    found = []
    for target in bits(position.fact(unused)[digit]):
        spend(1 + len(lines))
        needed = []
        for unit, cells in lines:
            if cells and not cells >> target & 1:
                covers = 0
                for cell in bits(cells & ~masks.peers[target]):
                    covers |= 1 << masks.units_of[cell][side]
                needed.append((unit, covers))
        found.append(needed)
    return found


def _few_lines(
    needed: list[tuple[int, int]], size: int, most: int, first: int = 0, lines: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield each choice of `size` units that need at most so many lines together. `needed` has each unit's."""
    if not size:
        yield ()
        return
    for index in range(first, len(needed) - size + 1):
        unit, more = needed[index]
        together = lines | more
        if together.bit_count() <= most:
            for rest in _few_lines(needed, size - 1, most, index + 1, together):
                yield (unit, *rest)


def _deduction(
    position: Position, name: str, digit: int, removed: int, school: tuple[Fish, ...]
) -> Deduction:
    masks, floor = position.masks, position.masks.floors[digit]
    bases = union_of(masks.units[unit] for each in school for unit in each.bases)
    evidence = position.places[digit] & bases

    def prove() -> Proof:
        arguments = tuple(count for each in school for count in counts_of(position, each))
        parts = []
        for each in school:
            parts += [PatternPart(Role.BASES, each.bases), PatternPart(Role.COVERS, each.covers)]
            parts.append(PatternPart(Role.FINS, tuple(bits(each.fins << floor))))
        return Proof(arguments, tuple(parts))

    return Deduction(name, removed << floor, 0, evidence, 1 << (digit - 1), prove)


def counts_of(position: Position, fish: Fish) -> Iterator[SetCount]:
    """Yield the counting arguments of a fish, one for all cells that see the fins through the same units."""
    geometry = position.masks.geometry
    truths = tuple(set_number(geometry, fish.digit, unit) for unit in fish.bases)
    covers = tuple(set_number(geometry, fish.digit, unit) for unit in fish.covers)
    through = {_fin_units(position.masks, fish, cell) for cell in bits(fish.removed)}
    for units in sorted(through):
        yield SetCount(
            truths, covers + tuple(set_number(geometry, fish.digit, unit) for unit in units)
        )


def _fin_units(masks: Masks, fish: Fish, cell: int) -> tuple[int, ...]:
    """Return units through which a cell sees each fin, as often as bases hold it more than covers do."""
    short = {}
    for fin in bits(fish.fins):
        own = masks.units_of[fin]
        lack = sum(unit in own for unit in fish.bases) - sum(unit in own for unit in fish.covers)
        if lack > 0:
            short[fin] = lack
    chosen = []
    while short:
        unit = max(
            masks.links_of[cell], key=lambda u: sum(masks.links[u] >> fin & 1 for fin in short)
        )
        chosen.append(unit)
        for fin in [fin for fin in short if masks.links[unit] >> fin & 1]:
            short[fin] -= 1
            if not short[fin]:
                del short[fin]
    return tuple(sorted(chosen))


def explain(geometry: Geometry, step: Step) -> str:
    bases, covers, fins = (step.parts_of(role) for role in (Role.BASES, Role.COVERS, Role.FINS))
    facts = {
        "digit": say_digits(step.digits_mask),
        "bases": say_units(geometry, bases[0]),
        "covers": say_units(geometry, covers[0]),
        "removed": say_removed(geometry, step),
    }
    if len(covers) > 1:
        return gettext(
            "In {bases} the places for {digit} make two fish, one covered by {covers}, the "
            "other by {others}, and each rules out what sees its fins. This rules out "
            "{removed}.",
            others=say_list([say_units(geometry, units) for units in covers[1:]]),
            **facts,
        )
    if not fins[0]:
        return _explain_basic(geometry, bases[0], covers[0], facts)
    return ngettext(
        "In {bases}, every {digit} but the fin in {fins} is in {covers}. If the fin is false, {covers} "
        "get their {digit} there. **Either way this rules out {removed}.**",
        "In {bases}, every {digit} but the fins in {fins} is in {covers}. If all fins are false, {covers} "
        "get their {digit} there. **Either way this rules out {removed}.**",
        len(fins[0]),
        fins=say_cells(geometry, [fin % geometry.cell_count for fin in fins[0]]),
        **facts,
    )


def _explain_basic(
    geometry: Geometry, bases: Sequence[int], covers: Sequence[int], facts: dict[str, str]
) -> str:
    kinds = [{geometry.units[unit].kind for unit in units} for units in (bases, covers)]
    if kinds not in ([{"row"}, {"column"}], [{"column"}, {"row"}]):
        return gettext(
            "In {bases}, every {digit} is in {covers}. So {covers} get their {digit} there, and "
            "**no other cell of them can be {digit}**.",
            **facts,
        )
    numbers = [str(geometry.units[unit].number) for unit in covers]
    count = say_number_of(len(bases))
    facts |= {
        "bases": say_list([str(geometry.units[unit].number) for unit in bases]),
        "covers": say_alternatives(numbers),
        "count": count,
        "Count": count.capitalize(),
    }
    if kinds[0] == {"row"}:
        return gettext(
            "In rows **{bases}**, every {digit} is in column **{covers}**. {Count} rows need {count} "
            "{digit}s, and have only these {count} columns for them. So **no other cell of these "
            "columns can be {digit}**.",
            **facts,
        )
    return gettext(
        "In columns **{bases}**, every {digit} is in row **{covers}**. {Count} columns need {count} "
        "{digit}s, and have only these {count} rows for them. So **no other cell of these rows can "
        "be {digit}**.",
        **facts,
    )
