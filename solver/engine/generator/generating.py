"""Puzzles made to order, with the clues, symmetry and difficulty that are asked for.

The same requirements and the same seed give the same puzzles in the same order, on every machine.
"""

import random
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ..core.deadline import Deadline, limited
from ..core.errors import BudgetSpent
from ..core.grid import Grid
from ..core.shape import boxed
from ..exact.facts import needless_clues, needs_all_clues
from ..rating import LEVELS, level_of
from ..rating.grading import GRADES, grade_of
from ..symmetry import canonical_form
from ..techniques.rungs import Level
from .clue_removal import ClueRemoval, remove_clues
from .random_walk import random_walk
from .requirements import Requirements

RATING_NODES = 20_000  # for the level of a puzzle on a board of another shape


@dataclass
class Effort:
    """The cost of the puzzles so far. `refused` counts those since the last accepted one, by reason."""

    found: int = 0
    tried: int = 0  # up to the last one that was found
    seconds: float = 0.0  # CPU time
    refused: Mapping[str, int] = field(default_factory=dict)

    @property
    def seconds_each(self) -> float | None:
        """The expected CPU time of the next puzzle in seconds, or None if none has been found yet."""
        return self.seconds / self.found if self.found else None


def generate(
    requirements: Requirements,
    seed: object = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    effort: Effort | None = None,
    before: Sequence[Grid] = (),
) -> Iterator[Grid]:
    """Yield puzzles that meet the requirements, without end.

    `nodes` and `seconds` of CPU time limit the search for one puzzle. Raise BudgetSpent at the limit, with a
    message that says why candidates were refused. The cost is written to `effort`. A random walk starts from
    the puzzles made `before` too, and yields no equivalent of them.
    """
    rng = random.Random(str(seed))
    refused: Counter[str] = Counter()
    effort = effort or Effort()
    effort.refused = refused
    tries: Iterator[Iterable[Grid]]
    is_walk = requirements.is_by_ladder or requirements.pattern is not None
    if is_walk:
        tries = random_walk(requirements, rng, refused, before)
    else:
        tries = _by_clue_removal(requirements, rng, refused)
    made = {_mark(grid, is_walk) for grid in before} - {""}
    found = _distinct(tries, made, is_walk, refused, effort)
    while True:
        with limited(nodes, seconds) as budget:
            grid = next(found)
        if budget.is_spent:
            raise BudgetSpent(_failure_message(requirements, refused, seconds))
        effort.found += 1
        effort.tried += refused.total() + 1
        yield grid
        refused.clear()


def _distinct(
    tries: Iterator[Iterable[Grid]],
    made: set[str],
    is_walk: bool,
    refused: Counter[str],
    effort: Effort,
) -> Iterator[Grid]:
    """Yield each puzzle of the tries once."""
    began = time.thread_time()
    for grids in tries:
        for grid in grids:
            mark = _mark(grid, is_walk)
            if mark in made:
                refused["had come before"] += 1
                continue
            if mark:
                made.add(mark)
            effort.seconds = time.thread_time() - began
            yield grid
        effort.seconds = time.thread_time() - began


@lru_cache(maxsize=1_000)
def _mark(grid: Grid, is_walk: bool) -> str:
    """Return a key that finds a repeated puzzle, or an empty string if there are too many puzzles to repeat.

    A random walk may meet an equivalent of an earlier puzzle.
    """
    if is_walk:
        return canonical_form(grid)[0].text
    return grid.text if grid.size == 4 else ""


def _by_clue_removal(
    requirements: Requirements, rng: random.Random, refused: Counter[str]
) -> Iterator[Iterable[Grid]]:
    """Yield the accepted puzzles of each round."""
    # The smallest and largest number of clues to stop at, 0 for as few as possible.
    stops = (0, 0) if requirements.is_minimal else requirements.clues or (0, 0)
    for done in remove_clues(requirements.board, requirements.orbits, stops, rng):
        yield _accepted(done, requirements, refused)


def _accepted(
    done: Sequence[ClueRemoval], requirements: Requirements, refused: Counter[str]
) -> Iterator[Grid]:
    """Yield the puzzles that meet the requirements, and count in `refused` why the others do not."""
    grids = [
        _ease(removal, requirements) if requirements.may_ease else removal.grid()
        for removal in done
    ]
    is_minimal = (
        _are_minimal(done, grids, requirements) if requirements.is_minimal else [True] * len(grids)
    )
    for grid, minimal in zip(grids, is_minimal, strict=True):
        fault = _fault(grid, requirements) if minimal else "had clues to spare"
        if fault:
            refused[fault] += 1
        else:
            yield grid


def _are_minimal(
    done: Sequence[ClueRemoval], grids: Sequence[Grid], requirements: Requirements
) -> list[bool]:
    """Return whether each puzzle is minimal. An orbit that stayed was needed, a clue of it may not be."""
    if requirements.symmetry == "none":
        return [removal.is_sure for removal in done]
    if requirements.board == boxed(3):
        return [not needless for needless in needless_clues(grids)]
    return [needs_all_clues(grid) for grid in grids]


def _fault(grid: Grid, requirements: Requirements) -> str:
    """Return why the puzzle does not meet the requirements, or an empty string if it does."""
    if requirements.clues and not requirements.clues[0] <= grid.clue_count <= requirements.clues[1]:
        return f"had {grid.clue_count} clues"
    if requirements.grade:
        grade = grade_of(grid)
        if grade != requirements.grade:
            return f"had grade {grade}"
    if requirements.is_shaped and requirements.level:
        level = _level_of(grid)
        if level != requirements.level:
            return f"had level {level}"
    return ""


def _level_of(grid: Grid) -> Level:
    """Return the level of a puzzle, or extreme if that takes too long to find out."""
    try:
        with Deadline(RATING_NODES):
            return level_of(grid)
    except BudgetSpent:
        return LEVELS[-1]


def _ease(removal: ClueRemoval, requirements: Requirements) -> Grid:
    """Return the puzzle with as few clues put back as bring it to the grade or level that is asked for."""
    grades = list(GRADES)

    def is_easy(back: int) -> bool:
        grid = removal.grid(back)
        if requirements.grade is not None:
            return grades.index(grade_of(grid)) <= grades.index(requirements.grade)
        return LEVELS.index(_level_of(grid)) <= LEVELS.index(str(requirements.level))

    # More clues are never harder, or seldom.
    back = bisect_left(range(len(removal.gone)), True, key=is_easy)
    return removal.grid(back)


def _failure_message(
    requirements: Requirements, refused: Counter[str], seconds: float | None
) -> str:
    tried = f"{refused.total()} tried" if refused else "none tried to the end"
    why = "; ".join(f"{count} {fault}" for fault, count in refused.most_common(4))
    time_it_had = "the time there is" if seconds is None else f"{seconds:g} s"
    return f"no {requirements} in {time_it_had}, {tried}{': ' * bool(why)}{why}"
