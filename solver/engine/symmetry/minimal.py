"""The search for the lowest twin of a board: all ways to begin it at once, one row longer each round.

A *way* is a twin as far as its rows are known: transposed or not, an order of the columns, the rows
taken so far and the digits renamed so far. Renaming is no choice, because a digit not met before becomes
the lowest free one. Ways are the rows of arrays. Each round gives every way every row it may take next,
and keeps those whose row reads lowest, so all ways that are left have the same beginning. At the end one
way is left for each symmetry of the board itself.

Empty lines of one band are alike, and so are empty bands. They are taken in ascending order only, or the
empty board would have 3,359,232 ways.
"""

from functools import cache, lru_cache
from itertools import chain, pairwise, permutations, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..core.grid import Grid
from .transformation import Transformation

Array = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

# From so many ways on it is faster to compare a row box by box, and drop the higher ways in between.
MANY = 1000


class Orders(NamedTuple):
    """Orders of the lines of a board."""

    lines: Array  # (orders, size): which line comes at each place
    weights: npt.NDArray[np.float32]  # (size, orders): for a line the bit of the place it comes to
    may_follow: Flags  # (2 ** size, size): the mask of lines taken, and the line to take next


@cache
def all_orders(box: int) -> Array:
    """Return every order of a board's rows, or columns, that keeps bands together: an array, an order a row."""
    insides = list(permutations(range(box)))
    return np.array(
        [
            list(
                chain.from_iterable(
                    [band * box + line for line in inside]
                    for band, inside in zip(bands, within, strict=True)
                )
            )
            for bands in permutations(range(box))
            for within in product(insides, repeat=box)
        ]
    )


@lru_cache(maxsize=512)
def orders_without(box: int, empty: tuple[bool, ...]) -> Orders:
    """Return every order of a board's lines, without those that swap only empty lines.

    `empty` says which lines have no givens.
    """
    lines = all_orders(box)
    places = np.argsort(lines, axis=1)
    bands = [range(first, first + box) for first in range(0, box * box, box)]
    alike = [[line for line in band if empty[line]] for band in bands]
    alike.append([band[0] for band in bands if all(empty[line] for line in band)])
    for group in alike:
        for first, second in pairwise(group):
            is_ascending = places[:, first] < places[:, second]
            lines, places = lines[is_ascending], places[is_ascending]
    bits = 1 << lines
    may_follow = np.zeros((1 << box * box, box * box), np.bool_)
    may_follow[np.cumsum(bits, axis=1) - bits, lines] = True
    weights = (1 << (box * box - 1 - places)).T.astype(np.float32)
    return Orders(lines, weights, may_follow)


def find_minimal(grid: Grid) -> Transformation:
    """Return the transformation of a grid into its equivalent with the lowest line of digits."""
    upright = np.array(grid.givens).reshape(grid.size, grid.size)
    search = _TwinSearch(np.stack([upright, upright.T]), grid.box)
    search.take_first_row()
    for _ in range(grid.size - 1):
        search.take_row()
    return search.first_way()


class _TwinSearch:
    """The ways that are left, an entry each in `flips`, `columns`, `rows`, `taken` and `names`."""

    def __init__(self, boards: Array, box: int) -> None:
        self.box, self.size = box, box * box
        self.boards = boards  # (2, size, size): the second is transposed
        is_empty = boards == 0
        of_rows = [orders_without(box, tuple(empty.all(axis=1).tolist())) for empty in is_empty]
        self.orders = of_rows[::-1]  # of columns, which are the rows of the other board
        self.may_follow = np.stack([orders.may_follow for orders in of_rows])
        self.known = 0  # digits renamed so far

    def take_first_row(self) -> None:
        """Choose the twin's first row: keep every way to begin that reads lowest.

        All digits are new in it, so only the places of its clues count.
        """
        rows_at_first = self.may_follow[:, 0]
        patterns = [
            np.where(may[:, None], (board != 0).astype(np.float32) @ orders.weights, np.inf)
            for board, orders, may in zip(self.boards, self.orders, rows_at_first, strict=True)
        ]
        lowest = min(pattern.min() for pattern in patterns)
        found = [np.nonzero(pattern == lowest) for pattern in patterns]
        self.flips = np.repeat([0, 1], [len(rows) for rows, _ in found])
        self.columns = np.vstack(
            [orders.lines[order] for orders, (_, order) in zip(self.orders, found, strict=True)]
        )
        self.names = np.zeros((len(self.flips), self.size + 1), np.int64)  # by digit; 0 is none yet
        self.rows = np.zeros((len(self.flips), 0), np.int64)
        self.taken = np.zeros(len(self.flips), np.int64)  # mask of rows
        has_clue = int(lowest) >> np.arange(self.size - 1, -1, -1) & 1
        self.known = int(has_clue.sum())
        ways = np.arange(len(self.flips))
        self._go_on(ways, np.hstack([rows for rows, _ in found]), has_clue * np.cumsum(has_clue))

    def take_row(self) -> None:
        """Extend every way that is left by each row that it may take next, and keep those that read lowest."""
        ways, rows = np.nonzero(self.may_follow[self.flips, self.taken])
        width = self.box if len(ways) > MANY else self.size
        texts = []
        for first in range(0, self.size, width):
            digits = self._digits(ways, rows, slice(first, first + width))
            names = self.names.take(ways[:, None] * (self.size + 1) + digits)
            is_new = (names == 0) & (digits > 0)
            names += is_new * (self.known + np.cumsum(is_new, axis=1))
            values = names @ (self.size + 1) ** np.arange(width - 1, -1, -1)
            lowest = np.flatnonzero(values == values.min())
            ways, rows = ways[lowest], rows[lowest]
            texts.append(names[lowest[0]])
            self.known += int(is_new[lowest[0]].sum())
        self._go_on(ways, rows, np.hstack(texts))

    def _digits(self, ways: Array, rows: Array, places: slice) -> Array:
        """Return the digits of a row for each way, in the order of its columns."""
        starts = (self.flips[ways] * self.size + rows) * self.size
        return self.boards.take(starts[:, None] + self.columns[ways, places])

    def _go_on(self, ways: Array, rows: Array, text: Array) -> None:
        """Keep these ways, each longer by a row that reads the same for all."""
        digits = self._digits(ways, rows, slice(None))
        self.flips, self.columns = self.flips[ways], self.columns[ways]
        self.rows = np.column_stack([self.rows[ways], rows])
        self.taken = self.taken[ways] | 1 << rows
        self.names = self.names[ways]
        np.put_along_axis(self.names, digits, text[None], axis=1)

    def first_way(self) -> Transformation:
        """Return the transformation of any way that is left."""
        lines = self.rows[0].tolist(), self.columns[0].tolist()
        return Transformation.with_names(
            self.box, bool(self.flips[0]), *lines, self.names[0, 1:].tolist()
        )
