"""The symmetries of a board that is not plain, and the lowest twin by trying each of them.

A symmetry permutes rows and permutes columns, perhaps after they have changed places, so that each region and
each further set of the shape becomes one of the shape. All are found at once, a row or column longer each
round: the ways are rows of arrays. A way is kept while any two cells share as many sets as the two that they
come from. Cells that no symmetry can exchange are told apart first, so the ways of a jigsaw soon are few. The
work has a limit that does not depend on a clock, because a stranger may send any shape.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..core.errors import GridError
from ..core.geometry import geometry_of
from ..core.grid import Grid
from ..core.shape import Shape
from .transformation import Transformation

Array = npt.NDArray[np.int64]
Ways = tuple[Array, Array]  # rows and columns, each (ways, lines so far)

MOST_CELLS = 400_000  # of all ways together
MOST_PAIRS = 60_000_000  # of cells that are compared, which takes about a second
AT_ONCE = 256  # ways
KEPT = 32  # shapes, each with at most some 3 MB


class _FurtherSets:
    """The sets of a shape except rows and columns, upright or with rows and columns exchanged."""

    def __init__(self, shape: Shape, is_transposed: bool) -> None:
        self.size = size = shape.size
        geometry = geometry_of(shape)
        units = (unit.cells for unit in (*geometry.units[2 * size :], *geometry.groups))
        self.sets = [np.array(cells) for cells in (*units, *geometry.pairs)]
        if is_transposed:
            self.sets = [cells % size * size + cells // size for cells in self.sets]
        # shared[c, d]: how many sets have both cells, those of each number of cells apart
        self.shared = np.zeros((size * size, size * size), np.int64)
        for cells in self.sets:
            self.shared[np.ix_(cells, cells)] += _weights(size + 1)[len(cells)]

    def hashes(self, sources: Array) -> Array:
        """Return, for each way, a number for each set of the cells that take the places of its cells."""
        weights = _weights(self.size**2)[sources]
        return np.stack([weights[:, cells].sum(axis=1) for cells in self.sets], axis=1)


def _weights(count: int) -> Array:
    """Return large numbers that are always the same, so that sums of different ones differ."""
    return np.random.default_rng(34).integers(0, 1 << 62, count)


def _colours(boards: tuple[_FurtherSets, _FurtherSets]) -> list[Array]:
    """Return a number for each cell of both boards. No symmetry exchanges cells with different numbers."""
    size = boards[0].size
    row, column = np.divmod(np.arange(size * size), size)
    lines = (row[:, None] == row) * 3 + (column[:, None] == column) * 5
    kinds = np.unique(np.stack([each.shared * 8 + lines for each in boards]), return_inverse=True)
    relations = kinds[1].reshape(2, size * size, size * size)
    colours = np.zeros((2, size * size), np.int64)
    weights = _weights(len(kinds[0]))
    count = 1
    while True:
        marks = _weights(count)[colours]
        seen = (weights[relations] * (marks[:, None, :] | 1)).sum(axis=2)
        pairs = np.stack([colours.ravel(), seen.ravel()], axis=1)
        found, numbers = np.unique(pairs, axis=0, return_inverse=True)
        colours = numbers.reshape(2, size * size)
        if len(found) == count:
            return list(colours)
        count = len(found)


@lru_cache(maxsize=KEPT)
def symmetries_of(shape: Shape) -> tuple[Array, Array, Array] | None:
    """Return all symmetries of a shape, or None if there are too many.

    They are arrays with an entry a symmetry: whether rows and columns are exchanged, then the row and the
    column of the board that come to each place, as in `Transformation`.
    """
    upright = _FurtherSets(shape, is_transposed=False)
    flips, all_rows, all_columns = [], [], []
    for is_transposed in (False, True):
        found = _ways(upright, _FurtherSets(shape, is_transposed))
        if found is None:
            return None
        flips.append(np.full(len(found[0]), int(is_transposed)))
        all_rows.append(found[0])
        all_columns.append(found[1])
    return np.hstack(flips), np.vstack(all_rows), np.vstack(all_columns)


def _ways(own: _FurtherSets, other: _FurtherSets) -> Ways | None:
    """Return the orders of lines that make `other` the same as `own`, or None if there are too many."""
    size = own.size
    colours = _colours((own, other))
    rows = columns = np.zeros((1, 0), np.int64)
    pairs_left = MOST_PAIRS
    for at in range(2 * size):
        if at % 2 == 0:
            ways, lines = _next_lines(rows, size)
            rows, columns = np.column_stack([rows[ways], lines]), columns[ways]
            new = np.arange(columns.shape[1]) + at // 2 * size
        else:
            ways, lines = _next_lines(columns, size)
            rows, columns = rows[ways], np.column_stack([columns[ways], lines])
            new = np.arange(rows.shape[1]) * size + at // 2
        sources = _sources(rows, columns, new, size)
        fits = (colours[1][sources] == colours[0][new]).all(axis=1)
        rows, columns, sources = rows[fits], columns[fits], sources[fits]
        height, width = rows.shape[1], columns.shape[1]
        pairs_left -= len(rows) * len(new) * height * width
        if pairs_left < 0:
            return None
        known = (np.arange(height)[:, None] * size + np.arange(width)).ravel()
        shared = own.shared[new][:, known]
        fits = np.ones(len(rows), np.bool_)
        for start in range(0, len(rows), AT_ONCE):  # or a board of many ways would take much memory
            some = slice(start, start + AT_ONCE)
            before = _sources(rows[some], columns[some], known, size)
            found = other.shared[sources[some][:, :, None], before[:, None, :]]
            fits[some] = (found == shared).all(axis=(1, 2))
        rows, columns = rows[fits], columns[fits]
        if len(rows) * size**2 > MOST_CELLS:
            return None
    if own.sets:
        sources = _sources(rows, columns, np.arange(size**2), size)
        fits = np.isin(own.hashes(sources), other.hashes(np.arange(size**2)[None])).all(axis=1)
        rows, columns = rows[fits], columns[fits]
    return rows, columns


def _sources(rows: Array, columns: Array, cells: Array, size: int) -> Array:
    """Return, for each way, the cells that come to the places `cells`."""
    return rows[:, cells // size] * size + columns[:, cells % size]


def _next_lines(lines: Array, size: int) -> tuple[Array, Array]:
    """Return each way to make an order of lines longer: the number of the order, and the line after it."""
    is_free = np.ones((len(lines), size), np.bool_)
    np.put_along_axis(is_free, lines, values=False, axis=1)
    ways, following = np.nonzero(is_free)
    return ways, following


def find_lowest(grid: Grid) -> Transformation:
    """Return the symmetry that makes the lowest line of a grid.

    Raise GridError if its shape has too many symmetries.
    """
    symmetries = symmetries_of(grid.shape)
    if symmetries is None:
        raise GridError(
            "the board {shape} has too many symmetries for a canonical form", shape=str(grid.shape)
        )
    flips, rows, columns = symmetries
    size = grid.size
    upright = np.array(grid.givens).reshape(size, size)
    boards = np.stack([upright, upright.T])
    ways = np.arange(len(flips))
    names = np.zeros((len(flips), size + 1), np.int64)  # by digit, 0 is none yet
    known = 0
    for place in range(size * size):
        row, column = divmod(place, size)
        digits = boards[flips[ways], rows[ways, row], columns[ways, column]]
        named = names[np.arange(len(ways)), digits]
        named[(named == 0) & (digits > 0)] = known + 1
        lowest = named.min()
        kept = named == lowest
        ways, names, digits = ways[kept], names[kept], digits[kept]
        names[np.arange(len(ways)), digits] = lowest
        names[:, 0] = 0
        known = max(known, int(lowest))
    way = ways[0]
    lines = rows[way].tolist(), columns[way].tolist()
    return Transformation.with_names(grid.shape, bool(flips[way]), *lines, names[0, 1:].tolist())
