"""Find the step yourself: what is right about some cells, and what is not, beside the steps of a technique."""

from dataclasses import dataclass

from ..core.masks import bits
from ..core.position import Position
from ..techniques.deduction import Deduction
from ..techniques.rungs import Rung

MOST = 200  # steps that are looked at


@dataclass(frozen=True)
class Look:
    """Some cells beside the step that they are nearest to."""

    found: Deduction
    steps: int  # of this technique at the position
    right: tuple[int, ...]  # those of the cells that are part of it
    wrong: tuple[int, ...]
    missing: int  # cells of it that were not named

    @property
    def is_whole(self) -> bool:
        return not self.wrong and not self.missing


def look_at(position: Position, rung: Rung, cells: set[int]) -> Look | None:
    """None where the technique has no step."""
    steps = [found for found, _ in zip(rung.find(position), range(MOST), strict=False)]
    if not steps:
        return None
    nearest = max(steps, key=lambda found: _nearness(found, cells))
    own = set(bits(nearest.cells))
    return Look(
        nearest,
        len({found.cells for found in steps}),
        tuple(sorted(cells & own)),
        tuple(sorted(cells - own)),
        len(own - cells),
    )


def _nearness(found: Deduction, cells: set[int]) -> tuple[int, int]:
    """The more cells are right the nearer, and then the fewer are missing."""
    own = set(bits(found.cells))
    return len(own & cells), -len(own)
