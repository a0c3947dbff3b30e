"""The API's answer for a solve, iteration by iteration."""

import json
from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _
from rest_framework.utils.encoders import JSONEncoder

from solver.engine.solving import iteration_as_json
from solver.models import Solve
from solver.record.schema import SolveShape

from .base import Export, iterations_of


def write(solve: Solve, number: int | None = None) -> Iterator[str]:
    grid = solve.puzzle.grid
    head = json.dumps(SolveShape.of(solve), cls=JSONEncoder, ensure_ascii=False)
    yield f'{head[:-1]}, "iterations": ['
    between = ""
    for iteration in iterations_of(solve, number):
        yield between + json.dumps(iteration_as_json(grid, iteration), ensure_ascii=False)
        between = ",\n"
    yield "]}\n"


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
