"""Article 002: named rules in order, and when they find nothing a guess that can be rolled back.

An iteration is one pass of the two rules that place, *Single Candidate* and then *Single Token*. If
a pass places nothing, the rules that remove follow in the same iteration: *Complete Match*, *Partial
Match*, *Same Row Or Column And Square*. If those find nothing too, the next iteration begins with a
guess. Placed digits leave their peers' candidates at once, as in the article's Candidate view.

The article guesses in the cell with the most candidates. That is offered, but the default is the fewest,
which is wrong less often. Each guess is a savepoint. A contradiction rolls the board back to it, and
the next digit of the same cell is tried.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ..core.board import Board
from ..core.deadline import spend
from ..core.errors import Contradiction
from ..core.geometry import digits_of
from ..core.grid import Grid
from ..core.steps import Iteration, Step
from ..techniques.base import Finder
from ..techniques.events import GUESS, contradiction_step
from ..techniques.locked import pointing
from ..techniques.singles import hidden_single, naked_single, placed_digit
from ..techniques.subsets import complete_match, partial_match
from .base import Ending, Method, Option, Story, carry_out

PLACING: tuple[Finder, ...] = (naked_single.find, hidden_single.find)
REMOVING: tuple[Finder, ...] = (complete_match.find, partial_match.find, pointing.find)

# The first steps of an iteration: a guess, nothing, or if None, the givens' digits leaving their peers.
Opening = list[Step] | None


@dataclass
class Savepoint:
    """A guess: the board before it, the branch it was made in, and the digits not yet tried."""

    board: Board
    cell: int
    digits: list[int]
    parent: int
    depth: int


@dataclass
class SearchState:
    """The state of the search: the board, its branch, and the savepoints below it."""

    board: Board
    branch: int = 1
    parent: int | None = None
    depth: int = 0
    branches: int = 1
    number: int = 0
    savepoints: list[Savepoint] = field(default_factory=list)

    def iteration(self, steps: list[Step]) -> Iteration:
        self.number += 1
        return Iteration(
            self.number,
            tuple(steps),
            tuple(self.board.candidates),
            self.branch,
            self.parent,
            self.depth,
        )

    def guess(self) -> list[Step]:
        """Try the next digit of the innermost savepoint with any, as a branch of its own.

        Return the guess as a step, or [] if every savepoint is spent.
        """
        while self.savepoints and not self.savepoints[-1].digits:
            self.savepoints.pop()
        if not self.savepoints:
            return []
        savepoint = self.savepoints[-1]
        self.board = savepoint.board.copy()
        digit = savepoint.digits.pop(0)
        self.branches += 1
        self.branch, self.parent = self.branches, savepoint.parent
        self.depth = savepoint.depth + 1
        untried = self.board.candidates[savepoint.cell]
        for tried in digits_of(untried):
            if tried < digit:
                untried ^= 1 << (tried - 1)
        return [Step(GUESS, None, (savepoint.cell,), untried, ((savepoint.cell, digit),))]


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    return go_on(Board.of(grid), options)


def go_on(board: Board, options: Mapping[str, Any], after: int = 0) -> Story:
    """Solve from a board on, with iterations numbered from `after` + 1. Yield these and return the ending.

    `options["guess"]` says in which cell to guess. If `after` is not 0, a first pass that finds nothing is not
    shown, because the method before ended with it.
    """
    state = SearchState(board.remember(), number=after)
    return (yield from alternate(state, _pass, partial(_save, which=options["guess"])))


def alternate(
    state: SearchState,
    do: Callable[[Board, Opening, list[Step]], bool],
    save: Callable[[SearchState], None],
) -> Story:
    """Run passes until they find nothing, then guess. Roll a guess back if it leads to a contradiction.

    Yield the iterations and return the ending. `do` runs a pass: it begins with the opening, adds what it did
    to the steps, and returns whether the rules did nothing. `save` makes a savepoint to guess from.
    """
    after = state.number
    opening: Opening = None
    while True:
        steps: list[Step] = []
        try:
            dry = do(state.board, opening, steps)
        except Contradiction as error:
            steps.append(contradiction_step(error))
            yield state.iteration(steps)
            opening = state.guess()
            if not opening:
                return Ending("contradiction")
            continue
        if steps or not state.number == after > 0:
            yield state.iteration(steps)
        if state.board.is_complete:
            return Ending("solved", (state.board.digits(),))
        opening = []
        if dry:
            save(state)
            opening = state.guess()


def _pass(board: Board, opening: Opening, steps: list[Step]) -> bool:
    """Run one iteration and add what was done to `steps`. Return whether the rules did nothing."""
    spend(3 * len(board.candidates) // 4)
    if opening:
        _place(board, opening, steps)
    else:
        if opening is None:
            steps += placed_digit.carry_out(board)
        board.check()
    placed_before = board.placed_count
    for find in PLACING:
        _place(board, find(board), steps)
    if board.is_complete or board.placed_count > placed_before:
        return False
    steps_before = len(steps)
    for find in REMOVING:
        steps += carry_out(board, find(board))
    return len(steps) == steps_before


def _place(board: Board, found: Iterable[Step], steps: list[Step]) -> None:
    """Place all that was found together, then remove the digits from their peers.

    `steps` grows before anything can break, so that the story shows what led to a contradiction.
    """
    first = len(steps)
    steps += found
    new = steps[first:]
    if not new:
        return
    for step in new:
        board.place(*step.placed[0])
    board.check()
    for index, (technique, unit, cells, mask, placed, _, _, _) in enumerate(new, first):
        cell, digit = placed[0]
        removed = board.clear_peers(cell, 1 << (digit - 1))
        if removed:
            steps[index] = Step(technique, unit, cells, mask, placed, removed)
    board.check()


def _save(state: SearchState, which: str) -> None:
    """Make a savepoint at the open cell with the fewest or most candidates, the first of equal cells."""
    board = state.board
    candidates, sign = board.candidates, -1 if which == "most" else 1
    cells = board.open_cells(range(board.geometry.cell_count))
    _, cell = min([(sign * candidates[cell].bit_count(), cell) for cell in cells])
    digits = list(digits_of(candidates[cell]))
    state.savepoints.append(Savepoint(board.copy(), cell, digits, state.branch, state.depth))


method = Method(
    name="guessing",
    title="Guessing with rollback",
    summary=(
        "Tries techniques in a fixed order. When they get stuck, guesses a digit, and undoes the "
        "guess if it was wrong."
    ),
    article="002",
    solve=solve,
    techniques=(
        complete_match.technique,
        hidden_single.technique,
        naked_single.technique,
        partial_match.technique,
        placed_digit.technique,
        pointing.technique,
    ),
    options=(
        Option(
            name="guess",
            title="Where to guess",
            help=(
                "A guess among few candidates is wrong less often. The published method takes the "
                "cell with the most."
            ),
            choices={
                "fewest": "in the cell with the fewest candidates",
                "most": "in the cell with the most candidates",
            },
            default="fewest",
        ),
    ),
)
