"""The board after an iteration as SVG."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.boards.figures import as_svg
from solver.solves.portions import Portion

from .board import picture_of
from .export import Export


def write(portion: Portion) -> Iterator[str]:
    return as_svg(picture_of(portion.solve, portion.number))


export = Export(
    ending="svg",
    rank=1,
    title=_("SVG"),
    content_type="image/svg+xml",
    shows="board",
    begins="<svg ",
    write=write,
)
