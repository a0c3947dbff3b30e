"""The board of an iteration as SVG."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.boards.figures import as_svg
from solver.models import Solve

from .base import Export
from .board import picture_of


def write(solve: Solve, number: int | None = None) -> Iterator[str]:
    return as_svg(picture_of(solve, number))


export = Export(
    ending="svg",
    rank=1,
    title=_("SVG"),
    content_type="image/svg+xml",
    shows="board",
    begins="<svg ",
    write=write,
)
