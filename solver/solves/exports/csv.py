"""The steps of a solve as CSV, one row a step."""

import csv
from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.engine.techniques.description import describe_iteration
from solver.models.validators import neutral
from solver.solves.portions import Portion

from .export import Export

COLUMNS = (
    *("iteration", "branch", "parent", "depth", "step", "technique", "unit"),
    *("cells", "digits", "placed", "removed", "why"),
)


class EchoBuffer:
    """A pseudo-file whose `write` returns the text."""

    def write(self, text: str) -> str:
        return text


def write(portion: Portion) -> Iterator[str]:
    shape = portion.solve.puzzle.grid.geometry
    writer = csv.writer(EchoBuffer())
    if not portion.after:
        yield writer.writerow(COLUMNS)
    for iteration in portion:
        for place, step in enumerate(describe_iteration(shape, iteration, "facts").steps, 1):
            row = (
                *(iteration.number, iteration.branch, iteration.parent or "", iteration.depth),
                *(place, step.step.technique, step.unit.name if step.unit else ""),
                " ".join(step.cells),
                " ".join(map(str, step.step.digits)),
                *(" ".join(step.placed), " ".join(step.removed), step.why),
            )
            yield writer.writerow([neutral(value) for value in row])


export = Export(
    ending="csv",
    rank=4,
    title=_("CSV"),
    content_type="text/csv; charset=utf-8",
    shows="story",
    begins="iteration,branch,",
    write=write,
    grows=True,
)
