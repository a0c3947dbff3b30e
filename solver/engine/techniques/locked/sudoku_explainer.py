"""Locked candidates as Sudoku Explainer rates them: what the ladder finds, in another order."""

from collections.abc import Iterator

from ...core.position import Position
from ..deduction import Deduction
from ..sudoku_explainer import BOXES, CELLS, COLUMNS, ROWS, UNITS, lowest, single
from .finder import POINTING, claiming, pointing

# A region that locks and the one that it crosses, in the order in which Sudoku Explainer looks at them.
CROSSINGS = tuple(
    (one, two)
    for ones, twos in ((BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES))
    for one in ones
    for two in twos
    if UNITS[one] & UNITS[two]
)
_ORDER = {crossing: index for index, crossing in enumerate(CROSSINGS)}


def _locked(position: Position) -> list[tuple[int, int, Deduction]]:
    """Return (region that locks, region that it crosses, deduction), without those of a single place."""
    found = []
    for each in (*pointing(position), *claiming(position)):
        if not single(each.cells):
            line, box = position.masks.units_with(each.cells)
            crossing = (box, line) if each.technique == POINTING else (line, box)
            found.append((*crossing, each))
    return sorted(found, key=lambda item: (_ORDER[item[:2]], item[2].digits_mask))


def direct_locking(position: Position) -> Iterator[Deduction]:
    """Yield pointing (rated 1.7) or claiming (1.9) that leaves a digit one place in another unit.

    The deduction is the placement there.
    """
    for one, two, locked in position.fact(_locked):
        digit = locked.digits_mask.bit_length()
        for three in next(kind for kind in (BOXES, COLUMNS, ROWS) if one in kind):
            if three != one and UNITS[three] & UNITS[two]:
                places = position.places[digit] & UNITS[three]
                left = places & ~UNITS[two]
                if places != left and single(left):
                    placed = 1 << (digit - 1) * CELLS + lowest(left)
                    rating = 1.7 if one in BOXES else 1.9
                    yield locked._replace(removed=0, placed=placed, rating=rating)


def locking(position: Position) -> Iterator[Deduction]:
    for one, _, locked in position.fact(_locked):
        yield locked._replace(rating=2.6 if one in BOXES else 2.8)
