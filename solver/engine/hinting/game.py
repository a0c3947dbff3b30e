"""A game: the givens of a puzzle, and what somebody has written on them."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ..core.errors import CellFact, GridError
from ..core.geometry import Geometry
from ..core.grid import Grid, text_of
from ..core.i18n import ALPHABET, characters_of, quote
from ..core.masks import mask_of
from ..core.position import Position
from ..exact import Count, enumerate_solutions
from ..notation import Reading
from ..notation.base import placed_digits

NODES = 3_000  # that the count of a puzzle's solutions may take
BETWEEN = "."  # cells of a text of marks


@dataclass(frozen=True)
class Game:
    """`values` has a digit a cell, a given or one of the player's, 0 where there is none; these may clash.

    `marks` is a mask a cell, digit d being bit d - 1; 0 where nobody has written any, which means that all are
    still there.
    """

    grid: Grid
    values: tuple[int, ...]
    marks: tuple[int, ...]

    @classmethod
    def of(cls, reading: Reading) -> "Game":
        """The game that a text holds: its placed digits and pencil marks are the player's."""
        placed = placed_digits(reading)
        values = [placed.get(cell, given) for cell, given in enumerate(reading.grid.givens)]
        marks = reading.candidates or (0,) * len(values)
        open_marks = (0 if value else mask for value, mask in zip(values, marks, strict=True))
        return cls(Grid(reading.grid.box, reading.grid.givens), tuple(values), tuple(open_marks))

    @classmethod
    def read(cls, reading: Reading, values: str | None, marks: str | None) -> "Game":
        """The game of a puzzle with these values and marks, in the form of `values_text` and `marks_text`.

        What is left out is as the puzzle's text has it. Raises GridError naming the first cell that is wrong.
        """
        game = cls.of(reading)
        if values is not None:
            game = cls(game.grid, read_values(game.grid, values), game.marks)
        if marks is not None:
            game = cls(game.grid, game.values, read_marks(game.grid.geometry, marks))
        open_marks = (
            0 if value else mask for value, mask in zip(game.values, game.marks, strict=True)
        )
        return cls(game.grid, game.values, tuple(open_marks))

    @property
    def geometry(self) -> Geometry:
        return self.grid.geometry

    @property
    def values_text(self) -> str:
        """A character a cell, `0` where there is no digit."""
        return text_of(self.values)

    @property
    def marks_text(self) -> str:
        """The marks of each cell, a full stop between two: `12..149`; empty where there are none at all."""
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
        """By cell, the digits that no filled cell among its peers holds; of a filled cell, its own."""
        found = []
        for cell, value in enumerate(self.values):
            mask = 1 << (value - 1) if value else self.geometry.all_digits_mask
            if not value:
                for peer in self.geometry.peers[cell]:
                    if self.values[peer]:
                        mask &= ~(1 << (self.values[peer] - 1))
            found.append(mask)
        return tuple(found)

    @cached_property
    def candidates(self) -> tuple[int, ...]:
        """By cell, what the player still has to think of: the legal marks, and of these the written ones."""
        return tuple(
            legal & mark if mark else legal
            for legal, mark in zip(self.legal, self.marks, strict=True)
        )

    @property
    def start(self) -> tuple[int, ...] | None:
        """By cell, the candidates that a method goes on from; None where the player has done nothing."""
        if not self.own and not any(self.marks):
            return None
        return tuple(
            1 << (value - 1) if value else mask
            for value, mask in zip(self.values, self.candidates, strict=True)
        )

    @property
    def clashes(self) -> list[tuple[int, int]]:
        """Pairs of cells that see each other and hold the same digit."""
        return [
            (cell, peer)
            for cell, value in enumerate(self.values)
            if value
            for peer in self.geometry.peers[cell]
            if peer > cell and self.values[peer] == value
        ]

    @property
    def count(self) -> Count:
        """The solutions of the puzzle, whatever the player made of it: two at most."""
        return solutions_of(self.grid)

    def position(self) -> Position:
        """The position that the ladder looks at; GridError where digits clash."""
        position = Position.of(Grid(self.grid.box, self.values), mask_of(self.own))
        for cell in self.open_cells:
            position.keep(cell, self.candidates[cell])
        return position


@lru_cache(maxsize=512)
def solutions_of(grid: Grid) -> Count:
    """Up to two solutions of the givens: known for good once counted, and asked for with every hint."""
    return enumerate_solutions(grid, limit=2, nodes=NODES)


# --- Texts --------------------------------------------------------------------------------------------


def read_values(grid: Grid, text: str) -> tuple[int, ...]:
    """A digit a cell; a given that is left out stays, one that is another digit is refused by GridError."""
    geometry, size = grid.geometry, grid.size
    bare = "".join(text.split())
    if len(bare) != geometry.cell_count:
        raise GridError(
            "values has {found} characters; a {size}×{size} board has {cells} cells",
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
    """A mask a cell; an empty text has no marks. GridError where one is no digit of the board."""
    if not text.strip():
        return (0,) * geometry.cell_count
    cells = text.strip().split(BETWEEN)
    if len(cells) != geometry.cell_count:
        raise GridError(
            "marks has {found} cells, with a full stop between two; a {size}×{size} board has {cells}",
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
            "{cell} holds {found}; digits go from 1 to {highest}",
            cell=CellFact(cell, size),
            found=quote(character),
            highest=ALPHABET[size],
        )
    return value


def candidate_at(geometry: Geometry, name: str) -> tuple[int, int]:
    """The cell and the digit that people call `r3c7=4`; ValueError when there is none."""
    cell, sign, digit = name.partition("=")
    if not sign or len(digit) != 1:
        raise ValueError(f"{quote(name)} names no candidate, as r3c7=4 does")
    at = geometry.cell_at(cell)
    return at, _digit(digit, at, geometry.size)


def boxes_of(geometry: Geometry, cells: Iterable[int]) -> list[int]:
    """The units that are the boxes of some cells, each once, in order."""
    return sorted({geometry.units_of[cell][2] for cell in cells})
