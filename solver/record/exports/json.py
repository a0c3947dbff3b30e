"""The API's answer for a solve, iteration by iteration."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.models import Solve
from solver.record.lines import line_of
from solver.record.schema import SolveShape, iterations_as_json

from .base import Export, iterations_of


def write(solve: Solve, number: int | None = None) -> Iterator[str]:
    told = iterations_as_json(solve, iterations_of(solve, number))
    return line_of(SolveShape.of(solve) | {"iterations": told}, between=",\n")


export = Export(
    ending="json",
    rank=3,
    title=_("JSON"),
    content_type="application/json",
    shows="story",
    begins=r'\{"id": "',
    write=write,
    is_english=True,
)
