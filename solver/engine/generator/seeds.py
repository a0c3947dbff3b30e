"""A few puzzles for each technique that need it and nothing harder, to start at. Made by `bench.making`."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from ..core.grid import Grid
from ..notation.line import read as read_line


class SeedSet(NamedTuple):
    """Hits of a technique, and the CPU seconds that one took to find."""

    seconds: float
    grids: tuple[Grid, ...]


@cache
def seed_sets() -> Mapping[str, SeedSet]:
    """Return, for each technique by its slug, puzzles that need it and nothing harder. They are cached."""
    found = {}
    for line in files(__package__).joinpath("seeds.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, seconds, *puzzles = line.split()
            found[name] = SeedSet(float(seconds), tuple(map(read_line, puzzles)))
    return MappingProxyType(found)
