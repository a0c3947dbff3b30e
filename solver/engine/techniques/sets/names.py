"""The name that a count has by its sets alone, as a slug: `x-wing`, `als-xz`, `sk-loop`, …

A count that was found without any pattern may be one. It has the name if its truths and links are those that
prove the pattern.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

from ...core.geometry import Geometry
from ...core.proof import SetCount, digit_and_unit
from .named import LEAST_CELLS

SUBSETS = ("", "", "pair", "triple", "quadruple")
FISH = ("", "", "x-wing", "swordfish", "jellyfish")
LINES = ("row", "column")

Places = Sequence[tuple[int, int]]  # (digit, unit) of each set of places


def name_of(geometry: Geometry, count: SetCount) -> str:
    """Return the slug of the name that a count without guardians has, or an empty text if it has none."""
    truths, links = count.truths, count.links
    rank = len(links) - len(truths)
    if len(set(truths)) < len(truths) or len(set(links)) < len(links) or rank not in (0, 1):
        return ""
    cells, places = _parts(geometry, truths)
    crossed, covers = _parts(geometry, links)
    if not places:
        named = _of_almost_locked if rank else _of_cells
        return "" if crossed else named(geometry, cells, covers)
    if cells:
        return ""
    if rank:
        return "turbot-fish" if not crossed and _is_turbot_fish(geometry, places) else ""
    return _of_places(geometry, places, crossed, covers)


def _parts(geometry: Geometry, numbers: Sequence[int]) -> tuple[list[int], Places]:
    """Return those of some sets that are cells, and the digit and unit of the others."""
    meant = [(number, digit_and_unit(geometry, number)) for number in numbers]
    return [number for number, each in meant if not each], [each for _number, each in meant if each]


def _of_places(geometry: Geometry, places: Places, crossed: Sequence[int], covers: Places) -> str:
    digits = {digit for digit, _unit in places}
    bases = {geometry.units[unit].kind for _digit, unit in places}
    lines = bases | {geometry.units[unit].kind for _digit, unit in covers}
    if len(digits) == 1:
        if len(places) == 1:
            return "" if crossed else "locked-candidates"
        if crossed:
            return ""
        is_plain = len(bases) == 1 and lines == set(LINES) and len(places) < len(FISH)
        return FISH[len(places)] if is_plain else "fish"
    if len({unit for _digit, unit in places}) == 1:
        return "" if covers else _subset("hidden", len(places))
    if _is_firework(geometry, places, crossed, covers):
        return "fireworks"
    return "multi-fish" if len(bases) == 1 and bases <= set(LINES) and covers else ""


def _is_turbot_fish(geometry: Geometry, places: Places) -> bool:
    """Return whether two units are the ends of a digit's chain. Parallel lines may be a finned X-wing."""
    kinds = {geometry.units[unit].kind for _digit, unit in places}
    is_one_digit = len({digit for digit, _unit in places}) == 1
    return is_one_digit and len(places) == 2 and (len(kinds) == 2 or kinds == {"box"})


def _is_firework(
    geometry: Geometry, places: Places, crossed: Sequence[int], covers: Places
) -> bool:
    """Return whether digits of a row and a column have only as many cells there outside the box of both."""
    digits, units = {digit for digit, _unit in places}, {unit for _digit, unit in places}
    boxes = {unit for _digit, unit in covers}
    if len(places) != 2 * len(digits) or len(covers) != len(digits) or len(boxes) != 1:
        return False
    (box,) = boxes
    cells = {cell for cell in crossed if units & set(geometry.units_of[cell])}
    crossing = [cell for cell in crossed if units <= set(geometry.units_of[cell])]
    return (
        {geometry.units[unit].kind for unit in units} == set(LINES)
        and {digit for digit, _unit in covers} == digits
        and len(cells) == len(crossed) == len(digits)
        and len(crossing) == 1
        and box in geometry.units_of[crossing[0]]
    )


def _subset(kind: str, size: int) -> str:
    return f"{kind}-{SUBSETS[size]}" if 1 < size < len(SUBSETS) else ""


def _of_cells(geometry: Geometry, cells: Sequence[int], covers: Places) -> str:
    units = {unit for _digit, unit in covers}
    if len(units) == 1:
        return _subset("naked", len(cells))
    kinds = {geometry.units[unit].kind for unit in units}
    rows, columns = ({geometry.units_of[cell][kind] for cell in cells} for kind in (0, 1))
    if kinds == set(LINES) and len(cells) >= LEAST_CELLS and units <= rows | columns:
        return "msls"
    boxes = {unit for unit in units if geometry.units[unit].kind == "box"}
    if (
        len(cells) >= 14
        and kinds == {"row", "column", "box"}
        and len(boxes) == 4
        and len(units) == 8
    ):
        return "sk-loop" if _are_pairs(geometry, cells, units - boxes, boxes) else ""
    if len(units) == 2 and len(boxes) == 1:
        parts = Counter(frozenset(units & set(geometry.units_of[cell])) for cell in cells)
        return "sue-de-coq" if len(parts) == 3 and parts[frozenset(units)] > 1 else ""
    return ""


def _of_almost_locked(geometry: Geometry, cells: Sequence[int], covers: Places) -> str:
    """Return `xy-wing` or `als-xz` if the cells are two almost locked sets with two common digits or more."""
    digits = {
        cell: {digit for digit, unit in covers if unit in geometry.units_of[cell]} for cell in cells
    }
    if len(cells) == 3 and len(covers) == 4:
        pairs = sorted(map(sorted, digits.values()))
        every = sorted({digit for pair in pairs for digit in pair})
        if pairs == [list(pair) for pair in combinations(every, 2)] and len(every) == 3:
            return "xy-wing"
    units = {unit for cell in cells for unit in geometry.units_of[cell]}
    for one, other in product(units, repeat=2):
        first = [cell for cell in cells if one in geometry.units_of[cell]]
        second = [cell for cell in cells if cell not in first]
        if not second or not all(other in geometry.units_of[cell] for cell in second):
            continue
        of_first, of_second = (
            set().union(*(digits[cell] for cell in group)) for group in (first, second)
        )
        if (
            len(of_first) == len(first) + 1
            and len(of_second) == len(second) + 1
            and len(of_first & of_second) > 1
        ):
            return "als-xz"
    return ""


def _are_pairs(geometry: Geometry, cells: Sequence[int], lines: set[int], boxes: set[int]) -> bool:
    """Return whether each cell is in one of the lines and boxes, beside a corner where two lines cross."""
    corners = [
        cell
        for cell, units in enumerate(geometry.units_of)
        if {units[0], units[1]} <= lines and units[2] in boxes
    ]
    return len(corners) == 4 and all(
        len(lines & set(geometry.units_of[cell][:2])) == 1 and geometry.units_of[cell][2] in boxes
        for cell in cells
    )
