"""The symmetry of a clue pattern: the turns of the board that take the places of its clues to themselves."""

from collections.abc import Callable
from functools import cache

from ..core.grid import Grid
from ..core.i18n import quote

# A function of a cell's row, its column and the last line of the board, which returns the new row and column.
Turn = Callable[[int, int, int], tuple[int, int]]


def _quarter(row: int, column: int, last: int) -> tuple[int, int]:
    return column, last - row


def _half(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, last - column


def _across(row: int, column: int, last: int) -> tuple[int, int]:
    return last - row, column


def _sideways(row: int, column: int, last: int) -> tuple[int, int]:
    return row, last - column


def _main(row: int, column: int, last: int) -> tuple[int, int]:
    return column, row


def _anti(row: int, column: int, last: int) -> tuple[int, int]:
    return last - column, last - row


# The field's names. A mirror is named after its axis. For example, `vertical` exchanges left and right.
SYMMETRIES: dict[str, tuple[Turn, ...]] = {
    "full": (_quarter, _main),
    "rotational-90": (_quarter,),
    "rotational-180": (_half,),
    "horizontal": (_across,),
    "vertical": (_sideways,),
    "diagonal": (_main,),
    "anti-diagonal": (_anti,),
    "none": (),
}


@cache
def orbits(size: int, symmetry: str) -> tuple[tuple[int, ...], ...]:
    """Return the groups of cells of a board in which a pattern with this symmetry has all clues or none.

    Raise ValueError if the symmetry is unknown.
    """
    if symmetry not in SYMMETRIES:
        raise ValueError(f"symmetry is {quote(symmetry)}; choose one of {', '.join(SYMMETRIES)}")
    groups: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for cell in range(size * size):
        if cell not in seen:
            orbit = _orbit(cell, size, SYMMETRIES[symmetry])
            seen |= orbit
            groups.append(tuple(sorted(orbit)))
    return tuple(groups)


def _orbit(cell: int, size: int, turns: tuple[Turn, ...]) -> set[int]:
    orbit, fresh = {cell}, [cell]
    while fresh:
        row, column = divmod(fresh.pop(), size)
        for turn in turns:
            to_row, to_column = turn(row, column, size - 1)
            other = to_row * size + to_column
            if other not in orbit:
                orbit.add(other)
                fresh.append(other)
    return orbit


def pattern_symmetries(grid: Grid) -> tuple[str, ...]:
    """Return the names of all symmetries of a puzzle's clue pattern, or ("none",) without any."""
    has_clue = [digit > 0 for digit in grid.givens]
    names = tuple(
        name
        for name in SYMMETRIES
        if name != "none"
        and all(len({has_clue[cell] for cell in orbit}) == 1 for orbit in orbits(grid.size, name))
    )
    return names or ("none",)
