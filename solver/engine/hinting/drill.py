"""The drill "find the step yourself": compare selected cells with the steps of a technique."""

from dataclasses import dataclass
from itertools import islice

from ..core.masks import bits
from ..core.position import Position
from ..techniques.deduction import Deduction
from ..techniques.rungs import Rung

MOST = 1_000  # steps to look at


@dataclass(frozen=True)
class DrillCheck:
    """The selected cells compared with the step that they are nearest to."""

    nearest: Deduction
    steps: int  # of this technique at the position
    right: tuple[int, ...]  # selected cells that belong to the step
    wrong: tuple[int, ...]
    losing: tuple[int, ...]  # wrong cells that the step takes a candidate from
    filled: tuple[int, ...]  # wrong cells that have their digit already
    missing: int  # cells of the step that were not selected

    @property
    def is_whole(self) -> bool:
        return not self.wrong and not self.missing


def check_selection(position: Position, rung: Rung, cells: set[int]) -> DrillCheck | None:
    """Return how selected cells compare with the nearest step of the technique `rung`.

    Return None if the technique has no step.
    """
    steps = list(islice(rung.find(position), MOST))
    if not steps:
        return None
    nearest = max(steps, key=lambda step: _nearness(step, cells))
    own, wrong = set(bits(nearest.cells)), sorted(cells - set(bits(nearest.cells)))
    losing = {position.masks.digit_and_cell(each)[1] for each in bits(nearest.removed)}
    return DrillCheck(
        nearest,
        len({step.cells for step in steps}),
        right=tuple(sorted(cells & own)),
        wrong=tuple(wrong),
        losing=tuple(cell for cell in wrong if cell in losing),
        filled=tuple(cell for cell in wrong if position.values[cell]),
        missing=len(own - cells),
    )


def _nearness(step: Deduction, cells: set[int]) -> tuple[int, int]:
    """Return a sort key: more right cells come first, then fewer missing ones."""
    own = set(bits(step.cells))
    return len(own & cells), -len(own)
