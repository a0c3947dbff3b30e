"""The rules that dynamic chains use if nothing else follows: the first one that finds something.

These are locking, hidden pairs, naked pairs and X-wings, on the board that is left. What they find rests on
the candidates that were removed before. If it rests on none, it is left to the techniques before this one.
"""

from collections import defaultdict
from collections.abc import Iterator

from ...core.masks import bits, union_of
from ..chains.sudoku_explainer import ExplainerLinks
from ..locked.sudoku_explainer import CROSSINGS
from ..sudoku_explainer import CELLS, COLUMNS, REGIONS, ROWS, UNITS, in_hash_order, tuples

Removals = Iterator[tuple[int, int]]


def rules(
    links: ExplainerLinks, marks: list[int], places: list[int], false: dict[int, int]
) -> Removals:
    """Yield (candidate that becomes false, nodes that it rests on) of the first rule that finds any.

    The rules are locking, hidden pairs, naked pairs and X-wings, on the `marks` and `places` that are left.
    """
    for rule in (_locking, _hidden_pairs, _naked_pairs, _x_wings):
        found = list(rule(links, marks, places, false))
        if found:
            yield from found
            return


def _rests(false: dict[int, int], floor: int, cells: int) -> int:
    """Return what the candidates of a digit in some cells rest on, which have all become false."""
    return union_of(false[floor + cell] for cell in bits(cells))


def _locking(
    links: ExplainerLinks, marks: list[int], places: list[int], false: dict[int, int]
) -> Removals:
    before = links.places
    # Only what has lost places rests on something.
    changed = [
        [
            index
            for index in range(9 * unit, 9 * unit + 9)
            if places[index] != before[index] and 2 <= places[index].bit_count() <= 3
        ]
        for unit in range(27)
    ]
    locked = []
    for number, (one, two) in enumerate(CROSSINGS):
        for index in changed[one]:
            here = places[index]
            if here & ~UNITS[two]:
                continue
            digit = index - 9 * one
            lost = places[9 * two + digit] & ~UNITS[one]
            gone = before[index] & ~here & ~UNITS[two]
            if lost and gone:
                # Of the 27 crossings of two kinds, digit by digit.
                locked.append((number // 27, digit, number, lost, gone))
    for _, digit, _, lost, gone in sorted(locked):
        rests = _rests(false, digit * CELLS, gone)
        for cell in in_hash_order(list(bits(lost))):
            yield digit * CELLS + cell, rests


def _hidden_pairs(
    links: ExplainerLinks, marks: list[int], places: list[int], false: dict[int, int]
) -> Removals:
    before = links.places
    for unit in REGIONS:
        known = [d for d in range(9) if places[9 * unit + d].bit_count() == 2]
        if len(known) < 2 or sum(mark != 0 for mark in _marks_in(links, unit)) <= 4:
            continue
        for low, high in tuples(len(known), 2):
            one, two = known[low], known[high]
            cells = places[9 * unit + one]
            if cells != places[9 * unit + two]:
                continue
            gone_one = before[9 * unit + one] & ~cells
            gone_two = before[9 * unit + two] & ~cells
            if gone_one or gone_two:
                rests = _rests(false, one * CELLS, gone_one) | _rests(false, two * CELLS, gone_two)
                for cell in in_hash_order(list(bits(cells))):
                    for other in bits(marks[cell] & ~(1 << one | 1 << two)):
                        yield other * CELLS + cell, rests


def _marks_in(links: ExplainerLinks, unit: int) -> list[int]:
    return [links.marks[cell] for cell in bits(UNITS[unit])]


def _naked_pairs(
    links: ExplainerLinks, marks: list[int], places: list[int], false: dict[int, int]
) -> Removals:
    for unit in REGIONS:
        cells = list(bits(UNITS[unit]))
        known = [cell for cell in cells if marks[cell].bit_count() == 2]
        if len(known) < 2 or sum(mark != 0 for mark in _marks_in(links, unit)) < 4:
            continue
        for low, high in tuples(len(known), 2):
            one, two = known[low], known[high]
            pair = marks[one]
            if pair != marks[two]:
                continue
            rests = union_of(
                false[gone * CELLS + cell]
                for cell in (one, two)
                for gone in bits(links.marks[cell] & ~pair)
            )
            if rests:
                for cell in in_hash_order(cells):
                    if cell not in (one, two):
                        for digit in bits(marks[cell] & pair):
                            yield digit * CELLS + cell, rests


def _x_wings(
    links: ExplainerLinks, marks: list[int], places: list[int], false: dict[int, int]
) -> Removals:
    before = links.places
    for bases, covers in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        by_lines: dict[tuple[int, int], list[int]] = defaultdict(list)
        for place, base in enumerate(bases):
            for digit in range(9):
                cells = places[9 * base + digit]
                if cells.bit_count() == 2:
                    crossed = cells >> place if bases is COLUMNS else cells >> 9 * place
                    by_lines[digit, crossed].append(base)
        wings = [
            (digit, crossed, tuple(known[index] for index in chosen))
            for (digit, crossed), known in by_lines.items()
            for chosen in tuples(len(known), 2)
        ]
        wings.sort(key=lambda wing: (wing[2][::-1], wing[0]))
        for digit, crossed, (one, two) in wings:
            base = UNITS[one] | UNITS[two]
            lines = [covers[cell // 9 if bases is COLUMNS else cell] for cell in bits(crossed)]
            cover = UNITS[lines[0]] | UNITS[lines[1]]
            lost = (places[9 * lines[0] + digit] | places[9 * lines[1] + digit]) & ~base
            gone = (before[9 * one + digit] | before[9 * two + digit]) & ~cover
            gone &= ~(places[9 * one + digit] | places[9 * two + digit])
            if lost and gone:
                rests = _rests(false, digit * CELLS, gone)
                for cell in in_hash_order(
                    [cell for line in lines for cell in bits(lost & UNITS[line])]
                ):
                    yield digit * CELLS + cell, rests
