"""Puzzles with clues in given cells: a few digits change at a time until one solution is left.

The solutions that the other clues leave are grouped by the digits of the changed cells. A group of one is a
puzzle. If there is none, the search goes on from the smallest group.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from ..core.grid import Grid
from ..exact import other_solution, some_solutions
from .clue_removal import only, random_solution

MOST = 150  # solutions to look at
CHANGED = 3  # clues at once. It is one if there were too many solutions to look at


def fill_pattern(
    cells: Sequence[int], rng: random.Random, grid: Grid | None = None
) -> Iterator[Grid | None]:
    """Yield one result a try: a puzzle with clues in just these cells, or None if it has several solutions.

    `grid` is a puzzle to start from. It never ends.
    """
    digits = list(grid.givens if grid else random_solution(3, rng))
    most = CHANGED if grid else 1
    while True:
        changed = rng.sample(cells, rng.randint(1, most))
        rest = only(digits, [cell for cell in cells if cell not in changed])
        groups: defaultdict[tuple[int, ...], list[tuple[int, ...]]] = defaultdict(list)
        for solution in some_solutions(rest, MOST):
            groups[tuple(solution[cell] for cell in changed)].append(solution)
        fewest = min(map(len, groups.values()))
        solution = rng.choice([group[0] for group in groups.values() if len(group) == fewest])
        digits = list(solution)
        most = CHANGED if sum(map(len, groups.values())) < MOST else 1
        found = only(digits, cells)
        yield found if fewest == 1 and other_solution(found, solution) is None else None
