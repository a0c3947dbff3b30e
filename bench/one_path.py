"""Ask the solve, the rating and the hints for the path of each puzzle, and print where they differ.

    python -m bench.one_path [LIST …] [--random 1000] [--seed 1] [--most N]

A list has a puzzle as the first word of each line. `--random` adds minimal puzzles with one solution. The solve
is that of the ladder by default, as it is stored. Hints follow one another, each from the board after the one
before, once with the stored steps and, where the path is cheap, once without.
"""

from collections import Counter
from itertools import islice
from time import process_time

from solver.engine import Grid, Requirements, Solving, generate, read
from solver.engine.core.deadline import Deadline
from solver.engine.core.errors import BudgetSpent
from solver.engine.core.steps import Step
from solver.engine.hinting import Game, after, hint
from solver.engine.ladder.one_path import NODES, steps_along
from solver.engine.rating import rate

from .common import arguments, in_words, rows


def main() -> None:
    chosen = arguments(__doc__, "lists*", random=0, seed=1, most=10**9)
    grids = list(islice(generate(Requirements(is_minimal=True), seed=chosen.seed), chosen.random))
    for path in chosen.lists:
        grids += [read(words[0]) for words in rows(path, chosen.most)]
    figures, took = Counter[str](), list[float]()
    for grid in grids:
        began = process_time()
        figures.update(compare(grid))
        took.append(1000 * (process_time() - began))
    print(", ".join(f"{name} {count}" for name, count in sorted(figures.items())))
    if took:
        print(f"{in_words(took)} a puzzle")


def compare(grid: Grid) -> Counter[str]:
    """Return counts for a puzzle, and print each place where the answers differ."""
    solving = Solving(grid, "ladder")
    told = [step for iteration in list(solving)[1:] for step in iteration.steps]
    rated = [each.technique for each in rate(grid).path]
    figures = Counter(puzzles=1, steps=len(told), solved=solving.outcome == "solved")
    if rated != [step.technique for step in told]:
        print(f"  the rating differs: {grid.text}", flush=True)
        figures["ratings that differ"] += 1
    ways = [("stored", told)] + ([("found", None)] if is_cheap(grid) else [])
    for name, known in ways:
        figures[f"by hints ({name})"] += 1
        at = first_difference(grid, told, known)
        if at:
            print(f"  hint {at} differs ({name}): {grid.text}", flush=True)
            figures["hints that differ"] += 1
    return figures


def is_cheap(grid: Grid) -> bool:
    try:
        with Deadline(NODES):
            list(steps_along(grid, is_unique=True))
    except BudgetSpent:
        return False
    return True


def first_difference(grid: Grid, told: list[Step], known: list[Step] | None) -> int:
    """Return the number of the first step, from 1, that hints do not give as the solve does, or 0."""
    game = Game(grid, grid.givens, (0,) * len(grid.givens))
    for number, step in enumerate(told, 1):
        given = hint(game, 4, path=known).step
        if given is None or (given.technique, given.placed) != (step.technique, step.placed):
            return number
        if any(mask & ~dict(step.removed).get(cell, 0) for cell, mask in given.removed):
            return number
        game = after(game, given)
    return 0 if game.values == tuple(told_values(grid, told)) else len(told)


def told_values(grid: Grid, told: list[Step]) -> list[int]:
    values = list(grid.givens)
    for step in told:
        for cell, digit in step.placed:
            values[cell] = digit
    return values


if __name__ == "__main__":
    main()
