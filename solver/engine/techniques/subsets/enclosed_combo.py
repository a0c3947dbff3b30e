"""If three cells of a row can only be 2, 5 or 7, these digits are removed from its other cells.

This is true of any number of cells of a row, column or box and as many digits. A *combo* is a set of
digits. A cell *fits* it if all its candidates are in the set. If exactly as many cells of a unit fit as
the combo has digits, the combo is *enclosed*: those cells use up its digits, and the digits are removed
from the unit's other cells. A combo of one digit is a solved cell, one of two digits a naked pair, and
its complement is a hidden subset of the cells that do not fit.

The article tries all 2⁹ - 1 combos, which is too slow for larger boards. All enclosed combos of a unit
together remove exactly what all-different filtering removes (J.-C. Régin, AAAI 1994), and that needs
only one matching of cells to digits: the smallest enclosed combo around a digit is everything that can
be reached from it by going from a digit to the cell matched to it and on to that cell's candidates.
"""

from collections.abc import Iterator
from functools import lru_cache

from ...core.board import Board
from ...core.deadline import spend
from ...core.errors import Contradiction
from ...core.geometry import Geometry
from ...core.i18n import ngettext, say_cells, say_digits, say_set, say_unit
from ...core.steps import Step
from ..base import Example, Rule, Technique
from .enclosed import Crowded, combos_of_group, useful_combos

_useful_combos = lru_cache(maxsize=1 << 13)(useful_combos)  # a unit may be met again soon


def find(board: Board) -> Iterator[Step]:
    """Yield the enclosed combos of changed units and groups, smaller first.

    So each removal belongs to the smallest.
    Raise Contradiction if more cells of a unit fit a combo than it has digits.
    """
    candidates, picks = board.candidates, board.geometry.picks
    enclosed = []
    whole = len(board.geometry.units)
    changed = board.changed_links(technique.name)
    spend(len(changed) * (board.geometry.size**2 // 32))
    for index in changed:
        try:
            masks = picks[index](candidates)
            combos = _useful_combos(masks) if index < whole else combos_of_group(masks)
        except Crowded as error:
            raise contradiction_in(board, index, error) from None
        enclosed += [(combo.bit_count(), index, combo) for combo in combos]
    for _, index, combo in sorted(enclosed):
        step = step_for(board, index, combo, technique.name)
        if step:
            yield step


def step_for(board: Board, index: int, combo: int, name: str) -> Step | None:
    """Return the step by which a unit's enclosed combo removes digits, or None if it removes nothing.

    `index` is the unit, `combo` a mask of digits, `name` the technique.
    """
    candidates, others = board.candidates, ~combo
    removed, fitting = [], []
    for cell in board.geometry.links[index].cells:
        mask = candidates[cell]
        if not mask & others:
            fitting.append(cell)
        elif lost := mask & combo:
            removed.append((cell, lost))
    return Step(name, index, tuple(fitting), combo, (), tuple(removed)) if removed else None


def contradiction_in(board: Board, index: int, error: Crowded) -> Contradiction:
    """Return the contradiction that too many cells of a unit fit a combo, with these cells."""
    cells, candidates = board.geometry.links[index].cells, board.candidates
    fitting = tuple(cell for cell in cells if candidates[cell] & ~error.combo == 0)
    return Contradiction(index, fitting, error.combo)


def explain(geometry: Geometry, step: Step) -> str:
    return ngettext(
        "Only {cells} fits {set} in {unit}: {count} cell for {count} digit. {digits} is "
        "removed from the other cells of {unit}.",
        "Only {cells} fit {set} in {unit}: {count} cells for {count} digits. {digits} are "
        "removed from the other cells of {unit}.",
        len(step.cells),
        cells=say_cells(geometry, step.cells),
        set=say_set(step.digits_mask),
        unit=say_unit(geometry, step.unit),
        digits=say_digits(step.digits_mask),
    )


technique = Technique(
    *("enclosed combo", 50, find, explain, __doc__),
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
