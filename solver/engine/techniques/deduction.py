"""What every finder on a `Position` yields."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..core.deadline import spend
from ..core.masks import bits
from ..core.position import Position, placed_and_removed
from ..core.proof import Proof, branches_in
from ..core.steps import Step


def nothing_yet(_position: Position, _about: object) -> list[Any]:
    """Return an empty list, for a search that keeps what it finds with a position (`Position.kept`)."""
    return []


def no_proof() -> Proof:
    """Return an empty proof, for a deduction that is only rated and never shown."""
    return Proof(())


class Deduction(NamedTuple):
    """A conclusion at a position, before it is shown as a `Step`.

    `removed` and `placed` are masks of candidates. `cells` (a mask of cells), `digits_mask` and `unit` are
    the evidence. The proof is only made for a step that is shown, because that takes longer than the search.
    """

    technique: str
    removed: int
    placed: int = 0
    cells: int = 0
    digits_mask: int = 0
    prove: Callable[[], Proof] = no_proof
    unit: int | None = None
    rating: float = 0.0  # Sudoku Explainer's, if one of its finders yields it
    told: Step | None = None  # the step itself, if it is the same at every position

    def step(self, position: Position) -> Step:
        """Return the deduction as a step with its proof, as it applies to the candidates of `position`."""
        if told := self.told:
            spend(8)
            return told
        proof = self.prove()
        spend(8 + branches_in(proof))
        placed, removed = placed_and_removed(position, self.placed, self.removed)
        return Step(
            self.technique,
            self.unit,
            tuple(bits(self.cells)),
            self.digits_mask,
            placed,
            removed,
            proof=proof,
        )


Search = Callable[[Position], Iterator[Deduction]]
