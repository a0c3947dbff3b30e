"""The easiest path through a puzzle: the step of the lowest rung that has one, then again from the bottom.

HoDoKu solves and scores like this by default, with its rungs in its order and the first step of a rung. If none
of its rungs has a step, counts and splits go on, so that nothing is filled in. On boards that are too large for
these, a cell is filled in from the solution. This is HoDoKu's *brute force*, and costs more than any level has.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.grid import Grid
from ..core.masks import bits
from ..core.position import Position, carry_out_masks
from ..core.proof import Proof, Replay, depth_of, leaves_of
from ..exact import enumerate_solutions
from ..ladder.hodoku_order import QueuedPosition
from ..ladder.one_path import climbed, next_on_path
from ..ladder.sets_order import by_fewest_sets, sets_in, sets_of
from ..techniques.deduction import Deduction
from ..techniques.rungs import Level, rungs

BRUTE_FORCE = "brute force"
BRUTE_FORCE_SCORE = 10_000
NODES = 25_000  # for finding the solution


@dataclass(frozen=True)
class PathStep:
    """A step of the path: its technique, and how many sets prove it (0 for brute force).

    `depth` is how deep its proof splits. If it does, `leaves` counts its branches, and `leaf` the sets of the
    largest one.
    """

    technique: str
    truths: int
    links: int
    depth: int = 0
    leaves: int = 0
    leaf: int = 0

    @property
    def score(self) -> int:
        if self.technique == BRUTE_FORCE:
            return BRUTE_FORCE_SCORE
        return rungs()[self.technique].score

    @property
    def level(self) -> Level:
        return "extreme" if self.technique == BRUTE_FORCE else rungs()[self.technique].level

    @property
    def sets(self) -> int:
        return self.truths + self.links


def easiest_path(position: QueuedPosition, is_unique: bool) -> Iterator[PathStep]:
    """Apply the easiest step to `position` and yield it, again and again until the puzzle is solved.

    Stop early at a contradiction, or if no step is found and the solution is not known to be unique.
    """
    while True:
        if deduction := next_on_path(position, is_unique):
            yield _carried_out(position, deduction)
        elif is_unique and _fill_in(position):
            yield PathStep(BRUTE_FORCE, 0, 0)
        else:
            return


def hardest_by_sets(grid: Grid) -> PathStep | None:
    """Return the step with the most sets on the path that always takes the step with the fewest.

    Of several it is the first one. Return None if no step is found.
    """
    position, hardest = Position.of(grid), None
    chosen = climbed(grid.shape, is_unique=True)
    while not position.fault and not position.is_complete:
        deduction = next(filter(None, by_fewest_sets(position, chosen)), None)
        if deduction is None:
            break
        step = _carried_out(position, deduction)
        hardest = step if hardest is None or step.sets > hardest.sets else hardest
    return hardest


def _carried_out(position: Position, deduction: Deduction) -> PathStep:
    """Carry out a deduction, and return it as a step of the path."""
    proof = deduction.prove()
    carry_out_masks(position, deduction.placed, deduction.removed)
    return PathStep(deduction.technique, *sets_of(proof), *splits_of(proof))


def splits_of(proof: Proof) -> tuple[int, int, int]:
    """Return how deep a step's proof splits, into how many branches, and the sets of the largest branch."""
    found = [(0, 0, 0)]
    for argument in proof.arguments:
        if isinstance(argument, Replay) and depth_of(argument.branch):
            leaves = list(leaves_of(argument.branch))
            found.append((depth_of(argument.branch), len(leaves), max(map(sets_in, leaves))))
    return max(found)


def _fill_in(position: Position) -> bool:
    """Fill in the middle one of the open cells, as HoDoKu does.

    Return False if nothing is open, at a contradiction, or if no solution is found.
    """
    if position.fault or position.is_complete:
        return False
    grid = Grid(position.masks.geometry.shape, tuple(position.values))
    solutions = enumerate_solutions(grid, limit=1, nodes=NODES).solutions
    if not solutions:
        return False
    cells = list(bits(position.open))
    cell = cells[len(cells) // 2]
    position.place(cell, solutions[0][cell])
    return True
