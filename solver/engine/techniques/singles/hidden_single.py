"""A digit with a single place left in a row, column or box goes there.

The row, column or box needs the digit once, and no other open cell of it can contain it.
"""

from collections.abc import Iterator
from functools import partial

from ...core.board import Board
from ...core.errors import Contradiction
from ...core.geometry import Geometry, Kind
from ...core.i18n import gettext, say_digits, say_unit
from ...core.steps import Step
from ..base import Example, Rule, Technique

ORDER: tuple[Kind, ...] = ("column", "row", "box")


def find(board: Board) -> Iterator[Step]:
    """Yield hidden singles, each cell once: for its column, else its row, else its box, as in article 002.

    Regions, diagonals and other units of the board's shape come last.

    Raise Contradiction if two digits have only the same cell left.
    """
    for cell, (index, bit) in places(board).items():
        yield step_for(cell, index, bit)


def step_for(cell: int, index: int, bit: int) -> Step:
    """Return the step that places a hidden single. `index` is the unit, `bit` the bit of the digit."""
    return Step(technique.name, index, (cell,), bit, ((cell, bit.bit_length()),))


def places(board: Board) -> dict[int, tuple[int, int]]:
    """Return (unit, bit of the digit) by cell, for each cell that is a hidden single of a column, row or box.

    A cell comes with its column first. Raise Contradiction if two digits have only the same cell left.
    """
    found: dict[int, tuple[int, int]] = {}
    for kind in (*ORDER, *board.further_kinds):
        for index, bit, cell in board.single_places(kind):
            _, earlier = found.setdefault(cell, (index, bit))
            if earlier != bit:
                row = board.geometry.units_of[cell][0]
                raise Contradiction(row, (cell,), earlier | bit)
    return found


def find_in(board: Board, kind: Kind) -> Iterator[Step]:
    """Yield the hidden singles of all units of a kind, in order, lowest digit first.

    Regions, diagonals and other units of the board's shape come with the boxes.
    """
    for each in (kind, *(board.further_kinds if kind == "box" else ())):
        for index, bit, cell in board.single_places(each):
            yield step_for(cell, index, bit)


def explain(geometry: Geometry, step: Step) -> str:
    return gettext(
        "**{cell}** is the only place left for **{digit}** in {unit}.",
        cell=geometry.cell_names[step.cells[0]],
        digit=say_digits(step.digits_mask),
        unit=say_unit(geometry, step.unit),
    )


def _rule(kind: Kind, turn: int, grade_rank: int) -> Rule:
    """Return the rule for the singles of rows alone, of columns alone, or of boxes alone."""

    return Rule(
        kind,
        f"hidden single in a {kind}",
        partial(find_in, kind=kind),
        turn,
        grade_rank,
        band="singles",
        inserts=True,
        is_in_article=True,
    )


technique = Technique(
    *("hidden single", 20, find, explain, __doc__),
    rules=(
        _rule("row", turn=110, grade_rank=200),
        _rule("column", turn=120, grade_rank=300),
        _rule("box", turn=130, grade_rank=100),
    ),
    source="Articles 001 (unqInRow, unqInCol, unqInSquare), 002 (Single Token), 003 (in its row, column, box)",
    called={"guessing": "Single Token"},
    examples=(
        Example(
            {f"r2c{column}": "12346789" for column in range(1, 9)},
            finds="r2c9=5",
        ),
        Example({f"r2c{column}": "12346789" for column in range(1, 8)}),
    ),
)
