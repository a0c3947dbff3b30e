"""What the finders of Sudoku Explainer share: the orders in which they look."""

from functools import cache
from itertools import combinations

from ..core.masks import bits, masks
from ..core.position import Position

MASKS = masks(3)  # it knows only the usual board
UNITS, PEERS, CELLS = MASKS.units, MASKS.peers, 81
ROWS, COLUMNS, BOXES = range(9), range(9, 18), range(18, 27)
REGIONS = (*BOXES, *COLUMNS, *ROWS)
ALL_DIGITS = (1 << 9) - 1

# The box, the row and the column of a cell, as chains look at them.
UNITS_OF = tuple((box, row, column) for row, column, box in MASKS.units_of)
# The peers of a cell: those of the box first, then of the row, then of the column.
HOUSE = tuple(
    tuple(
        dict.fromkeys(
            other for unit in UNITS_OF[cell] for other in bits(UNITS[unit] & ~(1 << cell))
        )
    )
    for cell in range(CELLS)
)


@cache
def tuples(count: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the choices of `size` among `count` indices, ordered as the binary numbers of their bits."""
    return tuple(sorted(combinations(range(count), size), key=lambda chosen: chosen[::-1]))


def in_hash_order(cells: list[int]) -> list[int]:
    """Return cells in the order in which the program meets them in a hash table, if put there in this order."""
    size = 16
    while len(cells) > size * 3 // 4:
        size *= 2
    return sorted(cells, key=lambda cell: cell % size)


def single(mask: int) -> bool:
    """Return whether a mask has exactly one bit."""
    return mask != 0 and mask & (mask - 1) == 0


def lowest(mask: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


def at(digit: int, cells: int) -> int:
    """Return a digit in a mask of cells as a mask of candidates."""
    return cells << (digit - 1) * CELLS


def empty(position: Position, unit: int) -> int:
    """Return the number of open cells in a unit, given by its index."""
    return (position.open & UNITS[unit]).bit_count()
