"""The JSON of a solve as in the API, with all iterations."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.solves.json_lines import line_of
from solver.solves.portions import Portion
from solver.solves.serializers import SolveSerializer

from .export import Export


def write(portion: Portion) -> Iterator[str]:
    answer = SolveSerializer.of(portion.solve) | {"iterations": portion}
    return line_of(answer, between=",\n", is_open=True)


export = Export(
    ending="json",
    rank=3,
    title=_("JSON"),
    content_type="application/json",
    shows="story",
    begins=r'\{"id": "',
    write=write,
    grows=True,
    is_english=True,
)
