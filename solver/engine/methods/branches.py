"""Article 001: push solved cells, eliminate, and when a whole pass is stalled, fork one board.

A pass goes over every live branch. First *push* each digit that is the only candidate of its cell or has
only one place, all seen on the same board. Then *eliminate* what the pushed digits see, and the digits
that a row or column can only have in one box. If no branch pushed anything, one is forked. At the
open cell with the fewest candidates of all branches, the first candidate stays in the branch, and each
other one gets a copy of the board under a new number.

A branch that breaks the rules is purged. The article notices that when a unique index refuses a
row, and an empty cell late. Here both are noticed at once, and the history shows the rule and the place.
An iteration is one branch's part of a pass, left out if nothing happened in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import methodcaller
from typing import Any

from ..core.board import Board
from ..core.deadline import spend
from ..core.errors import Contradiction
from ..core.geometry import digits_of
from ..core.grid import Grid
from ..core.steps import Iteration, Step
from ..techniques.events import FORK, contradiction_step
from ..techniques.locked import claiming
from ..techniques.singles import hidden_single, naked_single, placed_digit
from .base import Ending, Method, Story, carry_out

Operation = Callable[["Branch"], None]
State = tuple[int, int]  # of a board, equal if nothing changed
Tight = tuple[int, int]


@dataclass
class Branch:
    """A board with its number, where it came from, and what the current pass did to it.

    Many branches live at once, and most stay as they are for many passes. They remember the board on which an
    operation had nothing to do, and their tightest cell.
    """

    board: Board
    number: int = 1
    parent: int | None = None
    depth: int = 0
    steps: list[Step] = field(default_factory=list)
    is_purged: bool = False
    idle: dict[Operation, State] = field(default_factory=dict)
    tight: tuple[State, Tight] | None = None

    def attempt(self, operation: Operation) -> None:
        """Carry out an operation on the branch's board.

        Mark the branch as purged if the board breaks the rules. It is skipped if it did nothing on the same
        board before.
        """
        board = self.board
        before = board.candidate_bits, board.placed_bits
        if self.idle.get(operation) == before:
            return
        spend(len(board.candidates) // 8)
        try:
            operation(self)
            board.check()
        except Contradiction as error:
            self.steps.append(contradiction_step(error))
            self.is_purged = True
        else:
            if self.state == before:
                self.idle[operation] = before

    @property
    def state(self) -> State:
        return self.board.candidate_bits, self.board.placed_bits

    def tightest(self) -> Tight:
        """Return (number of candidates, cell) of the open cell with the fewest candidates."""
        if self.tight is None or self.tight[0] != self.state:
            candidates = self.board.candidates
            open_cells = self.board.open_cells(range(len(candidates)))
            self.tight = (
                self.state,
                min([(candidates[cell].bit_count(), cell) for cell in open_cells]),
            )
        return self.tight[1]

    def iteration(self, number: int) -> Iteration:
        steps, self.steps = tuple(self.steps), []
        return Iteration(
            number, steps, tuple(self.board.candidates), self.number, self.parent, self.depth
        )


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    first = Branch(Board.of(grid).remember())
    push, eliminate = methodcaller("attempt", _push), methodcaller("attempt", _eliminate)
    return by_passes(first, push, eliminate, _fork)


def by_passes(
    first: Branch,
    push: Operation,
    eliminate: Operation,
    fork: Callable[[list[Branch], int], list[Branch]],
) -> Story:
    """Push, fork if nothing was pushed, and eliminate, until a branch is complete or all are purged.

    `push` and `eliminate` change a branch, and purge it if its board breaks the rules. `fork` gets the branches
    and how many there have been, and returns new ones.
    """
    live, born, number = [first], 1, 0
    eliminate(first)  # the article makes its candidates before the first pass
    while True:
        spend(len(live))
        solved = _push_all(live, push)
        pushed = any(step.placed for branch in live for step in branch.steps)
        survivors = [branch for branch in live if not branch.is_purged]
        if solved is None and survivors and not pushed:
            twins = fork(survivors, born)
            born += len(twins)
            live += twins
            survivors += twins
        if solved is None:
            for branch in survivors:
                eliminate(branch)
        for branch in live:
            if branch.steps:
                number += 1
                yield branch.iteration(number)
        yield None
        if solved:
            return Ending("solved", (solved.board.digits(),))
        live = [branch for branch in survivors if not branch.is_purged]
        if not live:
            return Ending("contradiction")


def _push_all(live: list[Branch], push: Operation) -> Branch | None:
    """Push in one branch after the other. Return the first branch that is complete, and push no more then."""
    for branch in live:
        if not branch.is_purged:
            push(branch)
            if not branch.is_purged and branch.board.is_complete:
                return branch
    return None


def _push(branch: Branch) -> None:
    board = branch.board
    steps = list(naked_single.find(board))
    named = {step.cells[0]: step.digits_mask for step in steps}
    for cell, (unit, bit) in hidden_single.places(board).items():
        if cell not in named:
            steps.append(hidden_single.step_for(cell, unit, bit))
        elif named[cell] != bit:
            raise Contradiction(unit, (cell,), named[cell] | bit)
    for step in steps:
        board.place(*step.placed[0])
    branch.steps += steps


def _eliminate(branch: Branch) -> None:
    board = branch.board
    branch.steps += placed_digit.carry_out(board)
    branch.steps += carry_out(board, claiming.find(board))


def _fork(survivors: list[Branch], born: int) -> list[Branch]:
    """Fork the board with the tightest cell, and return the new branches, numbered after `born`."""
    (_, cell), _, branch = min(
        ((branch.tightest(), branch.number, branch) for branch in survivors),
        key=lambda entry: entry[:2],
    )
    return fork_at(branch, cell, born)


def fork_at(branch: Branch, cell: int, born: int) -> list[Branch]:
    """Fork the board of a branch at a cell, and return the new branches, numbered after `born`."""
    mask = branch.board.candidates[cell]
    stays, *others = digits_of(mask)
    twins = [
        Branch(branch.board.copy(), born + offset, branch.number, branch.depth + 1)
        for offset in range(1, len(others) + 1)
    ]
    for twin, digit in zip([branch, *twins], [stays, *others], strict=True):
        removed = twin.board.eliminate(cell, mask & ~(1 << (digit - 1)))
        twin.steps.append(Step(FORK, None, (cell,), mask, (), ((cell, removed),)))
    return twins


method = Method(
    name="branches",
    title="Branching",
    summary=(
        "Removes what placed digits rule out. When stuck, copies the board and tries each digit of "
        "a cell in a copy of its own."
    ),
    article="001",
    solve=solve,
    techniques=(
        claiming.technique,
        hidden_single.technique,
        naked_single.technique,
        placed_digit.technique,
    ),
)
