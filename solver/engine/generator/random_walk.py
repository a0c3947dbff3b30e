"""Puzzles by what they need on the ladder: a random walk through mutations of the hits.

For a technique that few puzzles need, the walk starts at known hits (`seeds`). Else it starts at the first
random hit, or at a near one: its technique does something, and clues that are put back do the rest.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from ..core.deadline import NODE, spend
from ..core.grid import Grid
from ..exact.facts import needs_all_clues
from ..symmetry import Transformation
from ..techniques.rungs import slug
from . import seeds
from .mutations import add_clues, mutate, new_puzzle
from .pattern_fill import fill_pattern
from .requirements import Requirements
from .target_distance import TargetCheck, check_target

PARENTS = 40  # the latest hits, from which the next mutation starts
CHANGED = 1  # orbits of clues in a mutation
BLINDLY = 1 / 16  # of the tries, so that a walk does not stay in one corner
EASED = 4  # tries to put clues back to a near hit


def random_walk(
    target: Requirements,
    rng: random.Random,
    refused: Counter[str],
    before: Sequence[Grid] = (),
) -> Iterator[list[Grid]]:
    """Yield the puzzle of each try if it meets the target, else an empty list. The walk never ends.

    It changes puzzles that meet the target, also those made `before`. `refused` counts why the others do not.
    """
    parents, near = [*_known(target), *before], list[Grid]()
    while True:
        spend(NODE)
        grid = _draw((parents or near)[-PARENTS:], target, rng)
        if grid is None:
            refused["had several solutions"] += 1
            yield []
            continue
        check = _check(grid, target)
        if check.is_near and _may_ease(target):
            near.append(grid)
            grid, check = _ease(grid, target, rng)
        if check.fault:
            refused[check.fault] += 1
            yield []
        else:
            parents.append(grid)
            yield [grid]


def _known(target: Requirements) -> tuple[Grid, ...]:
    """Return the known hits, or () if the target is another: then the walk would only lead away from them."""
    if target.needed is None or target.pattern or target.needed is not target.ceiling:
        return ()
    seed_set = seeds.seed_sets().get(slug(target.needed.technique))
    return seed_set.grids if seed_set else ()


def _draw(parents: list[Grid], target: Requirements, rng: random.Random) -> Grid | None:
    blindly = not parents or rng.random() < BLINDLY
    if target.pattern:
        return next(
            fill_pattern(target.pattern_cells, rng, None if blindly else rng.choice(parents))
        )
    stop = rng.randint(*target.clues) if target.clues and not target.is_minimal else 0
    grid = (
        new_puzzle(target.orbits, stop, rng)
        if blindly
        else mutate(rng.choice(parents), CHANGED, target.orbits, stop, rng)
    )
    # An equivalent puzzle looks new. It is as hard, unless the order of two steps matters.
    return Transformation.random(3, rng, target.symmetry).apply(grid)


def _check(grid: Grid, target: Requirements) -> TargetCheck:
    if target.clues and not target.clues[0] <= grid.clue_count <= target.clues[1]:
        return TargetCheck(f"had {grid.clue_count} clues")
    check = check_target(grid, target)
    if not check.fault and target.is_minimal and target.symmetry != "none":
        return check if needs_all_clues(grid) else TargetCheck("had clues to spare")
    return check


def _may_ease(target: Requirements) -> bool:
    return not (target.is_minimal or target.clues or target.pattern)


def _ease(grid: Grid, target: Requirements, rng: random.Random) -> tuple[Grid, TargetCheck]:
    """Put clues back, one orbit more each time. Return the first puzzle that meets the target, or `grid`."""
    check = TargetCheck("needed more")
    for more in range(1, EASED + 1):
        easier = add_clues(grid, more, target.orbits, rng)
        check = _check(easier, target)
        if not check.fault:
            return easier, check
    return grid, check
