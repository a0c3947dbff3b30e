"""Rows of the articles' CTEs and groups at a moment, counted from the board.

A test compares them with what PostgreSQL finds there.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from solver.engine.core.geometry import Unit, digits_of, geometry_of

RANGES = {"row": 1, "column": 10, "box": 100}  # what article 000 multiplies a number by
GROUPS = {"row": "R", "column": "C", "box": "S"}  # as article 002 calls them
FULL = 511


class State(NamedTuple):
    """The candidates of each cell as masks, and the cells whose digit is placed in the article's table."""

    masks: tuple[int, ...]
    placed: frozenset[int]

    @classmethod
    def read(cls, board: str) -> "State":
        """Return the state that `sudoku.board_now` writes, such as `=5,36,…`."""
        cells = board.split(",")
        masks = tuple(sum(1 << int(digit) - 1 for digit in cell.lstrip("=")) for cell in cells)
        return cls(masks, frozenset(n for n, cell in enumerate(cells) if cell.startswith("=")))

    @property
    def open_masks(self) -> list[int]:
        """The masks, and 0 for a placed cell: it has no candidates in the article's table."""
        return [0 if cell in self.placed else mask for cell, mask in enumerate(self.masks)]


class Group(NamedTuple):
    """A set of digits and its cells in a unit, and the cells that lose digits by it."""

    unit: Unit
    digits: int
    cells: tuple[int, ...]
    losing: tuple[int, ...] = ()


def enclosed(state: State) -> Iterator[Group]:
    """Yield the rows of article 000's CTE `x`, in the order of ranges and combos."""
    masks = state.masks
    for unit in geometry_of(3).units:
        for combo in range(1, FULL + 1):
            cells = tuple(cell for cell in unit.cells if not masks[cell] & ~combo)
            if cells and len(cells) == combo.bit_count():
                losing = tuple(c for c in unit.cells if masks[c] & combo and masks[c] & ~combo)
                yield Group(unit, combo, cells, losing)


def fitting(state: State) -> int:
    """Return the number of rows of `#temp`: pairs of a cell and a combo that holds its candidates."""
    return sum(1 << 9 - mask.bit_count() for mask in state.masks)


def naked(state: State) -> list[tuple[int, int]]:
    """Return the open cells with one candidate, and it as a mask."""
    return [(cell, mask) for cell, mask in enumerate(state.open_masks) if mask.bit_count() == 1]


def hidden(state: State, *kinds: str) -> Iterator[Group]:
    """Yield each digit with one place among the candidates of a unit of the given kinds."""
    masks = state.open_masks
    for unit in geometry_of(3).units:
        for digit in range(9) if unit.kind in kinds else ():
            cells = tuple(cell for cell in unit.cells if masks[cell] >> digit & 1)
            if len(cells) == 1:
                yield Group(unit, 1 << digit, cells)


def matched(state: State, *, partly: bool) -> Iterator[Group]:
    """Yield the sets of article 002 that as many cells of a group have as they have members.

    `partly` takes cells whose candidates are in the set, else they are the set.
    """
    masks = state.open_masks
    for unit in geometry_of(3).units:
        counts = Counter(masks[cell] for cell in unit.cells if masks[cell])
        sets = range(1, FULL + 1) if partly else sorted(counts)
        for digits in sets:
            cells = tuple(
                cell
                for cell in unit.cells
                if masks[cell] and not masks[cell] & ~digits and (partly or masks[cell] == digits)
            )
            if len(cells) == digits.bit_count() not in (1, 9):
                losing = tuple(c for c in unit.cells if masks[c] & digits and c not in cells)
                yield Group(unit, digits, cells, losing)


def say_digits(mask: int) -> str:
    """Return a set of digits, such as `{23}`."""
    return f"{{{''.join(map(str, digits_of(mask)))}}}"
