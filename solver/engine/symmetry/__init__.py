"""Symmetry: the changes that leave a puzzle the same in essence, and the one form that its twins share.

Two puzzles of one shape are twins if one becomes the other by renaming digits, permuting rows and columns, and
exchanging rows with columns, so that all sets of the shape stay. On a plain board rows move within their band
and columns within their stack, and bands and stacks move as a whole.
"""

from ..core.errors import GridError
from ..core.grid import Grid
from ..core.shape import Shape
from .patterns import SYMMETRIES, orbits, pattern_symmetries
from .transformation import Transformation

# Boards of size 16 have a million times as many line orders as 9×9 ones.
LARGEST_BOX = 3

__all__ = [
    "LARGEST_BOX",
    "SYMMETRIES",
    "Transformation",
    "canonical_form",
    "has_canonical_form",
    "mapping_between",
    "orbits",
    "pattern_symmetries",
]


def has_canonical_form(shape: Shape) -> bool:
    """Return whether puzzles of a shape have a canonical form: it has few symmetries, or is plain up to 9×9."""
    if shape.square_box:
        return shape.square_box <= LARGEST_BOX
    from .of_shape import symmetries_of

    return symmetries_of(shape) is not None


def canonical_form(grid: Grid) -> tuple[Grid, Transformation]:
    """Return the form that all equivalents of a puzzle share, and the transformation from the puzzle to it.

    It is the equivalent with the lowest line (`Grid.text`), also called the minlex form. Raise GridError for a
    board of too many symmetries, such as a plain one larger than 9×9, and for a position with pencil marks.
    """
    if grid.marks:
        raise GridError("a position with pencil marks has no canonical form")
    if grid.shape.square_box > LARGEST_BOX:
        raise GridError("a {size}×{size} board is too large for a canonical form", size=grid.size)
    # Loading NumPy takes longer than finding the form.
    if grid.shape.square_box:
        from .minimal import find_minimal as find
    else:
        from .of_shape import find_lowest as find
    mapping = find(grid)
    return mapping.apply(grid), mapping


def mapping_between(one: Grid, other: Grid) -> Transformation | None:
    """Return the transformation of puzzle `one` into `other`, or None if the two are not equivalent.

    Raise GridError for boards without a canonical form and for pencil marks.
    """
    if one.shape != other.shape or one.clue_count != other.clue_count:
        return None
    form, mapping = canonical_form(one)
    other_form, other_mapping = canonical_form(other)
    return mapping.then(other_mapping.inverse()) if form == other_form else None
