"""Positions whose easiest step is a technique: examples that are shown, and drills to find it in.

A family's `positions.txt` has a line of HoDoKu's library for each, from easy to hard. They were found by
`bench.positions`, and a test climbs the ladder over all of them.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType

from ..core.deadline import unlimited
from ..core.grid import Grid
from ..core.masks import bits
from ..core.position import Position, candidates_of
from ..techniques.rungs import rungs
from .reglib import read_case

EXAMPLES = 3


class StoredPosition:
    """A position as it is stored: the line of its technique's file."""

    def __init__(self, line: str) -> None:
        self.line = line

    @cached_property
    def position(self) -> Position:
        """The position. Finders keep facts with it, and nobody may change it."""
        with unlimited():
            return read_case(self.line).position

    @property
    def grid(self) -> Grid:
        """The givens alone."""
        digits = self.position.values
        givens = set(bits(self.position.givens))
        return Grid(3, tuple(digits[cell] if cell in givens else 0 for cell in range(len(digits))))

    @property
    def candidates(self) -> tuple[int, ...]:
        """The candidates of each cell as masks."""
        return candidates_of(self.position)


def examples(name: str) -> Sequence[StoredPosition]:
    """Return the positions that show a technique, easy ones first."""
    found = positions().get(name, ())
    middle = len(found) // 2
    return [found[0], found[middle], found[-1]] if len(found) >= EXAMPLES else list(found)


def drills(name: str) -> Sequence[StoredPosition]:
    """Return the positions in which to find a technique, easy ones first. None of them is an example."""
    shown = examples(name)
    return [each for each in positions().get(name, ()) if each not in shown]


@cache
def positions() -> Mapping[str, tuple[StoredPosition, ...]]:
    """Return the stored positions of each technique, easy ones first."""
    by_code = {rung.code: name for name, rung in rungs().items()}
    found: dict[str, list[StoredPosition]] = {}
    for folder in files("solver.engine.techniques").iterdir():
        path = folder.joinpath("positions.txt")
        for line in path.read_text().splitlines() if path.is_file() else ():
            found.setdefault(by_code[line.split(":")[1]], []).append(StoredPosition(line))
    return MappingProxyType({name: tuple(each) for name, each in found.items()})
