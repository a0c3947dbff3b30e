"""The best that works, without an article: sets or the ladder, and where they stall, guessing from their board.

It begins as a method that never guesses, with the same iterations. If that method has stalled, the ladder
goes on from its last board (option `then`), or guessing does at once. Where the ladder ends, a digit of the
only solution is revealed and the ladder goes on. Guessing follows if the puzzle is not known to have one
solution. Cells with one candidate are placed then, and iterations are numbered on, in the same branch. If
nothing stalls there are no more iterations.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from ..core.board import Board
from ..core.grid import Grid
from ..core.masks import bits
from ..core.position import Position, candidates_of, carry_out
from ..core.steps import Iteration, Step
from ..ladder.search import named, only_solution
from ..techniques.events import REVEAL
from ..techniques.forcing.finder import LeftBySingles
from ..techniques.rungs import COUNTED
from . import combos, guessing, ladder, rules
from .base import Ending, Method, Option, Story

# Methods that may stall, by name. This method has their options too, so that a solve that continues one of
# theirs is a solve of this method.
FIRST = {method.name: method for method in (combos.method, rules.method, ladder.method)}
PARTS = (*FIRST.values(), guessing.method)


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    first, last = FIRST[options["first"]], Iteration(0, (), ())
    ending, last = yield from _tell(first.solve(grid, options), last)
    climbs = ladder.method.name in (first.name, options["then"])
    if ending.outcome == "stalled" and climbs and first.name != ladder.method.name:
        ending, last = yield from _climb_on(grid, last, options)
    solution = only_solution(grid) if ending.outcome == "stalled" and climbs else ()
    # Splits have been searched with most of the budget, so they are not searched again.
    quick = {"techniques": [r.technique for r in named(options["techniques"]) if r.index < COUNTED]}
    while solution and ending.outcome == "stalled":
        last = _reveal(_stalled(grid, last), solution, last.number + 1)
        yield last
        ending, last = yield from _climb_on(grid, last, {**options, **quick})
    if ending.outcome != "stalled":
        return ending
    return (yield from guessing.go_on(Board.of(_stalled(grid, last)), options, last.number))


def _climb_on(
    grid: Grid, last: Iteration, options: Mapping[str, Any]
) -> Generator[Iteration | None, None, tuple[Ending, Iteration]]:
    """Go on by the ladder from the board after an iteration. Return the ending and the last iteration."""
    return (yield from _tell(ladder.method.solve(_stalled(grid, last), options), last))


def _reveal(grid: Grid, solution: Sequence[int], number: int) -> Iteration:
    """Return the iteration that places the digit of a solution after which singles leave the least."""
    position = Position.of(grid)
    singles = position.fact(LeftBySingles)
    left = {
        cell: singles.after((position.masks.candidate(solution[cell], cell),)).bit_count()
        for cell in bits(position.open)
    }
    cell = min(left, key=lambda each: left[each])
    step = Step(REVEAL, None, (cell,), position.marks[cell], ((cell, solution[cell]),))
    return Iteration(number, (carry_out(position, step) or step,), candidates_of(position))


def _tell(
    story: Story, last: Iteration
) -> Generator[Iteration | None, None, tuple[Ending, Iteration]]:
    """Yield the iterations of a story, numbered after `last`. Return the ending and the last iteration.

    A first iteration without steps is left out if another method came before: it is told already.
    """
    before = last.number
    while True:
        try:
            iteration = next(story)
        except StopIteration as end:
            return end.value, last
        if iteration and (iteration.steps or not before):
            last = iteration._replace(number=last.number + 1) if before else iteration
            yield last
        else:
            yield None


def _stalled(grid: Grid, last: Iteration) -> Grid:
    """Return the board after an iteration as a puzzle, where cells with one candidate have their digit."""
    digits = (m.bit_length() if m.bit_count() == 1 else 0 for m in last.candidates)
    return Grid(grid.shape, tuple(digits), last.candidates)


method = Method(
    name="best",
    title="Step by step",
    summary="One method after another: logic first, and a guess only where that ends.",
    article="",
    solve=solve,
    techniques=tuple(
        {technique.name: technique for part in PARTS for technique in part.techniques}.values()
    ),
    options=(
        Option(
            name="first",
            title="Begin with",
            help="The method that solves first.",
            choices={name: method.title for name, method in FIRST.items()},
            default="combos",
        ),
        Option(
            name="then",
            title="If it gets stuck",
            help=(
                "What continues from its board. Where the ladder ends, a digit of the only solution is "
                "revealed. If there are several, it is guessed."
            ),
            choices={method.name: method.title for method in (guessing.method, ladder.method)},
            default="guessing",
        ),
        *{option.name: option for part in PARTS for option in part.options}.values(),
    ),
)
