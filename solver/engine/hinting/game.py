"""A game: the givens of a puzzle, and what a player has written on them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_

from ..core.deadline import spend
from ..core.errors import CellFact, GridError
from ..core.geometry import Geometry
from ..core.grid import Grid, text_of
from ..core.i18n import ALPHABET, characters_of, quote
from ..core.masks import mask_of
from ..core.position import Position
from ..exact import Count, enumerate_solutions
from ..notation import Reading
from ..notation.base import placed_digits

NODES = 3_000  # for the count of a puzzle's solutions
BETWEEN = "."  # two cells of a text of marks


@dataclass(frozen=True)
class Game:
    """A puzzle with a player's digits and marks.

    `values` has a digit for each cell, given or the player's, and 0 if it is open. Digits may clash. `marks`
    has a mask of digits for each cell, and 0 if nothing is written, which means that all candidates are still
    there.
    """

    grid: Grid
    values: tuple[int, ...]
    marks: tuple[int, ...]

    @classmethod
    def of(cls, reading: Reading) -> "Game":
        """Return a game from a text that was read. Its placed digits and pencil marks are the player's."""
        return cls.read(reading, None, None)

    @classmethod
    def read(cls, reading: Reading, values: str | None, marks: str | None) -> "Game":
        """Return the game of a puzzle with the player's `values` and `marks`.

        They have the form of `values_text` and `marks_text`. An omitted part is taken from the puzzle's text.
        Raise GridError naming the first cell that is wrong.
        """
        grid, placed = Grid(reading.grid.shape, reading.grid.givens), placed_digits(reading)
        digits = tuple(placed.get(cell, given) for cell, given in enumerate(grid.givens))
        masks = reading.candidates or (0,) * len(digits)
        if values is not None:
            digits = read_values(grid, values)
        if marks is not None:
            masks = read_marks(grid.geometry, marks)
        open_marks = (0 if digit else mask for digit, mask in zip(digits, masks, strict=True))
        return cls(grid, digits, tuple(open_marks))

    @property
    def geometry(self) -> Geometry:
        return self.grid.geometry

    @property
    def values_text(self) -> str:
        """The digits of the game as a character for each cell, `0` if it is open."""
        return text_of(self.values)

    @property
    def marks_text(self) -> str:
        """The player's marks of each cell, separated by full stops, or an empty text if there are none.

        In `12..149` the second cell has none.
        """
        if not any(self.marks):
            return ""
        return BETWEEN.join("".join(characters_of(mask)) for mask in self.marks)

    @property
    def own(self) -> list[int]:
        """The cells that the player has filled."""
        return [c for c, value in enumerate(self.values) if value and not self.grid.givens[c]]

    @property
    def open_cells(self) -> list[int]:
        return [cell for cell, value in enumerate(self.values) if not value]

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """By cell, the mask of digits that no filled peer holds. A filled cell has its own digit."""
        geometry, found = self.geometry, []
        placed = [1 << (value - 1) if value else 0 for value in self.values]
        for cell, own in enumerate(placed):
            seen = reduce(or_, map(placed.__getitem__, geometry.peers[cell])) if not own else 0
            found.append(own or geometry.all_digits_mask & ~seen)
        return tuple(found)

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """By cell, the mask of legal digits that are marked, or of all legal digits if none is marked."""
        return tuple(
            legal & mark if mark else legal
            for legal, mark in zip(self.legal, self.marks, strict=True)
        )

    @property
    def start(self) -> tuple[int, ...] | None:
        """By cell, the candidates that a method starts from, or None if the player has done nothing."""
        if not self.own and not any(self.marks):
            return None
        return tuple(
            1 << (value - 1) if value else mask
            for value, mask in zip(self.values, self.candidates, strict=True)
        )

    @property
    def clashes(self) -> list[tuple[int, int]]:
        """Pairs of cells that see each other and contain the same digit."""
        return [
            (cell, peer)
            for cell, value in enumerate(self.values)
            if value
            for peer in self.geometry.peers[cell]
            if peer > cell and self.values[peer] == value
        ]

    @property
    def count(self) -> Count:
        """The solutions of the puzzle's givens, without the player's digits, at most two."""
        return solutions_of(self.grid)

    def position(self) -> Position:
        """Return the game as a position on which techniques find steps. Raise GridError if digits clash."""
        position = Position.of(Grid(self.grid.shape, self.values), mask_of(self.own))
        for cell in self.open_cells:
            spend(3)  # a board of 25×25 with few marks loses thousands of candidates here
            if self.marks[cell]:
                position.keep(cell, self.candidates[cell])
        return position


@lru_cache(maxsize=512)
def solutions_of(grid: Grid) -> Count:
    """Return up to two solutions of a grid. Every hint asks for them, so they are cached."""
    return enumerate_solutions(grid, limit=2, nodes=NODES)


# --- Texts --------------------------------------------------------------------------------------------


def read_values(grid: Grid, text: str) -> tuple[int, ...]:
    """Return the digit of each cell from a text with a character a cell, `0` or `.` if it is open.

    Givens that the text leaves open stay. Raise GridError if a given is another digit.
    """
    geometry, size = grid.geometry, grid.size
    bare = "".join(text.split())
    if len(bare) != geometry.cell_count:
        raise GridError(
            "values must have {cells} characters for a {size}×{size} board, not {found}",
            found=len(bare),
            size=size,
            cells=geometry.cell_count,
        )
    values = []
    for cell, (character, given) in enumerate(zip(bare, grid.givens, strict=True)):
        value = 0 if character in "0." else _digit(character, cell, size)
        if given and value not in (0, given):
            raise GridError(
                "{cell} is {digit} in the puzzle, and cannot be {other}",
                cell=CellFact(cell, size),
                digit=ALPHABET[given],
                other=ALPHABET[value],
            )
        values.append(given or value)
    return tuple(values)


def read_marks(geometry: Geometry, text: str) -> tuple[int, ...]:
    """Return the mask of marks of each cell from a text such as `12..149`, 0 if nothing is written.

    Raise GridError if a mark is no digit or the number of cells is wrong.
    """
    if not text.strip():
        return (0,) * geometry.cell_count
    cells = text.strip().split(BETWEEN)
    if len(cells) != geometry.cell_count:
        raise GridError(
            "marks must have {cells} cells, separated by full stops, for a {size}×{size} "
            "board, not {found}",
            found=len(cells),
            size=geometry.size,
            cells=geometry.cell_count,
        )
    return tuple(
        mask_of(_digit(character, cell, geometry.size) - 1 for character in digits)
        for cell, digits in enumerate(cells)
    )


def _digit(character: str, cell: int, size: int) -> int:
    value = ALPHABET.find(character.upper()) if character.isascii() else -1
    if not 1 <= value <= size:
        raise GridError(
            "{cell} contains {found}; use digits from 1 to {highest}",
            cell=CellFact(cell, size),
            found=quote(character),
            highest=ALPHABET[size],
        )
    return value


def candidate_at(geometry: Geometry, name: str) -> tuple[int, int]:
    """Return the cell and the digit of a name like `r3c7=4`. Raise ValueError if it names no candidate."""
    cell, sign, digit = name.partition("=")
    if not sign or len(digit) != 1:
        raise ValueError(f"{quote(name)} names no candidate, as r3c7=4 does")
    at = geometry.cell_at(cell)
    return at, _digit(digit, at, geometry.size)


def boxes_of(geometry: Geometry, cells: Iterable[int]) -> list[int]:
    """Return the unit indexes of the boxes that contain some cells, each once, in order."""
    if not geometry.boxes:  # a Latin square is looked at by its rows
        return sorted({geometry.units_of[cell][0] for cell in cells})
    return sorted({geometry.units_of[cell][2] for cell in cells})
