"""The history of a solve as relations in one CSV file: a row for each candidate, placed digit or removal."""

from collections.abc import Iterator
from functools import cache

from django.utils.translation import gettext_lazy as _

from solver.engine import Iteration
from solver.engine.core.geometry import digits_of, geometry_of
from solver.solves.portions import Portion

from .export import Export

COLUMNS = (
    *("relation", "iteration", "branch", "step", "technique"),
    *("cell", "row", "col", "box", "digit"),
)


def write(portion: Portion) -> Iterator[str]:
    box = portion.solve.puzzle.box
    if not portion.after:
        yield f"{','.join(COLUMNS)}\r\n"
    for iteration in portion:
        yield "".join(_rows(box, iteration))


def _rows(box: int, iteration: Iteration) -> Iterator[str]:
    """Yield the lines of an iteration, up to 15,000. No value needs quotes."""
    places = _places(box)
    prefix = f"{iteration.number},{iteration.branch}"
    for at, step in enumerate(iteration.steps, 1):
        for cell, digit in step.placed:
            yield f"placed,{prefix},{at},{step.technique},{places[cell][digit]}"
        for cell, mask in step.removed:
            for digit in digits_of(mask):
                yield f"removed,{prefix},{at},{step.technique},{places[cell][digit]}"
    candidate = f"candidate,{prefix},,,"
    for digits, mask in zip(places, iteration.candidates, strict=True):
        for digit in digits_of(mask):
            yield candidate + digits[digit]


@cache
def _places(box: int) -> list[list[str]]:
    """Return the ends of lines by cell and digit: `r3c7`, its row, column and box from 1, and the digit."""
    shape = geometry_of(box)
    ends = []
    for cell, units in enumerate(shape.units_of):
        where = [shape.cell_names[cell], *(str(shape.units[unit].number) for unit in units)]
        ends.append([f"{','.join([*where, str(digit)])}\r\n" for digit in range(shape.size + 1)])
    return ends


export = Export(
    ending="rows.csv",
    rank=7,
    title=_("table rows as CSV"),
    content_type="text/csv; charset=utf-8",
    shows="sets",
    begins="relation,iteration,",
    write=write,
    grows=True,
    is_english=True,
)
