"""The one puzzle among several boards of a text."""

from ..core.errors import GridError
from .base import Reading


def only_puzzle(readings: list[Reading]) -> Reading:
    """Return the one puzzle among several boards that were read from a text.

    All boards must be the same puzzle. A complete board that solves another is left out. Raise GridError if
    there are several puzzles, or if they differ in their pencil marks. Raise it too if all boards are complete,
    because that is the solution of a puzzle that could not be read.
    """
    if readings and not any(0 in reading.grid.givens for reading in readings):
        raise GridError("this text contains only a solved board; a puzzle has empty cells")
    distinct = {(reading.grid.givens, reading.candidates): reading for reading in readings}
    open_ones = [reading for reading in distinct.values() if 0 in reading.grid.givens]
    kept = [
        reading
        for reading in distinct.values()
        if 0 in reading.grid.givens or not any(_solves(reading, other) for other in open_ones)
    ]
    puzzles = {reading.grid.givens: reading for reading in kept}
    if len(puzzles) != 1:
        raise GridError(
            "this text contains {count} puzzles; paste only one",
            count=len(puzzles),
        )
    marked = [reading for reading in kept if reading.candidates is not None]
    if len(marked) > 1:
        raise GridError(
            "this text contains one puzzle with different pencil marks; paste only one of them"
        )
    return (marked or kept)[0]


def _solves(solution: Reading, other: Reading) -> bool:
    givens = other.grid.givens
    pairs = zip(givens, solution.grid.givens, strict=True)
    return len(givens) == len(solution.grid.givens) and all(g in (0, s) for g, s in pairs)
