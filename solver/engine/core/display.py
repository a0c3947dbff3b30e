"""What every drawing of a board asks for: lines between regions, the places in a cell, HTML for notebooks."""

import math
from functools import lru_cache, singledispatch
from typing import NamedTuple

from .shape import Shape


class Borders(NamedTuple):
    """The cells at whose right or lower side a region ends, without the edges of the board."""

    right: frozenset[int]
    below: frozenset[int]


@lru_cache(maxsize=64)
def borders_of(shape: Shape) -> Borders:
    """Return where two neighbours are in different regions. A Latin square has no such borders."""
    size, regions = shape.size, shape.regions
    if regions is None:
        return Borders(frozenset(), frozenset())
    cells = range(size * size)
    return Borders(
        frozenset(c for c in cells if (c + 1) % size and regions[c] != regions[c + 1]),
        frozenset(c for c in cells[:-size] if regions[c] != regions[c + size]),
    )


@lru_cache
def places_in_cell(size: int) -> tuple[int, int]:
    """Return the rows and columns in which a cell shows its candidates, on a board of `size` digits."""
    columns = math.isqrt(size - 1) + 1
    return -(-size // columns), columns


@singledispatch
def as_html(thing: object) -> str | None:
    """Return an object as HTML, or None if no function is registered for its class."""
    return None
