"""The story as relations in one file: a row a candidate, a placed digit or a removal."""

import csv
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext_lazy as _

from solver.engine import Iteration
from solver.engine.geometry import Geometry, digits_of
from solver.record.portions import Portion

from .base import Export
from .csv import Echo

COLUMNS = (
    *("relation", "iteration", "branch", "step", "technique"),
    *("cell", "row", "col", "box", "digit"),
)


def write(told: Portion) -> Iterator[str]:
    shape = told.solve.puzzle.grid.geometry
    writer = csv.writer(Echo())
    if not told.after:
        yield writer.writerow(COLUMNS)
    for iteration in told:
        yield "".join(writer.writerow(row) for row in _rows(shape, iteration))


def _rows(shape: Geometry, iteration: Iteration) -> Iterable[tuple[str | int, ...]]:
    told = iteration.number, iteration.branch
    for place, step in enumerate(iteration.steps, 1):
        for cell, digit in step.placed:
            yield "placed", *told, place, step.technique, *_where(shape, cell), digit
        for cell, mask in step.removed:
            for digit in digits_of(mask):
                yield "removed", *told, place, step.technique, *_where(shape, cell), digit
    for cell, mask in enumerate(iteration.candidates):
        for digit in digits_of(mask):
            yield "candidate", *told, "", "", *_where(shape, cell), digit


def _where(shape: Geometry, cell: int) -> tuple[str, int, int, int]:
    """`r3c7`, and its row, column and box from 1."""
    row, column, box = (shape.units[unit].number for unit in shape.units_of[cell])
    return shape.cell_names[cell], row, column, box


export = Export(
    ending="rows.csv",
    rank=7,
    title=_("rows as CSV"),
    content_type="text/csv; charset=utf-8",
    shows="sets",
    begins="relation,iteration,",
    write=write,
    is_english=True,
)
