"""Symmetry: the changes that leave a puzzle the same in essence, and the one form that its twins share.

Two puzzles are twins if one becomes the other by renaming digits, permuting rows within their band and
columns within their stack, permuting bands and stacks, and exchanging rows with columns.
"""

from ..core.errors import GridError
from ..core.grid import Grid
from .patterns import SYMMETRIES, orbits, pattern_symmetries
from .transformation import Transformation

# Boards of size 16 have a million times as many line orders as 9×9 ones.
LARGEST_BOX = 3

__all__ = [
    "LARGEST_BOX",
    "SYMMETRIES",
    "Transformation",
    "canonical_form",
    "mapping_between",
    "orbits",
    "pattern_symmetries",
]


def canonical_form(grid: Grid) -> tuple[Grid, Transformation]:
    """Return the form that all equivalents of a puzzle share, and the transformation from the puzzle to it.

    It is the equivalent with the lowest line (`Grid.text`), also called the minlex form. Raise GridError for a
    board larger than 9×9, and for a position with pencil marks.
    """
    if grid.box > LARGEST_BOX:
        raise GridError("a {size}×{size} board is too large for a canonical form", size=grid.size)
    if grid.marks:
        raise GridError("a position with pencil marks has no canonical form")
    from .minimal import find_minimal  # loading NumPy takes longer than finding the form

    mapping = find_minimal(grid)
    return mapping.apply(grid), mapping


def mapping_between(one: Grid, other: Grid) -> Transformation | None:
    """Return the transformation of puzzle `one` into `other`, or None if the two are not equivalent.

    Raise GridError for boards larger than 9×9 and for pencil marks.
    """
    if one.box != other.box or one.clue_count != other.clue_count:
        return None
    form, mapping = canonical_form(one)
    other_form, other_mapping = canonical_form(other)
    return mapping.then(other_mapping.inverse()) if form == other_form else None
