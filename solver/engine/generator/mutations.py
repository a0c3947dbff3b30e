"""Mutations of a puzzle: clues are removed, another solution is chosen, and clues added until it is unique.

If a kind of puzzle is rare, mutations of one are far likelier to be as rare than random puzzles. Clues change
by whole orbits, so a symmetry is kept. For 9×9 boards only.
"""

import random
from collections.abc import Iterable, Sequence
from itertools import chain

from ..core.grid import Grid
from ..exact import enumerate_solutions, other_solution, some_solutions
from .clue_removal import Orbit, only, random_solution

MOST = 12  # solutions to choose from, once some clues are removed
FIRST = 24  # clues of a new puzzle at first. With fewer it takes long to find another solution
Digits = tuple[int, ...]


def new_puzzle(orbits: Sequence[Orbit], stop: int, rng: random.Random) -> Grid:
    """Return a random puzzle from which clues are removed until `stop` of them are left, or as few as possible.

    `orbits` are the groups of cells that have clues together.
    """
    solution = random_solution(3, rng)
    others = rng.sample(orbits, len(orbits))
    came: list[Orbit] = []
    while others and sum(map(len, came)) < FIRST:
        came.append(others.pop())
    return _settle(solution, [], came, others, stop, rng)


def mutate(grid: Grid, change: int, orbits: Sequence[Orbit], stop: int, rng: random.Random) -> Grid:
    """Return a puzzle that keeps all but `change` orbits of clues, with another solution if possible.

    `orbits` are the groups of cells that have clues together. Clues are removed until `stop` are left.
    """
    given = [orbit for orbit in orbits if any(grid.givens[cell] for cell in orbit)]
    kept = rng.sample(given, max(0, len(given) - change))
    solution = rng.choice(some_solutions(_only(grid.givens, kept), MOST))
    others = [orbit for orbit in orbits if orbit not in set(kept)]
    rng.shuffle(others)
    return _settle(solution, kept, [], others, stop, rng)


def add_clues(grid: Grid, more: int, orbits: Sequence[Orbit], rng: random.Random) -> Grid:
    """Return the puzzle with the clues of `more` random orbits added. An orbit is cells with clues together."""
    (solution,) = enumerate_solutions(grid, limit=1).solutions
    missing = [orbit for orbit in orbits if not grid.givens[orbit[0]]]
    given = [orbit for orbit in orbits if grid.givens[orbit[0]]]
    return _only(solution, given + rng.sample(missing, min(more, len(missing))))


def _only(digits: Digits, orbits: Iterable[Orbit]) -> Grid:
    return only(digits, chain.from_iterable(orbits))


def _settle(
    solution: Digits,
    kept: Sequence[Orbit],
    came: list[Orbit],
    others: list[Orbit],
    stop: int,
    rng: random.Random,
) -> Grid:
    """Return a puzzle with this solution alone. No orbit is needless unless `stop` clues are reached."""

    def rival(orbits: Iterable[Orbit]) -> Digits | None:
        return other_solution(_only(solution, orbits), solution)

    found = rival((*kept, *came))
    while found is not None:
        tells = (
            at for at, orbit in enumerate(others) if any(solution[c] != found[c] for c in orbit)
        )
        came.append(others.pop(next(tells)))
        found = rival((*kept, *came))
    while others and sum(map(len, (*kept, *came))) < stop:
        came.append(others.pop())
    left = [*kept, *came]
    # Added clues are tried first, so that those of the first puzzle stay.
    for orbit in (*rng.sample(came, len(came)), *rng.sample(kept, len(kept))):
        fewer = [each for each in left if each is not orbit]
        if sum(map(len, fewer)) >= stop and rival(fewer) is None:
            left = fewer
    return _only(solution, left)
