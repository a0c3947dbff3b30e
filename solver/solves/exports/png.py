"""The board after an iteration as PNG."""

from django.utils.translation import gettext_lazy as _

from solver.boards.figures import as_png
from solver.solves.portions import Portion

from .board import picture_of
from .export import Export


def write(portion: Portion) -> bytes:
    return as_png(picture_of(portion.solve, portion.number))


export = Export(
    ending="png",
    rank=2,
    title=_("PNG"),
    content_type="image/png",
    shows="board",
    begins=r"\x89PNG\r\n",
    write=write,
)
