"""When three cells of a row can hold nothing but 2, 5 and 7, these digits go from its other cells.

So it is with any number of cells of a row, column or box and as many digits. A *combo* is a set of
digits. A cell *fits* it when all its candidates are in the set. When exactly as many cells of a unit
fit as the combo has digits, the combo is *enclosed*: those cells use its digits up, and the digits go
from the unit's other cells. A combo of one digit is a solved cell, of two a naked pair, and its
complement is a hidden subset of the cells that do not fit.

The article tries all 2⁹ - 1 combos, which no larger board allows. What a unit loses to all its enclosed
combos together is what all-different filtering removes (J.-C. Régin, AAAI 1994), and that takes one
matching of cells to digits: the smallest enclosed combo around a digit is all that can be reached from
it by going from a digit to the cell matched to it and on to that cell's candidates.
"""

from collections.abc import Iterator
from functools import lru_cache

from ..board import Board
from ..errors import Contradiction
from ..geometry import Geometry, iterate_digits
from ..steps import Step
from ..words import say_count
from .base import Example, Rule, Technique, say_cells, say_digits, say_set, say_unit


def find(board: Board) -> Iterator[Step]:
    """Smaller combos first, so that each removal belongs to the smallest combo that makes it.

    Raises Contradiction when more cells of a unit fit a combo than it has digits.
    """
    enclosed = [
        (combo, index)
        for index, pick in enumerate(board.geometry.picks)
        for combo in _useful(smallest_combos(board, index), pick(board.candidates))
    ]
    enclosed.sort(key=lambda pair: (pair[0].bit_count(), pair[1], pair[0]))
    for combo, index in enclosed:
        step = step_for(board, index, combo, technique.name)
        if step:
            yield step


def step_for(board: Board, index: int, combo: int, name: str) -> Step | None:
    """The step of what a unit loses to one of its enclosed combos; None when that is nothing."""
    candidates = board.candidates
    removed, fitting = [], []
    for cell in board.geometry.units[index].cells:
        mask = candidates[cell]
        if mask & ~combo == 0:
            fitting.append(cell)
        elif mask & combo:
            removed.append((cell, mask & combo))
    return Step(name, index, tuple(fitting), combo, (), tuple(removed)) if removed else None


def smallest_combos(board: Board, index: int) -> tuple[int, ...]:
    """For each digit, lowest first, the smallest enclosed combo of the unit that has it.

    Raises Contradiction, naming the cells, when the unit cannot hold each digit once.
    """
    candidates = board.candidates
    combos, crowded = _smallest_combos(board.geometry.picks[index](candidates))
    if not combos:
        cells = board.geometry.units[index].cells
        fitting = tuple(cell for cell in cells if candidates[cell] & ~crowded == 0)
        raise Contradiction(index, fitting, crowded)
    return combos


@lru_cache(maxsize=1 << 16)  # most units are as they were a pass ago
def _useful(combos: tuple[int, ...], masks: tuple[int, ...]) -> tuple[int, ...]:
    """The combos that a cell holds digits of beside others, and so loses them."""
    return tuple(c for c in set(combos) if any(mask & c and mask & ~c for mask in masks))


@lru_cache(maxsize=1 << 16)
def _smallest_combos(masks: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """(the smallest enclosed combo by digit, 0), or ((), a combo that more cells fit than it has digits)."""
    size = len(masks)
    owner = [-1] * size  # owner[d - 1]: position of the cell matched to digit d
    for position in sorted(range(size), key=lambda p: masks[p].bit_count()):
        seen = _match(position, masks, owner, 0)
        if seen is not None:
            return (), seen
    reach = [masks[position] for position in owner]
    for middle in range(size):
        bit, through = 1 << middle, reach[middle]
        for start in range(size):
            if reach[start] & bit:
                reach[start] |= through
    return tuple(reach), 0


def _match(position: int, masks: tuple[int, ...], owner: list[int], seen: int) -> int | None:
    """Give a cell a digit, moving others if need be; None, or the digits it reached in vain.

    Every cell that held one of those digits fits them, and so does this one: one cell too many.
    """
    free = masks[position]
    for digit in iterate_digits(free & ~seen):
        if owner[digit - 1] < 0:
            owner[digit - 1] = position
            return None
    for digit in iterate_digits(free):
        bit = 1 << (digit - 1)
        if seen & bit:
            continue
        reached = _match(owner[digit - 1], masks, owner, seen | bit)
        if reached is None:
            owner[digit - 1] = position
            return None
        seen = reached
    return seen


def explain(shape: Geometry, step: Step) -> str:
    return say_count(
        "Only {cells} fits {set} in {unit}: {count} cell for {count} digit. "
        "{digits} goes from the other cells of {unit}.",
        "Only {cells} fit {set} in {unit}: {count} cells for {count} digits. "
        "{digits} go from the other cells of {unit}.",
        len(step.cells),
        cells=say_cells(shape, step.cells),
        set=say_set(step.digits_mask),
        unit=say_unit(shape, step.unit),
        digits=say_digits(step.digits_mask),
    )


technique = Technique(
    name="enclosed combo",
    rank=50,
    find=find,
    explain=explain,
    is_about_a_set=True,
    rules=(Rule("combos", "enclosed combos", find, turn=40, grade_rank=800, band="subsets"),),
    source="Article 000 (enclosed range combos)",
    examples=(
        Example(
            {"r1c1": "123", "r1c5": "23", "r1c9": "13"},
            finds=" ".join(f"r1c{column}<>123" for column in (2, 3, 4, 6, 7, 8)),
        ),
        Example({"r1c1": "123", "r1c5": "23", "r1c9": "134"}),
        Example(
            {"r1c1": "12", "r2c2": "12"},
            finds="r1c2<>12 r2c1<>12",
            box=2,
        ),
    ),
)
