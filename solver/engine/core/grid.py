"""The puzzle as it was given: immutable, of any shape, without two equal givens that see each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from .display import as_html
from .errors import CellFact, GridError, Nearest
from .geometry import Geometry, geometry_of
from .i18n import ALPHABET
from .shape import Shape, boxed


@dataclass(frozen=True, init=False)
class Grid:
    """The givens of a board of some shape: one digit a cell, row by row, 0 for an empty cell.

    `marks` makes it a position on the way: the mask of candidates that each cell starts with. Without
    marks every open cell has all candidates. Raise GridError, naming the cells, if a digit is out of range or
    twice in a unit, or if the marks of a cell leave out its given.
    """

    shape: Shape
    givens: tuple[int, ...]
    marks: tuple[int, ...] | None = None

    def __init__(
        self,
        shape: Shape | int,
        givens: tuple[int, ...],
        marks: tuple[int, ...] | None = None,
    ) -> None:
        """Make the grid of a shape, or of a plain board by its box size: 3 is the usual 9×9 board."""
        object.__setattr__(self, "shape", boxed(shape) if isinstance(shape, int) else shape)
        object.__setattr__(self, "givens", givens)
        object.__setattr__(self, "marks", marks)
        self._check()

    def _check(self) -> None:
        geometry = self.geometry
        if len(self.givens) != geometry.cell_count:
            raise GridError(
                "a {size}×{size} board has {cells} cells, not {found}",
                found=len(self.givens),
                size=geometry.size,
                cells=geometry.cell_count,
            )
        if not self._is_sound():
            self._raise_fault()
        for cell, mask in enumerate(self.marks or ()):
            given = self.givens[cell]
            if given and not mask >> (given - 1) & 1:
                raise GridError(
                    "{cell} is {digit}, but its pencil marks have no such digit",
                    cell=CellFact(cell, geometry.size),
                    digit=ALPHABET[given],
                )

    def _is_sound(self) -> bool:
        """Return whether all digits are in range and no unit has one twice."""
        size, sights = self.size, self.geometry.sights
        if min(self.givens) < 0 or max(self.givens) > size:
            return False
        if size > 9:
            return self._has_no_twins()
        before = 0  # the givens so far, in the layout of `Board.candidate_bits`
        for cell, digit in enumerate(self.givens):
            if digit:
                if before & sights[cell] << digit - 1:
                    return False
                before |= 1 << cell * size + digit - 1
        return True

    def _has_no_twins(self) -> bool:
        """Return whether no two cells that see each other are equal. For too many cells for one int."""
        geometry, givens = self.geometry, self.givens
        for unit in (*geometry.units, *geometry.groups):
            digits = [digit for cell in unit.cells if (digit := givens[cell])]
            if len(set(digits)) < len(digits):
                return False
        return not any(
            givens[one] and givens[one] == givens[other] for one, other in geometry.pairs
        )

    def _raise_fault(self) -> None:
        geometry = self.geometry
        for cell, digit in enumerate(self.givens):
            if not 0 <= digit <= geometry.size:
                raise GridError(
                    "{cell} is {digit}; use digits from 1 to {size}",
                    cell=CellFact(cell, geometry.size),
                    digit=digit,
                    size=geometry.size,
                )
        for unit in (*geometry.units, *geometry.groups):
            seen: dict[int, int] = {}
            for cell in unit.cells:
                digit = self.givens[cell]
                if digit and digit in seen:
                    doubtful = (seen[digit], cell)
                    raise GridError(
                        "{first} and {second} are both {digit}, in {unit}; change one of them",
                        first=CellFact(seen[digit], geometry.size),
                        second=CellFact(cell, geometry.size),
                        digit=ALPHABET[digit],
                        unit=unit.phrase,
                        nearest=Nearest(self.givens, doubtful) if self.shape.square_box else None,
                    )
                seen[digit] = cell
        for first, second in geometry.pairs:
            if self.givens[first] and self.givens[first] == self.givens[second]:
                raise GridError(
                    "{first} and {second} are both {digit}, and must differ; change one of them",
                    first=CellFact(first, geometry.size),
                    second=CellFact(second, geometry.size),
                    digit=ALPHABET[self.givens[first]],
                )

    @classmethod
    def from_digits(cls, shape: Shape | int, digits: Sequence[int]) -> "Grid":
        return cls(shape, tuple(digits))

    @property
    def geometry(self) -> Geometry:
        return geometry_of(self.shape)

    @property
    def size(self) -> int:
        return self.shape.size

    @property
    def box(self) -> int:
        """Rows of a box on a plain board of square boxes. Raise GridError for any other shape."""
        if not self.shape.square_box:
            raise GridError(
                "the board {shape} is not supported here; use a plain board of 4×4, 9×9, 16×16 or 25×25",
                shape=str(self.shape),
            )
        return self.shape.square_box

    def _repr_html_(self) -> str | None:
        """Return the board as HTML for a notebook."""
        return as_html(self)

    @cached_property
    def text(self) -> str:
        """The canonical line: a character a cell, row by row, `0` for an empty cell."""
        return text_of(self.givens)

    @cached_property
    def line(self) -> str:
        """The canonical line, after the name of the shape unless the board is plain. `read_any` reads it."""
        return self.text if self.shape.square_box else f"{self.shape} {self.text}"

    @cached_property
    def clue_count(self) -> int:
        return len(self.givens) - self.givens.count(0)

    def is_solved_by(self, digits: Sequence[int]) -> bool:
        """Return whether `digits`, one a cell, keeps every given and every rule of the board."""
        full = set(range(1, self.size + 1))
        keeps_givens = all(
            given in (0, digit) for given, digit in zip(self.givens, digits, strict=True)
        )
        geometry = self.geometry
        return (
            keeps_givens
            and all({digits[cell] for cell in unit.cells} == full for unit in geometry.units)
            and all(len({digits[c] for c in g.cells}) == len(g.cells) for g in geometry.groups)
            and all(digits[one] != digits[other] for one, other in geometry.pairs)
        )


def text_of(digits: Sequence[int]) -> str:
    """Return the digits of a board as one line of characters, `0` for an empty cell."""
    return "".join(map(ALPHABET.__getitem__, digits))
