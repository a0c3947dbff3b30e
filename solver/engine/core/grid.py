"""The puzzle as it was given: immutable, of any size, without two equal givens that see each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from .display import as_html
from .errors import CellFact, GridError
from .geometry import Geometry, geometry_of
from .i18n import ALPHABET

# One character a digit, for every board size up to 35×35; 0 stands for an empty cell.


@dataclass(frozen=True)
class Grid:
    """Givens of a board of box size `box`: one digit a cell, row by row, 0 where it is empty.

    `marks` makes it a position on the way: the mask of candidates that each cell starts with. Without
    them every open cell starts full. Raises GridError naming the cells when a digit is out of range
    or seen twice in a unit, or when the marks of a cell leave out its given.
    """

    box: int
    givens: tuple[int, ...]
    marks: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        geometry = self.geometry
        if len(self.givens) != geometry.cell_count:
            raise GridError(
                "{found} cells given, but a {size}×{size} board has {cells}",
                found=len(self.givens),
                size=geometry.size,
                cells=geometry.cell_count,
            )
        if not self._is_sound():
            self._say_what_is_wrong()
        for cell, mask in enumerate(self.marks or ()):
            given = self.givens[cell]
            if given and not mask >> (given - 1) & 1:
                raise GridError(
                    "{cell} is {digit}, but its pencil marks have no such digit",
                    cell=CellFact(cell, geometry.size),
                    digit=ALPHABET[given],
                )

    def _is_sound(self) -> bool:
        """Whether digits are in range and none sees its like."""
        size, sights = self.size, self.geometry.sights
        if min(self.givens) < 0 or max(self.givens) > size:
            return False
        if self.box > 3:
            return self._has_no_twins()
        before = 0  # a bit a digit of a cell, as a board has them in `candidate_bits`
        for cell, digit in enumerate(self.givens):
            if digit:
                if before & sights[cell] << digit - 1:
                    return False
                before |= 1 << cell * size + digit - 1
        return True

    def _has_no_twins(self) -> bool:
        """Return whether no unit has a digit twice: for boards whose cells are too many for one int."""
        for unit in self.geometry.units:
            digits = [digit for cell in unit.cells if (digit := self.givens[cell])]
            if len(set(digits)) < len(digits):
                return False
        return True

    def _say_what_is_wrong(self) -> None:
        geometry = self.geometry
        for cell, digit in enumerate(self.givens):
            if not 0 <= digit <= geometry.size:
                raise GridError(
                    "{cell} is {digit}, but digits go from 1 to {size}",
                    cell=CellFact(cell, geometry.size),
                    digit=digit,
                    size=geometry.size,
                )
        for unit in geometry.units:
            seen: dict[int, int] = {}
            for cell in unit.cells:
                digit = self.givens[cell]
                if digit and digit in seen:
                    raise GridError(
                        "{first} and {second} are both {digit}, in {unit}",
                        first=CellFact(seen[digit], geometry.size),
                        second=CellFact(cell, geometry.size),
                        digit=ALPHABET[digit],
                        unit=unit.phrase,
                    )
                seen[digit] = cell

    @classmethod
    def from_digits(cls, box: int, digits: Sequence[int]) -> "Grid":
        return cls(box, tuple(digits))

    @property
    def geometry(self) -> Geometry:
        return geometry_of(self.box)

    @property
    def size(self) -> int:
        return self.box * self.box

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows of it."""
        return as_html(self)

    @cached_property
    def text(self) -> str:
        """The canonical line: a character a cell, row by row, `0` where it is empty."""
        return text_of(self.givens)

    @cached_property
    def clue_count(self) -> int:
        return len(self.givens) - self.givens.count(0)

    def is_solved_by(self, digits: Sequence[int]) -> bool:
        """Whether `digits`, one a cell, keeps every given and has each digit once in every unit."""
        full = set(range(1, self.size + 1))
        keeps_givens = all(
            given in (0, digit) for given, digit in zip(self.givens, digits, strict=True)
        )
        return keeps_givens and all(
            {digits[cell] for cell in unit.cells} == full for unit in self.geometry.units
        )


def text_of(digits: Sequence[int]) -> str:
    """Digits of a board as one line of characters, `0` where there is none."""
    return "".join(map(ALPHABET.__getitem__, digits))
