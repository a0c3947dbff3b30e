"""Almost locked sets: k cells of a unit with k + 1 digits between them."""

from ...core.deadline import spend
from ...core.masks import bits
from ...core.position import Position, unit_marks


def almost_locked_sets(position: Position) -> list[tuple[int, int]]:
    """Return (mask of cells, mask of digits) of each almost locked set, smallest first.

    A cell of two candidates is one too.
    """
    found: dict[int, int] = {}
    for unit, marks in enumerate(position.fact(unit_marks)):
        found |= position.kept(_in_unit, unit, marks)
    return sorted(found.items(), key=lambda item: (item[0].bit_count(), item[0]))


def _in_unit(position: Position, unit: int) -> dict[int, int]:
    held, where = [0], [0]  # digits and cells of every choice among the cells so far
    for cell in bits(position.open & position.masks.units[unit]):
        mark, here = position.marks[cell], 1 << cell
        held += [digits | mark for digits in held]
        where += [mask | here for mask in where]
    spend(1 + len(held) // 16)
    return {
        mask: digits
        for digits, mask in zip(held, where, strict=True)
        if digits.bit_count() == mask.bit_count() + 1 and mask
    }
