"""The symmetry of a clue pattern: the turns of the board that take the places of its clues to themselves."""

from functools import cache

from ..core.grid import Grid
from ..core.i18n import quote

# Whether rows and columns change places, and then whether rows, and columns, are read from the last one on.
Turn = tuple[bool, bool, bool]

QUARTER, MAIN = (True, False, True), (True, False, False)
# The field's names. A mirror is named after its axis. For example, `vertical` exchanges left and right.
SYMMETRIES: dict[str, tuple[Turn, ...]] = {
    "full": (QUARTER, MAIN),
    "rotational-90": (QUARTER,),
    "rotational-180": ((False, True, True),),
    "horizontal": ((False, True, False),),
    "vertical": ((False, False, True),),
    "diagonal": (MAIN,),
    "anti-diagonal": ((True, True, True),),
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
        lines = divmod(fresh.pop(), size)
        for is_transposed, flips_rows, flips_columns in turns:
            row, column = lines[::-1] if is_transposed else lines
            row = size - 1 - row if flips_rows else row
            column = size - 1 - column if flips_columns else column
            other = row * size + column
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
