"""The board of an iteration as SVG."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.boards.figures import as_svg
from solver.solves.portions import Portion

from .board import picture_of
from .export import Export


def write(told: Portion) -> Iterator[str]:
    return as_svg(picture_of(told.solve, told.number))


export = Export(
    ending="svg",
    rank=1,
    title=_("SVG"),
    content_type="image/svg+xml",
    shows="board",
    begins="<svg ",
    write=write,
)
