"""Kraken fish: a finned fish whose fins reach by chains what they do not see.

*Type 1*: a candidate that the fish would remove if its fins were false is made false by each of the
fins too, along a chain of links. *Type 2*: if all fins are false, each cover has the digit in one of
its base cells. So one of the fins or of a cover's base cells is true, and a candidate of any digit that
each of them makes false is false.

Basic fish of two to four units and franken fish of two, with one fin or two, as HoDoKu looks for.
"""

from collections.abc import Iterator
from itertools import combinations

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_digits, say_list
from ...core.masks import bits, union_of
from ...core.position import Position
from ...core.proof import PatternPart, Proof, Role, set_number
from ...core.steps import Step
from ..chains.links import Links, all_links
from ..deduction import Deduction
from ..wording import say_chains, say_each, say_removed, say_units

TYPE_1, TYPE_2 = "kraken fish type 1", "kraken fish type 2"
MOST_FINS = 2

Units = tuple[int, ...]


def type_1(position: Position) -> Iterator[Deduction]:
    """Yield the eliminations by Kraken fish of type 1: each candidate once, by a smallest fish."""
    links, masks = position.fact(all_links), position.masks
    done = 0
    for digit, bases, covers, fins in position.fact(_finned):
        spend(2)
        covered = union_of(masks.units[unit] for unit in covers)
        covered &= ~union_of(masks.units[unit] for unit in bases)
        targets = (covered & position.places[digit]) << masks.floors[digit]
        false = _made_false(links, digit, fins, targets & ~done)
        for target in bits(false & ~_seen(links, digit, fins)):
            done |= 1 << target
            yield _deduction(links, TYPE_1, digit, (bases, covers, fins), fins, target)


def type_2(position: Position) -> Iterator[Deduction]:
    links, masks = position.fact(all_links), position.masks
    done = 0
    for digit, bases, covers, fins in position.fact(_finned):
        spend(2 + 2 * len(covers))
        base = position.places[digit] & union_of(masks.units[unit] for unit in bases)
        for cover in covers:
            either = fins | base & masks.units[cover]
            false = _made_false(links, digit, either, position.candidates & ~done)
            for target in bits(false & ~_seen(links, digit, either)):
                done |= 1 << target
                rest = tuple(unit for unit in covers if unit != cover)
                yield _deduction(links, TYPE_2, digit, (bases, rest, fins), either, target)


def _made_false(links: Links, digit: int, cells: int, false: int) -> int:
    """Return the candidates that each place of a digit makes false, along chains."""
    for cell in bits(cells):
        if not false:
            break
        false &= links.closure(links.masks.candidate(digit, cell)).false
    return false


def _seen(links: Links, digit: int, cells: int) -> int:
    """Return what needs no chain, because an easier rule removes it."""
    seen = links.candidates
    for cell in bits(cells):
        seen &= links.weak[links.masks.candidate(digit, cell)]
    return seen


def _finned(position: Position) -> list[tuple[int, Units, Units, int]]:
    """Return (digit, bases, covers, fins) of every fish that has one fin or two, smallest first."""
    masks = position.masks
    rows, columns = tuple(masks.rows), tuple(masks.columns)
    boxes = (*masks.boxes, *masks.further)
    kinds = [(2, rows, columns), (2, columns, rows)]
    kinds += [(2, rows + boxes, columns + boxes), (2, columns + boxes, rows + boxes)]
    kinds += [(size, *sides) for size in (3, 4) for sides in ((rows, columns), (columns, rows))]
    found = {
        fish: None
        for size, one, two in kinds
        for digit in masks.digits
        for fish in _of(position, digit, size, one, two)
    }
    return list(found)


def _of(
    position: Position, digit: int, size: int, pool: Units, others: Units
) -> Iterator[tuple[int, Units, Units, int]]:
    cells = [position.places[digit] & unit for unit in position.masks.units]
    for bases in combinations([unit for unit in pool if cells[unit]], size):
        spend(2)
        base = union_of(cells[unit] for unit in bases)
        # No cell may be in two bases.
        if base.bit_count() == sum(cells[unit].bit_count() for unit in bases):
            allowed = [unit for unit in others if unit not in bases and base & cells[unit]]
            for covers in _covers(cells, base, allowed, size):
                fins = base & ~union_of(cells[unit] for unit in covers)
                if fins:
                    yield digit, bases, covers, fins


def _covers(cells: list[int], base: int, allowed: list[int], size: int) -> Iterator[Units]:
    """Yield every choice of covers that leaves two cells or fewer."""
    spend(2)
    if size == 0 or not allowed:
        if size == 0 and base.bit_count() <= MOST_FINS:
            yield ()
        return
    most = sorted(((base & cells[unit]).bit_count() for unit in allowed), reverse=True)
    if base.bit_count() - sum(most[:size]) > MOST_FINS:
        return
    unit, *rest = allowed
    for covers in _covers(cells, base & ~cells[unit], rest, size - 1):
        yield (unit, *covers)
    yield from _covers(cells, base, rest, size)


def _deduction(
    links: Links, name: str, digit: int, fish: tuple[Units, Units, int], either: int, target: int
) -> Deduction:
    bases, covers, fins = fish
    position, masks = links.position, links.masks
    floor = masks.floors[digit]
    evidence = position.places[digit] & union_of(masks.units[unit] for unit in bases)

    def prove() -> Proof:
        geometry = masks.geometry
        alternatives = tuple(bits(either << floor))
        count, chains = links.chains_to(
            alternatives,
            target,
            (set_number(geometry, digit, unit) for unit in bases),
            (set_number(geometry, digit, unit) for unit in covers),
        )
        parts = (
            PatternPart(Role.BASES, bases),
            PatternPart(Role.COVERS, covers),
            PatternPart(Role.FINS, tuple(bits(fins << floor))),
            PatternPart(Role.ALTERNATIVES, alternatives),
            *(PatternPart(Role.CHAIN, tuple(nodes)) for nodes in chains),
        )
        return Proof((count,), parts)

    return Deduction(name, 1 << target, 0, evidence, 1 << (digit - 1), prove)


def explain(geometry: Geometry, step: Step) -> str:
    bases, covers, fins = (step.parts_of(role)[0] for role in (Role.BASES, Role.COVERS, Role.FINS))
    facts = {
        "digit": say_digits(step.digits_mask),
        "bases": say_units(geometry, bases),
        "covers": say_units(geometry, covers),
        "removed": say_removed(geometry, step),
        "chains": say_list(say_chains(geometry, step, Role.CHAIN)),
    }
    if step.technique == TYPE_1:
        return gettext(
            "Each of {bases} needs a {digit}, and except for the fins {fins} has places only "
            "in {covers}. Unless a fin is true, {removed} is false, and each fin makes it "
            "false too: {chains}.",
            fins=say_each(geometry, fins),
            **facts,
        )
    return gettext(
        "Each of {bases} needs a {digit}, and {covers} have room for one each, so one of "
        "{alternatives} is true. Each of these makes {removed} false: {chains}.",
        alternatives=say_each(geometry, step.parts_of(Role.ALTERNATIVES)[0]),
        **facts,
    )
