"""A row a step, below the names of the columns."""

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
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def write(told: Portion) -> Iterator[str]:
    shape = told.solve.puzzle.grid.geometry
    writer = csv.writer(EchoBuffer())
    if not told.after:
        yield writer.writerow(COLUMNS)
    for iteration in told:
        for place, step in enumerate(describe_iteration(shape, iteration, "facts").steps, 1):
            row = (
                *(iteration.number, iteration.branch, iteration.parent or "", iteration.depth),
                *(
                    place,
                    step.step.technique,
                    step.unit.name if step.unit else "",
                    " ".join(step.cells),
                ),
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
