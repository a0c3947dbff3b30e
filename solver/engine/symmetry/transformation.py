"""One transformation of a board into a twin: lines in another order, rows for columns, digits renamed."""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ..core.geometry import geometry_of
from ..core.grid import Grid
from ..core.shape import Shape

TURNED = ("full", "rotational-90", "diagonal", "anti-diagonal")  # rows become columns


@dataclass(frozen=True)
class Transformation:
    """The change of a board of some shape into a twin. A plain board is known by its box size too.

    If `is_transposed`, rows and columns change places first. Row i of the twin is then row `rows[i]`, column
    j is `columns[j]`, both from 0, and digit d has become `digits[d]`. `digits[0]` is 0.
    """

    shape: Shape | int
    is_transposed: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    digits: tuple[int, ...]

    @classmethod
    def identity(cls, shape: Shape | int) -> "Transformation":
        size = geometry_of(shape).size
        lines = tuple(range(size))
        return cls(shape, False, lines, lines, (*lines, size))

    @classmethod
    def with_names(
        cls,
        shape: Shape | int,
        is_transposed: bool,
        rows: Iterable[int],
        columns: Iterable[int],
        names: Iterable[int],
    ) -> "Transformation":
        """Return a transformation by the name of each digit from 1, 0 if the board lacks the digit.

        These take the names left over, in order.
        """
        known, taken = tuple(rows), list(names)
        free = iter(sorted({*range(1, len(known) + 1)} - {*taken}))
        digits = (0, *(name or next(free) for name in taken))
        return cls(shape, is_transposed, known, tuple(columns), digits)

    @classmethod
    def random(cls, box: int, rng: random.Random, symmetry: str = "none") -> "Transformation":
        """Return a random transformation, each as likely. With a symmetry, return one of many that keep it."""
        digits = rng.sample(range(1, box * box + 1), box * box)
        draw = _random_lines if symmetry == "none" else _mirrored_lines
        rows, columns = draw(box, rng), draw(box, rng)
        is_transposed = rng.random() < 0.5 and symmetry not in ("horizontal", "vertical")
        if symmetry in TURNED:
            columns = rows
        return cls(box, is_transposed, rows, columns, (0, *digits))

    @cached_property
    def sources(self) -> tuple[int, ...]:
        """For each cell of the transformed board, the cell that its digit comes from."""
        size = len(self.rows)
        down, right = (1, size) if self.is_transposed else (size, 1)
        return tuple(down * row + right * column for row in self.rows for column in self.columns)

    @property
    def is_identity(self) -> bool:
        return self == Transformation.identity(self.shape)

    def apply(self, grid: Grid) -> Grid:
        """Return the transformed grid, without its pencil marks."""
        return Grid(grid.shape, tuple(self.digits[grid.givens[cell]] for cell in self.sources))

    def inverse(self) -> "Transformation":
        """Return the transformation that undoes this one."""
        rows, columns = _inverse(self.rows), _inverse(self.columns)
        if self.is_transposed:
            rows, columns = columns, rows
        return Transformation(self.shape, self.is_transposed, rows, columns, _inverse(self.digits))

    def then(self, other: "Transformation") -> "Transformation":
        """Return this transformation followed by the other, as one."""
        rows, columns = self.rows, self.columns
        if other.is_transposed:
            rows, columns = columns, rows
        return Transformation(
            self.shape,
            self.is_transposed != other.is_transposed,
            tuple(rows[row] for row in other.rows),
            tuple(columns[column] for column in other.columns),
            tuple(other.digits[digit] for digit in self.digits),
        )

    def name_of_source(self, cell: int) -> str:
        """Return the name of the cell from which a cell of the transformed board has its digit: `r3c7`."""
        return geometry_of(self.shape).cell_names[self.sources[cell]]


def _inverse(places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(places)), key=places.__getitem__))


def _random_lines(box: int, rng: random.Random) -> tuple[int, ...]:
    bands = rng.sample(range(box), box)
    return tuple(band * box + line for band in bands for line in rng.sample(range(box), box))


def _mirrored_lines(box: int, rng: random.Random) -> tuple[int, ...]:
    """Return random lines such that line i from the start and line i from the end are mirror images."""
    last, lines = box * box - 1, [0] * box * box
    for at, band in enumerate(_mirrored(box, rng)[: (box + 1) // 2]):
        is_middle = 2 * at + 1 == box
        within = _mirrored(box, rng) if is_middle else rng.sample(range(box), box)
        for place, line in enumerate(within, box * at):
            lines[place] = band * box + line
            lines[last - place] = last - lines[place]
    return tuple(lines)


def _mirrored(count: int, rng: random.Random) -> list[int]:
    """Return a random order in which two that lie opposite stay opposite."""
    order = list(range(count))
    for place, pick in enumerate(rng.sample(range(count // 2), count // 2)):
        order[place] = rng.choice((pick, count - 1 - pick))
        order[count - 1 - place] = count - 1 - order[place]
    return order
