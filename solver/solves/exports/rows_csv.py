"""The history of a solve as relations in one CSV file: a row for each candidate, placed digit or removal."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from django.utils.translation import gettext_lazy as _

from solver.engine import Iteration
from solver.engine.core.geometry import KEPT, digits_of, geometry_of
from solver.engine.core.shape import Shape
from solver.solves.portions import Portion

from .export import Export

COLUMNS = (
    *("relation", "iteration", "branch", "step", "technique"),
    *("cell", "row", "col", "box", "digit"),
)


def write(portion: Portion) -> Iterator[str]:
    board = portion.solve.puzzle.board
    if not portion.after:
        yield f"{','.join(COLUMNS)}\r\n"
    for iteration in portion:
        yield "".join(_rows(board, iteration))


def _rows(board: Shape, iteration: Iteration) -> Iterator[str]:
    """Yield the lines of an iteration, up to 15,000. No value needs quotes."""
    places = _places(board)
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


@lru_cache(maxsize=KEPT)
def _places(board: Shape) -> list[list[str]]:
    """Return the ends of lines by cell and digit: `r3c7`, its row, column and box from 1, and the digit.

    A jigsaw has its regions in place of boxes, and a board without any has 0.
    """
    geometry = geometry_of(board)
    ends = []
    for cell, (row, column) in enumerate(product(range(1, board.size + 1), repeat=2)):
        box = board.regions[cell] + 1 if board.regions else 0
        where = f"{geometry.cell_names[cell]},{row},{column},{box}"
        ends.append([f"{where},{digit}\r\n" for digit in range(board.size + 1)])
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
