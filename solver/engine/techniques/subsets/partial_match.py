"""Three cells of a box that may be 1 or 4, 4 or 9, and 1 or 9 keep these digits out of its other cells.

This is true whenever k open cells of a unit contain only candidates of one set of k digits. It is an
enclosed combo of more than one digit, among open cells; the cells need not show the whole set. The
smallest sets are enough to find everything that a unit loses to all its sets. Because article 002
leaves out sets of one digit, such a digit is joined with each other set: together they are enclosed
too.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_

from ...core.board import Board
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_cells, say_digits, say_set, say_unit
from ...core.steps import Step
from ..base import Example, Technique
from .enclosed import Crowded, has_useful, smallest_combos, useful
from .enclosed_combo import contradiction_in, step_for


def find(board: Board) -> Iterator[Step]:
    """Yield partial matches of changed units, smaller sets of digits first in each unit.

    Raise Contradiction if a unit cannot have each digit once.
    """
    candidates, placed, picks = board.candidates, board.placed, board.geometry.picks
    for index in board.changed_units(technique.name):
        pick = picks[index]
        try:
            sets = _useful_sets(pick(candidates), pick(placed))
        except Crowded as error:
            raise contradiction_in(board, index, error) from None
        for combo in sets:
            step = step_for(board, index, combo, technique.name)
            if step:
                yield step


@lru_cache(maxsize=1 << 13)  # a board that returns to a guess meets its units again
def _useful_sets(masks: tuple[int, ...], placed: tuple[int, ...]) -> tuple[int, ...]:
    """Return sets of two digits or more that together remove all that such sets of the unit can."""
    if not has_useful(masks):
        return ()
    open_digits = (1 << len(masks)) - 1 & ~reduce(or_, placed)
    combos = {combo & open_digits for combo in smallest_combos(masks) if combo & open_digits}
    singles = {combo for combo in combos if combo & (combo - 1) == 0}
    if singles:
        combos |= {single | combo for single in singles for combo in combos}
    combos -= {*singles, open_digits}
    return useful(sorted(combos, key=lambda combo: (combo.bit_count(), combo)), masks)


def explain(geometry: Geometry, step: Step) -> str:
    return gettext(
        "{cells} contain only digits of {set}, {count} cells for {count} digits: {digits} "
        "are removed from the other cells of {unit}.",
        cells=say_cells(geometry, step.cells),
        set=say_set(step.digits_mask),
        count=len(step.cells),
        digits=say_digits(step.digits_mask),
        unit=say_unit(geometry, step.unit),
    )


technique = Technique(
    *("partial match", 40, find, explain, __doc__),
    is_about_a_set=True,
    source="Article 002 (Partial Match)",
    called={"guessing": "Partial Match"},
    examples=(
        Example(
            {"r1c1": "13", "r1c3": "14", "r2c2": "34"},
            finds=" ".join(
                f"{cell}<>134" for cell in ("r1c2", "r2c1", "r2c3", "r3c1", "r3c2", "r3c3")
            ),
        ),
        Example({"r1c1": "13", "r1c3": "14", "r2c2": "345"}),
    ),
)
