"""What is missing from a unique rectangle, or from a grave."""

from collections.abc import Sequence

from ...core.i18n import gettext, ngettext
from ...core.masks import bits
from ...core.position import Position
from ..near_misses import counted, name_of, shared_marks
from ..rungs import Rung
from .rectangles import rectangles


def corners(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no corners of a rectangle in two boxes, or an empty text if they are."""
    if broken := counted(cells, 4):
        return broken
    masks = position.masks
    rows, columns = ({masks.units_of[cell][kind] for cell in cells} for kind in range(2))
    boxes = {unit for cell in cells for unit in masks.units_of[cell] if unit in masks.boxes}
    if len(rows) != 2 or len(columns) != 2:
        return gettext("The four cells are not the corners of a rectangle.")
    if masks.geometry.shape.square_box and len(boxes) != 2:
        return gettext("The corners must lie in two boxes, not {count}.", count=len(boxes))
    if tuple(sorted(cells)) not in rectangles(masks):
        return gettext("Another cell sees one of two opposite corners, and neither of the others.")
    return ""


def rectangle(position: Position, cells: Sequence[int], rung: Rung) -> str:
    if broken := corners(position, cells, rung):
        return broken
    if shared_marks(position, cells).bit_count() < 2:
        return gettext("The four cells do not share two digits.")
    bare = [cell for cell in cells if position.marks[cell].bit_count() == 2]
    if not bare:
        return gettext(
            "Each corner contains more than the two digits; some corners must contain no others."
        )
    if rung.technique == "uniqueness test 1" and len(bare) != 3:
        return ngettext(
            "Only {count} corner contains just the two digits; there must be three.",
            "{count} corners contain just the two digits; there must be three.",
            len(bare),
        )
    return ""


def grave(position: Position, cells: Sequence[int], rung: Rung) -> str:
    more = [cell for cell in bits(position.open) if position.marks[cell].bit_count() > 2]
    if len(more) != 1:
        return ngettext(
            "{count} open cell has more than two candidates; there must be exactly one.",
            "{count} open cells have more than two candidates; there must be exactly one.",
            len(more),
        )
    if list(cells) != more:
        return gettext("It is {cell} that contains more than two.", cell=name_of(position, more[0]))
    return ""
