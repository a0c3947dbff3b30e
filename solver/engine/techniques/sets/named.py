"""SK loops and multi-sector locked sets, found by their definition.

Both have cells as truths, and as many links. For each digit, some units have to cover its candidates in these
cells. If the smallest covers of all digits have as many units together as there are cells, every link is used
up. Then a candidate of a link outside the cells is false, and one inside them that two links cover.

*SK loop*: four solved cells at the corners of a rectangle, in four boxes. The truths are the other cells of
each corner's box in its row and column, the links digits in these lines and boxes.
*Multi-sector locked set* (MSLS): the truths are the open cells where some rows and some columns cross, the
links digits in these rows and columns.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from ...core.deadline import spend
from ...core.masks import Masks, bits, mask_of, union_of
from ...core.position import Position
from ...core.proof import set_number
from .program import Certificate, smallest_first

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

SK_LOOP, MSLS = "SK loop", "MSLS"
LINES = range(3, 6)  # rows and columns of a multi-sector locked set
LEAST_CELLS = 9
MOST_CROSSINGS = 300  # multi-sector locked sets that are looked at, the smallest first


class Cover(NamedTuple):
    """Units that cover all places of a digit in some cells, and the cells in which the digit is false then."""

    units: tuple[int, ...]
    false: int


def sk_loops(position: Position) -> list[Certificate]:
    """Return counts of every SK loop at a position, as many as it takes for all that each proves."""
    masks = position.masks
    side = masks.geometry.shape.square_box
    found: list[Certificate] = []
    bands = [range(start, start + side) for start in range(0, masks.size, side)]
    for (one, two), (three, four) in product(combinations(bands, 2), repeat=2):
        for rows in product(one, two):
            for columns in product(three, four):
                corners = mask_of(row * masks.size + column for row in rows for column in columns)
                spend()
                if not corners & position.open:
                    found += _loop(position, rows, columns)
    return found


def _loop(position: Position, rows: Sequence[int], columns: Sequence[int]) -> list[Certificate]:
    masks, size = position.masks, position.masks.size
    lines = [*rows, *(size + column for column in columns)]
    boxes = [masks.units_of[row * size + column][2] for row in rows for column in columns]
    corners = mask_of(row * size + column for row in rows for column in columns)
    crossings = (masks.units[line] & masks.units[box] for line, box in product(lines, boxes))
    cells = union_of(each for each in crossings if each & corners) & position.open
    if cells.bit_count() < 14:
        return []
    return list(_counted(position, cells, boxes, lines))


def multi_sector_locked_sets(position: Position) -> list[Certificate]:
    """Return counts of the multi-sector locked sets at a position that each prove something new."""
    import numpy as np

    masks, size = position.masks, position.masks.size
    spend(4 * size << size)
    ones = np.array([number.bit_count() for number in range(1 << size)], dtype=np.int16)
    columns = np.arange(1 << size)
    chosen_columns = columns[np.isin(ones, LINES)]
    # By rows and columns: how many links the digits need, and how many cells there are.
    links = np.zeros((1 << size, len(chosen_columns)), dtype=np.int16)
    for digit in masks.digits:
        by_row = _by_row(position.places[digit], size)
        together = _unions(by_row)
        # With these rows left to columns: the columns that it takes, less the rows that it saves.
        fewest = ones[together[:, None] & chosen_columns] - ones[:, None]
        for row in range(size):
            with_row = (columns >> row & 1).nonzero()[0]
            fewest[with_row] = np.minimum(fewest[with_row], fewest[with_row ^ 1 << row])
        links += fewest + ones[:, None]
    by_row = _by_row(position.open, size)
    cells = sum(
        (columns >> row & 1)[:, None] * ones[by_row[row] & chosen_columns] for row in range(size)
    )
    is_locked = (links == cells) & (cells >= LEAST_CELLS) & np.isin(ones, LINES)[:, None]
    rows, places = is_locked.nonzero()
    order = np.argsort(cells[rows, places], kind="stable")[:MOST_CROSSINGS]
    found: list[Certificate] = []
    for row, column in zip(rows[order], chosen_columns[places[order]], strict=True):
        found += _crossings(position, list(bits(int(row))), list(bits(int(column))))
    return _with_news(found)


def _by_row(cells: int, size: int) -> list[int]:
    return [cells >> size * row & (1 << size) - 1 for row in range(size)]


def _unions(by_row: Sequence[int]) -> "npt.NDArray[np.int64]":
    """Return for each mask of rows the union of what these rows have."""
    import numpy as np

    unions = np.zeros(1, dtype=np.int64)
    for columns in by_row:
        unions = np.concatenate([unions, unions | columns])
    return unions


def _crossings(
    position: Position, rows: Sequence[int], columns: Sequence[int]
) -> Iterator[Certificate]:
    masks, size = position.masks, position.masks.size
    across = [size + column for column in columns]
    cells = mask_of_units(masks, rows) & mask_of_units(masks, across) & position.open
    return _counted(position, cells, rows, across)


def _counted(
    position: Position, cells: int, units: Sequence[int], others: Sequence[int]
) -> Iterator[Certificate]:
    """Return counts of cells, each digit's by any of some units and what it then needs of the others."""
    masks, covers = position.masks, []
    for digit in masks.digits:
        here = position.places[digit] & cells
        options = []
        for chosen in range(1 << len(units)):
            taken = [unit for place, unit in enumerate(units) if chosen >> place & 1]
            rest = here & ~mask_of_units(masks, taken)
            options.append((*taken, *(unit for unit in others if rest & masks.units[unit])))
        covers.append(_smallest(position, digit, cells, options))
        spend(8)
    return _counts(masks, cells, covers)


def mask_of_units(masks: Masks, units: Sequence[int]) -> int:
    return union_of(masks.units[unit] for unit in units)


def _smallest(
    position: Position, digit: int, cells: int, options: Sequence[tuple[int, ...]]
) -> list[Cover]:
    """Return the covers with the fewest units, each with the cells where the digit is false then."""
    fewest = min(map(len, options))
    covers = []
    for units in {each for each in options if len(each) == fewest}:
        once = twice = 0
        for unit in units:
            twice |= once & position.masks.units[unit]
            once |= position.masks.units[unit]
        false = position.places[digit] & (once & ~cells | twice)
        covers.append(Cover(tuple(sorted(units)), false))
    return sorted(covers)


def _counts(masks: Masks, cells: int, covers: Sequence[list[Cover]]) -> Iterator[Certificate]:
    """Yield counts with these cells until all that the covers of each digit prove false has been told."""
    if sum(len(options[0].units) for options in covers) != cells.bit_count():
        return
    known = [0] * len(covers)
    while True:
        chosen = []
        for options, told in zip(covers, known, strict=True):
            news = [((each.false & ~told).bit_count(), each.false.bit_count()) for each in options]
            chosen.append(options[news.index(max(news))])
        if not any(each.false & ~told for each, told in zip(chosen, known, strict=True)):
            return
        known = [told | each.false for told, each in zip(known, chosen, strict=True)]
        numbers = [
            set_number(masks.geometry, digit, unit)
            for digit, each in zip(masks.digits, chosen, strict=True)
            for unit in each.units
        ]
        removed = union_of(
            each.false << masks.floors[digit]
            for digit, each in zip(masks.digits, chosen, strict=True)
        )
        yield Certificate(tuple(bits(cells)), tuple(numbers), removed)


def _with_news(found: Sequence[Certificate]) -> list[Certificate]:
    """Return few certificates that together prove what all do, the small ones that prove most first."""
    known, told = 0, []
    waiting = smallest_first(found)
    while waiting:
        waiting = [each for each in waiting if each.removed & ~known]
        best = min(
            waiting,
            key=lambda each: (each.size, -(each.removed & ~known).bit_count()),
            default=None,
        )
        if best:
            known |= best.removed
            told.append(best)
    return told
