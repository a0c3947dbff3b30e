"""What a finder yields: what would go and be placed, and the proof, which is only made for a step that is
shown.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..core.deadline import spend
from ..core.position import Position, placed_and_removed
from ..core.proof import Proof, branches_in
from ..core.steps import Step


class Found(NamedTuple):
    """A deduction; `removed` and `placed` are masks of candidates, `cells` and `digits_mask` its evidence."""

    technique: str
    removed: int
    placed: int
    cells: int  # a mask of cells
    digits_mask: int
    prove: Callable[[], Proof]
    unit: int | None = None

    def step(self, position: Position) -> Step:
        proof = self.prove()
        spend(8 + branches_in(proof))
        placed, removed = placed_and_removed(position, self.placed, self.removed)
        cells = []
        rest = self.cells
        while rest:
            low = rest & -rest
            cells.append(low.bit_length() - 1)
            rest ^= low
        return Step(
            self.technique,
            self.unit,
            tuple(cells),
            self.digits_mask,
            placed,
            removed,
            proof=proof,
        )


Search = Callable[[Position], Iterator[Found]]
