"""Puzzles by what they need on the ladder: a walk from hit to hit, as neighbours of a hit are likelier ones.

A technique that few puzzles need has some of them to begin at (`seeds`); else the walk begins where the first
comes up blindly, or first a near one: its technique does something, and clues that are put back do the rest.
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
from .mutations import eased, fresh, neighbour
from .pattern_fill import filled
from .requirements import Requirements
from .target_distance import Judgement, judge

PARENTS = 40  # the latest hits, of which the next neighbour is drawn
CHANGED = 1  # orbits of clues
BLINDLY = 1 / 16  # of the tries, so that a walk does not stay in one corner
EASED = 4  # times that clues are put back to a near hit


def walk(
    wished: Requirements,
    rng: random.Random,
    refused: Counter[str],
    before: Sequence[Grid] = (),
) -> Iterator[list[Grid]]:
    """One puzzle or none a try, without an end.

    What was made `before` are hits to walk on from.
    """
    parents, near = [*_known(wished), *before], list[Grid]()
    while True:
        spend(NODE)
        grid = _drawn((parents or near)[-PARENTS:], wished, rng)
        if grid is None:
            refused["had several solutions"] += 1
            yield []
            continue
        judgement = _judged(grid, wished)
        if judgement.is_near and _may_ease(wished):
            near.append(grid)
            grid, judgement = _eased(grid, wished, rng)
        if judgement.fault:
            refused[judgement.fault] += 1
            yield []
        else:
            parents.append(grid)
            yield [grid]


def _known(wished: Requirements) -> tuple[Grid, ...]:
    """Known hits; only where what is wished for is what they are, or the walk would be away from them."""
    if wished.needed is None or wished.pattern or wished.needed is not wished.ceiling:
        return ()
    known = seeds.known().get(slug(wished.needed.technique))
    return known.grids if known else ()


def _drawn(parents: list[Grid], wished: Requirements, rng: random.Random) -> Grid | None:
    blindly = not parents or rng.random() < BLINDLY
    if wished.pattern:
        return next(filled(wished.pattern_cells, rng, None if blindly else rng.choice(parents)))
    stop = rng.randint(*wished.clues) if wished.clues and not wished.is_minimal else 0
    grid = (
        fresh(wished.orbits, stop, rng)
        if blindly
        else neighbour(rng.choice(parents), CHANGED, wished.orbits, stop, rng)
    )
    # A turned twin looks like another puzzle; it is as hard, but for steps of which either may come first.
    return Transformation.random(3, rng, wished.symmetry).apply(grid)


def _judged(grid: Grid, wished: Requirements) -> Judgement:
    if wished.clues and not wished.clues[0] <= grid.clue_count <= wished.clues[1]:
        return Judgement(f"had {grid.clue_count} clues")
    judgement = judge(grid, wished)
    if not judgement.fault and wished.is_minimal and wished.symmetry != "none":
        return judgement if needs_all_clues(grid) else Judgement("had clues to spare")
    return judgement


def _may_ease(wished: Requirements) -> bool:
    return not (wished.is_minimal or wished.clues or wished.pattern)


def _eased(grid: Grid, wished: Requirements, rng: random.Random) -> tuple[Grid, Judgement]:
    """With clues put back, one orbit more each time."""
    judgement = Judgement("needed more")
    for more in range(1, EASED + 1):
        easier = eased(grid, more, wished.orbits, rng)
        judgement = _judged(easier, wished)
        if not judgement.fault:
            return easier, judgement
    return grid, judgement
