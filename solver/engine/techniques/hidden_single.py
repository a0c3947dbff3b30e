"""A digit with a single place left in a row, column or box goes there.

The unit needs the digit once, and no other open cell of the unit can take it.
"""

from collections.abc import Iterator
from functools import lru_cache

from ..board import Board
from ..errors import Contradiction
from ..geometry import Geometry, Kind
from ..steps import Step
from ..words import say
from .base import Example, Rule, Technique, say_digits, say_unit


def find(board: Board) -> Iterator[Step]:
    """Each cell once, by its column, else its row, else its box, the order in which article 002 names them.

    Raises Contradiction when two digits have only the same cell left.
    """
    shape, size = board.geometry, board.geometry.size
    found: dict[int, Step] = {}
    columns_rows_boxes = (*range(size, 2 * size), *range(size), *range(2 * size, 3 * size))
    for index in columns_rows_boxes:
        for cell, bit in singles_in(board, index):
            earlier = found.get(cell)
            if earlier is None:
                found[cell] = Step(technique.name, index, (cell,), bit, ((cell, bit.bit_length()),))
            elif earlier.digits_mask != bit:
                both = earlier.digits_mask | bit
                raise Contradiction(shape.units_of[cell][0], (cell,), both)
    yield from found.values()


def singles_in(board: Board, index: int) -> Iterator[tuple[int, int]]:
    """Open cells of a unit that are the only place left for a digit, with that digit's bit."""
    pick, cells = board.geometry.picks[index], board.geometry.units[index].cells
    for place, bit in _singles(pick(board.candidates), pick(board.placed)):
        yield cells[place], bit


@lru_cache(maxsize=1 << 16)  # most units are as they were a pass ago
def _singles(masks: tuple[int, ...], placed: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """(place in the unit, bit of its digit), lowest digit first."""
    once = twice = fixed = 0
    for mask, held in zip(masks, placed, strict=True):
        if held:
            fixed |= held
        else:
            twice |= once & mask
            once |= mask
    alone = once & ~twice & ~fixed
    found = []
    while alone:
        bit = alone & -alone
        alone ^= bit
        found.append((next(place for place, mask in enumerate(masks) if mask & bit), bit))
    return tuple(found)


def explain(shape: Geometry, step: Step) -> str:
    return say(
        "{cell} is the only place left for {digit} in {unit}.",
        cell=shape.cell_names[step.cells[0]],
        digit=say_digits(step.digits_mask),
        unit=say_unit(shape, step.unit),
    )


def _rule(kind: Kind, turn: int, grade_rank: int) -> Rule:
    """The singles of rows alone, of columns alone, or of boxes alone."""

    def find_in_kind(board: Board) -> Iterator[Step]:
        for index, unit in enumerate(board.geometry.units):
            if unit.kind == kind:
                for cell, bit in singles_in(board, index):
                    yield Step(technique.name, index, (cell,), bit, ((cell, bit.bit_length()),))

    return Rule(
        kind,
        f"unique in its {kind}",
        find_in_kind,
        turn,
        grade_rank,
        band="singles",
        inserts=True,
        is_in_article=True,
    )


technique = Technique(
    name="hidden single",
    rank=20,
    find=find,
    explain=explain,
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
